"""Every experiment measures and compares; a fast method replaces the others."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from memetik import Generations
from memetik_bench.reproduce import EXPERIMENTS, Scale, Session, finder, missing_measurements, run_experiment
from memetik_bench.reproduce.experiments import landscapes
from memetik_bench.reproduce.experiments.generations import generations_needed
from memetik_bench.reproduce.experiments.landscapes import Subject
from memetik_bench.reproduce.experiments.operators import WITHOUT
from memetik_bench.reproduce.grid import GRIDS, grid_targets
from memetik_bench.reproduce.run import open_results
from memetik_bench.reproduce.solver_spec import OwnMethod
from memetik_bench.verify import verify


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace all methods by the ladder, and evolutions by a small fake."""
    monkeypatch.setattr(OwnMethod, "build", lambda self: "auto")
    monkeypatch.setattr(landscapes, "generations_of", made_up_generations)


def made_up_generations(subject: Subject) -> Generations:
    """Three generations of two individuals with one gene."""
    number = np.repeat(np.arange(3, dtype=np.int32), 2)
    return Generations(
        names=("gene",),
        q=np.linspace(0.0, 1.0, 6)[:, None],
        fitness=np.array([6.0, 5.0, 4.0, 3.0, 2.0, 1.0]),
        generation=number,
        island=np.zeros(6, dtype=np.int32),
        parents=np.full((6, 2), -1, dtype=np.int32),
        operator=np.zeros(6, dtype=np.uint8),
        elite=np.zeros(6, dtype=bool),
        wipe_outs=np.zeros((0, 2), dtype=np.int32),
    )


@pytest.mark.usefixtures("stand_ins")
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_one_cell_of_each(name: str, tmp_path: Path) -> None:
    """The comparison finds the measured cell; rivals that are not installed are skipped."""
    experiment = EXPERIMENTS[name]
    every = [each for each in experiment.measurements(Scale(2)) if "(" in str(each.key["who"])]
    first = every[0] if every else next(experiment.measurements(Scale(2)))
    short = dataclasses.replace(experiment, measurements=lambda scale: iter([first]))
    session = Session(open_results(tmp_path / "reproduce.jsonl"), Scale(2))
    run_experiment(short, session, lambda what, total: lambda done: None)
    assert not missing_measurements(short, session) or session.left_out
    compared = experiment.compare(finder(session.results.rows))
    assert all(len(line) == len(compared.head) for line in compared.lines)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_cells_have_keys_of_their_own(name: str) -> None:
    """Different cells have different keys, and cells without a measurement say so."""
    experiment = EXPERIMENTS[name]
    keys = [tuple(sorted(each.key.items())) for each in experiment.measurements(Scale(2))]
    assert len(set(keys)) == len(keys)
    text = str(experiment.compare(lambda key: None).lines)
    assert "not measured" in text
    assert "**" not in text


def test_generations_of_all_queries() -> None:
    row = {"count": 5, "generations": {"1": 2, "7": 1}}
    np.testing.assert_array_equal(generations_needed(row), [1, 1, 7, np.nan, np.nan])


def test_operators_are_left_out_one_by_one() -> None:
    options = [dict(spec.options) for spec in WITHOUT.values()]
    assert [sum(value is False for value in each.values()) for each in options] == [1, 1, 1]


@pytest.mark.parametrize("name", GRIDS)
def test_grids_are_reachable(name: str) -> None:
    """Pinocchio confirms the solutions, and most of the box is reachable."""
    targets = grid_targets(name)
    assert len(targets) > 0.8 * len(GRIDS[name].points())
    checked = verify(targets.robot, targets.link, targets.poses, targets.solutions, tolerance=1e-5)
    assert checked.solved.all()


def test_the_upper_body_moves_alone() -> None:
    queries = landscapes.mannequin_queries(3, 1)
    assert queries.solutions is not None
    assert queries.joints is not None
    assert len(queries.joints) == 25  # spine 6, arms 14, head 5 (D Table 5.1)
    assert queries.met(queries.solutions).all()
    assert not queries.met(queries.starts).any()
