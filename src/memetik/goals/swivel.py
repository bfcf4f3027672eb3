"""Swivel: the elbow of an arm is turned about the line from shoulder to wrist."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from math import tau
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError, InputWarning, warn
from ..transforms import Array
from .fields import DEFAULT_TOLERANCE, LinkNames, MaybeLinkName, NumberTarget, Tolerance, UnitVector
from .goal import Goal
from .link_points import points_of

if TYPE_CHECKING:
    from ..robot.robot import Robot

_LEAST = 1e-9  # [m], and sine of the angle to the reference; the same as in the core


@dataclass(frozen=True, eq=False)
class Swivel(Goal):
    """An elbow is turned about the line from shoulder to wrist by a given angle.

    This *swivel angle*, also called arm angle, is what a pose of the hand leaves free in an arm with seven
    joints. Residual: the angle [rad] from ``target`` to it, from -π to π, one row. ``target`` is a number
    [rad], modulo whole turns; ``tolerance`` [rad] is the largest accepted difference.

    ``links`` are those of shoulder, elbow and wrist, on any robot. The points are their origins, or their
    entries in ``offsets``, points (3,) [m] in the links' frames given as a mapping from some of the links or
    as one point for each. For an arm with seven revolute joints, one link is enough, such as its tool: the
    shoulder is then where the axes of joints 2 and 3 meet, the wrist where those of 5 and 6 meet, and the
    elbow the point of axis 4 that is nearest to axis 3.

    The angle is measured from the half-plane that contains ``reference`` (3,), a direction in the frame of
    the root or of the link ``frame``, by default z. With the unit vector u from the shoulder to the
    wrist, the vector e to the elbow, and the parts p = e - (u · e) u and l = r - (u · r) u of e and of the
    reference r across u, it is atan2(u · (l × p), l · p) (Kreutz-Delgado, Long and Seraji, "Kinematic
    analysis of 7-DOF manipulators", 1992): zero if the elbow is on the reference's
    side, positive if it is turned from there about the line from shoulder to wrist by the right-hand rule. If
    the first joint turns about the reference, the angle is zero or π where joint 3 is at zero. Shimizu et al.
    ("Analytical inverse kinematic computation for 7-DOF redundant manipulators", 2008) measure the angle from
    that posture. The angle is undefined, and counts as 0, where the arm is straight or the
    wrist, seen from the shoulder, is in the direction of the reference or opposite to it. For arms that
    hang down, choose a horizontal reference. :meth:`Robot.swivel` computes the angle.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("iiwa14")
    >>> q = [0.1, 0.5, -0.3, -1.2, 0.4, 0.9, 0.2]
    >>> wanted = [mk.Pose("tool0", robot.fk(q, "tool0")), mk.Swivel("tool0", 1.5)]
    >>> solution = mk.solve(robot, wanted)
    >>> round(float(robot.swivel(solution.q, "tool0")), 4)
    1.5
    """

    links: LinkNames
    target: NumberTarget
    _: KW_ONLY
    reference: UnitVector = (0.0, 0.0, 1.0)
    offsets: tuple[Array, ...] | Any = None
    frame: MaybeLinkName = None
    tolerance: Tolerance = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("angle",)
    error_units: ClassVar[tuple[str, ...]] = ("rad",)
    _is_exact: ClassVar[bool] = True

    def _check(self) -> None:
        if len(self.links) not in (1, 3):
            expected = "one link of an arm with seven joints, or the links of shoulder, elbow and wrist"
            raise GoalError(f"links: expected {expected}, got {', '.join(self.links) or 'none'}")
        if self.offsets is not None:
            if len(self.links) == 1:
                raise GoalError("offsets: give them with the links of shoulder, elbow and wrist")
            self._set(offsets=points_of(self.links, self.offsets))
        if abs(self.target[0]) > tau:
            warn(
                f"target: {self.target[0]:g} rad is more than a turn; angles are in radians",
                InputWarning,
            )

    @property
    def _default_name(self) -> str:
        return f"{self.links[-1]}_swivel"

    def _places(self, robot: Robot) -> tuple[tuple[str, ...], tuple[Array, ...]]:
        """The links of shoulder, elbow and wrist, and the points on them."""
        if len(self.links) == 1:
            arm = robot._arm(self.links[0])
            return tuple(place.link for place in arm), tuple(place.point for place in arm)
        return self.links, points_of(self.links, {} if self.offsets is None else self.offsets)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._record(robot, self._places(robot)[0]), None

    def _data(self, robot: Robot) -> dict[str, Any]:
        return {"points": self._places(robot)[1], "reference": self.reference}

    def _angle(self, robot: Robot, q: npt.ArrayLike) -> Any:
        """The angle at ``q``, from -π to π: a number, or (N,)."""
        links, points = self._places(robot)
        poses = robot.fk(q, [*links, *([] if self.frame is None else [self.frame])])
        shoulder, elbow, wrist = (
            poses[link][..., :3, :3] @ point + poses[link][..., :3, 3]
            for link, point in zip(links, points, strict=True)
        )
        reference = self.reference if self.frame is None else poses[self.frame][..., :3, :3] @ self.reference
        return swivel_angle(elbow - shoulder, wrist - shoulder, reference)


def swivel_angle(elbow: Array, wrist: Array, reference: Array) -> Any:
    """The angle of the vector to the elbow about that to the wrist, from -π to π: a number, or (N,)."""
    length = np.maximum(np.linalg.norm(wrist, axis=-1, keepdims=True), _LEAST)
    along = wrist / length
    across, zero = (v - np.sum(along * v, axis=-1, keepdims=True) * along for v in (elbow, reference))
    angle = np.arctan2(np.sum(along * np.cross(zero, across), axis=-1), np.sum(zero * across, axis=-1))
    shortest = np.minimum(np.linalg.norm(across, axis=-1), np.linalg.norm(zero, axis=-1))
    result = np.where(shortest > _LEAST, angle, 0.0)
    return float(result) if result.ndim == 0 else result
