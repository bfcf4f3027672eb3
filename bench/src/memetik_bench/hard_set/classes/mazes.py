"""Arms whose joints are restricted to windows, so that most descents end at a limit.

The witness is within the windows, with most joints at an end of their window. Kinds: arms with six and with
seven joints that have several windows each, as cable guards and safety zones leave them; snakes with 10 to 14
and with 16 to 20 joints that have one window each.
"""

from __future__ import annotations

import numpy as np

from memetik import Goal, Pose, Position
from memetik.transforms import Array

from ..draft import Draft, draw_robot, random_configuration
from ..draws import Draws
from ..named_custom import NamedCustom, StorableGoal
from ..plain import DECIMALS
from ..robot_source import build_robot
from .arms import BAXTER, IIWA14, KR120, M10IA, PANDA, UR5, UR10E, VALKYRIE, Arm, place, snake


def draw(kind: int, draws: Draws) -> Draft:
    """Generate a problem of one of four kinds."""
    if kind == 0:
        return _gates("six joints", draws.choice((UR5, UR10E, KR120, M10IA)), draws)
    if kind == 1:
        return _gates("seven joints", draws.choice((PANDA, IIWA14, BAXTER, VALKYRIE)), draws)
    if kind == 2:
        return _windows("snake", snake(draws.integer(10, 14)), draws)
    return _windows("long snake", snake(draws.integer(16, 20)), draws)


def _gates(kind: str, arm: Arm, draws: Draws) -> Draft:
    """Divide each joint's range into equal sectors, with a window in each."""
    robot, start, witness = draw_robot(arm.source, draws)
    windows = []
    for joint, (low, high) in enumerate(zip(robot.lower, robot.upper, strict=True)):
        ends = np.linspace(low, high, draws.integer(3, 4) + 1)
        sector = np.diff(ends)
        width = sector * draws.uniform(np.full(len(sector), 0.2), 0.5)
        shift = (sector - width) * draws.uniform(np.zeros(len(sector)), 1)
        lower = np.round(ends[:-1] + shift, DECIMALS)
        upper = np.round(lower + width, DECIMALS)
        windows.append(np.stack([lower, upper], axis=1))
        first, last = draws.choice(windows[-1].tolist())
        witness[joint] = _in_window(first, last, draws)
    witness = robot.clip(np.round(witness, DECIMALS))
    joints = robot.joint_names
    goals: list[StorableGoal] = [
        Pose(arm.tip, robot.fk(witness, arm.tip), tolerance=1e-4, name="hand"),
        NamedCustom("gates", "gates", {"windows": windows}, rows=len(joints), joints=joints),
    ]
    return Draft(kind, arm.source, goals, start, witness)


def _windows(kind: str, arm: Arm, draws: Draws) -> Draft:
    """Narrow the limits of each joint."""
    wide = build_robot(arm.source)
    low, high = wide.lower, wide.upper
    width = (high - low) * draws.uniform([0.4] * wide.dof, 1.0)
    lower = np.round(low + (high - low - width) * draws.uniform([0.0] * wide.dof, 1.0), DECIMALS)
    upper = np.round(lower + width, DECIMALS)
    ends = list(zip(lower.tolist(), upper.tolist(), strict=True))
    witness: Array = np.round([_in_window(*window, draws) for window in ends], DECIMALS)
    source = {**arm.source, "limits": {n: list(w) for n, w in zip(wide.joint_names, ends, strict=True)}}
    robot = build_robot(source)
    goals: list[Goal] = [Pose(arm.tip, robot.fk(witness, arm.tip), name="hand")]
    # Without these goals there would be too many solutions.
    goals.append(Position(arm.elbow, place(robot, witness, arm.elbow), name="elbow"))
    if kind == "long snake":
        goals.append(Pose(arm.wrist, robot.fk(witness, arm.wrist), name="wrist"))
    else:
        goals.append(Position(arm.wrist, place(robot, witness, arm.wrist), name="wrist"))
    return Draft(kind, source, goals, random_configuration(robot, draws), witness)


def _in_window(lower: float, upper: float, draws: Draws) -> float:
    """Return a value at an end, near one, or anywhere, with probabilities 0.8, 0.1 and 0.1."""
    where = draws.number(0, 1)
    end, other = draws.choice(((lower, upper), (upper, lower)))
    if where < 0.8:
        return end
    return end + (other - end) * draws.number(0, 0.05 if where < 0.9 else 1.0)
