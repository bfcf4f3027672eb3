"""Optimisers of SciPy and NLopt: solutions, exceptions of goals, and failures of the optimiser."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import memetik as mk
from memetik.methods import nlopt_bridge, scipy_bridge

ALL = tuple(name for name in mk.methods.names() if name.startswith(("scipy:", "nlopt:")))
TARGET = mk.Position("tool0", (0.4, 0.1, 0.3))
OUT_OF_REACH = mk.Position("tool0", (5.0, 0.0, 0.0))


class TroubleError(Exception):
    pass


@pytest.mark.parametrize("method", [*ALL, "relaxed", "hqp"])
@pytest.mark.parametrize("kind", [TroubleError, KeyboardInterrupt])
def test_what_a_goal_raises_surfaces_as_it_is(method: str, kind: type[BaseException]) -> None:
    calls = 0

    def height(poses: np.ndarray, q: np.ndarray) -> np.ndarray:
        nonlocal calls
        calls += 1
        if calls > 40:
            raise kind("here")
        return poses[:, 0, 2, 3:] - 5.0

    goal = mk.Custom(height, rows=1, links="tool0", name="height")
    with pytest.raises(kind, match="here"):
        mk.Solver("ur5", goal, method=method).solve()


@pytest.mark.parametrize("method", ALL)
def test_a_budget_is_used_up_and_kept(method: str) -> None:
    solution = mk.Solver("ur5", OUT_OF_REACH, method=method).solve(max_evaluations=40)
    assert not solution.success
    assert solution.evaluations == 40


@pytest.mark.parametrize("method", ALL)
def test_what_is_not_a_number_is_only_bad(method: str) -> None:
    def height(poses: np.ndarray, q: np.ndarray) -> np.ndarray:
        z = poses[:, 0, 2, 3:]
        return np.where(z > 0.1, np.nan, z - 0.2)

    goal = mk.Custom(height, rows=1, links="tool0", name="height")
    robot = mk.Robot.load("ur5")
    solution = mk.Solver(robot, goal, method=method).solve(max_evaluations=60)
    assert robot.within_limits(solution.q)


@pytest.mark.parametrize("method", ["scipy:BFGS", "scipy:trust-constr", "nlopt:GN_ESCH", "nlopt:LD_VAR1"])
def test_unlimited_joints(method: str) -> None:
    builder = mk.RobotBuilder("slide")
    builder.prismatic("x", "base", "tip", axis=(1, 0, 0), lower=-np.inf, upper=np.inf)
    robot = builder.build()
    solution = mk.solve(robot, mk.Position("tip", (0.3, 0.0, 0.0)), method=method, max_evaluations=1000)
    assert solution.errors["tip"]["position"] < 0.05


@pytest.mark.parametrize("method", ["scipy:SLSQP", "nlopt:LN_BOBYQA"])
def test_locked_joints_are_no_variables(method: str) -> None:
    robot = mk.Robot.load("ur5")
    locked = dict.fromkeys(robot.joint_names[:5], 0)
    solution = mk.Solver(robot, TARGET, method=method).solve(max_change=locked, max_evaluations=50)
    assert (solution.q[:5] == robot.neutral[:5]).all()


@pytest.mark.parametrize(
    ("method", "package"), [("scipy:BFGS", "scipy.optimize"), ("nlopt:LD_SLSQP", "nlopt"), ("hqp", "daqp")]
)
def test_a_package_that_lacks_is_told_when_a_solver_is_made(
    method: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(mk.MissingDependencyError, match=r"pip install 'scipy"):
        mk.Solver("ur5", TARGET, method=method)


def test_cobyqa_came_with_scipy_1_14(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scipy.__version__", "1.13.1")
    mk.Solver("ur5", TARGET, method="scipy:COBYLA")
    with pytest.raises(mk.errors.MethodError, match=r"1\.13\.1 is installed"):
        mk.Solver("ur5", TARGET, method="scipy:COBYQA")


def test_an_algorithm_of_another_nlopt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("nlopt.GN_ESCH")
    with pytest.raises(mk.errors.MethodError, match="not part of the installed NLopt"):
        mk.Solver("ur5", TARGET, method="nlopt:GN_ESCH")


@pytest.mark.parametrize("name", ["scipy:trust-ncg", "nlopt:GN_AGS", "nlopt:", "scipy"])
def test_what_is_left_out_is_unknown(name: str) -> None:
    with pytest.raises(mk.UnknownNameError, match="methods are"):
        mk.methods.find(name)


@pytest.mark.parametrize("kind", [mk.methods.SciPy, mk.methods.NLopt])
def test_options_are_checked(kind: type[mk.methods.SciPy]) -> None:
    for options in ({"algorithm": "bfgs"}, {"restarts": 1}, {"tolerance": -1.0}):
        with pytest.raises(mk.MemetikError):
            kind(**options)


def test_without_restarts_there_is_one_start() -> None:
    for method in (mk.methods.SciPy(restarts=False), mk.methods.NLopt(restarts=False)):
        assert mk.solve("ur5", OUT_OF_REACH, method=method).starts == 1


def test_algorithms_are_all_that_is_sensible() -> None:
    """Every algorithm of the libraries is offered or excluded explicitly."""
    import nlopt

    left_out = ("AUGLAG", "AGS", "NEWUOA", "ORIG_DIRECT", "NOSCAL", "NOCEDAL")
    theirs = [name for name in dir(nlopt) if name[:3] in ("GN_", "GD_", "LN_", "LD_")]
    ours = [name for name in theirs if not any(word in name for word in left_out)]
    assert sorted(nlopt_bridge.ALGORITHMS) == sorted(ours)
    assert set(scipy_bridge.WITHOUT_BOUNDS) < set(scipy_bridge.ALGORITHMS)
