"""LearnedMethod: methods with a network that is trained once per robot, link and joints, and cached."""

from __future__ import annotations

import logging
import math
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ... import disk_cache
from ..._version import __version__
from ...errors import MethodError
from ...goals.pose import Pose, Position
from ...number_checks import is_integer, items_of
from ...robot.joint_types import VARIABLES
from ...solve.problem import Problem
from ...solve.solver import Solver
from ...transforms import Array
from ..shared.link_targets import chain
from ..shared.python_method import PythonMethod, Search
from .arm import Arm
from .network import Adam, Floats, Network

if TYPE_CHECKING:
    from ...goals.goal import Goal
    from ...robot.robot import Robot

_FORMAT = 1  # version of the cached data; changes with the training or the features
_RATE = 2e-3  # initial learning rate; it falls to zero along half a cosine
_LOG = logging.getLogger("memetik")


@dataclass(frozen=True, kw_only=True)
class LearnedMethod(PythonMethod):
    """Base of methods with a network of ``hidden`` layers, trained by ``steps`` batches of ``batch`` samples.

    They accept one Pose or Position in the root's frame, and robots with revolute and prismatic joints,
    including mimics. Constructing a solver trains the network, outside of any timeout, and only once: the
    weights are stored in the user's cache, or in the directory named by the environment variable
    MEMETIK_CACHE. ``training_seed`` is the random seed of the training.
    """

    hidden: tuple[int, ...] = (128, 128)
    steps: int = 10_000
    batch: int = 512
    training_seed: int = 0

    def __post_init__(self) -> None:
        sizes = items_of(self.hidden)
        if not sizes or not all(is_integer(size, 1, 4096) for size in sizes):
            raise MethodError(f"hidden: expected sizes of layers from 1 to 4096, got {self.hidden!r}")
        object.__setattr__(self, "hidden", tuple(int(size) for size in sizes))
        self._check_integers(steps=10**7, batch=10**6, training_seed=-(2**32))

    def _check(self, problem: Problem, threads: int) -> None:
        super()._check(problem, threads)
        self._refuse_secondary(problem)
        self._take_only(problem, [Pose, Position])
        self._require(
            len(problem.goals) == 1, f"accepts one goal, got {len(problem.goals)}: use method='auto'"
        )
        (goal,) = problem.goals.values()
        assert isinstance(goal, (Pose, Position))
        whole = goal.frame is None and not goal.free
        self._require(
            whole, "accepts only a pose or position in the root's frame without free axes: use method='auto'"
        )
        for joint in chain(problem.robot, goal.link):
            turns_freely = VARIABLES[joint.type][-3:] == ("rx", "ry", "rz")
            self._require(
                not turns_freely,
                f"accepts no {joint.type} joints, such as {joint.name!r}: use method='auto'",
            )

    def start(
        self,
        robot: Robot | Any,
        goal: Goal,
        *,
        start: npt.ArrayLike | None = None,
        joints: Iterable[str] | None = None,
    ) -> Array:
        """Return the network's result (dof,), as a start for another method (dissertation 6.4).

        ``start`` is its initial configuration, by default the neutral posture; ``joints`` are the joints that
        may move.
        """
        problem = Problem(robot, goal, joints=joints)
        solver = Solver(problem, method=self, max_evaluations=self._start_evaluations)
        return solver.solve(start).q

    @property
    @abstractmethod
    def _start_evaluations(self) -> int:
        """The number of evaluations that compute a start for another method."""

    def prepare(self, problem: Problem) -> Callable[[Search], None]:
        """Load or train the network, and return a search that uses it."""
        arm = Arm(problem)
        if not len(arm.outputs):
            return lambda search: None  # no variable may move
        return self._searcher(arm, self._trained(arm))

    @abstractmethod
    def _searcher(self, arm: Arm, network: Network) -> Callable[[Search], None]:
        """Return a function that answers queries with a trained network."""

    @abstractmethod
    def _sizes(self, arm: Arm) -> tuple[int, int]:
        """Return the numbers of inputs and outputs of the network."""

    @abstractmethod
    def _loss_gradient(self, arm: Arm, network: Network, q: Array, rng: np.random.Generator) -> list[Floats]:
        """Return the gradient of the loss on a batch of random configurations (batch, dof)."""

    def _trained(self, arm: Arm) -> Network:
        rng = np.random.default_rng(self.training_seed)
        inputs, outputs = self._sizes(arm)
        network = Network((inputs, *self.hidden, outputs), rng)
        key = disk_cache.key_of(
            [_FORMAT, __version__, self.name, self.steps, self.batch, self.training_seed],
            [inputs, *self.hidden, outputs],
            [arm.link, arm.with_rotation, arm._tool.tolist(), arm.inputs.tolist(), arm.outputs.tolist()],
            arm.robot.to_dict(),
        )
        kept = disk_cache.load("networks", key)
        if kept is not None and network.load(kept):
            return network
        what = f"training method {self.name!r} for link {arm.link!r} of {arm.robot.name!r}"
        _LOG.info("%s, once; the network is stored in %s", what, disk_cache.directory())
        adam = Adam(network)
        for step in _progress(self.steps, what):
            q = arm.robot.random(self.batch, rng=rng)
            slopes = self._loss_gradient(arm, network, q, rng)
            adam.step(slopes, _RATE * 0.5 * (1 + math.cos(math.pi * step / self.steps)))
        if not disk_cache.store("networks", key, network.to_arrays()):
            where = disk_cache.directory(), disk_cache.VARIABLE
            _LOG.warning("cannot write to %s: the network is not cached; set %s to another directory", *where)
        return network


def _progress(steps: int, what: str) -> Iterator[int]:
    """Iterate over the steps, with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield from range(steps)
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(range(steps), description=what, console=Console(stderr=True), transient=True)
