"""Python's garbage collector frees functions that refer to their own solver or problem."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Search
from memetik.transforms import Array
from tests.method_cases import FunctionMethod

UR5 = mk.Robot.load("ur5")
TIP = mk.Position("tool0", (0.4, 0.1, 0.3))


class Planner:
    """A user's class whose solver calls its own methods."""

    solver: mk.Solver
    problem: mk.Problem

    def free(self, q: Array) -> bool:
        return bool(np.isfinite(q).all())

    def residuals(self, poses: Array, q: Array) -> Array:
        return q

    def derivatives(self, poses: Array, q: Array) -> Array:
        return np.ones((len(q), 1, 1))

    def search(self, search: Search) -> None:
        search.descend(search.cost, restarts=False)


def valid(planner: Planner) -> None:
    planner.solver = mk.Solver(UR5, TIP, valid=planner.free)


def goal(planner: Planner) -> None:
    planner.solver = mk.Solver(UR5, [TIP, mk.Custom(planner.residuals, joints="elbow_joint", rows=1)])


def derivative(planner: Planner) -> None:
    custom = mk.Custom(
        planner.residuals, joints="elbow_joint", rows=1, derivative=planner.derivatives, name="own"
    )
    planner.solver = mk.Solver(UR5, [TIP, custom])


def method(planner: Planner) -> None:
    planner.solver = mk.Solver(UR5, TIP, method=FunctionMethod(function=planner.search))


def problem(planner: Planner) -> None:
    planner.problem = mk.Problem(UR5, mk.Custom(planner.residuals, joints="elbow_joint", rows=1))


def table(planner: Planner) -> None:
    own = UR5.build_start_table("tool0")
    goals = mk.Pose("tool0", np.eye(4))
    planner.solver = mk.Solver(UR5, goals, start_table=own, valid=planner.free)


def everything(planner: Planner) -> None:
    custom = mk.Custom(planner.residuals, joints="elbow_joint", rows=1)
    planner.solver = mk.Solver(
        UR5, [TIP, custom], valid=planner.free, method=FunctionMethod(function=planner.search)
    )
    planner.problem = planner.solver.problem


HOLDERS = [valid, goal, derivative, method, problem, table, everything]
every_holder = pytest.mark.parametrize("hold", HOLDERS, ids=lambda hold: hold.__name__)


@every_holder
@pytest.mark.parametrize("used", [False, True])
def test_what_refers_back_to_itself_is_freed(hold: Callable[[Planner], None], used: bool) -> None:
    planner = Planner()
    hold(planner)
    if used and hasattr(planner, "solver"):
        planner.solver.solve(max_evaluations=50)
    ends = [weakref.ref(planner), weakref.ref(planner.free.__self__)]
    gc.collect()
    assert all(end() is planner for end in ends)
    del planner
    gc.collect()
    assert all(end() is None for end in ends)


@every_holder
def test_what_is_in_use_survives_a_collection(hold: Callable[[Planner], None]) -> None:
    planner = Planner()
    hold(planner)
    kept: Any = planner.solver if hasattr(planner, "solver") else planner.problem
    del planner
    for _ in range(3):
        gc.collect()
    if isinstance(kept, mk.Solver):
        kept.solve(max_evaluations=50)
    else:
        assert kept.cost(UR5.neutral) == 0


def test_objects_of_the_core_tell_what_they_hold() -> None:
    planner = Planner()
    everything(planner)
    solver = planner.solver
    native = solver._native
    assert gc.is_tracked(native)
    referred = gc.get_referents(native)
    assert any(getattr(held, "args", None) == (planner.free,) for held in referred)
    assert solver.problem._native in referred


LOOP = """
import gc
import resource
import sys

import memetik as mk

robot = mk.Robot.load("ur5")
goal = mk.Position("tool0", (0.4, 0.1, 0.3))


class Planner:
    def __init__(self):
        custom = mk.Custom(self.residuals, joints="elbow_joint", rows=1, priority="secondary")
        self.solver = mk.Solver(robot, [goal, custom], valid=self.free)

    def free(self, q):
        return True

    def residuals(self, poses, q):
        return q


def make(count):
    for i in range(count):
        Planner()
        if i % 50 == 0:
            gc.collect()
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


before = make(500)
print(make(10_000) - before)
"""


def test_ten_thousand_solvers_take_no_more_memory_than_a_few() -> None:
    """Each solver takes about 100 kB until it is collected."""
    done = subprocess.run([sys.executable, "-c", LOOP], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 20_000_000
