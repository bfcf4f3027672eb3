"""The link that a command means if the user names none: the tool, or the hand of an arm."""

from __future__ import annotations

from ..errors import GoalError
from ..robot.robot import Robot

_TOOL = "tool0"  # ROS-Industrial's name of the frame at the end of an arm


def default_link(robot: Robot) -> str:
    """The only tip that moves, ``tool0``, or the hand that carries all tips.

    A hand is the last link that all moving tips have in common, if only fixed joints, slides and mimics are
    below it, as in a gripper. Other robots have several tips that people may mean: an error lists them.

    >>> import memetik as mk
    >>> default_link(mk.Robot.load("panda")), default_link(mk.Robot.load("ur5"))
    ('panda_hand', 'tool0')
    """
    paths = {tip: path for tip in robot.tips if (path := _moving_path(robot, tip))}
    if not paths:
        raise GoalError(f"no joint of {robot.name!r} moves any link")
    if len(paths) == 1:
        return next(iter(paths))
    hand = _carrier(robot, list(paths.values()))
    if hand is None:
        raise GoalError(f"{robot.name!r} has several tips: name one of {', '.join(paths)}, or any other link")
    return _TOOL if _TOOL in paths else hand


def _moving_path(robot: Robot, tip: str) -> list[str]:
    """The links from the first that a joint moves to ``tip``; empty if none moves it."""
    leading = {joint.child: joint for joint in robot.joints.values()}
    path: list[str] = []
    first_moved = 0
    link = tip
    while link in leading:
        path.append(link)
        if leading[link].type != "fixed":
            first_moved = len(path)
        link = leading[link].parent
    return path[:first_moved][::-1]


def _carrier(robot: Robot, paths: list[list[str]]) -> str | None:
    """The last link that all paths have in common, if those below it belong to a gripper; else None."""
    common = 0
    while all(len(path) > common for path in paths) and len({path[common] for path in paths}) == 1:
        common += 1
    if common == 0:
        return None
    leading = {joint.child: joint for joint in robot.joints.values()}
    below = [leading[link] for path in paths for link in path[common:]]
    rigid = all(joint.type in ("fixed", "prismatic") or joint.mimic is not None for joint in below)
    return paths[0][common - 1] if rigid else None
