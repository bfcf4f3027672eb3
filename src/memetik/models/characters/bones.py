"""What animated characters are written in: bones, the turns of their joints, and what is around them.

When all joints are zero, all frames are turned as the ground's: x forward, y left, z up. The left side is
written down. The right one is its reflection in y = 0: there, turns about y stay, those about x and z change
sign, and with them their limits.
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
"""Prefix of a limb's names; empty for the trunk, which is built as written."""
SIDES: tuple[Side, Side] = ("left_", "right_")

Turn: TypeAlias = Literal["roll", "pitch", "yaw"]
Turns: TypeAlias = dict[Turn, tuple[float, float]]
"""What a joint turns about, the first of it fixed to the parent, and how far [deg]."""

AXES: dict[Turn, Vector] = {"roll": (1.0, 0.0, 0.0), "pitch": (0.0, 1.0, 0.0), "yaw": (0.0, 0.0, 1.0)}
GAZE: Vector = (-math.pi / 2, 0.0, -math.pi / 2)
"""Angles of a frame whose z looks ahead and whose x is to the right, as cameras have it [rad]."""


@dataclass(frozen=True)
class Flesh:
    """What is around a bone: its looks, simpler shapes for collision, its mass.

    ``mass`` [kg] with its centre ``com`` [m] is that of an ellipsoid with the half axes ``size`` [m].
    """

    shapes: Sequence[Geometry] = ()
    solid: Sequence[Geometry] | None = None
    mass: float | None = None
    com: Vector = (0.0, 0.0, 0.0)
    size: Vector = (0.05, 0.05, 0.05)


@dataclass(frozen=True)
class Bone:
    """A link of the trunk or of the left side, and the joint on which it hangs, at ``xyz`` of its parent [m].

    Each of the ``turns`` is a revolute joint of its own, named after the joint and the turn.
    """

    joint: str
    link: str
    xyz: Vector
    turns: Turns


def add_root(b: RobotBuilder, pelvis: str, xyz: Vector, flesh: Flesh) -> None:
    """The link ``pelvis``, ``xyz`` [m] from the link ``ground`` and on three slides without limits.

    Slides, because feet can only stay where they are while a body kneels or ducks if its root moves.
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
    """Hang bones one after the other on the link ``parent``; returns the last link's name."""
    for bone, flesh in bones:
        parent = add_bone(b, parent, bone, flesh, side)
    return parent


def add_bone(b: RobotBuilder, parent: str, bone: Bone, flesh: Flesh, side: Side = "") -> str:
    """Hang a bone on the link ``parent``; returns the name of its link."""
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
    """``vector``, written for the left, as it is on ``side``."""
    x, y, z = vector
    return (x, 0.0 - y, z) if side == "right_" else vector
