"""A grey wolf on four paws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ...collision.shapes import Capsule, Geometry
from ...robot import Robot, RobotBuilder
from ...transforms import transform
from ..shared.body import Vector
from .bones import GAZE, SIDES, Bone, Flesh, Turns, add_chain, add_root
from .humanoid import Looks
from .wolf_looks import TAIL, looks

_MASS = 45.0  # [kg]

Joints: TypeAlias = dict[str, tuple[str, Vector, Turns]]

# Joint -> link, position when the wolf stands [m], and limits of its turns [deg].
_PELVIS: Vector = (-0.36, 0.0, 0.66)
_TRUNK: Joints = {
    "spine_1": ("spine_1", (-0.24, 0.0, 0.66), {"pitch": (-20, 25), "roll": (-10, 10), "yaw": (-20, 20)}),
    "spine_2": ("spine_2", (-0.06, 0.0, 0.66), {"pitch": (-15, 20), "roll": (-10, 10), "yaw": (-20, 20)}),
    "spine_3": ("spine_3", (0.12, 0.0, 0.66), {"pitch": (-15, 15), "roll": (-10, 10), "yaw": (-15, 15)}),
}
_NECK: Joints = {
    "neck": ("neck", (0.30, 0.0, 0.70), {"pitch": (-40, 70), "roll": (-25, 25), "yaw": (-50, 50)}),
    "head": ("head", (0.47, 0.0, 0.855), {"pitch": (-40, 50), "roll": (-35, 35), "yaw": (-40, 40)}),
}
_EYES: Vector = (0.60, 0.0, 0.893)
_FRONT_LEG: Joints = {
    "scapula": ("shoulder_blade", (0.22, 0.06, 0.74), {"pitch": (-25, 25), "roll": (-15, 15)}),
    "shoulder": (
        "upper_arm",
        (0.31, 0.095, 0.555),
        {"pitch": (-45, 45), "roll": (-20, 30), "yaw": (-25, 25)},
    ),
    "elbow": ("forearm", (0.215, 0.105, 0.415), {"pitch": (-90, 35)}),
    "carpus": ("front_pastern", (0.225, 0.105, 0.165), {"pitch": (-15, 110)}),
    "front_paw": ("front_paw", (0.245, 0.105, 0.045), {"pitch": (-60, 60)}),
}
_BACK_LEG: Joints = {
    "hip": ("thigh", (-0.385, 0.07, 0.625), {"pitch": (-55, 45), "roll": (-20, 45), "yaw": (-25, 25)}),
    "knee": ("shin", (-0.29, 0.10, 0.41), {"pitch": (-40, 65)}),
    "hock": ("back_pastern", (-0.475, 0.10, 0.22), {"pitch": (-60, 50)}),
    "back_paw": ("back_paw", (-0.445, 0.10, 0.045), {"pitch": (-60, 60)}),
}

# Link -> fraction of the mass, and the ends and radius of its collision capsule [m].
_BODIES: dict[str, tuple[float, Vector, Vector, float]] = {
    "pelvis": (0.100, (-0.44, 0, 0.655), (-0.29, 0, 0.650), 0.095),
    "spine_1": (0.120, (-0.22, 0, 0.640), (-0.08, 0, 0.625), 0.105),
    "spine_2": (0.142, (-0.04, 0, 0.610), (0.10, 0, 0.610), 0.130),
    "spine_3": (0.180, (0.14, 0, 0.615), (0.30, 0, 0.625), 0.140),
    "neck": (0.070, (0.32, 0, 0.730), (0.44, 0, 0.830), 0.095),
    "head": (0.070, (0.51, 0, 0.865), (0.69, 0, 0.832), 0.050),
    "shoulder_blade": (0.030, (0.24, 0.07, 0.700), (0.31, 0.095, 0.555), 0.055),
    "upper_arm": (0.025, (0.31, 0.095, 0.555), (0.215, 0.105, 0.415), 0.050),
    "forearm": (0.012, (0.215, 0.105, 0.415), (0.225, 0.105, 0.165), 0.033),
    "front_pastern": (0.004, (0.225, 0.105, 0.165), (0.245, 0.105, 0.045), 0.025),
    "front_paw": (0.004, (0.245, 0.105, 0.025), (0.30, 0.105, 0.025), 0.025),
    "thigh": (0.050, (-0.385, 0.07, 0.625), (-0.29, 0.10, 0.410), 0.070),
    "shin": (0.015, (-0.29, 0.10, 0.410), (-0.475, 0.10, 0.220), 0.037),
    "back_pastern": (0.006, (-0.475, 0.10, 0.220), (-0.445, 0.10, 0.045), 0.025),
    "back_paw": (0.004, (-0.445, 0.10, 0.025), (-0.39, 0.10, 0.025), 0.025),
    **{f"tail_{k + 1}": (0.003, TAIL[k], TAIL[k + 1], 0.045) for k in range(6)},
}


def wolf() -> Robot:
    """Grey wolf, quadruped of 58 DoF with a tail; the pelvis moves freely, upright.

    Source: Table 5.1 of S. Starke, Bio IK: A Memetic Evolutionary Algorithm for Generic Multi-Objective
    Inverse Kinematics (Universität Hamburg, 2020): pelvis, neck and head 3 each, spine 9, front legs 8 each,
    back legs 6 each, tail 12. The choice of joints, proportions, masses, limits and shapes is our own: a grey
    wolf of 0.8 m at the shoulder and 45 kg.

    At zero it stands on the link ``ground`` with its tail stretched out. The pelvis slides along x, y and z;
    ``robot.subtree("pelvis").with_floating_base()`` makes it turn as well. ``eyes`` look along their z.
    """
    b, shapes = RobotBuilder("wolf"), looks()
    add_root(b, "pelvis", _PELVIS, _flesh("pelvis", _PELVIS, shapes["pelvis"]))
    chest = add_chain(b, "pelvis", _bones(_TRUNK, _PELVIS, shapes))
    withers = _TRUNK["spine_3"][1]
    head = add_chain(b, chest, _bones(_NECK, withers, shapes))
    b.fixed("eyes_joint", head, "eyes", xyz=_minus(_EYES, _NECK["head"][1]), rpy=GAZE)
    for side in SIDES:
        add_chain(b, chest, _bones(_FRONT_LEG, withers, shapes), side)
        add_chain(b, "pelvis", _bones(_BACK_LEG, _PELVIS, shapes), side)
    wag: Turns = {"pitch": (-40, 40), "yaw": (-35, 35)}
    tail = {f"tail_{k + 1}": (f"tail_{k + 1}", TAIL[k], wag) for k in range(6)}
    last = add_chain(b, "pelvis", _bones(tail, _PELVIS, shapes))
    b.fixed("tail_tip_joint", last, "tail_tip", xyz=_minus(TAIL[6], TAIL[5]))
    return b.build()


def _bones(joints: Joints, place: Vector, shapes: Looks) -> Iterator[tuple[Bone, Flesh]]:
    """The bones of a chain whose first joint is on a link at ``place``."""
    for joint, (link, at, turns) in joints.items():
        yield Bone(joint, link, _minus(at, place), turns), _flesh(link, at, shapes[link])
        place = at


def _flesh(link: str, place: Vector, shapes: Sequence[Geometry]) -> Flesh:
    fraction, start, end, radius = _BODIES[link]
    start, end = _minus(start, place), _minus(end, place)
    x, y, z = ((a + b) / 2 for a, b in zip(start, end, strict=True))
    half_x, half_y, half_z = (radius + abs(a - b) / 2 for a, b in zip(start, end, strict=True))
    moved = [replace(shape, origin=transform(np.negative(place)) @ shape.origin) for shape in shapes]
    solid = [Capsule.between(start, end, radius)]
    return Flesh(moved, solid, fraction * _MASS, (x, y, z), (half_x, half_y, half_z))


def _minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]
