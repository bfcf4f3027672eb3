"""The entries of a configuration q: their names, the joints that own them, their limits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from ..errors import ConfigurationError, RobotError, UnknownNameError
from ..transforms import MAX_VALUE, Array
from .description import Joint
from .joint_types import has_rotation_vector
from .mimics import master_range
from .topology import Topology


class Variables:
    """The variables of all joints of a tree, in the order of its joints.

    ``names`` has the name of each entry of q, ``slices`` maps each joint that owns variables to its entries,
    ``lower`` and ``upper`` (dof,) are limits, ±inf if unlimited, which also keep mimics within theirs.
    """

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        self.slices: dict[str, slice] = {}
        names: list[str] = []
        for joint in topology.joints:
            if joint.variable_names:
                self.slices[joint.name] = slice(len(names), len(names) + joint.size)
                names += joint.variable_names
        if len(set(names)) != len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise RobotError(f"two variables are called {twice!r}; rename a joint")
        self.names = tuple(names)
        self.lower, self.upper = self._limits()
        for array in (self.lower, self.upper):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def neutral(self) -> Array:
        """The default configuration: zero if the limits allow it, else the middle of the range."""
        with np.errstate(invalid="ignore"):
            middle = np.nan_to_num(0.5 * (self.lower + self.upper), posinf=0.0, neginf=0.0)
        finite = np.where(
            np.isfinite(self.lower), np.where(np.isfinite(self.upper), middle, self.lower), self.upper
        )
        allowed = (self.lower <= 0) & (self.upper >= 0)
        return np.where(allowed, 0.0, finite)

    @property
    def velocity_limits(self) -> Array:
        """The maximum speed of every variable (dof,) that its joint and its mimics allow."""
        return self._rates(lambda joint: joint.velocity)

    @property
    def acceleration_limits(self) -> Array:
        """The maximum acceleration of every variable (dof,) that its joint and its mimics allow."""
        return self._rates(lambda joint: joint.acceleration)

    def _rates(self, rate: Callable[[Joint], float]) -> Array:
        result = np.full(len(self), np.inf)
        for joint in self._topology.joints:
            if joint.name in self.slices:
                result[self.slices[joint.name]] = rate(joint)
        for joint in self._topology.joints:
            if joint.mimic is not None and joint.mimic.multiplier != 0.0:
                master = self.slices[joint.mimic.joint]
                limit = rate(joint) / abs(joint.mimic.multiplier)
                result[master] = np.minimum(result[master], limit)
        return result

    def slice_of(self, name: str) -> slice:
        """The entries of q that belong to a joint or a single variable."""
        if not isinstance(name, str):
            raise UnknownNameError("joint", name, self.slices)
        if name in self.slices:
            return self.slices[name]
        if name in self.names:
            i = self.names.index(name)
            return slice(i, i + 1)
        joint = self._topology.joints_by_name.get(name)
        if joint is not None and joint.mimic is not None:
            raise ConfigurationError(
                f"joint {name!r} mimics {joint.mimic.joint!r} and has no value of its own"
            )
        if joint is not None:
            raise ConfigurationError(f"joint {name!r} is fixed and has no value")
        parts = self.slices.get(name.rpartition(".")[0])
        if parts is not None:  # of a joint with several variables, one is misspelt
            raise UnknownNameError("variable", name, self.names[parts])
        raise UnknownNameError("joint", name, self.slices)

    def is_unlimited(self, joint: str) -> bool:
        """Whether no variable of a joint has a limit."""
        where = self.slices[joint]
        return bool(np.isinf(self.lower[where]).all() and np.isinf(self.upper[where]).all())

    def whole(self, name: str) -> list[int]:
        """The indices into q of a joint or a variable; a part of a rotation vector is an error."""
        where = self.slice_of(name)
        if self.is_part_of_rotation(name):
            joint = name.rpartition(".")[0]
            raise ConfigurationError(
                f"{name!r} is a component of a rotation vector: name the whole joint {joint!r}"
            )
        return list(range(where.start, where.stop))

    def is_part_of_rotation(self, variable: str) -> bool:
        """Whether a variable is a component of a rotation vector, which has no meaning by itself."""
        joint, _, part = variable.rpartition(".")
        return (
            part in ("rx", "ry", "rz")
            and joint in self.slices
            and has_rotation_vector(self._topology.joints_by_name[joint].type)
        )

    def limits_of(self, joint: str) -> str:
        """Say in a message what the limits of a joint are."""
        where = self.slices[joint]
        if self._topology.joints_by_name[joint].type == "spherical":
            return f"its largest angle is {self.upper[where.start]:.4g} rad"
        return f"its limits are {shown(self.lower[where])} and {shown(self.upper[where])}"

    def _limits(self) -> tuple[Array, Array]:
        """Limits of all variables: those of the joint, narrowed to keep its mimics within theirs."""
        lower, upper = np.full(len(self), -np.inf), np.full(len(self), np.inf)
        for joint in self._topology.joints:
            if joint.name in self.slices:
                lower[self.slices[joint.name]] = joint.lower
                upper[self.slices[joint.name]] = joint.upper
        for joint in self._topology.joints:
            if joint.mimic is None:
                continue
            i = self.slices[joint.mimic.joint].start
            low, high = master_range(joint)
            lower[i], upper[i] = max(lower[i], low), min(upper[i], high)
            if not lower[i] <= upper[i] or lower[i] > MAX_VALUE or upper[i] < -MAX_VALUE:
                master, mimic = joint.mimic.joint, joint.name
                raise RobotError(
                    f"joint {master!r} has no valid value: none keeps its mimic {mimic!r} within limits"
                )
        lower[lower < -MAX_VALUE] = -np.inf
        upper[upper > MAX_VALUE] = np.inf
        return lower, upper


def shown(values: Array) -> str:
    """The values of a joint in a message: a number, or several in brackets."""
    texts = [f"{value:.4g}" for value in values]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
