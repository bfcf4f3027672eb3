"""Bones of animated characters: the turns of their joints, and the shapes and masses around them.

When all joints are zero, all frames have the ground's axes: x forward, y left, z up. Tables describe the left
side. The right side is its reflection in y = 0, which reverses turns about x and z and their limits, but not
turns about y.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from ...collision.shapes import Geometry
from ...robot import RobotBuilder
from ..shared.body import Vector
from ..shared.mirror import reflected

Side: TypeAlias = Literal["left_", "right_", ""]
"""Prefix of a limb's names; empty for the trunk, which is not reflected."""
SIDES: tuple[Side, Side] = ("left_", "right_")

Turn: TypeAlias = Literal["roll", "pitch", "yaw"]
Turns: TypeAlias = dict[Turn, tuple[float, float]]
"""The axes of a joint's turns and their limits [deg]; the axis of the first is fixed to the parent."""

AXES: dict[Turn, Vector] = {"roll": (1.0, 0.0, 0.0), "pitch": (0.0, 1.0, 0.0), "yaw": (0.0, 0.0, 1.0)}
GAZE: Vector = (-math.pi / 2, 0.0, -math.pi / 2)
"""Angles [rad] of a camera-like frame: z looks ahead, x is to the right."""


@dataclass(frozen=True)
class Flesh:
    """The body around a bone: its visual shapes, simpler shapes for collision, its mass.

    ``mass`` [kg] with its centre ``com`` [m] is distributed as in an ellipsoid with half axes ``size`` [m].
    """

    shapes: Sequence[Geometry] = ()
    solid: Sequence[Geometry] | None = None
    mass: float | None = None
    com: Vector = (0.0, 0.0, 0.0)
    size: Vector = (0.05, 0.05, 0.05)


@dataclass(frozen=True)
class Bone:
    """A link of the trunk or of the left side, and its joint at ``xyz`` [m] in the parent's frame.

    Each of the ``turns`` becomes a revolute joint, named after the joint and the turn.
    """

    joint: str
    link: str
    xyz: Vector
    turns: Turns


def add_root(b: RobotBuilder, pelvis: str, xyz: Vector, flesh: Flesh) -> None:
    """Add the link ``pelvis`` at ``xyz`` [m] from the link ``ground``, on three unlimited prismatic joints.

    The root has to move because otherwise feet could not stay in place while the body kneels or ducks.
    """
    add_flesh(b, pelvis, flesh)
    parent = "ground"
    for axis, direction in zip("xyz", np.eye(3), strict=True):
        child = pelvis if axis == "z" else f"{pelvis}_{axis}_link"
        b.prismatic(
            f"{pelvis}_{axis}",
            parent,
            child,
            xyz=xyz if axis == "x" else (0.0, 0.0, 0.0),
            axis=direction,
            lower=-math.inf,
            upper=math.inf,
        )
        parent = child


def add_chain(b: RobotBuilder, parent: str, bones: Iterable[tuple[Bone, Flesh]], side: Side = "") -> str:
    """Add a chain of bones to the link ``parent``; returns the last link's name."""
    for bone, flesh in bones:
        parent = add_bone(b, parent, bone, flesh, side)
    return parent


def add_bone(b: RobotBuilder, parent: str, bone: Bone, flesh: Flesh, side: Side = "") -> str:
    """Add a bone to the link ``parent``; returns the name of its link."""
    link, xyz = side + bone.link, mirrored(bone.xyz, side)
    add_flesh(b, link, flesh, side)
    last = list(bone.turns)[-1]
    for turn, limits in bone.turns.items():
        name = f"{side}{bone.joint}_{turn}"
        child = link if turn == last else f"{name}_link"
        lower, upper = (math.radians(limit) for limit in limits)
        if side == "right_" and turn != "pitch":
            lower, upper = 0.0 - upper, 0.0 - lower
        b.revolute(name, parent, child, xyz=xyz, axis=AXES[turn], lower=lower, upper=upper)
        parent, xyz = child, (0.0, 0.0, 0.0)
    return link


def add_flesh(b: RobotBuilder, link: str, flesh: Flesh, side: Side = "") -> None:
    """Declare a link with its flesh, reflected if ``side`` is the right."""
    shapes, solid = flesh.shapes, flesh.shapes if flesh.solid is None else flesh.solid
    if side == "right_":
        shapes, solid = [reflected(s) for s in shapes], [reflected(s) for s in solid]
    if flesh.mass is None:
        b.link(link, shapes=shapes, collisions=solid)
        return
    xx, yy, zz = (length**2 for length in flesh.size)
    inertia = flesh.mass / 5 * np.diag([yy + zz, xx + zz, xx + yy])
    com = mirrored(flesh.com, side)
    b.link(link, mass=flesh.mass, com=com, inertia=inertia, shapes=shapes, collisions=solid)


def mirrored(vector: Vector, side: Side) -> Vector:
    """``vector``, given for the left side, reflected if ``side`` is the right."""
    x, y, z = vector
    return (x, 0.0 - y, z) if side == "right_" else vector
