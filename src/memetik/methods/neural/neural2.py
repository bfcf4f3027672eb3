"""Neural2: a network that maps a target directly to joint values, a negative control."""

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


@method("neural2")
@dataclass(frozen=True, kw_only=True)
class Neural2(LearnedMethod):
    """A network that maps a target directly to joint values, without feedback.

    It is trained on random configurations with the squared difference of joint values as loss. A pose has
    several solutions, and such a network returns their mean, which is not a solution. It is the negative
    control for :class:`Neural` (BioIK 2 thesis 3.6): it evaluates one guess, which meets 1e-5 only by luck.

    >>> import memetik as mk
    >>> small = mk.methods.Neural2(hidden=(16,), steps=300, batch=64)
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method=small).success
    False
    """

    source: ClassVar[str] = "Ruppel 2017, 3.6"
    goals: ClassVar[str] = "one Pose or Position"
    advice: ClassVar[str] = "negative control of neural; trains for half a minute"

    @property
    def _start_evaluations(self) -> int:
        return 2

    def _sizes(self, arm: Arm) -> tuple[int, int]:
        return self._inputs(arm, arm.robot.neutral[None], np.eye(4)[None]).shape[1], len(arm.outputs)

    def _inputs(self, arm: Arm, q: Array, tips: Array) -> Array:
        """Return the network's inputs: the tip's pose, and the features of joints that may not move."""
        given = np.setdiff1d(arm.inputs, arm.outputs)
        place = tips[:, :3, 3] / (arm.robot.reach or 1.0)
        axes = tips[:, :3, :3].reshape(-1, 9) if arm.with_rotation else place[:, :0]
        return np.concatenate([place, axes, arm.features(q, given)], axis=1)

    def _loss_gradient(self, arm: Arm, network: Network, q: Array, rng: np.random.Generator) -> list[Floats]:
        low, high = arm.low[arm.outputs], arm.high[arm.outputs]
        values = network.layers(self._inputs(arm, q, arm.tip(q)))
        places = 2 * (q[:, arm.outputs] - low) / np.maximum(high - low, 1e-9) - 1
        return network.slopes(values, ((values[-1] - places) / len(q)).astype(np.float32))

    def _searcher(self, arm: Arm, network: Network) -> Callable[[Search], None]:
        low, high = arm.low[arm.outputs], arm.high[arm.outputs]

        def search(search: Search) -> None:
            q = search.next_start()
            place = network(self._inputs(arm, q[None], arm.target(search)[None]))[0]
            guess = low + (high - low) * 0.5 * (place + 1)
            q[arm.outputs] = guess
            search.cost(q)

        return search
