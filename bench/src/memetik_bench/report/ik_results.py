"""What ``memetik bench fk-ik`` measured, as tables and plots need it."""

from __future__ import annotations

from dataclasses import dataclass

from .results import Results, Row

OURS = "memetik"
RIVALS = {"rtb-lm": "Robotics Toolbox", "trac-ik": "TRAC-IK", "kdl-lma": "KDL LMA"}
"""Names in the results -> names for readers, in the order of columns."""
PACKAGES = {OURS: OURS, "rtb-lm": "roboticstoolbox-python", "trac-ik": "pytracik", "kdl-lma": "PyKDL"}
BESIDES = ("pin", "numba", "numpy")


@dataclass(frozen=True)
class IkResults(Results):
    """Rows by sections, arms and solvers."""

    def section(self, name: str) -> list[Row]:
        """The rows of a section, in the order of the file."""
        return [row for row in self.rows if row["section"] == name]

    @property
    def cases(self) -> list[str]:
        """The arms that we were measured on, in the order of the file."""
        return [row["case"] for row in self.section("rivals") if row["solver"] == OURS]

    @property
    def rivals(self) -> list[str]:
        """Those that took part, in the order of columns."""
        present = {row["solver"] for row in self.section("rivals")}
        return [rival for rival in RIVALS if rival in present]

    @property
    def versions(self) -> dict[str, str]:
        """Package -> version, of those that took part."""
        rows = {row["solver"]: row["version"] for row in self.section("rivals")}
        solvers = {PACKAGES[solver]: rows[solver] for solver in (OURS, *self.rivals)}
        others = {name: self.machine[name] for name in BESIDES if self.machine[name] != "not installed"}
        return solvers | others

    def solver(self, case: str, solver: str) -> Row | None:
        """How a solver did on an arm."""
        rows = self.section("rivals")
        return next((row for row in rows if (row["case"], row["solver"]) == (case, solver)), None)
