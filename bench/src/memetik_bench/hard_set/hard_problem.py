"""Loads the frozen problems."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from memetik import Goal, KeepClear, Problem, UnknownNameError
from memetik.transforms import Array

from .classes import CLASSES
from .plain import goal_from_plain
from .robot_source import build_robot

Split: TypeAlias = Literal["tuning", "held out"]
SPLITS: tuple[Split, ...] = ("tuning", "held out")
"""Problems for tuning methods, and problems that only evaluate them."""

PROBLEMS = Path(__file__).parent / "problems"
"""The folder with the frozen files, one per class."""


@dataclass(frozen=True, eq=False)
class HardProblem:
    """One problem: solve ``problem`` from ``start`` in at most ``budget`` evaluations.

    ``kind`` is a subdivision of the class. ``witness`` (dof,) is a configuration that meets all goals, or
    None if the goals contradict each other.
    """

    name: str
    class_name: str
    kind: str
    split: Split
    problem: Problem
    start: Array
    random_seed: int
    budget: int
    witness: Array | None

    @property
    def feasible(self) -> bool:
        """Whether all goals can be met."""
        return self.witness is not None

    @classmethod
    def from_record(cls, class_name: str, record: Mapping[str, Any]) -> HardProblem:
        """Return the problem of a record, one line of the file."""
        witness = record["witness"]
        goals = [_with_frozen_priority(goal_from_plain(goal)) for goal in record["goals"]]
        return cls(
            name=record["name"],
            class_name=class_name,
            kind=record["kind"],
            split=record["split"],
            problem=Problem(build_robot(record["robot"]), goals),
            start=np.array(record["start"]),
            random_seed=record["random_seed"],
            budget=record["budget"],
            witness=None if witness is None else np.array(witness),
        )


@functools.cache
def load(class_name: str, split: Split | None = None) -> tuple[HardProblem, ...]:
    """Return the frozen problems of a class: those of a split, or all.

    >>> len(load("mazes", "held out"))
    20
    """
    if class_name not in CLASSES:
        raise UnknownNameError("class of problems", class_name, CLASSES)
    if split is not None and split not in SPLITS:
        raise UnknownNameError("split", split, SPLITS)
    lines = (PROBLEMS / f"{class_name}.jsonl").read_text().splitlines()
    records = (json.loads(line) for line in lines)
    return tuple(
        HardProblem.from_record(class_name, record)
        for record in records
        if split is None or record["split"] == split
    )


def _with_frozen_priority(goal: Goal) -> Goal:
    """Return the goal as it was when the set was frozen: clearance was primary by default."""
    return replace(goal, priority="primary") if isinstance(goal, KeepClear) else goal
