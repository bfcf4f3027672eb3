"""Configurations and kinematics of a tree of links and joints."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError, RobotError
from ..transforms import Array
from . import sampling as _sampling
from .description import VARIABLES
from .named_tree import NamedTree


class KinematicTree(NamedTree):
    """What a :class:`~memetik.Robot` can compute; see there."""

    # ---------------------------------------------------------------- configurations

    @property
    def neutral(self) -> Array:
        """A plain configuration: zero where the limits allow it, the middle of the range elsewhere."""
        return self._neutral.copy()

    @functools.cached_property
    def _neutral(self) -> Array:
        with np.errstate(invalid="ignore"):
            middle = np.nan_to_num(0.5 * (self.lower + self.upper), posinf=0.0, neginf=0.0)
        finite = np.where(
            np.isfinite(self.lower), np.where(np.isfinite(self.upper), middle, self.lower), self.upper
        )
        allowed = (self.lower <= 0) & (self.upper >= 0)
        return np.where(allowed, 0.0, finite)

    def pack(self, values: Mapping[str, npt.ArrayLike], *, base: npt.ArrayLike | None = None) -> Array:
        """The configuration with the named joints (or single variables) at ``values``.

        All others are as in ``base``, by default the neutral configuration.

        >>> import memetik as mk
        >>> mk.Robot.load("ur5").pack({"elbow_joint": 1.5})
        array([0. , 0. , 1.5, 0. , 0. , 0. ])
        """
        if not isinstance(values, Mapping):
            raise ConfigurationError(f"pack takes a mapping from joint to value, got {values!r}")
        q = self.neutral if base is None else self._row(base).copy()
        for name, value in values.items():
            q[self._slice(name)] = self._joint_value(name, value)
        return q

    def unpack(self, q: npt.ArrayLike) -> dict[str, float | Array]:
        """Joint name -> value of a single configuration: a number, or an array for several variables."""
        row = self._row(q)
        return {
            name: float(row[where.start]) if where.stop - where.start == 1 else row[where].copy()
            for name, where in self._compiled.slices.items()
        }

    def random(self, n: int | None = None, rng: np.random.Generator | int | None = None) -> Array:
        """Uniform random configurations within the limits: (dof,), or (n, dof).

        Unlimited angles span ±π, unlimited translations ± the robot's reach; rotation vectors are
        uniform over rotations. ``rng`` is a numpy generator or an integer seed.
        """
        try:
            generator = np.random.default_rng(rng)
        except (TypeError, ValueError) as error:
            raise ConfigurationError(f"rng: expected a numpy generator or an integer, got {rng!r}") from error
        if n is not None and (not isinstance(n, (int, np.integer)) or n < 0):
            raise ConfigurationError(f"n: expected a number of configurations, got {n!r}")
        count = 1 if n is None else int(n)
        angles = _sampling.angle_mask(self._joints)
        low, high = _sampling.search_interval(self.lower, self.upper, self.reach, angles)
        q = low + (high - low) * generator.random((count, self.dof))
        for name, where in self._compiled.slices.items():
            joint = self.joints[name]
            if VARIABLES[joint.type][-3:] == ("rx", "ry", "rz"):
                ball = slice(where.stop - 3, where.stop)
                q[:, ball] = _sampling.random_rotation_vectors(count, self.upper[where.stop - 1], generator)
        return q[0] if n is None else q

    def clip(self, q: npt.ArrayLike) -> Array:
        """``q`` with every variable brought inside its limits; rotation vectors wrapped to at most π."""
        rows, single = self._usable_rows(q)
        result = rows.copy()
        self._tree.clip(result)
        return result[0] if single else result

    def within_limits(self, q: npt.ArrayLike, *, tolerance: float = 0.0) -> bool | npt.NDArray[np.bool_]:
        """Whether ``q`` respects all limits, to ``tolerance`` [rad, m]; (N,) for a batch."""
        rows, single = self._usable_rows(q)
        inside = np.empty(len(rows), dtype=np.bool_)
        self._tree.within_limits(rows, tolerance, inside)
        return bool(inside[0]) if single else inside

    def difference(self, q1: npt.ArrayLike, q2: npt.ArrayLike) -> Array:
        """The motion from ``q1`` to ``q2``, taken on the joint: (dof,) or (N, dof).

        Unlimited angles go the short way round, rotations by their relative rotation vector.
        """
        start, single_start = self._usable_rows(q1)
        end, single_end = self._usable_rows(q2)
        if 1 not in (len(start), len(end)) and len(start) != len(end):
            raise ConfigurationError(f"{len(start)} and {len(end)} configurations have no difference")
        start, end = (np.ascontiguousarray(rows) for rows in np.broadcast_arrays(start, end))
        result = np.empty(start.shape)
        self._tree.difference(start, end, result)
        return result[0] if single_start and single_end else result

    # ---------------------------------------------------------------- kinematics

    @overload
    def fk(self, q: npt.ArrayLike, link: str, *, out: Array | None = None) -> Array: ...
    @overload
    def fk(self, q: npt.ArrayLike, link: None = None) -> dict[str, Array]: ...
    def fk(
        self, q: npt.ArrayLike, link: str | None = None, *, out: Array | None = None
    ) -> Array | dict[str, Array]:
        """Forward kinematics: the pose of ``link`` as (4, 4), or (N, 4, 4) for a batch of N.

        Without a link: a mapping from every link's name to the same. ``out``, a float64 array of the
        result's shape, is written instead of new memory, which is half the cost of a large batch.
        """
        rows, single = self._rows(q)
        if link is None:
            if out is not None:
                raise ConfigurationError("out= needs a link: without one the result is a mapping")
            poses = np.empty((len(self._links), len(rows), 4, 4))
            self._require(self._tree.forward_all(rows, poses), rows)
            return dict(zip(self.link_names, poses[:, 0] if single else poses, strict=True))
        index = self._link(link)
        result = np.empty((4, 4) if single else (len(rows), 4, 4)) if out is None else out
        if out is not None:
            self._check_out(out, rows, single)
        self._require(self._tree.forward(rows, index, result), rows)
        return result

    def jacobian(self, q: npt.ArrayLike, link: str) -> Array:
        """d(pose of ``link``)/dq: (6, dof) or (N, 6, dof), in the root's axes at the link's origin.

        Rows are the linear velocity, then the angular velocity, per unit of each variable.
        """
        rows, single = self._rows(q)
        result = np.empty((len(rows), 6, self.dof))
        self._require(self._tree.jacobian(rows, self._link(link), result), rows)
        return result[0] if single else result

    def center_of_mass(self, q: npt.ArrayLike) -> Array:
        """Centre of mass [m]: (3,) or (N, 3). Robots without masses have none: an error."""
        rows, single = self._rows_with_mass(q)
        result = np.empty((len(rows), 3))
        self._require(self._tree.center_of_mass(rows, result), rows)
        return result[0] if single else result

    def center_of_mass_jacobian(self, q: npt.ArrayLike) -> Array:
        """d(centre of mass)/dq: (3, dof) or (N, 3, dof)."""
        rows, single = self._rows_with_mass(q)
        result = np.empty((len(rows), 3, self.dof))
        self._require(self._tree.center_of_mass_jacobian(rows, result), rows)
        return result[0] if single else result

    def manipulability(self, q: npt.ArrayLike, link: str) -> Any:
        """Yoshikawa's measure √det(J Jᵀ) of ``link``: a number, or (N,).

        A link moved by fewer than six variables has as many singular values as variables: their product.
        """
        return self._dexterity(q, link, 0)

    def condition(self, q: npt.ArrayLike, link: str) -> Any:
        """Condition number of the Jacobian, largest over smallest singular value; inf where singular."""
        return self._dexterity(q, link, 1)

    def _dexterity(self, q: npt.ArrayLike, link: str, column: int) -> Any:
        rows, single = self._usable_rows(q)
        result = np.empty((len(rows), 2))
        self._tree.dexterity(rows, self._link(link), result)
        return float(result[0, column]) if single else result[:, column].copy()

    def build_start_table(self, link: str) -> _core.StartTable:
        """Starts for all poses of ``link``, learnt in half a second: makes batches two to three times faster.

        For serial chains that begin and end with a revolute joint. Give it to every solver of that link:
        ``mk.Solver(robot, goals, start_table=table)``. It then comes before the neutral posture, and after
        a start of the user's.
        """
        index = self._link(link)
        try:
            return _core.StartTable(self._tree, index)
        except ValueError as error:
            raise RobotError(f"link {link!r}: {error}") from error
