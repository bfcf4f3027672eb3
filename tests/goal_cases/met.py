"""Goals that a configuration meets exactly, according to independent kinematics."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import memetik as mk
from memetik.collision import Box, Geometry, HalfSpace, Sphere
from tests import naive_kinematics as naive
from tests.goal_cases.subjects import Subject, single_variables
from tests.goal_cases.users_functions import curved
from tests.naive_kinematics import Array
from tests.random_trees import random_rotation


class Situation:
    """The poses of links at a configuration, and random numbers."""

    def __init__(self, s: Subject, q: Array, rng: np.random.Generator) -> None:
        self.q, self.values = q, s.robot.unpack(q)
        self.poses = naive.forward(s.robot, q)
        self.tip, self.frame = self.poses[s.tip], self.poses[s.frame]
        self.in_frame = mk.transforms.inverse(self.frame) @ self.tip
        self.offset = mk.transform(rng.uniform(-0.2, 0.2, 3))
        self.offset[:3, :3] = random_rotation(rng)
        turned, shifted = mk.transform(rpy=(0, 0, rng.normal())), mk.transform((0, rng.normal(), 0))
        self.elsewhere = turned @ shifted  # along and about the target's own axes
        self.axis = rng.normal(size=3)
        self.length = float(np.linalg.norm(self.axis))
        self.seen = (self.tip @ [*(0.7 * self.axis), 1.0])[:3]
        self.near = self.tip[:3, :3] @ self.axis + 0.2 * self.length * random_rotation(rng)[0]
        self.first, self.second = single_variables(s.robot)[:2]
        self.first_value, self.second_value = (
            q[s.robot.variable_names.index(name)] for name in (self.first, self.second)
        )


def curved_from(there: Situation, s: Subject) -> mk.Custom:
    """The difference of the user's function from its value at the configuration."""
    wanted = curved(there.tip[None, None], np.atleast_1d(there.values[s.joints[0]])[None])
    return mk.Custom(lambda p, v: curved(p, v) - wanted, rows=4, links=s.tip, joints=s.joints[0])


def swivelled(there: Situation, s: Subject, seen_from: Array, **options: str) -> mk.Swivel:
    """The angle between the planes through shoulder and wrist that contain the reference and the elbow."""
    links, offsets = (s.frame, s.other, s.tip), ((0.1, 0.2, 0.3), 0.5 * there.axis, (0.3, -0.2, 0.1))
    shoulder, elbow, wrist = (
        (there.poses[link] @ [*offset, 1.0])[:3] for link, offset in zip(links, offsets, strict=True)
    )
    along = wrist - shoulder
    zero, own = np.cross(along, seen_from[:3, :3] @ there.near), np.cross(along, elbow - shoulder)
    lengths = np.linalg.norm(zero) * np.linalg.norm(own)
    angle = np.arccos(zero @ own / lengths) * np.sign(np.cross(zero, own) @ along)
    return mk.Swivel(links, angle, reference=there.near, offsets=offsets, **options)


def back(frame: Array, place: Array) -> Array:
    """A place in a frame's coordinates."""
    return (mk.transforms.inverse(frame) @ [*place, 1.0])[:3]


def ground(place: Array, normal: npt.ArrayLike) -> Geometry:
    """A half-space through a place."""
    z = np.asarray(normal) / np.linalg.norm(normal)
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    origin = mk.transform(place)
    origin[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    return Geometry(HalfSpace(), origin)


# By class and variant.
MET: dict[str, Callable[[Subject, Situation], mk.Goal]] = {
    "Pose": lambda s, t: mk.Pose(s.tip, t.tip),
    "Pose turned": lambda s, t: mk.Pose(s.tip, t.tip @ t.offset, offset=t.offset),
    "Pose in a frame": lambda s, t: mk.Pose(s.tip, t.in_frame, frame=s.frame),
    "Pose free": lambda s, t: mk.Pose(s.tip, t.tip @ t.elsewhere, free=("y", "rz")),
    "Pose by axis": lambda s, t: mk.Pose(s.tip, t.tip, tolerance=np.full(6, 1e-9)),
    "Pose scaled": lambda s, t: mk.Pose(s.tip, t.tip, rotation_scale=5.0),
    "Pose all": lambda s, t: mk.Pose(
        s.tip,
        t.in_frame @ t.offset @ t.elsewhere,
        offset=t.offset,
        frame=s.frame,
        free=("y", "rz"),
        tolerance=1e-9,
    ),
    "Position": lambda s, t: mk.Position(s.tip, (t.tip @ t.offset)[:3, 3], offset=t.offset[:3, 3]),
    "Position by axis": lambda s, t: mk.Position(
        s.tip, t.in_frame[:3, 3] + (0, 9, 0), free="y", frame=s.frame, tolerance=(1e-9, 0, 1e-9)
    ),
    "Orientation": lambda s, t: mk.Orientation(s.tip, (t.tip @ t.offset)[:3, :3], offset=t.offset),
    "Orientation free": lambda s, t: mk.Orientation(
        s.tip, (t.in_frame @ t.elsewhere)[:3, :3], free="rz", frame=s.frame
    ),
    "LookAt": lambda s, t: mk.LookAt(s.tip, t.seen, axis=t.axis),
    "LookAt in a frame": lambda s, t: mk.LookAt(
        s.tip, (mk.transforms.inverse(t.frame) @ [*t.seen, 1.0])[:3], axis=t.axis, frame=s.frame
    ),
    "StayClose": lambda s, t: mk.StayClose(target=t.q, priority="primary"),
    "StayClose of some": lambda s, t: mk.StayClose(target=t.q, joints=s.joints, priority="primary"),
    "StayClose by name": lambda s, t: mk.StayClose(
        target={name: t.values[name] for name in s.joints}, priority="primary"
    ),
    "AlignAxis": lambda s, t: mk.AlignAxis(s.tip, t.tip[:3, :3] @ t.axis, axis=t.axis),
    "AlignAxis in a frame": lambda s, t: mk.AlignAxis(
        s.tip, t.in_frame[:3, :3] @ t.axis, axis=t.axis, frame=s.frame
    ),
    "WithinCone": lambda s, t: mk.WithinCone(s.tip, t.near, axis=t.axis, angle=0.7),
    "WithinCone in a frame": lambda s, t: mk.WithinCone(
        s.tip, t.frame[:3, :3].T @ t.near, axis=t.axis, angle=0.7, frame=s.frame
    ),
    "FaceAway": lambda s, t: mk.FaceAway(s.tip, -t.near, axis=t.axis),
    "OnLine": lambda s, t: mk.OnLine(s.tip, t.seen + 3 * t.axis, t.axis, offset=0.7 * t.axis),
    "OnLine in a frame": lambda s, t: mk.OnLine(s.tip, t.in_frame[:3, 3] - t.axis, t.axis, frame=s.frame),
    "OnPlane": lambda s, t: mk.OnPlane(
        s.tip, t.seen + np.cross(t.axis, (1, 2, 3)), t.axis, offset=0.7 * t.axis
    ),
    "OnPlane in a frame": lambda s, t: mk.OnPlane(s.tip, t.in_frame[:3, 3], t.axis, frame=s.frame),
    "KeepDistance min": lambda s, t: mk.KeepDistance(s.tip, t.tip[:3, 3] + t.axis, min=0.99 * t.length),
    "KeepDistance max": lambda s, t: mk.KeepDistance(s.tip, t.seen, max=0.01, offset=0.7 * t.axis),
    "KeepDistance in a frame": lambda s, t: mk.KeepDistance(
        s.tip, t.in_frame[:3, 3] + t.axis, min=0.9 * t.length, max=1.1 * t.length, frame=s.frame
    ),
    "PassThrough": lambda s, t: mk.PassThrough((s.frame, s.tip), 0.3 * t.frame[:3, 3] + 0.7 * t.tip[:3, 3]),
    "PassThrough chain": lambda s, t: mk.PassThrough(
        (s.frame, s.other, s.tip), 0.4 * t.frame[:3, 3] + 0.6 * t.poses[s.other][:3, 3]
    ),
    "PassThrough hole": lambda s, t: mk.PassThrough(
        (s.frame, s.tip), 0.5 * (t.frame[:3, 3] + t.tip[:3, 3]) + 0.1 * t.near, radius=0.2 * t.length + 0.1
    ),
    "Scan": lambda s, t: mk.Scan(
        s.tip,
        t.tip[:3, 3] + 0.01 * t.near / t.length,
        normal=-t.near,
        axis=t.axis,
        view_angle=0.4,
        normal_angle=0.4,
    ),
    "Scan in a frame": lambda s, t: mk.Scan(
        s.tip,
        t.in_frame[:3, 3] + 0.5 * t.in_frame[:3, :3] @ t.axis,
        normal=-t.frame[:3, :3].T @ t.near,
        axis=t.axis,
        distance=(0.4 * t.length, 0.6 * t.length),
        normal_angle=0.4,
        frame=s.frame,
    ),
    "Balance": lambda s, t: mk.Balance(naive.center_of_mass(s.robot, t.q) + t.axis, up=t.axis),
    "KeepClear": lambda s, t: mk.KeepClear(
        {s.tip: (*(0.7 * t.axis), 0.1)}, Box((0.2, 0.4, 0.6)).at(t.tip[:3, 3] + 9)
    ),
    "Touch": lambda s, t: mk.Touch(
        s.tip, t.seen - 0.2 * t.axis / t.length, t.axis, shapes=Sphere(0.2).at(back(t.tip, t.seen))
    ),
    "Touch in a frame": lambda s, t: mk.Touch(
        s.tip,
        back(t.frame, t.tip[:3, 3]) - 0.3 * t.axis / t.length,
        t.axis,
        shapes=[Sphere(0.3), Sphere(0.1)],
        frame=s.frame,
    ),
    "StandOn": lambda s, t: mk.StandOn(
        s.tip, ground(t.seen, t.axis), offset=back(t.tip, t.seen), axis=-t.tip[:3, :3].T @ t.axis, below=0.1
    ),
    "StandOn in the air": lambda s, t: mk.StandOn(s.tip, ground(t.tip[:3, 3] - (0, 0, 1), (0.1, 0.2, 1.0))),
    "PassThrough shape": lambda s, t: mk.PassThrough(
        (s.frame, s.tip), t.seen, shapes={s.frame: Sphere(0.01), s.tip: Sphere(0.3).at(back(t.tip, t.seen))}
    ),
    "Scan past a ball": lambda s, t: mk.Scan(
        s.tip,
        t.seen,
        normal=-t.tip[:3, :3] @ t.axis,
        axis=t.axis,
        distance=(0, 9),
        obstacles=Sphere(0.1).at(t.seen + 2 * t.tip[:3, :3] @ t.axis / t.length),
        clearance=0.5,
    ),
    "JointValue": lambda s, t: mk.JointValue(t.first, t.first_value),
    "LinearJoints": lambda s, t: mk.LinearJoints(
        {t.first: 2.0, t.second: -1.0}, 2 * t.first_value - t.second_value
    ),
    "Swivel": lambda s, t: swivelled(t, s, np.eye(4)),
    "Swivel in a frame": lambda s, t: swivelled(t, s, t.frame, frame=s.frame),
    "Custom": lambda s, t: curved_from(t, s),
}


def met_by(case: str, s: Subject, q: Array, rng: np.random.Generator) -> mk.Goal:
    """The goal of a case that ``q`` meets."""
    return MET[case](s, Situation(s, q, rng))
