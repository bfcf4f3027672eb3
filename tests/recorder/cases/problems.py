"""Goals as functions of a configuration: cost, residuals, derivatives, errors, acceptance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from tests.recorder import adapter
from tests.recorder.adapter import Values
from tests.recorder.case import Case, rng_of
from tests.recorder.goals import GOALS, make, takes
from tests.recorder.scenes import CORE, NAMES, scene
from tests.recorder.situation import Situation

COUNT = 5
LOSSES: dict[str, tuple[Any, ...]] = {
    "absolute": ("Absolute", 0.01),
    "huber": ("Huber", 0.2),
    "hinge": ("Hinge", -0.1, 0.2),
    "groove": ("Groove",),
    "swamp": ("Swamp", -0.3, 0.3),
    "swamp_groove": ("SwampGroove", -0.3, 0.3),
}
MIXED = ("pose+stay_close", "position+orientation+look_at", "pose_frame+keep_clear+center_joints")


def cases() -> Iterator[Case]:
    for name in CORE:
        for goal in GOALS:
            if takes(goal, Situation(scene(name), 0)):
                yield Case(f"problem/{name}/{goal}", partial(_of_goals, name, goal))
    for name in NAMES:
        for goals in MIXED:
            yield Case(f"problem/{name}/{goals}", partial(_of_goals, name, goals))
    for name in ("panda", "every_joint"):
        for kind, loss in LOSSES.items():
            for goal in ("Position", "JointValue", "KeepDistance", "LookAt"):
                yield Case(f"problem/{name}/{goal}/{kind}", partial(_with_loss, name, goal, loss))
        yield Case(
            f"problem/{name}/some_joints", partial(_of_goals, name, "pose+stay_close", some_joints=True)
        )
    for name in ("five_bar", "stewart"):
        yield Case(f"problem/{name}/loops", partial(_of_loops, name))


def _of_goals(name: str, goals: str, some_joints: bool = False) -> Values:
    t = Situation(scene(name), 0)
    return _functions(t, make(goals, t), t.scene.joints[1:3] if some_joints else None)


def _with_loss(name: str, kind: str, loss: tuple[Any, ...]) -> Values:
    t = Situation(scene(name), 0)
    arguments = {
        "Position": (t.scene.tip, t.tip[:3, 3]),
        "JointValue": (t.scene.joints[0], t.value(t.scene.joints[0])),
        "KeepDistance": (t.scene.tip, t.tip[:3, 3] + t.axis),
        "LookAt": (t.scene.tip, t.seen),
    }
    options = {"min": 0.1, "max": 0.2} if kind == "KeepDistance" else {}
    return _functions(t, [adapter.goal(kind, *arguments[kind], loss=adapter.loss(*loss), **options)])


def _of_loops(name: str) -> Values:
    return _functions(Situation(scene(name), 0), adapter.loop_goals(name))


def _functions(t: Situation, goals: Sequence[Any], joints: Sequence[str] | None = None) -> Values:
    """Return the functions at the situation's configuration, at the start and at random configurations."""
    others = adapter.random(t.scene.robot, rng_of("problem", t.scene.name), COUNT - 2)
    q = np.concatenate([[t.q, adapter.neutral(t.scene.robot)], others])
    return adapter.problem_values(t.scene.robot, goals, q, joints)
