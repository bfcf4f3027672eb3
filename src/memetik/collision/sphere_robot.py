"""SphereRobot: a robot as spheres on its links, the geometry that KeepClear works with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import RobotError
from ..plain import check_head, head
from ..transforms import MAX_VALUE, Array
from .fit_report import FitReport

if TYPE_CHECKING:
    from ..plot import Still
    from ..robot.robot import Robot
    from .pair_table import PairTable

Pair: TypeAlias = tuple[str, str]


class SphereRobot:
    """Spheres fixed to the links of a robot: link name -> rows (x, y, z, radius) [m] in the link's frame.

    ``pairs`` are the pairs of links that must not touch each other; None leaves the choice to the goal.
    ``never_pairs`` are those of them that hardly ever come near each other: descents leave them out, which
    saves time on robots of many links, but an answer in which they touch is not accepted. See
    :meth:`with_pairs`.

    >>> geometry = SphereRobot({"panda_hand": [(0, 0, 0.05, 0.08)], "panda_link5": (0, 0, -0.1, 0.1)})
    >>> geometry
    SphereRobot(2 spheres on 2 links)
    >>> geometry.spheres["panda_hand"].shape
    (1, 4)
    """

    def __init__(
        self,
        spheres: Mapping[str, Any],
        pairs: Iterable[Pair] | None = None,
        never_pairs: Iterable[Pair] = (),
    ) -> None:
        if not isinstance(spheres, Mapping) or not spheres:
            raise RobotError(
                f"spheres: expected a mapping from links to rows (x, y, z, radius), got {spheres!r}"
            )
        for link in spheres:
            if not isinstance(link, str) or not link:
                raise RobotError(f"spheres: expected names of links, got {link!r}")
        self._spheres = MappingProxyType({link: _rows(rows, link) for link, rows in spheres.items()})
        self._pairs = None if pairs is None else _link_pairs(pairs, "pairs")
        self._never_pairs = _link_pairs(never_pairs, "never_pairs")
        self._report: FitReport | None = None
        self._robot: Robot | None = None

    @classmethod
    def fit(
        cls,
        robot: Robot,
        *,
        tolerance: float | Mapping[str, float] = 0.02,
        max_spheres: int | None = None,
        missing: Literal["error", "skip"] = "error",
        cache: bool = True,
    ) -> SphereRobot:
        """Spheres that cover the shapes of a robot: every point of a shape is in a sphere of its link.

        - ``tolerance`` [m]: no sphere extends farther than this beyond the shapes of its link. A mapping
          from links, or patterns such as ``"finger_*"``, gives some of them their own; the first that fits
          counts, and links that none fits have 0.02 m.
        - ``max_spheres`` of the whole robot: where they do not suffice, spheres extend farther; see
          :attr:`report`.
        - ``missing``: a mesh without a file is an error, or is left out with a warning (``"skip"``).
        - ``cache``: whether spheres are kept on disk and read again, by default True. The environment
          variable MEMETIK_CACHE names another directory.

        The collision shapes of a link are covered, or its visual shapes if it has none: boxes, spheres,
        cylinders, capsules and meshes. An open mesh has no inside; its convex hull takes its place, which
        needs scipy. That all is covered is proved by subdivision, not only tested at points.

        >>> import memetik as mk
        >>> geometry = mk.collision.SphereRobot.fit(mk.Robot.load("snake"), tolerance=0.01)
        >>> geometry.report.protrusion <= 0.01
        True
        """
        from .fit_spheres import fit_spheres

        rows, report = fit_spheres(
            robot, tolerance=tolerance, max_spheres=max_spheres, missing=missing, cache=cache
        )
        return _fitted(rows, None, report, robot=robot)

    @property
    def report(self) -> FitReport | None:
        """What :meth:`fit` found for each link; None if the spheres were given."""
        return self._report

    @property
    def spheres(self) -> Mapping[str, Array]:
        """Link name -> rows (x, y, z, radius) [m] in the link's frame."""
        return self._spheres

    @property
    def pairs(self) -> tuple[Pair, ...] | None:
        """The pairs of links that must not touch each other; None if it does not say."""
        return self._pairs

    @property
    def never_pairs(self) -> tuple[Pair, ...]:
        """The pairs that must not touch each other and hardly ever come near each other."""
        return self._never_pairs

    def with_pairs(self, table: PairTable) -> SphereRobot:
        """These spheres with the pairs of a table; those that never touched in its samples are
        :attr:`never_pairs`.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("panda")
        >>> geometry = SphereRobot({"panda_link0": (0, 0, 0.1, 0.1), "panda_link2": (0, 0, 0, 0.01)})
        >>> table = mk.collision.PairTable.sample(robot, geometry, samples=1000)
        >>> geometry.with_pairs(table).never_pairs
        (('panda_link0', 'panda_link2'),)
        """
        never = [entry.links for entry in table if entry.reason == "never"]
        return _fitted(self._spheres, table.pairs, self._report, never, self._robot)

    def free(
        self,
        q: npt.ArrayLike,
        world: Any = (),
        *,
        robot: Robot | None = None,
        margin: float = 0.0,
        self_pairs: Any = "auto",
    ) -> Any:
        """Whether the robot at ``q`` keeps ``margin`` [m] from the world and from itself: bool for one q
        (dof,), array (N,) for many, about a million a second.

        :meth:`fit` knows its ``robot``; spheres that were given need it. Repeated calls do not compile
        anything again. :class:`~memetik.collision.CollisionCheck` explains the other arguments.

        >>> import memetik as mk
        >>> robot, world = mk.Robot.load("snake"), mk.World()
        >>> _ = world.add("wall", mk.collision.HalfSpace(), at=(0, 0, -1))
        >>> geometry = SphereRobot.fit(robot)
        >>> geometry.free(robot.neutral, world), geometry.free(robot.random(100, rng=1), world).shape
        (True, (100,))
        """
        from .kept_checks import kept_check  # checks consist of sphere robots

        robot = self._robot if robot is None else robot
        if robot is None:
            raise RobotError(
                "free: spheres that were given do not know their robot: use geometry.free(q, world, "
                "robot=robot), or CollisionCheck(robot, geometry, world)"
            )
        return kept_check(robot, self, world, self_pairs).free(q, margin=margin)

    def plot(self, robot: Robot, q: npt.ArrayLike | None = None, **options: Any) -> Still:
        """A picture of the robot at ``q`` with its spheres, which are translucent. ``options`` are those of
        :meth:`Robot.plot <memetik.Robot.plot>`; ``robot.plot(q, spheres=geometry)`` draws the same picture.

        >>> import memetik as mk
        >>> SphereRobot({"panda_hand": (0, 0, 0.05, 0.08)}).plot(mk.Robot.load("panda"), size=(320, 240))
        Still(320 x 240); .save('picture.png') writes it
        """
        return robot.plot(q, spheres=self, **options)

    def __len__(self) -> int:
        return sum(len(rows) for rows in self._spheres.values())

    def __repr__(self) -> str:
        return f"SphereRobot({len(self)} spheres on {len(self._spheres)} links)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SphereRobot):
            return NotImplemented
        own, theirs = (self._pairs, self._never_pairs), (other._pairs, other._never_pairs)
        same_links = list(self._spheres) == list(other._spheres) and own == theirs
        return same_links and all(np.array_equal(self._spheres[k], other._spheres[k]) for k in self._spheres)

    def __hash__(self) -> int:
        return hash((tuple(self._spheres), self._pairs))

    def __reduce__(self) -> tuple[Any, ...]:
        return _fitted, (dict(self._spheres), self._pairs, self._report, self._never_pairs, self._robot)

    def to_dict(self) -> dict[str, Any]:
        """The plain form: a dictionary of numbers, strings and lists."""
        spheres = {link: rows.tolist() for link, rows in self._spheres.items()}
        pairs = None if self._pairs is None else [list(pair) for pair in self._pairs]
        never = {"never_pairs": [list(pair) for pair in self._never_pairs]} if self._never_pairs else {}
        return {**head("sphere robot"), "spheres": spheres, "pairs": pairs, **never}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SphereRobot:
        """The sphere robot whose plain form is ``data``."""
        check_head(data, "sphere robot", RobotError)
        return cls(data.get("spheres", {}), data.get("pairs"), data.get("never_pairs", ()))


def _fitted(
    spheres: Mapping[str, Any],
    pairs: Iterable[Pair] | None,
    report: FitReport | None,
    never_pairs: Iterable[Pair] = (),
    robot: Robot | None = None,
) -> SphereRobot:
    geometry = SphereRobot(spheres, pairs, never_pairs)
    geometry._report, geometry._robot = report, robot
    return geometry


def _rows(value: Any, link: str) -> Array:
    try:
        rows = np.atleast_2d(np.array(value, dtype=np.float64))
    except (TypeError, ValueError, OverflowError):
        rows = np.empty((0, 0))
    if rows.ndim != 2 or rows.shape[1] != 4 or not len(rows):
        raise RobotError(f"spheres[{link!r}]: expected rows (x, y, z, radius), got {value!r}")
    if not (np.abs(rows) <= MAX_VALUE).all() or (rows[:, 3] < 0).any():
        raise RobotError(
            f"spheres[{link!r}]: not finite, beyond {MAX_VALUE:g} m, or a negative radius: {value!r}"
        )
    rows.setflags(write=False)
    return rows


def _link_pairs(values: Any, what: str) -> tuple[Pair, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise RobotError(f"{what}: expected pairs of link names, got {values!r}")
    return tuple(_pair(pair, what) for pair in values)


def _pair(value: Any, what: str) -> Pair:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise RobotError(f"{what}: expected pairs of link names, got {value!r}")
    pair = tuple(value)
    if len(pair) != 2 or not all(isinstance(link, str) and link for link in pair) or pair[0] == pair[1]:
        raise RobotError(f"{what}: expected pairs of two link names, got {value!r}")
    return pair
