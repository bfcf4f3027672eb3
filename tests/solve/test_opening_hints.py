"""Solvers find the openings of vessels among the obstacles and use them as hints."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Revolution, SphereRobot
from memetik.collision.kept_openings import openings_of

ROBOT = mk.Robot.load("ur10e_elise")
INSIDE = [(0.02, 0), (0.045, 0.04), (0.045, 0.5), (0, 0.5)]  # (radius, height) along the wall [m]
OUTSIDE = [(0, 0.52), (0.08, 0.52), (0.08, 0.04), (0.03, 0)]
BOTTLE = Revolution(INSIDE + OUTSIDE)
CUP = Revolution([(0, 0), (0.1, 0), (0.1, 0.15), (0.09, 0.15), (0.09, 0.01), (0, 0.01)])
LYING = mk.transform((0, 1, 0.5), rpy=(-np.pi / 2, 0, 0))
GEOMETRY = SphereRobot.fit(ROBOT, tolerance={"endo_*": 0.002, "*": 0.04})


def view(angle: float) -> np.ndarray:
    """A pose beside the axis of the bottle that looks at its wall."""
    direction = np.array((np.sin(angle), 0, np.cos(angle)))
    pose = np.eye(4)
    pose[:3, :3] = np.column_stack([(0, 1, 0), np.cross(direction, (0, 1, 0)), direction])
    pose[:3, 3] = (0, 1.3, 0.5) + 0.03 * direction
    return pose


VIEW = view(0.4)


def world_with(shape: object = BOTTLE, at: object = LYING) -> mk.World:
    world = mk.World()
    world.add("vessel", shape, at=at)
    return world


def solver_in(world: mk.World, **options: object) -> mk.Solver:
    look = mk.Pose("endo_tool", free="rz", name="look")
    clear = mk.KeepClear(GEOMETRY, world, margin=0.0005, name="clear")
    return mk.Solver(ROBOT, [look, clear], **options)  # type: ignore[arg-type]


def hints_of(solver: mk.Solver) -> list[str]:
    return [name for name, goal in solver.problem.goals.items() if goal.priority == "hint"]


def test_the_opening_of_a_vessel_becomes_a_hint_of_the_thin_links() -> None:
    solver = solver_in(world_with())
    (name,) = hints_of(solver)
    assert name == "through vessel"
    hint = solver.problem.goals[name]
    assert isinstance(hint, mk.PassThrough)
    np.testing.assert_allclose(hint.target, (0, 1, 0.5), atol=1e-3)
    assert hint.links[0] == "endo_base_link"
    assert hint.links[-1] == "endo_tool"
    assert hint.offsets[0][2] > 0.2, "the drive box is too thick for the opening"
    assert 0.008 < hint.radius < 0.02


def test_with_it_targets_inside_take_fewer_evaluations() -> None:
    found = solver_in(world_with()).solve(targets={"look": VIEW})
    angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    views = np.array([view(angle) for angle in angles])
    spent = {}
    for hints in ("auto", "given"):
        batch = solver_in(world_with(), hints=hints).solve_batch({"look": views})
        assert batch.success.all()
        assert (batch.clearance > 0).all()
        spent[hints] = batch.evaluations.sum()
    assert found.success
    assert spent["auto"] < 0.5 * spent["given"]


def test_targets_outside_are_solved_as_without() -> None:
    outside = ROBOT.fk(ROBOT.random(10, rng=1), "endo_tool")
    for pose in outside[outside[:, 1, 3] < 0.9]:
        with_hint, without = (
            solver_in(world_with(), hints=hints).solve(targets={"look": pose}) for hints in ("auto", "given")
        )
        assert with_hint.stage != "hints"
        assert with_hint.success == without.success


@pytest.mark.parametrize(
    ("shape", "at"),
    [(Box((0.2, 0.2, 0.2)), (0, 1, 0.5)), (CUP, (0, 0.8, 0))],
    ids=["a box", "a wide cup"],
)
def test_obstacles_without_a_narrow_opening_are_no_vessels(shape: object, at: object) -> None:
    assert hints_of(solver_in(world_with(shape, at))) == []


def test_own_hints_take_their_place() -> None:
    own = mk.PassThrough(("endo_base_link", "endo_tool"), (0, 1, 0.5), priority="hint", name="own")
    solver = solver_in(world_with()).with_goals(own)
    assert hints_of(solver) == ["own"]
    assert hints_of(solver.with_goals(remove="own")) == ["through vessel"]


def test_they_follow_the_world() -> None:
    world = world_with(at=(3, 3, 3))
    solver = solver_in(world)
    world["vessel"].move(LYING)
    moved = solver.solve(targets={"look": VIEW})
    assert moved.success
    world["vessel"].remove()
    assert solver.solve(targets={"look": VIEW}).success
    assert hints_of(solver) == []
    world.add("bottle", BOTTLE, at=LYING)
    assert solver.solve(targets={"look": VIEW}).success
    assert hints_of(solver) == ["through bottle"]


def test_solvers_and_solutions_survive_pickle() -> None:
    solver = solver_in(world_with())
    solution = solver.solve(targets={"look": VIEW})
    again = pickle.loads(pickle.dumps(solver))
    assert hints_of(again) == hints_of(solver)
    np.testing.assert_array_equal(again.solve(targets={"look": VIEW}).q, solution.q)
    assert pickle.loads(pickle.dumps(solution)).errors == solution.errors


def test_openings_are_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMETIK_CACHE", str(tmp_path))
    openings_of.cache_clear()
    (first,) = openings_of(BOTTLE)
    openings_of.cache_clear()
    monkeypatch.setattr("memetik.collision.kept_openings.find_openings", None)
    (kept,) = openings_of(BOTTLE)
    np.testing.assert_array_equal(kept.center, first.center)
    assert (kept.radius, kept.depth, kept.volume) == (first.radius, first.depth, first.volume)
    openings_of.cache_clear()


def test_unknown_words_are_refused() -> None:
    with pytest.raises(mk.UnknownNameError, match="hints: expected 'auto' or 'given', got 'none'"):
        solver_in(world_with(), hints="none")
