"""The context of the measurements in clutter, and runs on scenarios that are stored block by block."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..collision.settings import CollisionSettings
from ..engine.case import OnProgress, Row
from ..scenarios import Scenario
from ..scenarios.answers import SolverFactory
from ..scenarios.measure import measure_scenario
from ..store import ResultFile

TARGETS = 1000
"""Targets of a scenario."""

TANKS = ("HydrogenTank", "HydrogenTankSmall")


@dataclass(frozen=True, eq=False)
class ClutterRun:
    """``blocks`` stores the blocks of targets, so that an interrupted measurement continues, and cases that
    run the same solver on the same scenario share them; ``references`` is the file of the best known
    configurations.
    """

    settings: CollisionSettings
    blocks: ResultFile
    references: Path

    def on_scenario(
        self, scenario: Scenario, solver: SolverFactory, count: int, on_progress: OnProgress
    ) -> list[Row]:
        """Return the blocks of a solver on the first ``count`` targets of a scenario."""
        return measure_scenario(
            scenario,
            solver,
            self.blocks,
            count=count,
            random_seed=self.settings.random_seed,
            on_progress=on_progress,
        )
