"""What a goal of a place or a pose asks of its link, in the query at hand."""

from __future__ import annotations

import numpy as np

from ...goals.pose import Pose, Position
from ...robot.description import Joint
from ...robot.robot import Robot
from ...solve.problem import Problem
from ...transforms import Array
from .python_method import Search


def chain(robot: Robot, link: str) -> tuple[Joint, ...]:
    """The joints from the root to ``link``, fixed ones and followers included."""
    above = {joint.child: joint for joint in robot.joints.values()}
    joints: list[Joint] = []
    while link in above:
        joints.append(above[link])
        link = above[link].parent
    return tuple(reversed(joints))


def active_joints(problem: Problem) -> dict[str, int]:
    """The joints that a search may move, and how many variables each has that move."""
    active = set(problem._native.active)
    counts = {
        name: len(active.intersection(range(where.start, where.stop)))
        for name, where in problem.robot._variables.slices.items()
    }
    return {name: count for name, count in counts.items() if count}


def placed_point(goal: Pose | Position) -> Array:
    """The point (3,) that is placed, in the link's frame."""
    return np.zeros(3) if goal.offset is None else np.array(goal.offset[:3, 3])


def wanted_point(search: Search, name: str) -> Array:
    """Where a Position's point has to be, (3,) in the root's frame."""
    goal, numbers = search.problem.goals[name], search.target(name)
    normalized = isinstance(goal, Position) and goal.metric == "normalized"
    return numbers[:3] if normalized else numbers[9:12]


def wanted_link_pose(search: Search, name: str) -> Array:
    """Where a Pose's link has to be, (4, 4) in the root's frame: its offset is taken back.

    The core keeps the columns of the rotation that the link itself must have, then the place of the point.
    """
    goal, numbers = search.problem.goals[name], search.target(name)
    assert isinstance(goal, Pose)
    pose = np.eye(4)
    pose[:3, :3] = numbers[:9].reshape(3, 3).T
    pose[:3, 3] = numbers[9:12] - pose[:3, :3] @ placed_point(goal)
    return pose
