"""Options of solvers and queries: validity, changes, history, weights, joints, traces, evolution, threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from tests.recorder import adapter
from tests.recorder.adapter import Values
from tests.recorder.case import Case
from tests.recorder.cases.solves import LADDER, move_away
from tests.recorder.goals import make
from tests.recorder.scenes import scene
from tests.recorder.situation import Situation

ROBOTS = ("ur5", "panda", "every_joint", "pr2")
EVOLUTIONS: tuple[dict[str, Any], ...] = (
    {"islands": 1},
    {"islands": 2, "species": 2},
    {"species": 8, "children": 4},
    {"exploitation": "lbfgsb"},
    {"exploitation": "none"},
)
TRACED = (
    "auto",
    "restarts",
    "memetic",
    "bioik",
    "bioik2",
    "hgsa",
    "pickik",
    "swarm",
    "de",
    "pso",
    "ga",
    "trac",
)
OTHERS = (
    "bioik",
    "bioik2",
    "hgsa",
    "pickik",
    "trac",
    "newton",
    "jacobian",
    "lbfgsb",
    "gd_c",
    "swarm",
    "de",
    "pso",
    "ga",
    "hqp",
)


def cases() -> Iterator[Case]:
    for method in LADDER:
        for name in ROBOTS:
            for option, compute in _OPTIONS.items():
                for seed in range(2):
                    run = partial(_with_situation, compute, method, name, seed)
                    yield Case(f"option/{option}/{method}/{name}/seed{seed}", run)
            for options in EVOLUTIONS if method != "restarts" else ():
                told = ",".join(f"{option}={value}" for option, value in options.items())
                for threads in (1, 2):
                    tag = f"option/evolution,{told}/{method}/{name}/threads{threads}"
                    yield Case(tag, partial(_evolution, method, name, options, threads))
    for method in TRACED:
        for name in ("panda", "every_joint"):
            for variant in ("reachable", "far"):
                for threads in (1, 2):
                    tag = f"option/trace/{method}/{name}/{variant}/threads{threads}"
                    yield Case(tag, partial(_trace, method, name, variant, threads))
    for method in OTHERS:
        for option in ("valid", "valid_near_start", "valid_never", "max_change", "locked"):
            run = partial(_with_situation, _OPTIONS[option], method, "panda", 0)
            yield Case(f"option/{option}/{method}/panda/seed0", run)
        for name in ("panda", "every_joint"):
            run = partial(_with_situation, _valid_wide, method, name, 0)
            yield Case(f"option/valid_wide/{method}/{name}/seed0", run)


def _with_situation(compute: Callable[[Any, Situation], Values], method: str, name: str, seed: int) -> Values:
    return compute(method, Situation(scene(name), seed))


def _pose_solver(method: Any, t: Situation, **options: Any) -> Any:
    return adapter.solver(t.scene.robot, make("pose", t), method=method, **options)


def _first_joint_positive(t: Situation) -> Callable[[np.ndarray], bool]:
    place = adapter.variable_names(t.scene.robot).index(t.scene.joints[0])
    return lambda q: bool(q[place] * t.q[place] > 0)


def _valid(method: Any, t: Situation, after_rejection: str = "anywhere") -> Values:
    solver = _pose_solver(method, t, valid=_first_joint_positive(t), after_rejection=after_rejection)
    return adapter.solve(solver, t.start, seed=t.seed)


def _valid_never(method: Any, t: Situation) -> Values:
    return adapter.solve(_pose_solver(method, t, valid=lambda q: False, max_evaluations=500), seed=t.seed)


def _valid_wide(method: Any, t: Situation) -> Values:
    """Use wide tolerances, so that slow methods find solutions, too, which the validity check rejects."""
    valid, goals = _first_joint_positive(t), make("pose_wide", t)
    solver = adapter.solver(t.scene.robot, goals, method=method, valid=valid, max_evaluations=6000)
    return adapter.solve(solver, t.start, seed=t.seed)


def _valid_best(method: Any, t: Situation) -> Values:
    solver = _pose_solver(method, t, valid=_first_joint_positive(t), prefer="best")
    return adapter.solve(solver, seed=t.seed)


def _valid_all(method: Any, t: Situation) -> Values:
    return adapter.solve_all(_pose_solver(method, t, valid=_first_joint_positive(t)), seed=t.seed)


def _valid_batch(method: Any, t: Situation) -> Values:
    targets = adapter.fk(t.scene.robot, t.starts, t.scene.tip)
    return adapter.solve_batch(_pose_solver(method, t, valid=_first_joint_positive(t)), targets, seed=t.seed)


def _max_change(method: Any, t: Situation, change: Any = 0.1) -> Values:
    return adapter.solve(_pose_solver(method, t), t.near, seed=t.seed, max_change=change)


def _max_change_by_joint(method: Any, t: Situation) -> Values:
    return _max_change(method, t, {t.scene.joints[0]: 0.02, t.scene.joints[1]: 0.5})


def _locked(method: Any, t: Situation) -> Values:
    return _max_change(method, t, {t.scene.joints[0]: 0.0})


def _locked_and_changed(method: Any, t: Situation) -> Values:
    change = dict.fromkeys(adapter.joint_names(t.scene.robot), 0.2)
    return _max_change(method, t, {**change, t.scene.joints[0]: 0.0, t.scene.joints[1]: 0.0})


def _nothing_moves(method: Any, t: Situation) -> Values:
    return _max_change(method, t, 0.0)


def _history(method: Any, t: Situation, order: str) -> Values:
    """Solve with a history of three configurations at 50 Hz."""
    past = np.array([adapter.clip(t.scene.robot, t.near + shift) for shift in (-0.02, -0.011, 0.0)])
    solver = adapter.solver(t.scene.robot, make(f"position+{order}", t), method=method)
    return adapter.solve(solver, seed=t.seed, history=past, dt=0.02)


def _weights(method: Any, t: Situation) -> Values:
    solver = adapter.solver(t.scene.robot, make("position+position_of_other", t), method=method)
    return adapter.solve(
        solver, seed=t.seed, weights={"tip": 5.0, "other": 0.1}, targets={"tip": t.tip[:3, 3] + 0.2}
    )


def _joints(method: Any, t: Situation) -> Values:
    solver = adapter.solver(t.scene.robot, make("position", t), method=method, joints=t.scene.joints[:3])
    return adapter.solve(solver, t.near, seed=t.seed)


def _threads(method: Any, t: Situation) -> Values:
    return adapter.solve(_pose_solver(method, t, threads=2), seed=t.seed)


def _outside_start(method: Any, t: Situation) -> Values:
    return adapter.solve(_pose_solver(method, t), 3.0 * t.start, seed=t.seed)


def _again(method: Any, t: Situation) -> Values:
    """Solve repeatedly with one solver: a query must not affect the next."""
    solver = _pose_solver(method, t)
    poses = adapter.fk(t.scene.robot, t.starts, t.scene.tip)
    answers = [adapter.solve(solver, targets=poses[i], seed=i % 2) for i in (0, 1, 2, 0, 3, 4, 0)]
    return adapter.joined(answers)


def _budgets(method: Any, t: Situation) -> Values:
    solver = _pose_solver(method, t)
    return adapter.joined([adapter.solve(solver, seed=t.seed, max_evaluations=n) for n in (1, 10, 100, 3000)])


def _copied(method: Any, t: Situation) -> Values:
    return adapter.solve(adapter.copied(_pose_solver(method, t)), seed=t.seed)


def _copied_solution(method: Any, t: Situation) -> Values:
    return adapter.solve_and_copy(_pose_solver(method, t), seed=t.seed)


def _of_plain_goals(method: Any, t: Situation) -> Values:
    goals = adapter.goals_of_plain_forms(make("pose_all+stay_close_to+keep_clear", t))
    return adapter.solve(adapter.solver(t.scene.robot, goals, method=method), seed=t.seed)


def _once(method: Any, t: Situation) -> Values:
    goals = make("pose+stay_close", t)
    return adapter.solve_once(
        t.scene.robot, goals, seed=t.seed, start=t.start, method=method, max_evaluations=800
    )


def _start_table(method: Any, t: Situation) -> Values:
    """Solve with a start table; an error if the robot is not a serial chain."""
    return adapter.solve(_pose_solver(method, t, start_table=t.scene.tip), seed=t.seed)


_OPTIONS: dict[str, Callable[[Any, Situation], Values]] = {
    "valid": _valid,
    "valid_near_start": partial(_valid, after_rejection="near start"),
    "valid_never": _valid_never,
    "valid_best": _valid_best,
    "valid_all": _valid_all,
    "valid_batch": _valid_batch,
    "max_change": _max_change,
    "max_change_by_joint": _max_change_by_joint,
    "locked": _locked,
    "locked_and_changed": _locked_and_changed,
    "nothing_moves": _nothing_moves,
    "smooth_velocity": partial(_history, order="smooth_velocity"),
    "smooth_acceleration": partial(_history, order="smooth_acceleration"),
    "smooth_jerk": partial(_history, order="smooth_jerk"),
    "smooth_link": partial(_history, order="smooth_link"),
    "weights": _weights,
    "joints": _joints,
    "threads2": _threads,
    "outside_start": _outside_start,
    "again": _again,
    "budgets": _budgets,
    "copied": _copied,
    "copied_solution": _copied_solution,
    "plain_goals": _of_plain_goals,
    "once": _once,
    "start_table": _start_table,
}


def _evolution(method: str, name: str, options: dict[str, Any], threads: int) -> Values:
    t = Situation(scene(name), 5)
    solver = adapter.solver(
        t.scene.robot, make("pose+stay_close", t), method=method, evolution=options, threads=threads
    )
    return adapter.solve(solver, seed=5)


def _trace(method: str, name: str, variant: str, threads: int) -> Values:
    t = Situation(scene(name), 6)
    if variant == "far":
        move_away(t)
    solver = _pose_solver(method, t, threads=threads, max_evaluations=5000 if method == "swarm" else 600)
    return adapter.solve(solver, seed=6, trace=True)
