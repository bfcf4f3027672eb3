"""What ``benchmarks/fk_ik.py`` measured, as tables and plots need it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parents[1] / "benchmarks" / "results" / "fk_ik.jsonl"
OURS = "memetik"
PEERS = {"rtb-lm": "Robotics Toolbox", "trac-ik": "TRAC-IK", "kdl-lma": "KDL LMA"}
"""Names in the results -> names for readers, in the order of columns."""
PACKAGES = {OURS: OURS, "rtb-lm": "roboticstoolbox-python", "trac-ik": "pytracik", "kdl-lma": "PyKDL"}
BESIDES = ("pin", "numba", "numpy")

Row = dict[str, Any]


@dataclass(frozen=True)
class IkResults:
    """The header's machine and parameters, and all rows."""

    machine: dict[str, Any]
    parameters: dict[str, Any]
    rows: list[Row]

    def section(self, name: str) -> list[Row]:
        """The rows of a section, in the order of the file."""
        return [row for row in self.rows if row["section"] == name]

    @property
    def cases(self) -> list[str]:
        """The arms that we were measured on, in the order of the file."""
        return [row["case"] for row in self.section("peers") if row["solver"] == OURS]

    @property
    def peers(self) -> list[str]:
        """Those that took part, in the order of columns."""
        present = {row["solver"] for row in self.section("peers")}
        return [peer for peer in PEERS if peer in present]

    @property
    def versions(self) -> dict[str, str]:
        """Package -> version, of those that took part."""
        rows = {row["solver"]: row["version"] for row in self.section("peers")}
        solvers = {PACKAGES[solver]: rows[solver] for solver in (OURS, *self.peers)}
        others = {name: self.machine[name] for name in BESIDES if self.machine[name] != "not installed"}
        return solvers | others

    def solver(self, case: str, solver: str) -> Row | None:
        """How a solver did on an arm."""
        rows = self.section("peers")
        return next((row for row in rows if (row["case"], row["solver"]) == (case, solver)), None)


def read_results(path: Path) -> IkResults:
    header, *rows = (json.loads(line) for line in path.read_text().splitlines())
    return IkResults(header["machine"], header["parameters"], rows)
