"""All experiments by name: those of D, of R, then the comparisons with rivals."""

from __future__ import annotations

from collections.abc import Iterable

from memetik import UnknownNameError

from .experiment import Experiment
from .experiments import (
    bioik2_tables,
    generation_cost,
    generations,
    landscapes,
    long_chains,
    operators,
    parameters,
    rivals,
    serial,
    success_maps,
    valkyrie,
)

_FILES = (
    serial,
    valkyrie,
    parameters,
    operators,
    generation_cost,
    generations,
    long_chains,
    success_maps,
    landscapes,
    rivals,
    bioik2_tables,
)


def _place(experiment: Experiment) -> tuple[str, bool, list[int]]:
    """Return a sort key: document, tables before figures, number; the grid test has none and is last."""
    document, *middle, number = experiment.name.split("-")
    return document, "fig" in middle, [int(n) for n in number.split(".")] if number[0].isdigit() else [99]


EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in sorted((e for file in _FILES for e in file.EXPERIMENTS), key=_place)
}
"""Experiments by name, in the order of the documents."""


def find_experiments(names: Iterable[str]) -> list[Experiment]:
    """Return the experiments with these names, or all for ``"all"``; an unknown name raises an error.

    >>> [experiment.title for experiment in find_experiments(["d-5.3"])]
    ['Plugins of ROS']
    """
    names = list(names)
    for name in names:
        if name not in EXPERIMENTS and name != "all":
            raise UnknownNameError("experiment", name, ("all", *EXPERIMENTS))
    return list(EXPERIMENTS.values()) if "all" in names else [EXPERIMENTS[name] for name in names]
