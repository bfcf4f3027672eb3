"""Calls the core's tree: poses, derivatives, distances and limits of configurations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from numbers import Real
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError, RobotError, UnknownNameError
from ..transforms import Array
from .configurations import Configurations
from .native_tree import native_tree
from .topology import Topology

Result = TypeVar("Result")


class Kinematics:
    """Checks arguments and calls the core's ``tree``; :class:`~memetik.Robot` documents these methods."""

    def __init__(self, topology: Topology, configurations: Configurations) -> None:
        self._link_index = dict(topology.link_index)
        self._configurations = configurations
        self._dof = len(configurations.variables)
        self.tree = native_tree(topology, configurations.variables)

    # ---------------------------------------------------------------- poses and their derivatives

    # The core's `pose`, `poses` and `jacobian` return None if an argument needs conversion or is invalid.

    def pose(self, q: npt.ArrayLike, link: str, out: Array | None) -> Array:
        """The pose of ``link``: (4, 4) or (N, 4, 4), written to ``out`` if that is given."""
        pose = self.tree.pose(q, link, self._link_index, out)
        return self._pose_of_converted(q, link, out) if pose is None else pose

    def _pose_of_converted(self, q: npt.ArrayLike, link: str, out: Array | None) -> Array:
        def pose(converted: Array) -> Array | None:
            if out is not None:
                _check_out(out, (*converted.shape[:-1], 4, 4))
            return self.tree.pose(converted, link, self._link_index, out)

        return self._converted(pose, q, [link])

    def poses(self, q: npt.ArrayLike, links: Iterable[str] | None = None) -> dict[str, Array]:
        """The poses of ``links``, or of every link: (4, 4) or (N, 4, 4)."""
        names = list(self._link_index) if links is None else _listed(links)
        poses = self.tree.poses(q, names, self._link_index)
        if poses is None:
            return self._converted(lambda rows: self.tree.poses(rows, names, self._link_index), q, names)
        return poses

    def jacobian(self, q: npt.ArrayLike, link: str) -> Array:
        """The derivative of the pose of ``link``: (6, dof) or (N, 6, dof)."""
        jacobian = self.tree.jacobian(q, link, self._link_index)
        if jacobian is None:
            return self._converted(lambda rows: self.tree.jacobian(rows, link, self._link_index), q, [link])
        return jacobian

    def center_of_mass(self, q: npt.ArrayLike) -> Array:
        """The centre of mass [m]: (3,) or (N, 3)."""
        self._require_mass()
        rows, single = self._configurations.rows(q)
        result = np.empty((len(rows), 3))
        self._configurations.require(self.tree.center_of_mass(rows, result), rows)
        return result[0] if single else result

    def center_of_mass_jacobian(self, q: npt.ArrayLike) -> Array:
        """The derivative of the centre of mass: (3, dof) or (N, 3, dof)."""
        self._require_mass()
        rows, single = self._configurations.rows(q)
        result = np.empty((len(rows), 3, self._dof))
        self._configurations.require(self.tree.center_of_mass_jacobian(rows, result), rows)
        return result[0] if single else result

    def manipulability(self, q: npt.ArrayLike, link: str) -> Any:
        """Yoshikawa's measure of ``link``: a number, or (N,)."""
        return self._dexterity(q, link, 0)

    def condition(self, q: npt.ArrayLike, link: str) -> Any:
        """The condition number of the Jacobian of ``link``: a number, or (N,)."""
        return self._dexterity(q, link, 1)

    def start_table(self, link: str) -> _core.StartTable:
        """A table of starts for all poses of ``link``."""
        index = self.link(link)
        try:
            return _core.StartTable(self.tree, index)
        except ValueError as error:
            raise RobotError(f"link {link!r}: {error}") from error

    # ---------------------------------------------------------------- limits and distances

    def clip(self, q: npt.ArrayLike) -> Array:
        """``q`` with every variable inside its limits and rotation vectors wrapped."""
        rows, single = self._configurations.usable_rows(q)
        result = rows.copy()
        self.tree.clip(result)
        return result[0] if single else result

    def within_limits(self, q: npt.ArrayLike, tolerance: float) -> bool | npt.NDArray[np.bool_]:
        """Whether ``q`` violates no limit by more than ``tolerance`` [rad, m]; (N,) for a batch."""
        if not isinstance(tolerance, Real) or not (
            0 <= tolerance <= sys.float_info.max or tolerance == np.inf
        ):
            raise ConfigurationError(f"tolerance: expected a number of at least 0, got {tolerance!r}")
        rows, single = self._configurations.usable_rows(q)
        inside = np.empty(len(rows), dtype=np.bool_)
        self.tree.within_limits(rows, tolerance, inside)
        return bool(inside[0]) if single else inside

    def difference(self, q1: npt.ArrayLike, q2: npt.ArrayLike) -> Array:
        """The shortest joint motion from ``q1`` to ``q2``: (dof,) or (N, dof)."""
        start, single_start = self._configurations.usable_rows(q1)
        end, single_end = self._configurations.usable_rows(q2)
        if 1 not in (len(start), len(end)) and len(start) != len(end):
            raise ConfigurationError(
                f"difference: expected as many q1 as q2, or a single one; got {len(start)} and {len(end)}"
            )
        start, end = (np.ascontiguousarray(rows) for rows in np.broadcast_arrays(start, end))
        result = np.empty(start.shape)
        self.tree.difference(start, end, result)
        return result[0] if single_start and single_end else result

    # ---------------------------------------------------------------- checks

    def link(self, name: str) -> int:
        """The index of a link, or an error that lists all links."""
        index = self._link_index.get(name) if isinstance(name, str) else None
        if index is None:
            raise UnknownNameError("link", name, self._link_index)
        return index

    def _converted(
        self, compute: Callable[[Array], Result | None], q: npt.ArrayLike, links: Iterable[str]
    ) -> Result:
        """What ``compute`` makes of converted ``q``, or an error that says which argument is invalid."""
        rows, single = self._configurations.rows(q)
        for name in links:
            self.link(name)
        result = compute(rows[0] if single else rows)
        if result is None:
            raise self._configurations.unusable(rows)
        return result

    def _dexterity(self, q: npt.ArrayLike, link: str, column: int) -> Any:
        rows, single = self._configurations.usable_rows(q)
        result = np.empty((len(rows), 2))
        self.tree.dexterity(rows, self.link(link), result)
        return float(result[0, column]) if single else result[:, column].copy()

    def _require_mass(self) -> None:
        if self.tree.mass <= 0:
            raise RobotError(
                f"robot {self._configurations.robot!r} has no masses, so it has no centre of mass"
            )


def _listed(links: Any) -> list[Any]:
    """The links as a list; what is no collection of names becomes its only entry, for the error message."""
    if isinstance(links, bytes):
        return [links]
    try:
        return list(links)
    except TypeError:
        return [links]


def _check_out(out: Array, shape: tuple[int, ...]) -> None:
    if not isinstance(out, np.ndarray) or (out.shape, out.dtype) != (shape, np.dtype(np.float64)):
        got = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ConfigurationError(f"out: expected a float64 array of shape {shape}, got {got}")
    if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
        raise ConfigurationError("out: expected a contiguous, aligned, writable array")
