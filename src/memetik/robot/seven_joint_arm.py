"""Finds shoulder, elbow and wrist of an arm with seven revolute joints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import RobotError
from ..transforms import Array, inverse
from .description import Joint

if TYPE_CHECKING:
    from .robot import Robot

_JOINTS = 7
# Shares of the arm's length: axes that pass this near meet, and meet those that meet already. Real arms have
# small offsets (Baxter's wrist 10 mm, the G1's shoulder 6 and 14 mm).
_MEETING, _SPHERICAL = 0.02, 0.05
_LEAST_SINE = 0.5  # of the angles between successive axes


@dataclass(frozen=True)
class LinkPoint:
    """A point (3,) [m] of a link, in the link's frame."""

    link: str
    point: Array


@dataclass(frozen=True)
class _Axis:
    joint: Joint
    direction: Array
    point: Array

    def distance(self, point: Array) -> float:
        return _length(np.cross(point - self.point, self.direction))


def seven_joint_arm(robot: Robot, link: str) -> tuple[LinkPoint, LinkPoint, LinkPoint]:
    """Shoulder, elbow and wrist of the arm that moves ``link``.

    Of seven successive revolute joints, axes 2 and 3 meet in the shoulder and axes 5 and 6 in the wrist;
    axis 1 also passes through the shoulder, or axis 7 through the wrist. The elbow is the point of axis 4
    that is nearest to axis 3. Fixed joints may be anywhere. Of several such arms it is the one whose axes
    miss the shoulder and the wrist by the least share of its length, and of equals that nearest to ``link``.
    """
    robot._link(link)
    poses = robot.fk(robot.neutral)
    chain = [joint for joint in robot._topology.chain(link) if joint.type != "fixed"]
    axes = [_axis(joint, poses[joint.child]) for joint in chain]
    arms = [_Arm.of(axes[first : first + _JOINTS]) for first in range(len(axes) - _JOINTS + 1)]
    found = [arm for arm in arms if arm is not None]
    if not found:
        raise RobotError(
            f"link {link!r} is not moved by an arm with seven revolute joints and a spherical shoulder or "
            "wrist; name three links: those of shoulder, elbow and wrist"
        )
    shoulder, elbow, wrist = min(reversed(found), key=lambda arm: round(arm.offset, 2)).points
    return _in_link(*shoulder, poses), _in_link(*elbow, poses), _in_link(*wrist, poses)


@dataclass(frozen=True)
class _Arm:
    """Shoulder, elbow and wrist in the root's frame, each with the joint above its link."""

    points: tuple[tuple[Joint, Array], ...]
    offset: float  # by which an axis misses shoulder or wrist, as a share of the length

    @classmethod
    def of(cls, axes: list[_Axis]) -> _Arm | None:
        first, second, third, fourth, fifth, sixth, seventh = axes
        if any(axis.joint.type not in ("revolute", "continuous") or axis.joint.mimic for axis in axes):
            return None
        if min(_sine(*pair) for pair in ((second, third), (third, fourth), (fifth, sixth))) < _LEAST_SINE:
            return None
        shoulder, on_third = _nearest(second, third)
        _, elbow = _nearest(third, fourth)
        on_fifth, wrist = _nearest(fifth, sixth)
        upper, fore = _length(elbow - shoulder), _length(wrist - elbow)
        length = upper + fore
        meeting = max(_length(on_third - shoulder), _length(on_fifth - wrist)) / length
        passing = first.distance(shoulder) / length, seventh.distance(wrist) / length
        if min(upper, fore) < _MEETING * length or meeting > _MEETING or min(passing) > _SPHERICAL:
            return None
        offset = max(meeting, *passing)
        return cls(((second.joint, shoulder), (fourth.joint, elbow), (sixth.joint, wrist)), offset)


def _axis(joint: Joint, pose: Array) -> _Axis:
    return _Axis(joint, pose[:3, :3] @ joint.axis, pose[:3, 3])


def _in_link(joint: Joint, point: Array, poses: dict[str, Array]) -> LinkPoint:
    return LinkPoint(joint.child, (inverse(poses[joint.child]) @ [*point, 1.0])[:3])


def _length(v: Array) -> float:
    return float(np.linalg.norm(v))


def _sine(a: _Axis, b: _Axis) -> float:
    return _length(np.cross(a.direction, b.direction))


def _nearest(a: _Axis, b: _Axis) -> tuple[Array, Array]:
    """The points of two axes that are nearest to each other; arbitrary ones of parallel axes."""
    across, way = np.cross(a.direction, b.direction), b.point - a.point
    square = max(float(across @ across), 1e-12)
    on_a = a.point + (np.cross(way, b.direction) @ across / square) * a.direction
    return on_a, b.point + ((on_a - b.point) @ b.direction) * b.direction
