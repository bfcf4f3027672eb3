"""The native core: the processor or ``MEMETIK_SIMD`` selects one of two builds, which agree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik import _core, _cpu
from tests.random_trees import random_configurations, random_robot

ROBOTS = [mk.Robot.load(name) for name in ("ur5", "panda", "pr2", "valkyrie")] + [
    random_robot(seed) for seed in range(20)
]
EVALUATE = """
import json, sys
import numpy as np
import memetik as mk

folder = sys.argv[1]
results = {"simd": mk.simd}
with np.load(f"{folder}/q.npz") as configurations:
    for i, data in enumerate(json.load(open(f"{folder}/robots.json"))):
        robot, q = mk.Robot.from_dict(data), configurations[str(i)]
        results[f"{i} fk"] = np.array(list(robot.fk(q).values()))
        results[f"{i} fk one by one"] = np.array([list(robot.fk(row).values()) for row in q]).swapaxes(0, 1)
        results[f"{i} jacobian"] = robot.jacobian(q, robot.tips[-1])
        results[f"{i} center of mass"] = robot.center_of_mass(q)
        results[f"{i} center of mass jacobian"] = robot.center_of_mass_jacobian(q)
        results[f"{i} manipulability"] = robot.manipulability(q, robot.tips[-1])
        results[f"{i} clip"] = robot.clip(q)
        results[f"{i} difference"] = robot.difference(q, q[::-1])
np.savez(f"{folder}/{mk.simd}.npz", **results)
"""


def run(level: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"MEMETIK_SIMD": level}
    return subprocess.run(
        [sys.executable, "-c", *arguments], env=environment, capture_output=True, text=True, timeout=60
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Robots and configurations for the other processes to evaluate."""
    folder = tmp_path_factory.mktemp("simd")
    (folder / "robots.json").write_text(json.dumps([robot.to_dict() for robot in ROBOTS]))
    rng = np.random.default_rng(5)
    q = {str(i): random_configurations(robot, rng, 7) for i, robot in enumerate(ROBOTS)}
    np.savez(folder / "q.npz", **q)
    return folder


def evaluate(level: str, folder: Path) -> dict[str, np.ndarray]:
    finished = run(level, EVALUATE, str(folder))
    assert finished.returncode == 0, finished.stderr
    with np.load(folder / f"{level}.npz") as results:
        return dict(results)


@pytest.mark.wheel  # a source build has one level
@pytest.mark.skipif(not _cpu.supports_avx2(), reason="this processor has one level only")
def test_both_levels_agree(folder: Path) -> None:
    baseline, avx2 = evaluate("baseline", folder), evaluate("avx2", folder)
    assert (baseline.pop("simd"), avx2.pop("simd")) == ("baseline", "avx2")
    assert baseline.keys() == avx2.keys()
    for name, expected in baseline.items():
        scale = max(1.0, float(np.abs(expected).max()))
        np.testing.assert_allclose(avx2[name], expected, rtol=0, atol=1e-13 * scale, err_msg=name)


def test_the_best_level_is_the_default() -> None:
    finished = run("", "import memetik; print(memetik.simd)")
    assert finished.stdout.strip() == ("avx2" if _cpu.supports_avx2() else "baseline")


@pytest.mark.parametrize(
    ("wanted", "best", "built", "chosen"),
    [
        ("", "avx2", ["baseline", "avx2"], "avx2"),
        ("", "avx2", ["baseline"], "baseline"),
        ("", "baseline", ["baseline", "avx2"], "baseline"),
        ("baseline", "avx2", ["baseline", "avx2"], "baseline"),
    ],
)
def test_the_widest_level_that_is_built_and_runs_is_chosen(
    wanted: str, best: str, built: list[str], chosen: str
) -> None:
    assert _core._choose(wanted, best, built) == chosen


@pytest.mark.parametrize(
    ("wanted", "best", "built", "message"),
    [
        ("avx512", "avx2", ["avx2"], "MEMETIK_SIMD='avx512': the levels are 'baseline' and 'avx2'"),
        ("avx2", "baseline", ["baseline", "avx2"], "this processor has no AVX2 and FMA; use 'baseline'"),
        ("baseline", "avx2", ["avx2"], "level avx2 only; .*SIMD_LEVELS=all' builds all levels"),
        ("", "baseline", ["avx2"], "supports baseline only; .*SIMD_LEVELS=native' builds one that runs here"),
    ],
)
def test_what_cannot_be_imported_is_told_with_the_fix(
    wanted: str, best: str, built: list[str], message: str
) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        _core._choose(wanted, best, built)


def test_an_unknown_level_is_an_error_at_import() -> None:
    finished = run("avx512", "import memetik")
    assert finished.returncode != 0
    assert "MemetikError: MEMETIK_SIMD='avx512': the levels are 'baseline' and 'avx2'" in finished.stderr


def test_python_and_core_agree_on_the_largest_value() -> None:
    from memetik.transforms import MAX_VALUE

    assert _core.max_value == MAX_VALUE
