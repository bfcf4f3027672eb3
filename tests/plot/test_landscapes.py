"""Landscapes show every joint over all generations, and better individuals over worse ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

import memetik as mk
from memetik.plot.landscape_layers import layer
from memetik.plot.landscape_sheet import Sheet
from memetik.solve.generations import Generations
from tests.plot.toy_evolution import toy_evolution

EVOLUTION = toy_evolution(patience=2)
ROW_NAMES = ("individuals", "procreation", "elites")
CHART = mk.plot.landscape(EVOLUTION)


def panels(chart: mk.plot.Chart) -> dict[str, Axes]:
    return {str(axes.get_label()): axes for axes in chart.figure.axes if axes.get_label() != "scale"}


def dots(axes: Axes) -> tuple[Any, Any]:
    """Places and colours of the dots of a panel, in the order they are drawn."""
    drawn = [item for item in axes.collections if len(np.asarray(item.get_offsets())) > 1]
    return np.asarray(drawn[0].get_offsets()), np.asarray(drawn[0].get_facecolors())


def test_the_toy_is_an_evolution() -> None:
    assert len(EVOLUTION.wipe_outs) > 0
    born = EVOLUTION.parents[:, 0] >= 0
    parents = EVOLUTION.parents[born, 0]
    np.testing.assert_array_equal(EVOLUTION.generation[parents] + 1, EVOLUTION.generation[born])
    np.testing.assert_array_equal(EVOLUTION.island[parents], EVOLUTION.island[born])


def test_a_panel_for_every_row_and_variable() -> None:
    assert set(panels(CHART)) == {f"{row}:{name}" for row in ROW_NAMES for name in EVOLUTION.names}
    chosen = mk.plot.landscape(EVOLUTION, rows=["elites"], variables=["q3", "q1"])
    assert list(panels(chosen)) == ["elites:q3", "elites:q1"]
    assert list(panels(mk.plot.landscape(EVOLUTION, rows="elites", variables="q2"))) == ["elites:q2"]


def test_every_individual_is_where_it_was() -> None:
    places, _ = dots(panels(CHART)["individuals:q2"])
    q = EVOLUTION.q[:, 1]
    expected = np.column_stack([EVOLUTION.generation, (q - q.min()) / np.ptp(q)])
    np.testing.assert_allclose(sorted(map(tuple, places)), sorted(map(tuple, expected)), atol=1e-12)


def test_the_better_the_darker_and_the_later() -> None:
    _, colors = dots(panels(CHART)["individuals:q1"])
    brightness = colors[:, :3] @ [0.2126, 0.7152, 0.0722]
    assert (np.diff(brightness) <= 1e-12).all()
    assert brightness[0] > 0.7
    assert brightness[-1] < 0.15


def test_lines_go_from_parents_to_their_children() -> None:
    axes = panels(CHART)["procreation:q1"]
    lines = [np.asarray(line) for line in axes.collections[-1].get_segments()]  # type: ignore[attr-defined]
    pairs = [(p, row) for row, both in enumerate(EVOLUTION.parents) for p in {*both.tolist()} if p >= 0]
    q = EVOLUTION.q[:, 0]
    heights = (q - q.min()) / np.ptp(q)
    expected = [(EVOLUTION.generation[p], heights[p], EVOLUTION.generation[c], heights[c]) for p, c in pairs]
    np.testing.assert_allclose(sorted(tuple(line.ravel()) for line in lines), sorted(expected), atol=1e-12)


def test_the_row_of_elites_shows_them_alone() -> None:
    shown = layer(EVOLUTION, "elites")
    np.testing.assert_array_equal(np.sort(shown.dots), np.flatnonzero(EVOLUTION.elite))
    assert EVOLUTION.elite[shown.parents].all()
    assert EVOLUTION.elite[shown.children].all()


def test_wipe_outs_are_marked_in_every_panel() -> None:
    for axes in panels(CHART).values():
        marks = axes.collections[0].get_segments()  # type: ignore[attr-defined]
        assert sorted(mark[0, 0] for mark in marks) == sorted(set(EVOLUTION.wipe_outs[:, 1] - 0.5))
    calm = replace(EVOLUTION, wipe_outs=np.zeros((0, 2), dtype=np.int32))
    assert len(mk.plot.landscape(calm, variables="q1").figure.legends) == 0
    assert len(CHART.figure.legends) == 1


def test_ranges_are_the_limits_of_the_robot() -> None:
    robot = mk.Robot.load("ur5")
    evolution = replace(EVOLUTION, names=robot.variable_names[:4])
    axes = panels(mk.plot.landscape(evolution, rows=["fitness"], robot=robot))[
        "individuals:shoulder_pan_joint"
    ]
    places, _ = dots(axes)
    inner = np.ptp(EVOLUTION.q[:, 0]) / (4 * np.pi)  # within ±2π
    assert np.ptp(places[:, 1]) == pytest.approx(inner)
    assert {"−6.28 … 6.28 rad", "shoulder_pan_joint"} <= {text.get_text() for text in axes.texts}


def test_many_variables_wrap_into_bands() -> None:
    sheet = Sheet.of(40, 3, None)
    assert (sheet.columns, sheet.bands) == (10, 4)
    places = np.array([sheet.place(variable, row) for variable in range(40) for row in range(3)])
    low, high = places[:, :2], places[:, :2] + places[:, 2:]
    assert (low > 0).all()
    assert (high < 1).all()
    apart = (low[:, None] >= high[None]) | (high[:, None] <= low[None])
    assert (apart.any(axis=2) | np.eye(len(places), dtype=bool)).all()  # no panel covers another
    assert Sheet.of(11, 1, None).columns == 6
    assert Sheet.of(40, 3, 20).bands == 2


def test_of_many_individuals_there_is_a_sample_with_all_elites(tmp_path: Path) -> None:
    evolution = toy_evolution(variables=6, population=150, elites=3, count=100)
    shown = layer(evolution, "fitness")
    assert len(shown.dots) == 6000
    assert set(np.flatnonzero(evolution.elite)) <= set(shown.dots)
    assert len(layer(evolution, "procreation").children) <= 5000
    file = tmp_path / "landscape.svg"
    mk.plot.landscape(evolution).save(file)
    assert file.stat().st_size < 1_000_000


def test_where_elites_are_most_the_others_are_half_of_the_sample() -> None:
    noble = replace(EVOLUTION, elite=np.arange(len(EVOLUTION)) % 4 > 0)
    dots = layer(noble, "fitness", share=20 / 6000).dots
    assert len(set(dots)) == 20
    assert noble.elite[dots].sum() == 10


def test_islands_and_a_single_generation_can_be_drawn() -> None:
    for options in ({"islands": 3}, {"count": 1}, {"population": 1, "elites": 1}):
        evolution = toy_evolution(variables=1, **options)
        assert mk.plot.landscape(evolution)._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("fitness", [0.0, 1e-300, -1.0, np.inf, np.nan])
def test_any_fitness_can_be_drawn(fitness: float) -> None:
    strange = EVOLUTION.fitness.copy()
    strange[::2] = fitness
    for values in (strange, np.full_like(strange, fitness)):
        evolution = replace(EVOLUTION, fitness=values)
        chart = mk.plot.landscape(evolution, variables=["q1"], rows=["fitness"])
        assert chart._repr_png_().startswith(b"\x89PNG")


def test_several_evolutions_are_compared_at_one_scale() -> None:
    longer = toy_evolution(count=20, elites=3)
    chart = mk.plot.landscape({"2 elites": EVOLUTION, "3 elites": longer}, rows=["fitness"], variables="q1")
    one, other = panels(chart)["2 elites:q1"], panels(chart)["3 elites:q1"]
    assert one.get_xlim() == other.get_xlim()
    assert len(dots(one)[0]) == len(EVOLUTION)
    assert len(dots(other)[0]) == len(longer)
    heights = np.concatenate([dots(axes)[0][:, 1] for axes in (one, other)])
    assert (heights.min(), heights.max()) == (0, 1)
    both = mk.plot.landscape({"a": EVOLUTION, "b": longer}, variables=["q1"])
    assert list(panels(both)) == [f"{label}\n{row}:q1" for label in "ab" for row in ROW_NAMES]
    assert len({trace.xaxis for trace in both.interactive.data}) == 6


def test_the_page_has_the_same_panels() -> None:
    page = mk.plot.landscape(EVOLUTION, title="Toy", columns=3).interactive
    assert len({trace.xaxis for trace in page.data}) == 3 * len(EVOLUTION.names)
    assert {text.text for text in page.layout.annotations} == {*EVOLUTION.names}
    marked = [trace for trace in page.data if trace.mode == "markers" and len(trace.x)]
    assert len(marked[0].x) == len(EVOLUTION)
    assert marked[0].marker.color.min() == 0
    assert marked[0].marker.color.max() == 1
    assert len(page.layout.shapes) == 3 * len(EVOLUTION.names) * len(EVOLUTION.wipe_outs)


def empty(evolution: Generations) -> Generations:
    arrays = {name: getattr(evolution, name)[:0] for name in ("q", "fitness", "generation", "island")}
    return replace(evolution, **arrays, parents=evolution.parents[:0], elite=evolution.elite[:0])


@pytest.mark.parametrize(
    ("generations", "options", "message"),
    [
        (None, {}, r"expected the generations of an evolution, .*trace=True.*, got None"),
        (empty(EVOLUTION), {}, "there are no individuals"),
        (EVOLUTION, {"rows": ["fitnes"]}, r"did you mean 'fitness'\?.* fitness, procreation, elites"),
        (EVOLUTION, {"rows": []}, "rows: expected at least one of fitness, procreation, elites"),
        (EVOLUTION, {"variables": ["q9"]}, "no evolving variable 'q9'.* q1, q2, q3, q4"),
        (EVOLUTION, {"variables": []}, "those that evolve are: q1, q2, q3, q4"),
        ({}, {}, "the mapping is empty"),
        ({"a": EVOLUTION, "b": None}, {}, "got None"),
        ({"a": EVOLUTION, "b": toy_evolution(variables=2)}, {}, "different variables: .* and q1, q2"),
        (EVOLUTION, {"columns": 0}, "columns: expected"),
        (EVOLUTION, {"robot": mk.Robot.load("ur5")}, "no variable 'q1'.* shoulder_pan_joint"),
    ],
)
def test_refuses_nonsense(generations: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        mk.plot.landscape(generations, **options)
