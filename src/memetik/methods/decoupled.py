"""Decoupled: the part of a chain near its tip is solved first, then the arm that carries it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from ..errors import MethodError
from ..goals.pose import Pose
from ..robot.description import Joint
from ..robot.inversion import INVERTIBLE
from ..solve.method_options import engine_factory
from ..solve.method_registry import method
from .shared.core_method import CoreMethod
from .shared.link_targets import active_joints, chain

if TYPE_CHECKING:
    from ..solve.evolution import Evolution
    from ..solve.problem import Problem

_POSE_VARIABLES = 6  # number of variables needed to bring a link to an arbitrary pose


@method("decoupled")
@dataclass(frozen=True, kw_only=True)
class Decoupled(CoreMethod):
    """Kinematic decoupling: restarts from where the two parts of a chain meet (Engelke 2024, 8.10).

    The link ``split`` divides the chain to the pose's link in an arm and a distal part, such as an endoscope.
    With the tip at its target, the joints of the distal part alone decide where its bodies are. So they are
    solved first, from the tip backwards:

    1. Of 1024 configurations of the distal part, those are candidates that penetrate obstacles least and
       whose split the arm may reach.
    2. Descents minimise the cost of all goals that read only the distal part. Of a
       :class:`~memetik.KeepClear` that is the cost of its spheres on the distal part's links.
    3. The arm is solved for the resulting poses of the split. The best candidate is the start of a descent of
       all joints for all goals, as those of ``"restarts"``; usually it is the solution already.

    The first descent begins at the given start, and every other one of the further ones at a decoupled start.
    If a pose has free axes, each decoupled start takes their values from a random configuration. Without
    obstacles and with ``max_change``, candidates are random. Each part gets about ``part_evaluations`` per
    start.

    The problem needs one pose in the root's frame, and may have any other goals. By default the split is the
    last link that only the first six variables move, because an arm needs six to reach any pose.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur10e_elise")
    >>> q = robot.pack({"shoulder_lift_joint": -1.2, "elbow_joint": 1.4, "endo_first_joint": 0.8})
    >>> goal = mk.Pose("endo_tool", robot.fk(q, "endo_tool"))
    >>> mk.solve(robot, goal, method=mk.methods.Decoupled(split="endo_base_link")).success
    True
    """

    source: ClassVar[str] = "Engelke 2024, 8.10"
    goals: ClassVar[str] = "one Pose, and any others"
    advice: ClassVar[str] = "arms with an instrument that reaches through an opening"

    split: str | None = None
    part_evaluations: int = 100

    def __post_init__(self) -> None:
        if self.split is not None and (not isinstance(self.split, str) or not self.split):
            raise MethodError(f"split: expected the name of a link, got {self.split!r}")
        engine_factory(self.name, {"part_evaluations": self.part_evaluations})

    def _engine_factory(self, problem: Problem, best: bool, evolution: Evolution) -> _core.EngineFactory:
        split = problem.robot._link(self._split(problem, _pose(problem).link))
        return engine_factory(self.name, {**self._options, "split": split})

    def split_of(self, problem: Problem) -> int | None:
        """The index of the split link; None if the problem cannot be decoupled."""
        try:
            self._check(problem, 1)
        except MethodError:
            return None
        return problem.robot._link(self._split(problem, _pose(problem).link))

    def _check(self, problem: Problem, threads: int) -> None:
        poses = _poses(problem)
        self._require(len(poses) == 1, f"needs one Pose, got {len(poses)}: use method='auto'")
        self._require(
            poses[0].frame is None,
            "accepts only a pose in the root's frame, without frame=: use method='auto'",
        )
        self._check_split(problem, poses[0].link)

    def _check_split(self, problem: Problem, tip: str) -> None:
        joints = chain(problem.robot, tip)
        way = [problem.robot.root, *(joint.child for joint in joints)]
        split = self._split(problem, tip)
        self._require(
            split in way,
            f"needs a split on the chain to {tip!r}, unlike {split!r}; its links are: {', '.join(way)}",
        )
        arm, distal = joints[: way.index(split)], joints[way.index(split) :]
        active = active_joints(problem)
        own, beyond = _masters(arm), _masters(distal)
        free = sum(active.get(name, 0) for name in own - beyond)
        self._require(
            free >= _POSE_VARIABLES,
            f"needs {_POSE_VARIABLES} variables that may move before the split, and before {split!r} there "
            f"are {free}: give another split=",
        )
        self._require(any(name in active for name in beyond), f"needs a joint that may move beyond {split!r}")
        for joint in distal:
            self._require(
                joint.type in INVERTIBLE,
                f"cannot invert {joint.name!r}, which is {joint.type}: give a split= beyond it",
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
            f"method {self.name!r} needs more than six variables that may move, and {tip!r} has {free}: "
            "use method='auto'"
        )


def _poses(problem: Problem) -> list[Pose]:
    """Return the poses that decide success."""
    return [goal for goal in problem.goals.values() if isinstance(goal, Pose) and goal._decides_success]


def _pose(problem: Problem) -> Pose:
    return _poses(problem)[0]


def _masters(joints: Sequence[Joint]) -> set[str]:
    """Return the names of the joints whose variables move these joints."""
    return {joint.name if joint.mimic is None else joint.mimic.joint for joint in joints}
