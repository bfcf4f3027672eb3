"""Names and limits of a tree of links and joints, and the checks at its door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, RobotError, UnknownNameError
from ..transforms import Array
from .compile import compile_tree
from .description import LARGEST_VALUE, Joint, Link
from .topology import depth_first, resolve_mimics


class NamedTree:
    """What a :class:`~memetik.Robot` is made of; see there."""

    def __init__(self, name: str, links: Iterable[Link], joints: Iterable[Joint]) -> None:
        self._name = name
        self._links, ordered = depth_first(links, joints)
        self._joints = resolve_mimics(ordered)
        self._links_by_name = MappingProxyType({link.name: link for link in self._links})
        self._joints_by_name = MappingProxyType({joint.name: joint for joint in self._joints})
        self._compiled = compile_tree(self._links, self._joints)
        self._tree = self._compiled.tree

    # ---------------------------------------------------------------- names and limits

    @property
    def name(self) -> str:
        """What the robot is called."""
        return self._name

    @property
    def dof(self) -> int:
        """Number of entries of a configuration q."""
        return len(self._compiled.variable_names)

    @property
    def variable_names(self) -> tuple[str, ...]:
        """The name of each entry of q: the joint's, or ``"joint.component"`` where it has several."""
        return self._compiled.variable_names

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints that own variables (neither fixed nor mimic), depth-first."""
        return tuple(self._compiled.slices)

    @property
    def link_names(self) -> tuple[str, ...]:
        """All links, depth-first, the root first."""
        return tuple(self._compiled.link_index)

    @property
    def root(self) -> str:
        """The root link; all poses are in its frame."""
        return self._links[0].name

    @property
    def tips(self) -> tuple[str, ...]:
        """The end links: those without children."""
        parents = {joint.parent for joint in self._joints}
        return tuple(link.name for link in self._links if link.name not in parents)

    @property
    def links(self) -> Mapping[str, Link]:
        """Description of every link by name: masses, shapes."""
        return self._links_by_name

    @property
    def joints(self) -> Mapping[str, Joint]:
        """Description of every joint by name, fixed and mimic ones included.

        A mimic joint follows a joint that is a variable, also where it was given to follow another mimic.
        """
        return self._joints_by_name

    @property
    def lower(self) -> Array:
        """Lower limit of every variable (dof,), -inf where unlimited. Followers' limits are included."""
        return self._compiled.lower

    @property
    def upper(self) -> Array:
        """Upper limit of every variable (dof,), +inf where unlimited."""
        return self._compiled.upper

    @property
    def velocity_limits(self) -> Array:
        """Largest speed of every variable (dof,) [rad/s, m/s], inf where unknown; followers included."""
        result = np.full(self.dof, np.inf)
        for joint in self._joints:
            if joint.mimic is None and joint.type != "fixed":
                result[self._slice(joint.name)] = joint.velocity
        for joint in self._joints:
            if joint.mimic is not None and joint.mimic.multiplier != 0.0:
                master = self._slice(joint.mimic.joint)
                limit = joint.velocity / abs(joint.mimic.multiplier)
                result[master] = np.minimum(result[master], limit)
        return result

    @property
    def mass(self) -> float:
        """Total mass [kg]."""
        return self._tree.mass

    @property
    def reach(self) -> float:
        """An upper bound of the distance from the root to any link [m]; unlimited travel not counted."""
        return self._tree.reach

    # ---------------------------------------------------------------- checks at the door

    def _rows(self, q: npt.ArrayLike) -> tuple[Array, bool]:
        """``q`` as (N, dof) in contiguous memory, and whether it was a single configuration.

        Values are not looked at here: the core does so on the way, at no cost.
        """
        try:
            array = np.asarray(q, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ConfigurationError(f"a configuration is {self.dof} numbers, got {q!r}") from error
        if array.ndim not in (1, 2) or array.shape[-1] != self.dof:
            raise ConfigurationError(
                f"a configuration of {self.name!r} has shape ({self.dof},), a batch (N, {self.dof}); "
                f"got {array.shape}. Variables are: {', '.join(self.variable_names[:40])}"
            )
        return np.ascontiguousarray(array if array.ndim == 2 else array[None]), array.ndim == 1

    def _usable_rows(self, q: npt.ArrayLike) -> tuple[Array, bool]:
        rows, single = self._rows(q)
        self._require(bool((np.abs(rows) <= LARGEST_VALUE).all()), rows)
        return rows, single

    def _require(self, usable: bool, rows: Array) -> None:
        """Name the culprit if the core found a value in ``rows`` that it cannot use."""
        if not usable:
            row, column = np.argwhere(~(np.abs(rows) <= LARGEST_VALUE))[0]
            where = f" in row {row}" if len(rows) > 1 else ""
            raise ConfigurationError(
                f"{self.variable_names[column]} = {rows[row, column]}{where}: not a usable value "
                "(finite, at most a million)"
            )

    def _check_out(self, out: Array, rows: Array, single: bool) -> None:
        shape = (4, 4) if single else (len(rows), 4, 4)
        if not isinstance(out, np.ndarray) or (out.shape, out.dtype) != (shape, np.dtype(np.float64)):
            got = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
            raise ConfigurationError(f"out: expected a float64 array of shape {shape}, got {got}")
        if not (out.flags.c_contiguous and out.flags.writeable):
            raise ConfigurationError("out: expected a contiguous, writable array")

    def _row(self, q: npt.ArrayLike) -> Array:
        rows, single = self._usable_rows(q)
        if not single:
            raise ConfigurationError(f"expected one configuration ({self.dof},), got {rows.shape}")
        row: Array = rows[0]
        return row

    def _rows_with_mass(self, q: npt.ArrayLike) -> tuple[Array, bool]:
        if self.mass <= 0:
            raise RobotError(f"robot {self.name!r} has no masses, so it has no centre of mass")
        return self._rows(q)

    def _link(self, name: str) -> int:
        index = self._compiled.link_index.get(name) if isinstance(name, str) else None
        if index is None:
            raise UnknownNameError("link", name, self.link_names)
        return index

    def _slice(self, name: str) -> slice:
        """The entries of q that belong to a joint or a single variable."""
        if not isinstance(name, str):
            raise UnknownNameError("joint", name, self.joint_names)
        if name in self._compiled.slices:
            return self._compiled.slices[name]
        if name in self.variable_names:
            i = self.variable_names.index(name)
            return slice(i, i + 1)
        joint = self.joints.get(name)
        if joint is not None and joint.mimic is not None:
            raise ConfigurationError(
                f"joint {name!r} follows {joint.mimic.joint!r} and has no value of its own"
            )
        if joint is not None:
            raise ConfigurationError(f"joint {name!r} is fixed")
        raise UnknownNameError("joint", name, self.joint_names)

    def _whole_variables(self, name: str) -> list[int]:
        """Entries of q of a joint or of one variable, but no part of a rotation vector."""
        where = self._slice(name)
        if self._is_part_of_rotation(name):
            joint = name.rpartition(".")[0]
            raise ConfigurationError(f"{name!r} is part of the rotation of {joint!r}: name the whole joint")
        return list(range(where.start, where.stop))

    def _is_part_of_rotation(self, variable: str) -> bool:
        """Whether a variable means nothing without the other two of its rotation vector."""
        joint, _, part = variable.rpartition(".")
        described = self.joints.get(joint)
        return (
            part in ("rx", "ry", "rz")
            and described is not None
            and described.type in ("spherical", "floating")
            and joint in self._compiled.slices
        )

    def _joint_value(self, name: str, value: npt.ArrayLike) -> Array:
        where = self._slice(name)
        size = where.stop - where.start
        try:
            array = np.atleast_1d(np.asarray(value, dtype=np.float64))
        except (TypeError, ValueError, OverflowError) as error:
            raise ConfigurationError(f"{name!r} takes {size} numbers, got {value!r}") from error
        if array.shape != (size,) or not np.isfinite(array).all():
            raise ConfigurationError(f"{name!r} takes {size} finite numbers, got {value!r}")
        return array
