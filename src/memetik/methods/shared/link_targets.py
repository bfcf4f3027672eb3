"""The targets of Pose and Position goals in the current query, as poses and points of links."""

from __future__ import annotations

import numpy as np

from ...goals.pose import Pose, Position
from ...robot.description import Joint
from ...robot.robot import Robot
from ...solve.problem import Problem
from ...transforms import Array
from .python_method import Search


def chain(robot: Robot, link: str) -> tuple[Joint, ...]:
    """Return the joints from the root to ``link``, including fixed joints and mimics."""
    above = {joint.child: joint for joint in robot.joints.values()}
    joints: list[Joint] = []
    while link in above:
        joints.append(above[link])
        link = above[link].parent
    return tuple(reversed(joints))


def active_joints(problem: Problem) -> dict[str, int]:
    """Return the joints that a search may move, with the number of active variables of each."""
    active = set(problem._native.active)
    counts = {
        name: len(active.intersection(range(where.start, where.stop)))
        for name, where in problem.robot._variables.slices.items()
    }
    return {name: count for name, count in counts.items() if count}


def placed_point(goal: Pose | Position) -> Array:
    """Return the point (3,) that the goal places, in the link's frame."""
    return np.zeros(3) if goal.offset is None else np.array(goal.offset[:3, 3])


def wanted_point(search: Search, name: str) -> Array:
    """Return the target (3,) of a Position's point, in the root's frame."""
    goal, numbers = search.problem.goals[name], search.target(name)
    normalized = isinstance(goal, Position) and goal.metric == "normalized"
    return numbers[:3] if normalized else numbers[9:12]


def wanted_link_pose(search: Search, name: str) -> Array:
    """Return the target (4, 4) of a Pose's link in the root's frame, without the goal's offset.

    The core stores the columns of the link's own target rotation, then the position of the point.
    """
    goal, numbers = search.problem.goals[name], search.target(name)
    assert isinstance(goal, Pose)
    pose = np.eye(4)
    pose[:3, :3] = numbers[:9].reshape(3, 3).T
    pose[:3, 3] = numbers[9:12] - pose[:3, :3] @ placed_point(goal)
    return pose
