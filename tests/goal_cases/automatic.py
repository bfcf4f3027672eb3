"""Makes goals of any class from their signatures: parameters of the same name have the same meaning."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

import memetik as mk
from tests.goal_cases.subjects import Subject, limited_variables, single_variables
from tests.goal_cases.users_functions import curved


def parameters_of(kind: type[mk.Goal]) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(kind).parameters)


def automatic_goal(
    kind: type[mk.Goal], s: Subject, rng: np.random.Generator, *, in_frame: bool = False
) -> mk.Goal:
    """A goal with all parameters of its class, ``frame`` only if asked for; goals of a link can be met."""
    meaning, parameters = meanings(s, rng), parameters_of(kind)
    if not in_frame:
        del meaning["frame"]
    for name, parameter in parameters.items():
        if parameter.default is parameter.empty and name not in (*meaning, "target"):
            raise cannot_make(kind, f"its parameter {name!r} has no meaning there")
    options = {name: value for name, value in meaning.items() if name in parameters}
    if "target" not in parameters:
        return kind(**options)
    reasons = []
    for target in targets(s, rng, meaning["offset"], in_frame=in_frame):
        try:
            goal = kind(**options, target=target)  # type: ignore[call-arg]
            mk.Problem(s.robot, goal)
            return goal
        except mk.MemetikError as error:
            reasons.append(str(error))
    raise cannot_make(kind, f"it takes none of the targets there ({'; '.join(dict.fromkeys(reasons))})")


def meanings(s: Subject, rng: np.random.Generator) -> dict[str, Any]:
    """Parameter name -> random value on this robot; ranges are narrow."""
    singles, limited = single_variables(s.robot), limited_variables(s.robot)
    offset = rng.uniform(-0.2, 0.2, 3)
    return {
        # what it is about
        "link": s.tip,
        "links": (s.frame, s.other, s.tip),
        "joint": singles[0],
        "joints": limited[:3],
        "function": curved,
        "rows": 4,  # of that function
        # where
        "frame": s.frame,
        "offset": offset,
        "offsets": {s.tip: offset},
        "axis": rng.normal(size=3),
        "direction": rng.normal(size=3),
        "normal": rng.normal(size=3),
        "up": rng.normal(size=3),
        "reference": rng.normal(size=3),
        # how much
        "angle": 0.01,
        "view_angle": 0.01,
        "normal_angle": 0.01,
        "distance": (0.1, 0.12),
        "min": 0.4,
        "max": 0.41,
        "factors": {singles[0]: 0.7, singles[1]: -2.0},
        "joint_weights": {limited[0]: 0.3},
        "rotation_scale": 0.37,
        "weight": float(rng.uniform(0.2, 3)),
        "priority": "primary",
        "tolerance": 1e-5,
    }


def targets(s: Subject, rng: np.random.Generator, offset: Any, *, in_frame: bool) -> list[Any]:
    """Reachable targets of all forms; the goal uses the first form that its class accepts."""
    q = s.robot.random(rng=rng)
    pose = s.robot.fk(q, s.tip) @ mk.transform(offset)
    if in_frame:
        pose = mk.transforms.inverse(s.robot.fk(q, s.frame)) @ pose
    quaternion = mk.transforms.quaternion_from_rotation(pose[:3, :3])
    return [q, pose, quaternion, pose[:3, 3], float(rng.uniform(-1, 1))]


def cannot_make(kind: type[mk.Goal], reason: str) -> AssertionError:
    name = kind.__name__
    return AssertionError(
        f"{name} cannot be made by tests/goal_cases/automatic.py: {reason}. Add it there if it means the "
        f"same in every goal, or make one called {name!r} by hand in tests/goal_cases/unmet.py."
    )
