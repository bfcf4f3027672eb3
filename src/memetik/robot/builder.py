"""Builds a robot in Python, joint by joint."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..collision.shapes import Geometry
from ..errors import RobotError
from ..transforms import transform
from .description import Inertial, Joint, Link, Mimic
from .joint_types import JointType
from .robot import Robot


class RobotBuilder:
    """Collects links and joints, then builds an immutable :class:`~memetik.Robot`.

    Links without mass and shapes need not be declared. Lengths are in metres, angles in radians.

    >>> b = RobotBuilder("scara")
    >>> b.revolute("shoulder", "base", "upper_arm", lower=-2.5, upper=2.5)
    >>> b.revolute("elbow", "upper_arm", "forearm", xyz=(0.3, 0, 0), lower=-2.5, upper=2.5)
    >>> b.prismatic("lift", "forearm", "tool", xyz=(0.2, 0, 0), lower=-0.1, upper=0.0)
    >>> b.build().dof
    3
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._links: dict[str, Link] = {}
        self._joints: list[Joint] = []

    def link(
        self,
        name: str,
        *,
        mass: float | None = None,
        com: npt.ArrayLike = (0.0, 0.0, 0.0),
        inertia: npt.ArrayLike | None = None,
        shapes: Sequence[Geometry] = (),
        collisions: Sequence[Geometry] | None = None,
    ) -> None:
        """Declare a link: mass [kg], centre of mass [m], inertia (3, 3) [kg m²] and its shapes.

        ``shapes`` are drawn and used for collision; ``collisions`` replaces them for collision.
        """
        if name in self._links:
            raise RobotError(f"link {name!r} is declared twice")
        inertial = None
        if mass is None and (inertia is not None or np.any(np.asarray(com) != 0.0)):
            raise RobotError(f"link {name!r}: a centre of mass or an inertia needs a mass")
        if mass is not None:
            try:
                inertial = Inertial(mass, com, np.zeros((3, 3)) if inertia is None else inertia)  # type: ignore[arg-type]
            except ValueError as error:
                raise RobotError(f"link {name!r}: {error}") from error
        solid = shapes if collisions is None else collisions
        self._links[name] = Link(name, inertial, shapes, solid)  # type: ignore[arg-type]

    def fixed(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        rpy: npt.ArrayLike | None = None,
    ) -> None:
        """Add a rigid connection."""
        self._add("fixed", name, parent, child, xyz, rpy)

    def revolute(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        lower: float,
        upper: float,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        rpy: npt.ArrayLike | None = None,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        velocity: float = np.inf,
        effort: float = np.inf,
        mimic: Mimic | None = None,
    ) -> None:
        """Add a hinge about ``axis`` with limits [rad]; velocity [rad/s], effort [N m]."""
        self._add(
            "revolute", name, parent, child, xyz, rpy, axis, (lower,), (upper,), velocity, effort, mimic
        )

    def continuous(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        rpy: npt.ArrayLike | None = None,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        velocity: float = np.inf,
        effort: float = np.inf,
        mimic: Mimic | None = None,
    ) -> None:
        """Add a hinge about ``axis`` without limits; velocity [rad/s], effort [N m]."""
        self._add("continuous", name, parent, child, xyz, rpy, axis, (), (), velocity, effort, mimic)

    def prismatic(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        lower: float,
        upper: float,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        rpy: npt.ArrayLike | None = None,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        velocity: float = np.inf,
        effort: float = np.inf,
        mimic: Mimic | None = None,
    ) -> None:
        """Add a slide along ``axis`` with limits [m], which may be ±inf; velocity [m/s], effort [N]."""
        self._add(
            "prismatic", name, parent, child, xyz, rpy, axis, (lower,), (upper,), velocity, effort, mimic
        )

    def cylindrical(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        lower: Sequence[float] = (-np.inf, -np.inf),
        upper: Sequence[float] = (np.inf, np.inf),
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        rpy: npt.ArrayLike | None = None,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
    ) -> None:
        """Add a joint that slides along and turns about ``axis``: ``name.z`` [m], ``name.rz`` [rad]."""
        self._add("cylindrical", name, parent, child, xyz, rpy, axis, lower, upper)

    def planar(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        lower: Sequence[float] = (-np.inf,) * 3,
        upper: Sequence[float] = (np.inf,) * 3,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        rpy: npt.ArrayLike | None = None,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
    ) -> None:
        """Add motion in the plane normal to ``axis``: ``name.x``, ``name.y`` [m], ``name.rz`` [rad]."""
        self._add("planar", name, parent, child, xyz, rpy, axis, lower, upper)

    def spherical(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        max_angle: float = np.inf,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        rpy: npt.ArrayLike | None = None,
    ) -> None:
        """Add a spherical joint: a rotation vector ``name.rx, .ry, .rz`` of at most ``max_angle`` [rad]."""
        try:
            angle = float(max_angle)
        except (TypeError, ValueError):
            raise RobotError(f"joint {name!r}: max_angle: expected a number, got {max_angle!r}") from None
        self._add("spherical", name, parent, child, xyz, rpy, lower=(-angle,) * 3, upper=(angle,) * 3)

    def floating(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
        rpy: npt.ArrayLike | None = None,
    ) -> None:
        """Add free motion: translation ``name.x, .y, .z`` [m], rotation vector ``name.rx, ...`` [rad]."""
        self._add("floating", name, parent, child, xyz, rpy)

    def build(self) -> Robot:
        """The robot, or an error if links and joints do not form one tree."""
        mentioned = dict.fromkeys(name for joint in self._joints for name in (joint.parent, joint.child))
        bare = {name: Link(name) for name in mentioned if name not in self._links}
        return Robot(self.name, (*self._links.values(), *bare.values()), self._joints)

    def _add(
        self,
        type: JointType,
        name: str,
        parent: str,
        child: str,
        xyz: npt.ArrayLike,
        rpy: npt.ArrayLike | None,
        axis: npt.ArrayLike = (0.0, 0.0, 1.0),
        lower: Sequence[float] = (),
        upper: Sequence[float] = (),
        velocity: float = np.inf,
        effort: float = np.inf,
        mimic: Mimic | None = None,
    ) -> None:
        try:
            joint = Joint(
                name,
                type,
                parent,
                child,
                transform(xyz, rpy=rpy),
                axis,  # type: ignore[arg-type]
                lower,  # type: ignore[arg-type]
                upper,  # type: ignore[arg-type]
                velocity,
                effort,
                mimic,
            )
        except ValueError as error:
            raise RobotError(f"joint {name!r}: {error}") from error
        self._joints.append(joint)
