"""All uses of memetik's API by the recorder: a renamed API only changes this folder."""

from pathlib import Path

import memetik as mk
from tests.recorder.adapter.goals import (
    goal,
    goal_kinds,
    goal_names,
    goals_of_plain_forms,
    loop_goals,
    loss,
    loss_values,
    problem_values,
    shape,
)
from tests.recorder.adapter.kinematics import (
    center_of_mass,
    center_of_mass_values,
    clip,
    dexterity_values,
    fk,
    jacobian,
    limit_values,
    neutral,
    random,
)
from tests.recorder.adapter.robots import (
    EDITED,
    description,
    every_joint,
    floating,
    has_mass,
    joint_names,
    load,
    motion_values,
    reach,
    robot_from_mjcf,
    robot_names,
    variable_names,
    velocity_limits,
)
from tests.recorder.adapter.solving import (
    DescentInPython,
    copied,
    joined,
    method,
    method_names,
    solve,
    solve_all,
    solve_and_copy,
    solve_batch,
    solve_once,
    solver,
)
from tests.recorder.adapter.values import Values

__all__ = [
    "EDITED",
    "REFUSAL",
    "DescentInPython",
    "Values",
    "build",
    "center_of_mass",
    "center_of_mass_values",
    "clip",
    "copied",
    "description",
    "dexterity_values",
    "every_joint",
    "fk",
    "floating",
    "goal",
    "goal_kinds",
    "goal_names",
    "goals_of_plain_forms",
    "has_mass",
    "jacobian",
    "joined",
    "joint_names",
    "limit_values",
    "load",
    "loop_goals",
    "loss",
    "loss_values",
    "method",
    "method_names",
    "motion_values",
    "neutral",
    "problem_values",
    "random",
    "reach",
    "robot_from_mjcf",
    "robot_names",
    "shape",
    "solve",
    "solve_all",
    "solve_and_copy",
    "solve_batch",
    "solve_once",
    "solver",
    "variable_names",
    "velocity_limits",
]

REFUSAL = mk.MemetikError


def build() -> str:
    """Return the path and the SIMD level of the imported memetik."""
    return f"memetik of {Path(mk.__file__).parent}, {mk.simd}"
