"""Measures experiments cell by cell and stores each cell at once."""

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
from .experiment import Experiment, Key, Scale

PACKAGES = ("pin", "scipy", "pytracik", "roboticstoolbox-python", "nlopt")

BeginProgress: TypeAlias = Callable[[str, int], OnProgress]
"""Takes the name and the size of a measurement that begins; returns the function for its progress."""


def open_results(path: Path) -> ResultFile:
    """Open the file of all experiments; each row contains machine and versions of its own measurement."""
    return ResultFile(path, {"machine": {}, "parameters": {"experiments": "D and R"}})


@dataclass
class Session:
    """One run of the command. With ``again``, stored cells are measured again, each once."""

    results: ResultFile
    scale: Scale
    again: bool = False
    measured: list[Key] = field(default_factory=list)
    left_out: dict[str, None] = field(default_factory=dict)
    """The reasons why cells are missing, in the order of occurrence (an ordered set)."""
    machine: Row = field(default_factory=lambda: make_header(PACKAGES, {})["machine"])


def run_experiment(experiment: Experiment, session: Session, watch: BeginProgress) -> None:
    """Measure the missing cells; ``session.left_out`` gets the reasons of those that cannot be measured."""
    for measurement in missing_measurements(experiment, session):
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
    """Return the load average of the last minute: other processes take CPU time before a timeout."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0


def missing_measurements(experiment: Experiment, session: Session) -> list[Measurement]:
    """Return the measurements of an experiment that are still to be made."""
    return [each for each in experiment.measurements(session.scale) if _is_wanted(each, session)]


def _is_wanted(measurement: Measurement, session: Session) -> bool:
    """Return whether a row is missing, has fewer queries than explicitly requested, or is to be repeated."""
    if measurement.key in session.measured:
        return False
    row = session.results.find(**measurement.key)
    fewer = row is not None and session.scale.queries is not None and row["count"] < measurement.total
    return row is None or session.again or fewer
