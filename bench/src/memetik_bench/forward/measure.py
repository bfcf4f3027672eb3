"""Times of forward kinematics [ns], each the minimum of several rounds on one thread."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import memetik as mk
from memetik import _core

from ..pinocchio_model import pinocchio_model
from ..timing import best_ns
from .pinocchio_program import run_pinocchio

ARMS = {"ur5": "tool0", "panda": "panda_hand", "iiwa14": "tool0"}
CHAINS = (10, 20, 30, 60, 90, 120)
ROUNDS = 15
_POSES = 100_000
_CALLS = 2000


def measure_arm(
    name: str, link: str, program: Path | None, folder: Path, *, rounds: int = ROUNDS
) -> dict[str, float]:
    """Measure the pose of an arm's tip; ``program`` times pinocchio in C++ with a model from ``folder``."""
    import pinocchio as pin

    robot = mk.Robot.load(name)
    index = robot.link_names.index(link)
    few, many = robot.random(1000, 1), robot.random(_POSES, 2)
    poses = np.empty((_POSES, 4, 4))
    one = few[0]
    row = {
        "core fk": min(_core.measure_forward(robot._tree, few, index, 20) for _ in range(rounds)),
        "core fk+jacobian": min(_core.measure_jacobian(robot._tree, few, index, 20) for _ in range(rounds)),
        "batch per pose": best_ns(lambda: robot.fk(many, link, out=poses), _POSES, rounds=rounds),
        "batch per pose, new array": best_ns(lambda: robot.fk(many, link), _POSES, rounds=rounds),
        "python call": best_ns(lambda: [robot.fk(one, link) for _ in range(_CALLS)], _CALLS, rounds=rounds),
        "python jacobian call": best_ns(
            lambda: [robot.jacobian(one, link) for _ in range(_CALLS)], _CALLS, rounds=rounds
        ),
    }
    model = pinocchio_model(robot)
    data, q = model.createData(), robot.to_pinocchio(one, model)
    frame = model.getFrameId(link)

    def pinocchio_call() -> None:
        for _ in range(_CALLS):
            pin.forwardKinematics(model, data, q)
            pin.updateFramePlacement(model, data, frame)

    def pinocchio_jacobian_call() -> None:
        for _ in range(_CALLS):
            pin.computeFrameJacobian(model, data, q, frame)

    row["pinocchio python call"] = best_ns(pinocchio_call, _CALLS, rounds=rounds)
    row["pinocchio python jacobian call"] = best_ns(pinocchio_jacobian_call, _CALLS, rounds=rounds)
    if program is not None:
        path = folder / f"{name}.txt"
        model.saveToText(str(path))
        pose, jacobian = run_pinocchio(program, path, link, rounds=rounds)
        row |= {"pinocchio core fk": pose, "pinocchio core fk+jacobian": jacobian}
    return row


def measure_chain(dof: int, *, rounds: int = ROUNDS) -> dict[str, float]:
    """Measure full sweeps and the OFKT on a chain of ``dof`` joints.

    ``one tip``: the tip's pose after a change of one joint. ``1 set``: all links after setting one joint by
    its name. ``k changed``: all links for a configuration in which k joints differ.
    """
    robot = mk.Robot.load(f"snake({dof})")
    tip, q = robot.link_names.index("tip"), robot.random(4000, 3)
    tree = robot._tree
    row = {
        "full": min(_core.measure_forward(tree, q, tip, 5) for _ in range(rounds)),
        "one tip": min(_core.measure_one_tip(tree, q, tip, 5) for _ in range(rounds)),
        "1 set": min(_core.measure_set(tree, q, tip, 5) for _ in range(rounds)),
    }
    for changes in (1, 2, 4, 8):
        row[f"{changes} changed"] = min(
            _core.measure_incremental(tree, q, tip, changes, 5) for _ in range(rounds)
        )
    return row
