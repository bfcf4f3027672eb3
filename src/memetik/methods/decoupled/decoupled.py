"""The method Decoupled, with its checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from ...errors import MethodError
from ...goals.fields import point
from ...goals.pass_through import PassThrough
from ...goals.pose import Pose
from ...robot.description import Joint
from ...robot.inversion import INVERTIBLE
from ...solve.method_registry import method
from ..shared.link_targets import active_joints, chain
from ..shared.python_method import PythonMethod, Search
from .two_parts import TwoParts

if TYPE_CHECKING:
    from ...solve.problem import Problem

_POSE_VARIABLES = 6  # number of variables needed to bring a link to an arbitrary pose


@method("decoupled")
@dataclass(frozen=True, kw_only=True)
class Decoupled(PythonMethod):
    """Solves a chain in two parts: first the distal part backwards from the target, then the arm.

    The part beyond the link ``split``, such as an endoscope, is inverted (see
    :func:`memetik.robot.inversion.inverted`) and placed with its tip at the target; its goals are transformed
    by T_target⁻¹. Its joints first take the values of the start, then random ones. With a ``hint``, a point
    (3,) [m] in the root's frame such as one outside of an opening, they are optimised so that the base of the
    part is nearest to it; with a :class:`~memetik.PassThrough` of its links, so that the part passes through
    the point. Then the method "auto" solves the arm for the resulting pose of the split link. Each part gets
    at most ``part_evaluations`` per attempt.

    It accepts one Pose in the root's frame, and PassThrough of links from the split on. By default the split
    is after the sixth joint that may move, because the arm needs six joints to reach a pose.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur10e_elise")
    >>> q = robot.pack({"shoulder_lift_joint": -1.2, "elbow_joint": 1.4, "endo_first_joint": 0.8})
    >>> goal = mk.Pose("endo_tool", robot.fk(q, "endo_tool"))
    >>> mk.solve(robot, goal, method=mk.methods.Decoupled(split="endo_base_link")).success
    True
    """

    source: ClassVar[str] = "Engelke 2024, 8.10"
    goals: ClassVar[str] = "one Pose, and PassThrough"
    advice: ClassVar[str] = "arms with an instrument that reaches through an opening"

    split: str | None = None
    hint: npt.ArrayLike | None = None
    part_evaluations: int = 100

    def __post_init__(self) -> None:
        if self.split is not None and (not isinstance(self.split, str) or not self.split):
            raise MethodError(f"split: expected the name of a link, got {self.split!r}")
        if self.hint is not None:
            object.__setattr__(self, "hint", tuple(point(self.hint, "hint").tolist()))
        self._check_integers(part_evaluations=10**9)

    def _check(self, problem: Problem, threads: int) -> None:
        super()._check(problem, threads)
        self._refuse_secondary(problem)
        self._take_only(problem, [Pose, PassThrough])
        poses = [goal for goal in problem.goals.values() if isinstance(goal, Pose)]
        self._require(len(poses) == 1, f"accepts one Pose, got {len(poses)}: use method='auto'")
        whole = poses[0].frame is None and not poses[0].free
        self._require(whole, "accepts only a pose in the root's frame without free axes: use method='auto'")
        self._check_parts(problem, poses[0].link)

    def _check_parts(self, problem: Problem, tip: str) -> None:
        joints = chain(problem.robot, tip)
        way = [problem.robot.root, *(joint.child for joint in joints)]
        split = self._split(problem, tip)
        self._require(
            split in way,
            f"needs a split on the chain to {tip!r}, unlike {split!r}; its links are: {', '.join(way)}",
        )
        arm, distal = joints[: way.index(split)], joints[way.index(split) :]
        self._check_distal(arm, distal)
        active = active_joints(problem)
        free = sum(active.get(joint.name, 0) for joint in arm)
        self._require(
            free >= _POSE_VARIABLES,
            f"needs {_POSE_VARIABLES} joints that may move before the split, and before {split!r} there are "
            f"{free}: give another split=",
        )
        self._require(
            any(joint.name in active for joint in distal), f"needs a joint that may move beyond {split!r}"
        )
        for name, goal in problem.goals.items():
            outside = set(goal.links) - set(way[way.index(split) :]) if isinstance(goal, PassThrough) else ()
            self._require(
                not outside, f"accepts PassThrough only of links from {split!r} on, and {name!r} has others"
            )

    def _check_distal(self, arm: Sequence[Joint], distal: Sequence[Joint]) -> None:
        """Raise MethodError if the distal part cannot be inverted, or cannot move without the arm."""
        own = {joint.name for joint in distal}
        for joint in distal:
            self._require(
                joint.type in INVERTIBLE,
                f"cannot invert {joint.name!r}, which is {joint.type}: give a split= beyond it",
            )
        for joint in (*arm, *distal):
            separated = joint.mimic is not None and (joint.mimic.joint in own) != (joint.name in own)
            self._require(
                not separated, f"cannot separate {joint.name!r} from the joint it mimics: give another split="
            )

    def _split(self, problem: Problem, tip: str) -> str:
        """Return the given link, or the last link that only the first six variables move."""
        if self.split is not None:
            problem.robot._link(self.split)
            return self.split
        active = active_joints(problem)
        link, free = problem.robot.root, 0
        for joint in chain(problem.robot, tip):
            if free >= _POSE_VARIABLES and joint.name in active:
                return link
            free += active.get(joint.name, 0)
            link = joint.child
        raise MethodError(
            f"method {self.name!r} needs more than six joints that may move, and {tip!r} has {free}: "
            "use method='auto'"
        )

    def prepare(self, problem: Problem) -> Callable[[Search], None]:
        """Return a search that solves the distal part, then the arm, from one start after the other."""
        (tip,) = (goal.link for goal in problem.goals.values() if isinstance(goal, Pose))
        hint = None if self.hint is None else np.array(self.hint, dtype=np.float64)
        return TwoParts(problem, self._split(problem, tip), hint, self.part_evaluations).search
