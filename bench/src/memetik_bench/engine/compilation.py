"""The time to construct robots, problems and solvers: how it grows with the number of joints."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Sequence

import memetik as mk

from .case import Case, Measurement, OnProgress, Row, Run

_COUNT = 20
_DOFS = (7, 35, 120, 1000)
_TIPS = 10
"""How many of a tree's tips have goals."""


def chain(dof: int) -> mk.Robot:
    """Return a chain of ``dof`` joints that turn alternately about z and y."""
    return _robot(dof, lambda joint: joint)


def tree(dof: int) -> mk.Robot:
    """Return a tree of ``dof`` joints, in which two joints follow each."""
    return _robot(dof, lambda joint: (joint + 1) // 2)


SHAPES = {"chain": chain, "tree": tree}


def measure_compilation(shape: str, dof: int, run: Run, on_progress: OnProgress) -> Row:
    """Measure the shortest times [ms] to build a robot, and to construct a problem and a solver.

    The goals are the poses of the tip of a chain, or of ten tips of a tree. The time of a solver includes
    that of its problem.
    """
    count, build = run.settings.count(_COUNT), SHAPES[shape]
    robot = build(dof)
    goals = goals_of(robot)
    times: dict[str, list[float]] = {"robot": [], "problem": [], "solver": []}
    for _ in range(count):
        times["robot"].append(_milliseconds(lambda: build(dof)))
        times["problem"].append(_milliseconds(lambda: mk.Problem(robot, goals)))
        times["solver"].append(_milliseconds(lambda: mk.Solver(robot, goals)))
        on_progress(1)
    return {"count": count, "dof": dof, **{f"{name}_ms": min(own) for name, own in times.items()}}


def goals_of(robot: mk.Robot) -> tuple[mk.Goal, ...]:
    """Return the poses of the tip of a chain, or of ten tips of a tree, at the neutral configuration."""
    tips = robot.tips[:: max(1, len(robot.tips) // _TIPS)][:_TIPS]
    return tuple(mk.Pose(tip, robot.fk(robot.neutral, tip)) for tip in tips)


def _robot(dof: int, parent: Callable[[int], int]) -> mk.Robot:
    builder = mk.RobotBuilder(f"{dof} joints")
    for joint in range(dof):
        axis = (0, 1, 0) if joint % 2 else (0, 0, 1)
        names = f"joint{joint}", f"link{parent(joint)}", f"link{joint + 1}"
        builder.revolute(*names, xyz=(1 / dof, 0, 0), axis=axis, lower=-2, upper=2)
    return builder.build()


def _milliseconds(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return 1e3 * (time.perf_counter() - begin)


def _measurements(run: Run) -> Iterator[Measurement]:
    for shape in SHAPES:
        for dof in _DOFS:
            measure = functools.partial(measure_compilation, shape, dof, run)
            yield Measurement({"case": f"{shape} of {dof} joints"}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    parts = f"its problem {row['problem_ms']:.2f}, the robot {row['robot_ms']:.1f}"
    return f"{row['solver_ms']:.2f} ms ({parts})"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["solver_ms"] <= (1.0 if row["dof"] <= 120 else 50.0))


COMPILATION = Case(
    "compilation",
    "Construction of a solver",
    "≤ 1 ms at up to 120 joints, ≤ 50 ms at 1000",
    _measurements,
    _outcome,
    _met,
)
