"""Experiments measured cell by cell, each stored as soon as it is there."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from memetik import MemetikError

from ..engine.case import Measurement, OnProgress, Row
from ..store import ResultFile, make_header
from .disturbance import least_disturbed
from .experiment import Experiment, Find, Key, Scale

PACKAGES = ("pin", "scipy", "pytracik", "roboticstoolbox-python", "nlopt")

Watch: TypeAlias = Callable[[str, int], OnProgress]
"""Is told what begins and how much of it there is, and returns what takes its progress."""


def open_results(path: Path) -> ResultFile:
    """The file of all experiments; what a row was measured with stands in the row."""
    return ResultFile(path, {"machine": {}, "parameters": {"experiments": "D and R"}})


def finder(results: ResultFile) -> Find:
    """Finds rows by their keys."""

    def find(key: Key) -> Row | None:
        return results.find(**key)

    return find


@dataclass
class Session:
    """One run of the command. With ``again``, cells are measured that are stored already, but once."""

    results: ResultFile
    scale: Scale
    again: bool = False
    measured: list[Key] = field(default_factory=list)
    left_out: dict[str, None] = field(default_factory=dict)
    """Why cells are missing; in the order of occurrence, each reason once."""
    machine: Row = field(default_factory=lambda: make_header(PACKAGES, {})["machine"])


def run_experiment(experiment: Experiment, session: Session, watch: Watch) -> None:
    """Measure what is missing; what cannot be measured here is said in ``session.left_out``."""
    for measurement in missing(experiment, session):
        what = f"{experiment.name}: {measurement.key['case']}, {measurement.key['who']}"
        load = machine_load()
        try:
            row = least_disturbed(measurement, functools.partial(watch, what, measurement.total))
        except ImportError as error:
            session.left_out[f"{measurement.key['who']} is not installed ({error})"] = None
            continue
        except MemetikError as error:
            session.left_out[f"{measurement.key['who']}: {error}"] = None
            continue
        session.measured.append(measurement.key)
        session.results.discard(**measurement.key)
        stored = {**measurement.key, **row, "load": load, "machine": session.machine}
        session.results.append(stored)


def machine_load() -> float:
    """How many processes ran or waited in the last minute: others use up the time until a deadline."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0


def missing(experiment: Experiment, session: Session) -> list[Measurement]:
    """What is to be measured."""
    return [each for each in experiment.measurements(session.scale) if _is_wanted(each, session)]


def _is_wanted(measurement: Measurement, session: Session) -> bool:
    """Not there yet, or there with fewer queries than are explicitly asked for, or wanted again."""
    if measurement.key in session.measured:
        return False
    row = session.results.find(**measurement.key)
    fewer = row is not None and session.scale.queries is not None and row["count"] < measurement.total
    return row is None or session.again or fewer
