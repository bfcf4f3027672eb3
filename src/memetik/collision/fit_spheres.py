"""Fits spheres to the shapes of a robot's links; SphereRobot.fit has the documentation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ConfigurationError, RobotError, UnknownNameError
from ..number_checks import as_real, check_choice, is_integer
from ..transforms import Array
from . import fit_cache
from .cover_certificate import protrusions
from .fit_cache import Fit
from .fit_report import FitReport, LinkFit
from .link_shapes import LinkShapes, link_shapes
from .mesh_files import triangles
from .shapes import Mesh, Shape, Sphere
from .solid import Solid
from .sphere_cover import SphereCover
from .sphere_rows import sphere_row

if TYPE_CHECKING:
    from ..robot.robot import Robot

DEFAULT_TOLERANCE = 0.02  # [m]
_FINEST_TOLERANCE = 1e-3  # [m]
_FINE = 0.01  # relative to the extent of a link: finer tolerances take long without a closed form
_MOST_SPHERES = 1_000_000
_HALVINGS = 8


def fit_spheres(
    robot: Robot,
    *,
    tolerance: float | Mapping[str, float],
    max_spheres: int | None,
    missing: str,
    cache: bool,
) -> Fit:
    """Link name -> rows (x, y, z, radius) [m] that cover its shapes, and a report."""
    _check_tolerances(robot, tolerance)
    if max_spheres is not None and not is_integer(max_spheres, 1, _MOST_SPHERES):
        raise ConfigurationError(f"max_spheres: expected a positive integer or None, got {max_spheres!r}")
    check_choice(missing, ("error", "skip"), "missing")
    links = link_shapes(robot, skip_missing=missing == "skip")
    if not links:
        raise RobotError(f"robot {robot.name!r}: no link has a shape that spheres could cover")
    if max_spheres is not None and max_spheres < len(links):
        raise ConfigurationError(
            f"max_spheres: each of {len(links)} links with shapes needs a sphere, got {max_spheres}"
        )
    return _known_fit(links, [_tolerance_of(item.link, tolerance) for item in links], max_spheres, cache)


def cover_shape(shape: Shape, tolerance: float) -> Array:
    """Rows (x, y, z, radius) [m] that cover a shape in its own frame, as those of a link cover its shapes."""
    _check_tolerance(tolerance)
    if not shape.bounded:
        raise RobotError(f"{shape}: only shapes of finite size can be held")
    if isinstance(shape, Mesh) and triangles(shape) is None:
        raise RobotError(f"mesh {shape.uri}: the file is missing or cannot be read")
    rows, _ = _known_fit([LinkShapes("held", "collision", (shape.at(),))], [float(tolerance)], None, True)
    return rows["held"]


def _check_tolerances(robot: Robot, tolerance: Any) -> None:
    if not isinstance(tolerance, Mapping):
        return _check_tolerance(tolerance)
    for pattern, value in tolerance.items():
        if not isinstance(pattern, str) or not any(fnmatchcase(link, pattern) for link in robot.links):
            raise UnknownNameError("link", str(pattern), list(robot.links))
        _check_tolerance(value)
    return None


def _tolerance_of(link: str, tolerance: Any) -> float:
    """That of the first pattern that the link's name matches."""
    if not isinstance(tolerance, Mapping):
        return float(tolerance)
    found = (value for pattern, value in tolerance.items() if fnmatchcase(link, pattern))
    return float(next(found, DEFAULT_TOLERANCE))


def _check_tolerance(tolerance: Any) -> None:
    if not _FINEST_TOLERANCE <= as_real(tolerance) < np.inf:
        raise ConfigurationError(
            f"tolerance: expected a number of at least {_FINEST_TOLERANCE:g} [m], got {tolerance!r}"
        )


def _known_fit(links: list[LinkShapes], tolerances: list[float], max_spheres: int | None, cache: bool) -> Fit:
    key = fit_cache.key_of(links, tolerances, max_spheres)
    fit = fit_cache.load(key) if cache else None
    if fit is None:
        fit = _fit([_Body(*pair) for pair in zip(links, tolerances, strict=True)], max_spheres)
        if cache:
            fit_cache.store(key, fit)
    return fit


class _Body:
    """The shapes of a link, and the ways to cover them."""

    def __init__(self, item: LinkShapes, tolerance: float) -> None:
        self.link, self.source, self._shapes = item
        self.tolerance = tolerance
        self._pieces = [piece for shape in self._shapes for piece in shape._pieces()]
        try:
            self.solid = Solid(self._shapes)
        except RobotError as error:
            raise RobotError(f"link {self.link!r}: {error}") from None
        if self.solid.hulls:
            self.source = "collision hull" if self.source == "collision" else "visual hull"
        self._cover: SphereCover | None = None
        self._centers: dict[float, Array] = {}

    @property
    def cover(self) -> SphereCover:
        if self._cover is None:
            self._cover = SphereCover(self.solid, self.tolerance)
        return self._cover

    def fitted(self) -> Array:
        """Rows that protrude by at most the tolerance."""
        rows = self._closed_form(self.tolerance)
        extent = float(np.linalg.norm(self.solid.high - self.solid.low))
        if rows is not None and (self._is_single or self.tolerance < _FINE * extent):
            return rows
        try:
            found = self.cover.fitted()
            return found if rows is None or len(found) <= len(rows) else rows
        except RobotError as error:
            raise RobotError(f"link {self.link!r}: {error}") from None

    @property
    def _is_single(self) -> bool:
        return len(self._pieces) == 1 or all(isinstance(item.shape, Sphere) for item in self._shapes)

    def count(self, protrusion: float) -> int:
        """How many spheres :meth:`fewest` has."""
        rows = self._closed_form(protrusion)
        if rows is not None and len(rows) == 1:
            return 1
        if protrusion not in self._centers:
            self._centers[protrusion] = self.cover.centers(protrusion)
        count = len(self._centers[protrusion])
        return count if rows is None else min(count, len(rows))

    def fewest(self, protrusion: float) -> Array:
        """Rows that cover the link and protrude by about ``protrusion`` [m]."""
        rows = self._closed_form(protrusion)
        if rows is not None and len(rows) <= self.count(protrusion):
            return rows
        return self.cover.spheres(self._centers[protrusion])

    def _closed_form(self, protrusion: float) -> Array | None:
        rows = [row for piece in self._pieces if (row := sphere_row(piece, protrusion)) is not None]
        return np.vstack(rows) if len(rows) == len(self._pieces) else None


def _fit(bodies: Sequence[_Body], max_spheres: int | None) -> Fit:
    rows = {body.link: body.fitted() for body in bodies}
    if max_spheres is not None and sum(map(len, rows.values())) > max_spheres:
        factor = _affordable(bodies, max_spheres)
        rows = {body.link: body.fewest(factor * body.tolerance) for body in bodies}
    report = [
        LinkFit(
            body.link,
            len(rows[body.link]),
            float(protrusions(body.solid, rows[body.link]).max()),
            body.source,
        )
        for body in bodies
    ]
    return rows, FitReport(tuple(report))


def _affordable(bodies: Sequence[_Body], max_spheres: int) -> float:
    """By how many times its tolerance the spheres of each link protrude if there are few enough."""

    def enough(factor: float) -> bool:
        return sum(body.count(factor * body.tolerance) for body in bodies) <= max_spheres

    low = 0.0
    high = max(np.log(2 + float(np.linalg.norm(b.solid.high - b.solid.low)) / b.tolerance) for b in bodies)
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if enough(float(np.exp(middle))) else (middle, high)
    enough(float(np.exp(high)))  # chooses the centres
    return float(np.exp(high))
