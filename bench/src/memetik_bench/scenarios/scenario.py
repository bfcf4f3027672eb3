"""Scenario: a robot, obstacles and frozen targets that have to be reached without collisions."""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

import memetik as mk
from memetik.collision import SphereRobot
from memetik.transforms import Array

from .frozen import read_certificates, read_targets
from .obstacle import Obstacle
from .robot_spheres import fitted_spheres
from .robots import ScenarioRobot

if TYPE_CHECKING:
    from .target_source import TargetSource

TOLERANCE = 1e-5
"""Largest error of an answer in norm [m, and rad]."""

MARGIN = 2e-5
"""Clearance [m] that :meth:`Scenario.goals` asks for: more than the goal's tolerance and the facets' error.

Interpolated fields may err by more near edges, but the spheres protrude by far more than that on average.
"""

POSE, CLEAR = "pose", "clear"
"""The names of the goals of :meth:`Scenario.goals`."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """Reach every target with the robot's tool within ``tolerance`` [m, rad], and touch nothing.

    The links ``robot.touch_links`` may touch the obstacles. No two links may touch each other unless they
    are in ``robot.may_touch``. Solvers begin at ``start`` (zeros) or at random. ``source`` generates the
    targets, which are frozen in a file. ``field_spacing`` [m] is that of the distance fields that memetik
    uses for solids of revolution.
    """

    name: str
    title: str
    version: int
    robot: ScenarioRobot
    source: TargetSource
    obstacles: tuple[Obstacle, ...] = ()
    field_spacing: float = 0.004
    tolerance: float = TOLERANCE
    sphere_tolerances: dict[str, float] = field(default_factory=dict)

    @property
    def tool(self) -> str:
        """The link that has to reach the targets."""
        return self.robot.tool

    def load_robot(self) -> mk.Robot:
        """Return the robot."""
        return self.robot.load()

    @functools.cached_property
    def start(self) -> Array:
        """The start without a seed: zeros."""
        return np.zeros(self.load_robot().dof)

    @functools.cached_property
    def targets(self) -> Array:
        """The frozen targets (N, 4, 4) in the frame of the robot's base."""
        return read_targets(self.name)

    @functools.cached_property
    def certificates(self) -> Array:
        """A verified configuration (N, dof) for each target. Solvers must not see them."""
        return read_certificates(self.name)

    def spheres(self) -> SphereRobot:
        """Return spheres that cover the robot, with the pairs of links that must not touch."""
        return fitted_spheres(self.robot, self.sphere_tolerances)

    def world(self, *, fields: bool = True) -> mk.World:
        """Return the obstacles; solids of revolution are distance fields, or without ``fields`` exact."""
        world = mk.World()
        for obstacle in self.obstacles:
            for k, part in enumerate(obstacle.parts):
                name = obstacle.name if len(obstacle.parts) == 1 else f"{obstacle.name} {k + 1}"
                shape = part.shape
                if fields and shape._formula() is None:
                    shape = shape.as_field(spacing=self.field_spacing)
                world.add(name, shape, at=part.origin, touch_links=self.robot.touch_links)
        return world

    def goals(self, *, margin: float = MARGIN, clear_weight: float = 1.0) -> list[mk.Goal]:
        """Return the pose, whose target is for the query to give, and the clearance with its weight.

        No hint is among them: hints are in :mod:`memetik_bench.scenarios.hints`.
        """
        pose = mk.Pose(self.tool, name=POSE, tolerance=self.tolerance)
        clear = mk.KeepClear(self.spheres(), self.world(), margin=margin, weight=clear_weight, name=CLEAR)
        return [pose, clear]

    @functools.cached_property
    def content_hash(self) -> str:
        """A hash of robot, obstacles, rules and targets; results of other contents are not comparable."""
        targets = np.round(self.targets, 9) + 0.0  # no negative zeros
        text = json.dumps(self.plain(), sort_keys=True)
        return hashlib.sha256(text.encode() + targets.astype("<f8").tobytes()).hexdigest()[:16]

    def plain(self) -> dict[str, Any]:
        """Return all that defines the scenario but its targets, rounded to 1e-9."""
        obstacles = {
            obstacle.name: [_rounded(part.to_dict()) for part in obstacle.parts]
            for obstacle in self.obstacles
        }
        return {
            "name": self.name,
            "version": self.version,
            "robot": self.robot.plain(),
            "obstacles": obstacles,
            "tolerance": self.tolerance,
        }


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_rounded(item) for item in value]
    return round(float(value), 9) + 0.0 if isinstance(value, (float, np.floating)) else value
