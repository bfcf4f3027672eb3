"""The problems have not changed since they were frozen, so they cannot be tuned to the methods."""

from __future__ import annotations

import hashlib
import json

import pytest

from memetik_bench.hard_set import generate
from memetik_bench.hard_set.classes import CLASSES
from memetik_bench.hard_set.hard_problem import PROBLEMS

SHA256 = {
    "tradeoffs": "d8ab9dea4d45d10da2d59af274b4103412bb19ad0724f06dd7532e8db693055a",
    "discontinuous": "da08c95f632c4caacbdce21239d5e98ceced419a79db44aac5f387f5ca4abe7f",
    "black_box": "bc14c62d8bfd10bb4aff79084f5416353843f83ed3e18054dbb7e5bbfe65cce0",
    "narrow": "d088ba3b6077dc2a47f1064ef717de418474551de561ef958483e5cdfe4493ec",
    "many_tips": "944e767b3161888610322c2b4c1f447266f39eaefca349a84afedfb7ae8c4a92",
    "mazes": "dd824f3a229f728a8cf5cca7f8586c49e71a38dfdd0d4f4a38ee78c771cacd20",
}


def test_every_class_is_frozen() -> None:
    assert list(SHA256) == list(CLASSES)
    assert {path.name for path in PROBLEMS.iterdir()} == {f"{name}.jsonl" for name in CLASSES}


@pytest.mark.parametrize("name", CLASSES)
def test_no_byte_has_changed(name: str) -> None:
    assert hashlib.sha256((PROBLEMS / f"{name}.jsonl").read_bytes()).hexdigest() == SHA256[name]


@pytest.mark.parametrize("name", CLASSES)
def test_the_generator_makes_the_same_again(name: str) -> None:
    made, frozen = generate.text(name), (PROBLEMS / f"{name}.jsonl").read_text()
    assert [json.loads(line) for line in made.splitlines()] == [
        json.loads(line) for line in frozen.splitlines()
    ]


def test_the_set_is_small_enough_to_be_installed() -> None:
    assert sum(path.stat().st_size for path in PROBLEMS.iterdir()) < 1_000_000
