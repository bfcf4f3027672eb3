"""A network in a feedback loop, as a method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..transforms import Array
from ._arm import Arm
from ._learned import LearnedMethod
from ._network import Floats, Network
from .python_method import Search

_PROGRESS = 0.9  # of the offset: less than this much less is none


@dataclass(frozen=True, kw_only=True)
class Neural(LearnedMethod):
    """A network that maps (offset of the tip from its target, q) to a change of q, in a feedback loop.

    It learns from random configurations q and small random changes Δq of them: given q and the offset e that
    Δq makes, in the tip's frame, to say Δq. Its last layer is a matrix M(e, q) that is multiplied with e, as
    Jacobians' inverses are: plain layers learn products slowly, and offer changes where there is no offset.
    The loop q ← q + s M(r e / |e|, q) r e / |e| takes offsets to the radius r of what it has learnt, and
    where they are smaller scales the change by s = |e| / r again, which gives any accuracy (BioIK 2 thesis
    3.6). It ends when ``patience`` steps bring nothing, and begins anew at a random place.

    The thesis found 20 to 40 % success on a PR2's arm after minutes of training.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("snake(4)")
    >>> goal = mk.Position(robot.tips[0], robot.fk([0.3, 0.4, 0.2, 0.5], robot.tips[0])[:3, 3])
    >>> small = mk.methods.Neural(hidden=(16,), steps=300, batch=64)  # half a second of training
    >>> mk.solve(robot, goal, method=small).success
    True
    >>> mk.solve(robot, goal, start=small.start(robot, goal)).success  # its answer as another's start
    True
    """

    source: ClassVar[str] = "BioIK 2 thesis 3.6"
    goals: ClassVar[str] = "one Pose or Position"
    advice: ClassVar[str] = "to compare with, or for starts of other methods; trains for half a minute"

    patience: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_integers(patience=100_000)

    @property
    def name(self) -> str:
        """``"neural"``."""
        return "neural"

    @property
    def _start_evaluations(self) -> int:
        return 5 * self.patience

    def _sizes(self, arm: Arm) -> tuple[int, int]:
        features = arm.features(arm.robot.neutral[None]).shape[1]
        return features + arm.rows, len(arm.outputs) * arm.rows

    def _lesson(self, arm: Arm, network: Network, q: Array, rng: np.random.Generator) -> list[Floats]:
        n, rows = len(q), arm.rows
        moved = q.copy()
        moved[:, arm.outputs] += arm.spread * rng.standard_normal((n, len(arm.outputs)))
        moved = np.clip(moved, arm.robot.lower, arm.robot.upper)
        change = (moved - q)[:, arm.outputs] / arm.spread
        offset = arm.offset(arm.tip(q), arm.tip(moved)) / _radius(arm)
        values = network.layers(np.concatenate([arm.features(q), offset], axis=1))
        matrices = values[-1].reshape(n, len(arm.outputs), rows)
        missed = (matrices @ offset[:, :, None].astype(np.float32))[:, :, 0] - change
        slope = (missed[:, :, None] * offset[:, None, :] / n).astype(np.float32)
        return network.slopes(values, slope.reshape(n, -1))

    def _searcher(self, arm: Arm, network: Network) -> Callable[[Search], None]:
        def search(search: Search) -> None:
            target = arm.target(search)[None]
            while True:
                self._loop(arm, network, search, search.next_start(), target)

        return search

    def _loop(self, arm: Arm, network: Network, search: Search, q: Array, target: Array) -> None:
        best, stuck = np.inf, 0
        search.cost(q)
        while stuck < self.patience:
            offset = arm.offset(arm.tip(q[None]), target) / _radius(arm)
            size = float(np.sqrt((offset * offset).sum()))
            stuck = 0 if size < _PROGRESS * best else stuck + 1
            best = min(best, size) if stuck else size
            unit = offset / max(size, 1e-300)
            matrix = network(np.concatenate([arm.features(q[None]), unit], axis=1)).reshape(-1, arm.rows)
            change = arm.spread * (matrix @ unit[0]) * min(size, 1.0)
            q = q.copy()
            q[arm.outputs] = np.clip(q[arm.outputs] + change, search.lower, search.upper)
            search.cost(q)


def _radius(arm: Arm) -> float:
    """About how far [m] the changes that are learnt move the tip: offsets count in this unit."""
    return 0.5 * arm.rotation_scale
