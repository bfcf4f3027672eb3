"""Every method: with its defaults and with other options, on several robots, with one thread and two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from tests.recorder import adapter
from tests.recorder.adapter import Values, goal
from tests.recorder.case import Case
from tests.recorder.cases.solves import LADDER, VARIANTS, solved
from tests.recorder.scenes import scene
from tests.recorder.situation import Situation, at

SLOW = {"scipy:COBYLA": 60, "scipy:COBYQA": 60, "scipy:trust-constr": 60}  # evaluations
SMALL_NETWORK = {"hidden": (16,), "steps": 200, "batch": 64}
# name -> options other than the defaults; each is a variant
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "bioik": [
        {"population": 30, "elites": 5},
        {"exploitation": False},
        {"adoption": False, "wipe_outs": False},
        {"random_weights": True},
        {"gradients": "differences"},
        {"gradients": "incremental differences"},
        {"fitness": "mean"},
        {"fitness": "mean", "exploitation": False},
    ],
    "trac": [{"mode": "distance"}, {"mode": "manip1"}, {"mode": "manip2"}],
    "bioik2": [
        {"islands": 2, "species": 3},
        {"population": 4, "children": 8, "elites": 2},
        {"momentum": False, "wipe_outs": False},
        {"random_start": True, "extrapolate": False},
        {"evolution_generations": 4, "optimization_generations": 12},
        {"memetics": "linear"},
        {"memetics": "lbfgs"},
        {"memetics": "none", "mutation": "gene"},
    ],
    "pickik": [{"islands": 2, "population": 8, "elites": 2}, {"descent_step": 1e-3}, {"mode": "local"}],
    "hgsa": [{"islands": 2}, {"population": 8, "elites": 2}, {"fitness": "linear"}],
    "newton": [{"restarts": False}, {"runners": 3}],
    "jacobian": [
        {"restarts": False, "max_step": 0.1},
        {"runners": 2, "damping": 0.05},
        {"stop_at_limits": True},
        {"nullspace_gain": 0.0},
        {"inverse": "transpose"},
        {"inverse": "pinv"},
        {"inverse": "svd-dls"},
    ],
    "lbfgsb": [{"restarts": False}, {"runners": 2, "stop_at_limits": True}],
    "swarm": [{"seeds": 8, "particles": 10}, {"runners": 2, "lbfgs_iterations": 20}],
    "de": [{"population": 20, "factor": 0.7}, {"crossover": 0.5, "runners": 2}],
    "pso": [{"population": 20, "inertia": 0.6}, {"neighbors": 2, "runners": 2}],
    "ga": [{"population": 40, "elites": 4}, {"blend": 0.3, "mutation": 0.2, "runners": 2}],
    "relaxed": [{"ranged": True}, {"width": 0.3, "power": 4}, {"orientation": "adaptive"}],
    "hqp": [{"max_step": 0.2}, {"restarts": False}],
    "ccd": [{"restarts": False}, {"runners": 2}],
    "fabrik": [{"patience": 5}],
    "decoupled": [{"part_evaluations": 50}],
    "scipy:SLSQP": [{"restarts": False}],
    "nlopt:LD_SLSQP": [{"restarts": False, "tolerance": 1e-3}],
}


def cases() -> Iterator[Case]:
    for variant in VARIANTS:
        for goals in ("pose", "position+orientation_free"):
            tag = f"method/of_a_user/panda/{goals}/{variant}/seed0"
            run = partial(solved, adapter.DescentInPython(), "panda", goals, variant, 0, max_evaluations=150)
            yield Case(tag, run)
    for name in adapter.method_names():
        if name.startswith("neural"):
            yield from _of_networks(name)
        elif name == "pivot":
            yield from _of_pivot()
        elif name not in LADDER:
            yield from _of_method(name)


def _of_method(name: str) -> Iterator[Case]:
    budget = SLOW.get(name, 150 if ":" in name else 500)
    goals = "position" if name in ("ccd", "fabrik") else "pose"
    robots = ("panda",) if ":" in name else ("ur5", "panda", "iiwa14", "snake(8)", "pr2")
    seeds = range(1 if ":" in name else 3)
    for robot in robots:
        for variant in VARIANTS:
            for seed in seeds:
                yield _case(name, robot, goals, variant, seed, budget)
        yield _case(name, robot, f"{goals}+stay_close", "reachable", 0, budget)
    if ":" not in name:
        for threads in (1, 2):
            yield _case(
                name, "panda", goals, "reachable", 3, budget, {}, f"threads{threads}", threads=threads
            )
            yield _case(name, "panda", goals, "far", 3, budget, {}, f"threads{threads}", threads=threads)
        for others in (
            "position",
            "orientation+look_at",
            "position+position_of_other",
            "joint_value+on_plane",
        ):
            yield _case(name, "panda", others, "reachable", 4, budget)
            yield _case(name, "every_joint", others, "near", 4, budget)
    for options in OPTIONS.get(name, ()):
        for seed in range(2):
            yield _case(name, "panda", goals, "reachable", seed, budget, options)
        if ":" not in name:
            yield _case(name, "every_joint", goals, "reachable", 0, budget, options)


def _case(
    name: str,
    robot: str,
    goals: str,
    variant: str,
    seed: int,
    budget: int,
    options: Mapping[str, Any] | None = None,
    last: str = "",
    **solver_options: Any,
) -> Case:
    tag = f"method/{name}{_told(options or {})}/{robot}/{goals}/{variant}/{last or f'seed{seed}'}"
    return Case(tag, partial(_solved, name, options, robot, goals, variant, seed, budget, solver_options))


def _solved(
    name: str,
    options: Mapping[str, Any] | None,
    robot: str,
    goals: str,
    variant: str,
    seed: int,
    budget: int,
    solver_options: Mapping[str, Any],
) -> Values:
    method = adapter.method(name, options)
    return solved(method, robot, goals, variant, seed, max_evaluations=budget, **solver_options)


def _of_networks(name: str) -> Iterator[Case]:
    for options in ({}, {"products": True}) if name == "neural" else ({},):
        for seed in range(3):
            yield _case(name, "snake(8)", "position", "reachable", seed, 200, {**SMALL_NETWORK, **options})
        yield _case(name, "ur5", "pose", "near", 0, 200, {**SMALL_NETWORK, **options})


def _of_pivot() -> Iterator[Case]:
    variants: list[tuple[str, dict[str, Any]]] = [
        ("pivot", {}),
        ("pivot", {"projection": "published"}),
        ("pivot", {"evolve": False}),
        ("pivot", {"partner": "hqp"}),
        ("decoupled", {"split": "endo_base_link"}),
        ("hqp", {"levels": (("shaft",), ("tip",))}),
        ("relaxed", {"pass_through_width": 0.05}),
        ("auto", {}),
    ]
    for name, options in variants:
        for seed in range(3):
            tag = f"method/{name}{_told(options)}/ur10e_elise/hole/near/seed{seed}"
            yield Case(tag, partial(_through_a_hole, name, options, seed))


def _told(options: Mapping[str, Any]) -> str:
    return "".join(f",{option}={value}" for option, value in options.items()).replace("/", "")


def _through_a_hole(name: str, options: Mapping[str, Any], seed: int) -> Values:
    """Solve for the shaft of an endoscope through a hole, and its tip at a pose."""
    t = Situation(scene("ur10e_elise"), seed)
    hole = at(adapter.fk(t.scene.robot, t.q, "endo_base_link"), (0.0, 0.0, 0.5))
    goals = [
        goal("Pose", t.scene.tip, t.tip, name="tip"),
        goal("PassThrough", ("endo_base_link", "endo_first_link"), hole, name="shaft"),
    ]
    solver = adapter.solver(t.scene.robot, goals, method=adapter.method(name, options), max_evaluations=300)
    return adapter.solve(solver, t.near, seed=seed)
