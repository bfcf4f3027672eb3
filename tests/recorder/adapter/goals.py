"""Goals, losses and shapes by name, and goals as functions of a configuration."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import memetik as mk
from tests.recorder.adapter.values import Values


def goal_kinds() -> tuple[str, ...]:
    named = [name for name in mk.goals.__all__ if isinstance(getattr(mk, name), type)]
    return tuple(name for name in named if name != "Goal")


FORMS = {"wall": "reciprocal"}  # the recorder's name of a form of KeepClear -> memetik's


def goal(kind: str, *arguments: Any, **options: Any) -> Any:
    if "form" in options:
        options["form"] = FORMS.get(options["form"], options["form"])
    return getattr(mk, kind)(*arguments, **options)


def loss(kind: str, *arguments: Any, **options: Any) -> Any:
    return getattr(mk.losses, kind)(*arguments, **options)


def shape(
    kind: str, *arguments: Any, at: npt.ArrayLike = (0.0, 0.0, 0.0), rpy: npt.ArrayLike | None = None
) -> Any:
    return getattr(mk.collision, kind)(*arguments).at(at, rpy=rpy)


def loop_goals(robot: str) -> list[Any]:
    return list(mk.models.closure(robot))


def goals_of_plain_forms(goals: Sequence[Any]) -> list[Any]:
    """Return the goals after conversion to plain forms and back."""
    return [mk.goals.goal_from_dict(goal.to_dict()) for goal in goals]


def goal_names(solver: Any) -> list[str]:
    return list(solver.problem.goals)


def loss_values(a_loss: Any, x: np.ndarray) -> Values:
    return {"all": a_loss(x), "one": np.float64(a_loss(float(x[3])))}


def problem_values(
    robot: Any, goals: Sequence[Any], q: np.ndarray, joints: Sequence[str] | None = None
) -> Values:
    """Return all functions of a problem at configurations (n, dof), and some of them at a single one."""
    problem = mk.Problem(robot, goals, joints=joints)
    errors = [value for by_name in problem.errors(q).values() for value in by_name.values()]
    return {
        "plain": [_hash(goal) for goal in goals if not isinstance(goal, mk.Custom)],
        "active": list(problem.active_variables),
        "cost": problem.cost(q),
        "gradient": problem.gradient(q),
        "residuals": problem.residuals(q),
        "jacobian": problem.jacobian(q),
        "errors": np.array(errors),
        "accepts": [bool(accepted) for accepted in problem.accepts(q)],
        "rms": problem.rms(q),
        "cost of one": np.float64(problem.cost(q[-1])),
        "residuals of one": problem.residuals(q[-1]),
        "jacobian of one": problem.jacobian(q[-1]),
    }


def _hash(goal: Any) -> str:
    plain = goal.to_dict()
    for name, form in FORMS.items():
        if plain.get("form") == form:
            plain["form"] = name
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]
