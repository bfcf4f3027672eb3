"""Functions with little or misleading gradient information, together with ordinary goals.

Kinds: ripples over the position error (Rastrigin's function); the strongest of many beacons; a target with a
signal only nearby; a network over the joints. None has a derivative of its own.
"""

from __future__ import annotations

import numpy as np

from memetik import AlignAxis, KeepDistance, OnPlane, Orientation, Position, WithinCone

from ..draft import Draft, draw_robot, random_configuration
from ..draws import Draws
from ..functions import make_function
from ..named_custom import NamedCustom, StorableGoal
from ..plain import rounded
from .arms import BAXTER, IIWA14, KR120, PANDA, UR5, UR10E, VALKYRIE, place, snake

_ARMS = (UR5, UR10E, KR120, PANDA, IIWA14, BAXTER, VALKYRIE)


def draw(kind: int, draws: Draws) -> Draft:
    """Generate a problem of one of four kinds."""
    return (_ripples, _beacons, _whisper, _network)[kind](draws)


def _ripples(draws: Draws) -> Draft:
    arm = draws.choice((*_ARMS, snake(10)))
    robot, start, witness = draw_robot(arm.source, draws)
    waves = {
        "target": place(robot, witness, arm.tip),
        "wavelength": robot.reach * draws.number(0.06, 0.12),
        "height": draws.number(3.0, 10.0),
    }
    goals: list[StorableGoal] = [
        NamedCustom("ripples", "ripples", waves, rows=3, links=(arm.tip,), tolerance=1e-3),
        Orientation(arm.tip, robot.fk(witness, arm.tip)[:3, :3], tolerance=1e-2, weight=0.1, name="turn"),
    ]
    return Draft("ripples", arm.source, goals, start, witness)


def _beacons(draws: Draws) -> Draft:
    arm = draws.choice((*_ARMS, snake(10)))
    robot, start, witness = draw_robot(arm.source, draws)
    loudest = place(robot, witness, arm.tip)
    centers, widths, strengths = [loudest], [0.05 * robot.reach], [1.0]
    for _ in range(12):
        other = place(robot, random_configuration(robot, draws), arm.tip)
        if np.linalg.norm(other - loudest) > 0.3 * robot.reach:
            centers.append(other)
            widths.append(draws.number(0.15, 0.25) * robot.reach)
            strengths.append(draws.number(0.3, 0.9))
    field = {"centers": centers, "widths": widths, "strengths": strengths, "level": 0.98}
    goals: list[StorableGoal] = [
        NamedCustom("signal", "beacons", field, links=(arm.tip,), tolerance=1e-3),
        WithinCone(arm.tip, robot.fk(witness, arm.tip)[:3, 2], angle=0.2, name="antenna"),
    ]
    return Draft("beacons", arm.source, goals, start, witness)


def _whisper(draws: Draws) -> Draft:
    arm = draws.choice((*_ARMS, snake(10)))
    robot, start, witness = draw_robot(arm.source, draws)
    tip = robot.fk(witness, arm.tip)
    normal = draws.direction()
    width = robot.reach * draws.number(0.03, 0.06)
    felt = {"target": tip[:3, 3], "width": width, "range": 3 * width}
    goals: list[StorableGoal] = [
        NamedCustom("probe", "whisper", felt, links=(arm.tip,), tolerance=1e-3),
        OnPlane(arm.tip, tip[:3, 3], normal, tolerance=1e-3, name="surface"),
        AlignAxis(arm.tip, tip[:3, 2], tolerance=1e-2, weight=0.1, name="upright"),
    ]
    return Draft("whisper", arm.source, goals, start, witness)


def _network(draws: Draws) -> Draft:
    arm = draws.choice((PANDA, IIWA14, BAXTER, VALKYRIE, snake(10)))
    robot, start, witness = draw_robot(arm.source, draws)
    waves, rows = 12, 4
    rugged = draws.number(3.0, 5.0)
    weights = rounded(
        {
            "inner": draws.uniform(np.full((waves, robot.dof), -rugged), rugged),
            "shift": draws.uniform(np.full(waves, -np.pi), np.pi),
            "outer": draws.uniform(np.full((rows, waves), -0.3), 0.3),
        }
    )
    says = make_function("network", {**weights, "wanted": [0.0] * rows})
    wanted = says(np.empty((1, 0, 4, 4)), witness[None])[0]
    parameters = {**weights, "wanted": wanted}
    goals: list[StorableGoal] = [
        NamedCustom("score", "network", parameters, rows=rows, joints=robot.joint_names, tolerance=1e-3),
        Position(arm.tip, place(robot, witness, arm.tip), tolerance=1e-3, name="hand"),
        KeepDistance(arm.elbow, place(robot, witness, arm.elbow), max=0.05, name="elbow"),
    ]
    return Draft("network", arm.source, goals, start, witness)
