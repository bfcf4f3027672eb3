"""The method FABRIK, with its checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from ...goals.pose import Position
from ...solve.method_registry import method
from ...transforms import Array
from ..shared.link_targets import active_joints, chain, placed_point, wanted_point
from ..shared.python_method import PythonMethod, Search
from .skeleton import Skeleton, best_slide, best_turn, nearest_allowed, turned

if TYPE_CHECKING:
    from ...solve.problem import Problem

Bounds: TypeAlias = dict[int, tuple[float, float]]  # by variable

_KINDS = ("revolute", "continuous", "prismatic")
_PROGRESS = 0.9  # an iteration is progress if it reduces the cost below this factor


@method("fabrik")
@dataclass(frozen=True, kw_only=True)
class FABRIK(PythonMethod):
    """Forward and backward reaching (Aristidou and Lasenby 2011), for positions of one or several tips.

    An iteration moves points instead of joints: the joints' origins move along the lines between them,
    keeping their distances, until the tips are at their targets. This ignores joint axes and limits.
    Therefore, after every iteration each joint, from the root outward, takes the value within its limits that
    brings all points that it moves closest to their new positions (least squares, in closed form; the tips
    have the same total weight as the joints between). The next iteration begins at that configuration, and
    only such configurations are evaluated. Placing only the next joint, as for spherical joints, solved none
    of 30 targets to 1e-5 m, neither on a UR5 nor on a Panda.

    After ``patience`` iterations without progress the search restarts at a random configuration, unless
    ``restarts`` is False. It accepts revolute and prismatic joints without mimics.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="fabrik").success
    True
    """

    source: ClassVar[str] = "Aristidou and Lasenby 2011; Starke 2020, 3.3.2"
    goals: ClassVar[str] = "Position, several"
    advice: ClassVar[str] = "for comparison; chains of many joints and position goals"

    patience: int = 20
    restarts: bool = True

    def __post_init__(self) -> None:
        self._check_integers(patience=100_000)
        self._check_flags("restarts")

    def _check(self, problem: Problem, threads: int) -> None:
        super()._check(problem, threads)
        self._refuse_secondary(problem)
        self._take_only(problem, [Position])
        for name, goal in problem.goals.items():
            assert isinstance(goal, Position)
            whole = goal.frame is None and not goal.free
            self._require(
                whole, f"accepts only positions in the root's frame without free axes, unlike {name!r}"
            )
            self._check_joints(problem, goal.link)

    def _check_joints(self, problem: Problem, link: str) -> None:
        active = active_joints(problem)
        for joint in chain(problem.robot, link):
            follows = joint.mimic is not None and joint.mimic.joint in active
            self._require(
                not follows and (joint.name not in active or joint.type in _KINDS),
                f"accepts only {', '.join(_KINDS)} joints without mimics, and joint {joint.name!r} "
                f"{'is a mimic' if follows else f'is {joint.type}'}: use method='auto'",
            )

    def prepare(self, problem: Problem) -> Callable[[Search], None]:
        """Return a search that iterates from one start after the other."""
        tips = [(goal.link, placed_point(goal)) for goal in problem.goals.values()]  # type: ignore[attr-defined,arg-type]
        reaching = _Reaching(Skeleton(problem.robot, problem.active_variables, tips), self)
        return reaching.search


class _Reaching:
    def __init__(self, skeleton: Skeleton, options: FABRIK) -> None:
        self._skeleton = skeleton
        self._options = options
        self._weights = [  # of the points that each joint moves
            np.where(below < len(skeleton.joints), 1.0, max(len(joints), 1))
            for below, joints in zip(skeleton.below, skeleton.joints_below, strict=True)
        ]

    def search(self, search: Search) -> None:
        targets = np.array([wanted_point(search, name) for name in search.problem.goals])
        bounds = {i: (value, value) for i, value in enumerate(search.start.tolist())}
        ends = zip(search.lower.tolist(), search.upper.tolist(), strict=True)
        bounds.update(zip(search.active.tolist(), ends, strict=True))
        while self._skeleton.joints:
            self._descend(search, search.next_start(), targets, bounds)
            if not self._options.restarts:
                return

    def _descend(self, search: Search, q: Array, targets: Array, bounds: Bounds) -> None:
        best, stuck = search.cost(q), 0
        while stuck < self._options.patience:
            q = self._iterate(q, targets, bounds)
            cost = search.cost(q)
            stuck = 0 if cost < _PROGRESS * best else stuck + 1
            best = min(best, cost) if stuck else cost

    def _iterate(self, q: Array, targets: Array, bounds: Bounds) -> Array:
        """Return the configuration whose joints and tips are nearest to the points after one iteration."""
        skeleton = self._skeleton
        points, axes = skeleton.place(q)
        wanted = skeleton.reach(points, targets)
        q = q.copy()
        for i, (joint, variable) in enumerate(zip(skeleton.joints, skeleton.variables, strict=True)):
            below, axis, origin = skeleton.below[i], axes[i], points[i]
            arms, asked = points[below] - origin, wanted[below] - origin
            best = best_slide if joint.type == "prismatic" else best_turn
            change = best(axis, arms, asked, self._weights[i])
            value = nearest_allowed(joint, q[variable] + change, *bounds[variable])
            change, q[variable] = value - q[variable], value
            if joint.type == "prismatic":
                points[below] += change * axis
            else:
                points[below] = origin + turned(axis, change, arms)
                moved = skeleton.joints_below[i]
                axes[moved] = turned(axis, change, axes[moved])
        return q
