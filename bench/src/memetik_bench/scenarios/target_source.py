"""Sources of targets: on surfaces, or poses of random configurations that touch nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from memetik.transforms import Array

from .frozen import storable
from .surfaces import Surface, sampled, tool_poses

if TYPE_CHECKING:
    from .scenario import Scenario


class TargetSource(Protocol):
    """An endless sequence of candidates for targets; the same every time."""

    def poses(self, scenario: Scenario, count: int) -> tuple[Array, Array | None]:
        """Return the first ``count`` candidates (N, 4, 4).

        With them, return configurations (N, dof) that reach them if the source knows any, or None.
        """
        ...


@dataclass(frozen=True)
class OnSurfaces:
    """Poses uniform by area on surfaces; the tool's z points into them."""

    surfaces: Sequence[Surface]
    random_seed: int

    def poses(self, scenario: Scenario, count: int) -> tuple[Array, Array | None]:
        """Return the first ``count`` poses."""
        return tool_poses(*sampled(self.surfaces, count, self.random_seed)), None


@dataclass(frozen=True)
class RandomPoses:
    """The tool's poses at configurations uniform within the limits that touch nothing by coal."""

    random_seed: int

    def poses(self, scenario: Scenario, count: int) -> tuple[Array, Array | None]:
        """Return the first ``count`` poses and their configurations."""
        from .verifier import Verifier

        robot, verifier = scenario.load_robot(), Verifier(scenario)
        rng, rows = np.random.default_rng(self.random_seed), np.empty((0, robot.dof))
        while len(rows) < count:
            drawn = robot.lower + rng.random((256, robot.dof)) * (robot.upper - robot.lower)
            found = storable(robot, drawn)  # so that poses and certificates agree
            rows = np.vstack([rows, found[verifier.free(found)]])
        rows = rows[:count]
        return np.asarray(robot.fk(rows, scenario.tool)), rows
