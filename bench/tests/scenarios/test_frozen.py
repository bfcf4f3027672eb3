"""Targets and certificates have not changed since they were frozen, and the certificates are correct."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import memetik_bench.scenarios
from memetik_bench.scenarios import OK, SCENARIOS, Scenario, Verifier
from memetik_bench.scenarios.frozen import DATA, poses_of, read_hashes, read_samples, rows_of
from memetik_bench.scenarios.generate import COUNT, candidates
from memetik_bench.scenarios.unreachable import provably_unreachable

PACKAGE = Path(memetik_bench.scenarios.__file__).parent
EVERY = 10
"""Certificates that are verified here; ``memetik bench scenarios verify`` verifies all."""

each = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda item: item.name)


@each
def test_there_are_as_many_certificates_as_targets(scenario: Scenario) -> None:
    assert scenario.targets.shape == (COUNT, 4, 4)
    assert scenario.certificates.shape == (COUNT, scenario.load_robot().dof)


@each
def test_certificates_are_correct(scenario: Scenario) -> None:
    verdicts = Verifier(scenario).check_batch(scenario.targets[::EVERY], scenario.certificates[::EVERY])
    assert set(verdicts) == {OK}


@each
def test_the_content_is_that_which_was_frozen(scenario: Scenario) -> None:
    assert scenario.content_hash == read_hashes()[scenario.name]


@each
def test_the_source_gives_the_same_targets_again(scenario: Scenario) -> None:
    samples = read_samples(scenario.name)[:100]
    drawn = candidates(scenario, int(samples[-1]) + 1)
    np.testing.assert_allclose(drawn[samples], scenario.targets[:100], atol=1e-9)


def test_candidates_on_surfaces_are_replaced_only_if_they_are_unreachable() -> None:
    for name in ("Table", "SmallTable", "TableObjects", "Shelf", "Barrel", "HydrogenTank"):
        samples = read_samples(name)
        drawn = candidates(SCENARIOS[name], int(samples[-1]) + 1)
        left_out = np.setdiff1d(np.arange(len(drawn)), samples)
        assert provably_unreachable(SCENARIOS[name], drawn[left_out]).all()
        assert not provably_unreachable(SCENARIOS[name], drawn[samples]).any()


def test_files_are_small() -> None:
    assert all(path.stat().st_size < 300_000 for path in DATA.rglob("*.npz"))


def test_nothing_but_users_imports_the_hints() -> None:
    """So a run without a hint cannot have one."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert "hints" not in (node.module or "").split("."), path


def test_poses_survive_storage() -> None:
    poses = SCENARIOS["Random"].targets[:20]
    np.testing.assert_allclose(poses_of(rows_of(poses)), poses, atol=1e-11)
