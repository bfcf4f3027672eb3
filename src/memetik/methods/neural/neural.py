"""Neural: a network in a feedback loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...solve.method_registry import method
from ...transforms import Array
from ..shared.python_method import Search
from .arm import Arm
from .learned_method import LearnedMethod
from .network import Floats, Network

_PROGRESS = 0.9  # a step is progress if it reduces the offset below this factor


@method("neural")
@dataclass(frozen=True, kw_only=True)
class Neural(LearnedMethod):
    """A network that maps (offset of the tip from its target, q) to a change of q, in a feedback loop.

    The training set has random configurations q and small random changes Δq; the network N learns Δq from q
    and the offset e that Δq causes, in the tip's frame. The loop q ← q + s N(r e / |e|, q) scales offsets to
    the radius r of the training set; for smaller offsets it scales the change back by s = |e| / r, which
    permits any accuracy (BioIK 2 thesis 3.6). After ``patience`` steps without progress the search restarts
    at a random configuration.

    With ``products`` the network outputs a matrix that is multiplied by e, like an inverse Jacobian:
    N = M(e, q) e. This is not in the thesis, whose N has plain layers (``products=False``). It matters most
    after a short training. With one training of 10 000 steps each, 150 evaluations solved 94 % with and 89 %
    without products of 500 poses of a PR2's arm. After 400 steps on a planar arm of three joints, 500
    evaluations solved 92 to 95 % and 5 to 27 % of 100 positions to 1e-9 m, over three trainings each.

    The thesis found 20 to 40 % on a PR2's arm within 5 ms after minutes of training.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("snake(4)")
    >>> goal = mk.Position(robot.tips[0], robot.fk([0.3, 0.4, 0.2, 0.5], robot.tips[0])[:3, 3])
    >>> small = mk.methods.Neural(hidden=(16,), steps=300, batch=64, products=True)  # in half a second
    >>> mk.solve(robot, goal, method=small).success
    True
    >>> mk.solve(robot, goal, start=small.start(robot, goal)).success  # its result as a start
    True
    """

    source: ClassVar[str] = "Ruppel 2017, 3.6"
    goals: ClassVar[str] = "one Pose or Position"
    advice: ClassVar[str] = "for comparison, or for starts of other methods; trains for half a minute"

    products: bool = False
    patience: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_flags("products")
        self._check_integers(patience=100_000)

    @property
    def _start_evaluations(self) -> int:
        return 5 * self.patience

    def _sizes(self, arm: Arm) -> tuple[int, int]:
        features = arm.features(arm.robot.neutral[None]).shape[1]
        return features + arm.rows, len(arm.outputs) * (arm.rows if self.products else 1)

    def _loss_gradient(self, arm: Arm, network: Network, q: Array, rng: np.random.Generator) -> list[Floats]:
        n = len(q)
        moved = q.copy()
        moved[:, arm.outputs] += arm.spread * rng.standard_normal((n, len(arm.outputs)))
        moved = np.clip(moved, arm.robot.lower, arm.robot.upper)
        change = (moved - q)[:, arm.outputs] / arm.spread
        offset = arm.offset(arm.tip(q), arm.tip(moved)) / _radius(arm)
        values = network.layers(np.concatenate([arm.features(q), offset], axis=1))
        missed = (self._change(values[-1], offset) - change) / n
        slope = missed[:, :, None] * offset[:, None, :] if self.products else missed
        return network.slopes(values, slope.reshape(n, -1).astype(np.float32))

    def _change(self, outputs: Floats, offset: Array) -> Array:
        """Return changes of variables (n, outputs), in units of their spread, from the network's outputs."""
        if not self.products:
            return outputs.astype(np.float64)
        matrices = outputs.reshape(len(offset), -1, offset.shape[1])
        change: Array = (matrices @ offset[:, :, None])[:, :, 0]
        return change

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
            outputs = network(np.concatenate([arm.features(q[None]), unit], axis=1))
            change = arm.spread * self._change(outputs, unit)[0] * min(size, 1.0)
            q = q.copy()
            q[arm.outputs] += change
            q = search.clip(q)
            search.cost(q)


def _radius(arm: Arm) -> float:
    """Return the typical offset of the training set [m], the unit of offsets."""
    return 0.5 * arm.rotation_scale
