"""The parts of a robot: links, joints, mimics, masses. They are immutable and validated at construction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from ..collision.shapes import Geometry
from ..errors import RobotError
from ..transforms import MAX_VALUE, Array, finite_array, finite_vector, rigid_transform
from .joint_types import VARIABLES, JointType, has_rotation_vector, joint_type


@dataclass(frozen=True)
class Mimic:
    """Makes a joint follow another one, its master ``joint``: ``value = multiplier * master + offset``."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        _check_name("mimicked joint", self.joint)
        values = finite_vector([self.multiplier, self.offset], 2, "mimic multiplier and offset")
        if (np.abs(values) > MAX_VALUE).any():
            raise RobotError(f"mimic multiplier and offset: beyond {MAX_VALUE:g}: {values.tolist()}")
        object.__setattr__(self, "multiplier", float(values[0]))
        object.__setattr__(self, "offset", float(values[1]))


@dataclass(frozen=True, eq=False)
class Inertial:
    """Mass [kg], centre of mass [m] in the link frame, inertia (3, 3) [kg m²] about that centre."""

    mass: float
    com: Array = field(default_factory=lambda: np.zeros(3))
    inertia: Array = field(default_factory=lambda: np.zeros((3, 3)))

    def __post_init__(self) -> None:
        mass = finite_vector([self.mass], 1, "mass")[0]
        if mass < 0:
            raise RobotError(f"mass: negative: {mass}")
        if mass > MAX_VALUE**2:
            raise RobotError(f"mass: more than {MAX_VALUE**2:g} kg: {mass}")
        inertia = finite_array(self.inertia, (3, 3), "inertia")
        object.__setattr__(self, "mass", float(mass))
        com = finite_vector(self.com, 3, "centre of mass")
        if np.abs(com).max() > MAX_VALUE:
            raise RobotError(f"centre of mass: farther than {MAX_VALUE:g} m: {com.tolist()}")
        _freeze(self, "com", com)
        _freeze(self, "inertia", inertia)


@dataclass(frozen=True)
class Link:
    """A rigid body: its mass, the shapes that are drawn (``visuals``), and those for ``collisions``."""

    name: str
    inertial: Inertial | None = None
    visuals: tuple[Geometry, ...] = ()
    collisions: tuple[Geometry, ...] = ()

    def __post_init__(self) -> None:
        _check_name("link", self.name)
        if not isinstance(self.inertial, (Inertial, type(None))):
            raise RobotError(
                f"link {self.name!r}: inertial: expected an Inertial or None, got {self.inertial!r}"
            )
        for name in ("visuals", "collisions"):
            shapes = getattr(self, name)
            if not isinstance(shapes, (list, tuple)) or not all(isinstance(s, Geometry) for s in shapes):
                raise RobotError(
                    f"link {self.name!r}: {name}: expected a list of shape.at(...), got {shapes!r}"
                )
            object.__setattr__(self, name, tuple(shapes))


@dataclass(frozen=True, eq=False)
class Joint:
    """Connects ``parent`` to ``child``; ``origin`` (4, 4) places the joint in the parent's frame.

    ``lower`` and ``upper`` have one entry per variable of the joint ([rad] or [m], ±inf if unlimited);
    by default the joint is unlimited. The limit of a rotation vector is a maximum angle: ``-angle`` in all
    three components of ``lower``, ``angle`` in those of ``upper``; π or more means unlimited.
    """

    name: str
    type: JointType
    parent: str
    child: str
    origin: Array = field(default_factory=lambda: np.eye(4))
    axis: Array = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    lower: tuple[float, ...] = ()
    upper: tuple[float, ...] = ()
    velocity: float = np.inf
    effort: float = np.inf
    mimic: Mimic | None = None
    acceleration: float = np.inf

    def __post_init__(self) -> None:
        _check_name("joint", self.name)
        joint_type(self.type)
        _check_name("parent link", self.parent)
        _check_name("child link", self.child)
        if self.parent == self.child:
            raise RobotError(f"parent and child are the same link {self.parent!r}")
        origin = rigid_transform(self.origin, "origin")
        if np.abs(origin[:3, 3]).max() > MAX_VALUE:
            raise RobotError(f"origin: farther than {MAX_VALUE:g} m: {origin[:3, 3].tolist()}")
        _freeze(self, "origin", origin)
        axis = finite_vector(self.axis, 3, "axis")
        length = float(np.linalg.norm(axis))
        if not 1e-9 < length < np.inf:
            raise RobotError(f"axis {axis.tolist()} has no direction")
        unit = abs(length - 1) <= 1e-15  # a unit vector keeps its bits, so that plain forms round-trip
        _freeze(self, "axis", axis if unit else axis / length)
        for name in ("velocity", "effort", "acceleration"):
            value = _number(getattr(self, name), f"{name} limit")
            if not value >= 0:
                raise RobotError(f"{name} limit: expected a number of at least 0, got {value}")
            object.__setattr__(self, name, value)
        if not isinstance(self.mimic, (Mimic, type(None))):
            raise RobotError(f"mimic: expected a Mimic or None, got {self.mimic!r}")
        if self.mimic is not None and self.size != 1:
            raise RobotError(f"a {self.type} joint cannot mimic another; only one-variable joints can")
        object.__setattr__(self, "lower", self._limits("lower", -np.inf))
        object.__setattr__(self, "upper", self._limits("upper", np.inf))
        self._check_limits()

    @property
    def size(self) -> int:
        """Number of variables of this joint's type. A mimic joint has 1, too, but no entry of q."""
        return len(VARIABLES[self.type])

    @property
    def variable_names(self) -> tuple[str, ...]:
        """The names of this joint's entries of q; empty for fixed and mimic joints."""
        if self.mimic is not None:
            return ()
        components = VARIABLES[self.type]
        return (self.name,) if len(components) == 1 else tuple(f"{self.name}.{c}" for c in components)

    def _limits(self, name: str, unlimited: float) -> tuple[float, ...]:
        given = getattr(self, name)
        if isinstance(given, tuple) and not given:
            return (unlimited,) * self.size
        given = given if isinstance(given, Sequence) and not isinstance(given, str) else np.ravel(given)
        values = tuple(_number(value, f"{name} limit") for value in given)
        if len(values) != self.size:
            count = "1 number" if self.size == 1 else f"{self.size} numbers"
            raise RobotError(f"{name} limit: expected {count}, got {len(values)}")
        return tuple(unlimited if value * np.sign(unlimited) > MAX_VALUE else value for value in values)

    def _check_limits(self) -> None:
        lower, upper = self.lower, self.upper
        for low, high in zip(lower, upper, strict=True):
            if not low <= high:  # also refuses NaN
                raise RobotError(f"limits are inverted or not numbers: lower {low}, upper {high}")
            if low > MAX_VALUE or high < -MAX_VALUE:
                raise RobotError(
                    f"limits exclude all values within ±{MAX_VALUE:g}: lower {low}, upper {high}"
                )
        if self.type == "continuous" and (lower, upper) != ((-np.inf,), (np.inf,)):
            raise RobotError("a continuous joint has no limits; use a revolute joint for limits")
        if has_rotation_vector(self.type):
            angles = upper[-3:]
            if lower[-3:] != tuple(-a for a in angles) or len(set(angles)) != 1:
                raise RobotError(
                    "the limits of a rotation vector are one maximum angle a: lower (-a,) * 3, upper (a,) * 3"
                )
            if np.pi <= angles[0] < np.inf:
                free = (np.inf,) * 3
                object.__setattr__(self, "lower", lower[:-3] + tuple(-a for a in free))
                object.__setattr__(self, "upper", upper[:-3] + free)


Label: TypeAlias = Callable[[Link | Joint], str]


def plain_label(element: Link | Joint) -> str:
    """How error messages name an element, for instance ``joint 'elbow'``; file readers add the line."""
    return f"{type(element).__name__.lower()} {element.name!r}"


def _number(value: object, what: str) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise RobotError(f"{what}: expected a number, got {value!r}") from None


def _check_name(kind: str, name: object) -> None:
    if not isinstance(name, str) or not name.strip():
        raise RobotError(f"a {kind} needs a name, got {name!r}")


def _freeze(instance: object, name: str, array: Array) -> None:
    array.setflags(write=False)
    object.__setattr__(instance, name, array)
