"""Contact sheets show the right individuals, all from the same camera."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.plot.picture import render, render_all
from memetik.plot.populations import best_over_time, by_rank, configurations
from tests.plot.toy_evolution import toy_evolution

ROBOT = mk.Robot.load("ur5")
EVOLUTION = replace(toy_evolution(variables=3), names=ROBOT.variable_names[2:5])
QUICK: dict[str, Any] = {"samples": 1, "columns": 12, "aspect": 2.0}


def test_ranks_are_of_one_generation_best_first() -> None:
    for generation, meant in ((3, 3), (-1, EVOLUTION.count - 1)):
        rows = by_rank(EVOLUTION, generation)
        assert (EVOLUTION.generation[rows] == meant).all()
        assert (np.diff(EVOLUTION.fitness[rows]) >= 0).all()
        assert len(rows) == 20


@pytest.mark.parametrize("count", [1, 2, 5, 12, 99])
def test_over_time_the_best_of_generations_evenly_spread(count: int) -> None:
    rows = best_over_time(EVOLUTION, count)
    generations = EVOLUTION.generation[rows]
    assert len(rows) == min(count, EVOLUTION.count)
    np.testing.assert_allclose(EVOLUTION.fitness[rows], EVOLUTION.best[generations])
    if count > 1:
        assert generations[0] == 0
        assert generations[-1] == EVOLUTION.count - 1
        assert np.ptp(np.diff(generations)) <= 1


def test_genotypes_become_configurations() -> None:
    base = np.linspace(0.1, 0.6, 6)
    q = configurations(ROBOT, EVOLUTION, np.array([4, 7]), base)
    np.testing.assert_array_equal(q[:, 2:5], EVOLUTION.q[[4, 7]])
    np.testing.assert_array_equal(q[:, [0, 1, 5]], [base[[0, 1, 5]]] * 2)


def test_sheets_are_labelled() -> None:
    over_time = mk.plot.population(ROBOT, EVOLUTION, count=3, title="Toy", **QUICK).figure
    assert [str(axes.get_label()) for axes in over_time.axes] == [
        "generation 0",
        "generation 6",
        "generation 11",
    ]
    second = mk.plot.population(ROBOT, EVOLUTION, count=2, generation=-1, first=2, **QUICK).figure
    assert [str(axes.get_label()) for axes in second.axes] == [r"$\Psi_{2}$", r"$\Psi_{3}$"]
    fitness = EVOLUTION.fitness[by_rank(EVOLUTION, -1)]
    assert second.axes[0].texts[1].get_text() == f"{fitness[1]:.2g}"
    elite, other = (axes.texts[0].get_color() for axes in second.axes)
    assert elite != other  # of the two elites the second, and the best of the others


def test_a_posture_alone_looks_as_it_does_among_equals() -> None:
    q = ROBOT.neutral
    alone = render(ROBOT, q, size=(48, 36), samples=4)
    for picture in render_all(ROBOT, [q, q], size=(48, 36), samples=4):
        np.testing.assert_array_equal(picture, alone)
    assert render_all(ROBOT, []) == []


def test_all_are_seen_from_the_same_place() -> None:
    """The base does not move from picture to picture, though the arm does."""
    builder = mk.RobotBuilder("arm")
    builder.link("base", shapes=[mk.collision.Box((0.3, 0.3, 0.3)).at((0, 0, -0.15), color="#d01010")])
    builder.link("rod", shapes=[mk.collision.Capsule.between((0, 0, 0), (0, 0, 1), 0.05, color="#1010d0")])
    builder.revolute("shoulder", "base", "rod", axis=(0, 1, 0), lower=-3, upper=3)
    robot = builder.build()
    pictures = render_all(robot, [[1.4], [-1.4], [0.0]], size=(96, 72), samples=16, view=(-np.pi / 2, 0.1))
    corners = []
    for picture in pictures:
        colors = picture.astype(int)
        red = np.argwhere(colors[..., 0] - colors[..., 1:].max(axis=2) > 60)
        corners.append([red[:, 0].max(), red[:, 1].min(), red[:, 1].max()])
    assert np.ptp(corners, axis=0).max() <= 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0}, "count: expected"),
        ({"columns": 0}, "columns: expected"),
        ({"aspect": 0.0}, "aspect: expected"),
        ({"size": (10, 10)}, "size: cannot be given"),
        ({"generation": 12}, "no generation 12; generations are 0 to 11"),
        ({"generation": -13}, "no generation -13; generations are 0 to 11"),
        ({"generation": 0, "first": 21}, "expected a rank from 1 to 20 in generation 0, got 21"),
        ({"base": [0.0]}, "configuration"),
    ],
)
def test_refuses_nonsense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        mk.plot.population(ROBOT, EVOLUTION, **options)


def test_the_robot_has_to_be_the_one_that_evolved() -> None:
    with pytest.raises(mk.UnknownNameError, match="no variable 'elbow_joint'"):
        mk.plot.population(mk.Robot.load("panda"), EVOLUTION)
