"""Pivot: PivotIK, and the concurrent framework for remote centres of motion."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

import numpy as np

from ...goals.pass_through import PassThrough
from ...goals.pose import Pose
from ...solve.method_registry import method
from ...transforms import Array
from ..hqp import HQP
from ..shared.python_method import PythonMethod, Search
from .evolution import Evolution
from .remote_center import Errors, RemoteCenter

if TYPE_CHECKING:
    from ...solve.problem import Problem

Projection: TypeAlias = Literal["published", "compensated"]
Partner: TypeAlias = Literal["hqp"]
Descent: TypeAlias = Callable[[Search, Array], Iterator[None]]

# A descent ends unless the fitness falls below PROGRESS times its value within PATIENCE steps.
PROGRESS, PATIENCE = 0.9, 30


@method("pivot")
@dataclass(frozen=True, kw_only=True)
class Pivot(PythonMethod):
    """PivotIK (Davila, Colan and Hasegawa 2024): evolution for an instrument that works through a hole.

    It accepts one :class:`~memetik.PassThrough`, the remote centre of motion, and one
    :class:`~memetik.Pose`, that of the tip. Bio IK's evolution of ``population`` individuals minimises
    µ_r e_r + µ_e ‖e_e‖, where e_r [m] is the distance between shaft and hole and e_e is the log6 of the
    transform from the tip to its target. The local search of ``elites`` is one inverse-Jacobian step, with
    the tip's task in the null space of the centre's:

        q̇ = q̇_r + (J_e N)⁺ (K_e e_e - J_e q̇_r), q̇_r = J_r⁺ K_r e_r, N = I - J_r⁺ J_r.

    K_r = ``center_gain`` and K_e = ``tip_gain`` [1/s], µ_r = ``center_weight`` and µ_e = ``tip_weight``. As
    e' = -K e, a step of ``dt`` [s] removes the fraction 1 - exp(-K dt) of an error, and moves no joint
    farther than ``max_step`` [rad or m]; it is clipped to the limits. In the step e_r is the vector from
    shaft to hole, not its square, whose derivative vanishes when the shaft is in the hole.

    This step is not the published one, which is the option ``projection="published"`` (Colan et al. 2023):

        q̇ = J_r⁺ K_r e_r + N J_e⁺ K_e e_e.

    It solves for the tip without regard to the joints that the centre needs, and projects afterwards. If both
    tasks need the same joints, which is usual, the tip's error shrinks by only a few percent per step, so
    that it seldom meets small tolerances. With random targets and starts, 5000 evaluations and a tolerance of
    1e-5 the published step solved 5 of 30, of 1e-3 13 of 30; the default step solved 97 of 100 to 1e-5, in a
    median of 0.2 s, because the search is in Python. ``method="auto"`` solves all in 0.03 ms.

    With ``evolve=False`` only the inverse Jacobian is used, from one start after the other. With
    ``partner="hqp"`` the search alternates with :class:`~memetik.methods.HQP`, step by step. This is the
    concurrent framework; its best pair is ``Pivot(evolve=False, partner="hqp")``.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur10e_elise")
    >>> hole = (robot.fk(robot.neutral, "endo_base_link") @ (0, 0, 0.5, 1))[:3]
    >>> shaft = mk.PassThrough(("endo_base_link", "endo_first_link"), hole)
    >>> tip = mk.Pose("endo_tool", robot.fk(robot.neutral, "endo_tool"))
    >>> start = robot.neutral + 0.1
    >>> mk.solve(robot, [shaft, tip], start=start, method="pivot").success
    True
    """

    source: ClassVar[str] = "Davila et al. 2024, Colan et al. 2023; Engelke 2024, 3.1.7 and 3.1.8"
    goals: ClassVar[str] = "one PassThrough and one Pose"
    advice: ClassVar[str] = "for comparison; instruments with a remote centre of motion"

    population: int = 8
    elites: int = 5
    center_gain: float = 1.0
    tip_gain: float = 100.0
    center_weight: float = 1.0
    tip_weight: float = 1.0
    dt: float = 1.0
    max_step: float = 0.5
    projection: Projection = "compensated"
    evolve: bool = True
    partner: Partner | None = None

    def __post_init__(self) -> None:
        self._check_integers(population=10_000, elites=10_000)
        self._require(self.elites < self.population, "needs fewer elites than individuals (population)")
        self._check_numbers(center_gain=(0.0, 1e6), tip_gain=(0.0, 1e6), dt=(1e-6, 1e6))
        self._check_numbers(center_weight=(0.0, 1e6), tip_weight=(0.0, 1e6), max_step=(1e-6, 1e6))
        self._check_choice("projection", ("published", "compensated"))
        self._check_flags("evolve")
        if self.partner is not None:
            self._check_choice("partner", ("hqp",))

    def _check(self, problem: Problem, threads: int) -> None:
        super()._check(problem, threads)
        self._take_only(problem, (PassThrough, Pose))
        kinds = sorted(type(goal).__name__ for goal in problem.goals.values())
        self._require(
            kinds == ["PassThrough", "Pose"], f"accepts one PassThrough and one Pose, got {', '.join(kinds)}"
        )
        for name, goal in problem.goals.items():
            plain = goal.loss is None and goal._decides_success and goal.weight > 0.0
            self._require(
                plain, f"accepts only primary goals with a weight above 0 and without a loss, unlike {name!r}"
            )
            whole = not isinstance(goal, Pose) or not goal.free
            self._require(whole, f"accepts no free axes, such as those of {name!r}: use method='hqp'")
            shaft = not isinstance(goal, PassThrough) or goal.shapes is False
            self._require(
                shaft, f"accepts only straight shafts, not the shapes of {name!r}: use method='hqp'"
            )
        if self.partner == "hqp":
            HQP()._check(problem, threads)

    def prepare(self, problem: Problem) -> Callable[[Search], None]:
        """Return a search that alternates with the partner, if there is one; both begin at the start."""
        center, tip = sorted(problem.goals, key=lambda name: isinstance(problem.goals[name], Pose))
        return functools.partial(self._search, center, tip)

    def _search(self, center: str, tip: str, search: Search) -> None:
        x = search.next_start()[search.active]
        task = RemoteCenter(search, center, tip)
        own = functools.partial(self._descent, task)
        runners = [self._evolution(task, search, x) if self.evolve else _restarts(search, x, own)]
        if self.partner == "hqp":
            hqp = HQP()
            hierarchy = hqp.hierarchy(search.problem)
            runners.append(_restarts(search, x, lambda search, x: hqp.descent(search, x, hierarchy)))
        while True:
            for runner in runners:
                next(runner)

    def _evolution(self, task: RemoteCenter, search: Search, x: Array) -> Iterator[None]:
        def evaluate(x: Array) -> tuple[Errors, float]:
            errors = task.errors(x)
            return errors, errors.fitness(self.center_weight, self.tip_weight)

        def exploit(x: Array, errors: Errors) -> Array:
            return x + self._step(errors)

        return Evolution(search, self.population, self.elites, evaluate, exploit).run(x)

    def _descent(self, task: RemoteCenter, search: Search, x: Array) -> Iterator[None]:
        """Make inverse-Jacobian steps from x as long as there is progress."""
        wanted, left = math.inf, PATIENCE
        while left:
            errors = task.errors(x)
            fitness = errors.fitness(self.center_weight, self.tip_weight)
            wanted, left = (PROGRESS * fitness, PATIENCE) if fitness < wanted else (wanted, left - 1)
            yield
            x = np.clip(x + self._step(errors), search.lower, search.upper)

    def _step(self, errors: Errors) -> Array:
        """Return the step over dt, with no joint moving by more than max_step."""
        gains = [1.0 - math.exp(-gain * self.dt) for gain in (self.center_gain, self.tip_gain)]
        published = self.projection == "published"
        step = (errors.published_step if published else errors.compensated_step)(*gains)
        largest = float(np.abs(step).max())
        return step * (self.max_step / largest) if largest > self.max_step else step


def _restarts(search: Search, x: Array, descent: Descent) -> Iterator[None]:
    """Descend from x, then from one start after the other."""
    while True:
        yield from descent(search, x)
        x = search.next_start()[search.active]
