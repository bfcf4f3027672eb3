"""Goals written by hand, for parameters that their signatures do not determine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Field, Geometry, HalfSpace, Sphere
from tests.goal_cases.subjects import Subject
from tests.goal_cases.users_functions import compiled_curved, curved, derivative_of_curved
from tests.random_trees import random_rotation


class Numbers:
    """Random parameters for them."""

    def __init__(self, s: Subject, rng: np.random.Generator) -> None:
        self.q = s.robot.random(rng=rng)
        self.pose = s.robot.fk(self.q, s.tip)
        self.quaternion = mk.transforms.quaternion_from_rotation(self.pose[:3, :3])
        self.place = self.pose[:3, 3] + rng.uniform(-0.5, 0.5, 3)
        self.offset = mk.transform(rng.uniform(-0.2, 0.2, 3))
        self.offset[:3, :3] = random_rotation(rng)
        self.axis = rng.normal(size=3)
        self.by_axis = rng.uniform(1e-4, 1e-2, 6)
        self.weight = float(rng.uniform(0.2, 3))
        shapes = (Box((0.5, 0.6, 0.7)), Sphere(0.3), Cylinder(0.3, 0.5), Capsule(0.2, 0.5), HalfSpace())
        self.solids = [shape.at(rng.normal(size=3), rpy=rng.normal(size=3)) for shape in shapes]


def custom(function: Any, s: Subject, n: Numbers, **options: Any) -> mk.Custom:
    return mk.Custom(function, rows=4, links=s.tip, joints=s.joints[0], weight=n.weight, **options)


def ball(radius: float, nodes: int = 25) -> Field:
    """The field of a ball; its nodes are exact."""
    along = np.linspace(-1.3 * radius, 1.3 * radius, nodes)
    distance = np.sqrt(along[:, None, None] ** 2 + along[:, None] ** 2 + along**2) - radius
    return Field(distance, origin=[along[0]] * 3, spacing=along[1] - along[0], padding=0.29 * radius)


def clear(s: Subject, n: Numbers, form: Any, **more: Any) -> mk.KeepClear:
    """A KeepClear of a few spheres from solids of all kinds, and from each other."""
    spheres = {s.tip: [(0.1, 0, 0.05, 0.1), (0, 0.2, 0, 0.05)], s.other: (0, 0, 0, 0.2)}
    options = {"form": form, "margin": 5.0, "scale": 0.2, "weight": n.weight, "tolerance": 1e-5}
    pairs = [(s.tip, s.other)] if s.tip != s.other else None
    return mk.KeepClear(spheres, n.solids, self_pairs=pairs, **options, **more)


def standing(s: Subject, n: Numbers, terrain: Geometry) -> mk.StandOn:
    return mk.StandOn(
        s.tip, terrain, offset=0.1 * n.axis, axis=n.axis, above=99, below=99, rotation_scale=0.5
    )


def address_of_curved(s: Subject, *, with_derivative: bool) -> int:
    values = np.size(s.robot.unpack(s.robot.neutral)[s.joints[0]])
    return compiled_curved(values, with_derivative=with_derivative)


# By class and variant. A goal with the name of an automatic one replaces it.
BY_HAND: dict[str, Callable[[Subject, Numbers], mk.Goal]] = {
    "Pose turned": lambda s, n: mk.Pose(s.tip, n.pose, offset=n.offset),
    "Pose free": lambda s, n: mk.Pose(s.tip, n.pose, free=("y", "rz")),
    "Pose by axis": lambda s, n: mk.Pose(s.tip, n.pose, tolerance=n.by_axis),
    "Pose all": lambda s, n: mk.Pose(
        s.tip, n.pose, offset=n.offset, frame=s.frame, free="rx", tolerance=n.by_axis, weight=n.weight
    ),
    "Position by axis": lambda s, n: mk.Position(s.tip, n.place, tolerance=n.by_axis[:3], frame=s.other),
    "Orientation turned": lambda s, n: mk.Orientation(s.tip, n.quaternion, offset=n.offset, weight=n.weight),
    "Orientation free": lambda s, n: mk.Orientation(s.tip, n.quaternion, free=("rx", "ry"), frame=s.frame),
    "StayClose of all": lambda s, n: mk.StayClose(target=n.q, priority="primary", weight=n.weight),
    "StayClose of some": lambda s, n: mk.StayClose(
        target=n.q, joints=s.joints, joint_weights={s.joints[0]: 0.3}, priority="primary"
    ),
    "StayClose by name": lambda s, n: mk.StayClose(
        target={name: s.robot.unpack(n.q)[name] for name in s.joints}, priority="primary"
    ),
    "KeepDistance min": lambda s, n: mk.KeepDistance(s.tip, n.place, min=9, offset=n.axis, weight=n.weight),
    "KeepDistance max": lambda s, n: mk.KeepDistance(s.tip, n.place, max=0.01, weight=n.weight),
    "CenterJoints of all": lambda s, n: mk.CenterJoints(weight=n.weight, priority="primary"),
    "KeepClear": lambda s, n: clear(s, n, "margin"),
    "KeepClear reciprocal": lambda s, n: clear(s, n, "reciprocal"),
    "KeepClear inverse": lambda s, n: clear(s, n, "inverse"),
    "KeepClear penetration": lambda s, n: mk.KeepClear(
        {s.tip: (0, 0, 0, 9.0)}, n.solids[1], form="penetration", scale=0.3, weight=n.weight
    ),
    "KeepClear nearest": lambda s, n: clear(s, n, "margin", over="minimum"),
    "KeepClear nearest inverse": lambda s, n: clear(s, n, "inverse", over="minimum"),
    "Touch": lambda s, n: mk.Touch(s.tip, n.place, n.axis, shapes=n.solids[:4], weight=n.weight),
    "Touch in a frame": lambda s, n: mk.Touch(s.tip, n.place, n.axis, shapes=n.solids[2], frame=s.frame),
    "StandOn": lambda s, n: standing(s, n, HalfSpace().at(n.place, rpy=(0.2, 0.1, 0))),
    "StandOn a box": lambda s, n: standing(s, n, Box((9, 9, 3)).at(n.place, rpy=(0.2, 0.1, 0))),
    "StandOn a ball": lambda s, n: standing(s, n, Sphere(9).at(n.place)),
    "StandOn a barrel": lambda s, n: standing(s, n, Cylinder(9, 99).at(n.place, rpy=(1.4, 0.1, 0))),
    "StandOn a field": lambda s, n: standing(s, n, ball(9.0).at(n.place, rpy=(1.4, 0.1, 0))),
    "PassThrough one link": lambda s, n: mk.PassThrough(
        s.tip, n.place, offsets=[(0, 0, 0), n.axis], tolerance=1e-6, weight=n.weight
    ),
    "PassThrough hole": lambda s, n: mk.PassThrough((s.frame, s.tip), n.place, radius=0.02, weight=n.weight),
    "PassThrough shape": lambda s, n: mk.PassThrough(
        (s.frame, s.tip), n.place, shapes={s.frame: Capsule(0.02, 0.3), s.tip: Cylinder(0.02, 0.1)}
    ),
    "PassThrough shape and hole": lambda s, n: mk.PassThrough(
        s.tip, n.place, shapes={s.tip: Cylinder(0.02, 0.1)}, radius=0.02
    ),
    "PassThrough field": lambda s, n: mk.PassThrough(
        (s.frame, s.tip), n.place, shapes={s.frame: Capsule(0.02, 0.3), s.tip: ball(0.05).at((0.1, 0, 0))}
    ),
    "Scan past solids": lambda s, n: mk.Scan(
        s.tip, n.place, normal=n.axis, axis=n.axis, obstacles=n.solids, clearance=9.0, weight=n.weight
    ),
    "Scan past fields": lambda s, n: mk.Scan(
        s.tip,
        n.place,
        normal=n.axis,
        obstacles=[ball(0.3, 6).at(n.offset[:3, 3]), n.solids[0]],
        clearance=9.0,
    ),
    "Smooth": lambda s, n: mk.Smooth("jerk", priority="primary", tolerance=1e-5, weight=n.weight),
    "Smooth of a link": lambda s, n: mk.Smooth(
        "acceleration", link=s.tip, offset=n.axis, priority="primary", tolerance=1e-5, weight=n.weight
    ),
    "Manipulability": lambda s, n: mk.Manipulability(
        s.dexterous, floor=99.0, directions="translation", priority="primary", weight=n.weight
    ),
    "Manipulability made large": lambda s, n: mk.Manipulability(
        s.dexterous, directions="translation", priority="primary", tolerance=1e-5, weight=n.weight
    ),
    "Swivel of points": lambda s, n: mk.Swivel(
        (s.frame, s.other, s.tip), 1.5, reference=n.axis, offsets={s.other: n.offset[:3, 3]}, weight=n.weight
    ),
    "Position normalized": lambda s, n: mk.Position(
        s.tip, n.place, offset=n.axis, metric="normalized", weight=n.weight
    ),
    "Custom derivative": lambda s, n: custom(curved, s, n, derivative=derivative_of_curved),
    "Custom address": lambda s, n: custom(address_of_curved(s, with_derivative=False), s, n),
    "Custom address derivative": lambda s, n: custom(
        address_of_curved(s, with_derivative=True), s, n, derivative=True
    ),
}
