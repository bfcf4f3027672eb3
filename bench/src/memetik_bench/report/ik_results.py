"""The results of ``memetik bench ik``, for tables and plots."""

from __future__ import annotations

from dataclasses import dataclass

from .results import Results, Row

OURS = "memetik"
RIVALS = {"rtb-lm": "Robotics Toolbox", "trac-ik": "TRAC-IK", "kdl-lma": "KDL LMA"}
"""Name in results -> name in tables, in the order of columns."""
PACKAGES = {OURS: OURS, "rtb-lm": "roboticstoolbox-python", "trac-ik": "pytracik", "kdl-lma": "PyKDL"}
OTHER_PACKAGES = ("pin", "numba", "numpy")


@dataclass(frozen=True)
class IkResults(Results):
    """Results with access to rows by section, arm and solver."""

    def section(self, name: str) -> list[Row]:
        """Return the rows of a section, in the order of the file."""
        return [row for row in self.rows if row["section"] == name]

    @property
    def cases(self) -> list[str]:
        """The arms on which memetik was measured, in the order of the file."""
        return [row["case"] for row in self.section("rivals") if row["solver"] == OURS]

    @property
    def rivals(self) -> list[str]:
        """The rivals that were measured, in the order of columns."""
        present = {row["solver"] for row in self.section("rivals")}
        return [rival for rival in RIVALS if rival in present]

    @property
    def versions(self) -> dict[str, str]:
        """Package -> version, of the measured solvers and of the other packages involved."""
        rows = {row["solver"]: row["version"] for row in self.section("rivals")}
        solvers = {PACKAGES[solver]: rows[solver] for solver in (OURS, *self.rivals)}
        others = {
            name: self.machine[name] for name in OTHER_PACKAGES if self.machine[name] != "not installed"
        }
        return solvers | others

    def solver(self, case: str, solver: str) -> Row | None:
        """Return the row of a solver on an arm, or None."""
        rows = self.section("rivals")
        return next((row for row in rows if (row["case"], row["solver"]) == (case, solver)), None)
