"""PythonGoal: the base class of the goals of other packages."""

from __future__ import annotations

import dataclasses
import functools
from abc import abstractmethod
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy.typing as npt

from .. import _core
from ..errors import GoalError, without_warnings
from ..transforms import Array
from .custom import Custom
from .fields import DEFAULT_TOLERANCE, Tolerance
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False)
class PythonGoal(Goal):
    """A goal class of your own: :class:`Custom` with a name, parameters and a plain form.

    Derive a frozen dataclass whose fields are the parameters, and write ``as_custom``, which returns the
    residuals as a Custom goal, with derivatives and compiled functions as there. The fields alone define the
    goal: they are compared, pickled and stored in the plain form. So they are numbers, strings, arrays,
    losses, shapes, and tuples or dicts of these. ``name``, ``weight``, ``priority``, ``loss`` and
    ``tolerance`` are fields of every goal.

    :func:`goal_from_dict`, goal files and ``memetik goals`` find the class by an entry point of its package
    in the group ``memetik.goals``; its name is that of the class.

    >>> import memetik as mk
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, eq=False)
    ... class Height(mk.PythonGoal):
    ...     link: str
    ...     height: float  # [m]
    ...
    ...     def as_custom(self):
    ...         return mk.Custom(self.residuals, links=self.link)
    ...
    ...     def residuals(self, poses, q):
    ...         return poses[:, 0, 2, 3:] - self.height
    >>> mk.Problem("ur5", Height("tool0", 0.5)).residuals([0, 0, 0, 0, 0, 0]).round(6)
    array([-0.505491])
    """

    _: KW_ONLY
    tolerance: Tolerance = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("residual",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    @abstractmethod
    def as_custom(self) -> Custom:
        """Return the residuals as a Custom goal; only its function, derivative, rows, links and joints count.

        It is called when the goal is constructed, so errors that it raises are raised there.
        """

    def _check(self) -> None:
        custom = self.as_custom()
        if not isinstance(custom, Custom):
            raise GoalError(f"{type(self).__name__}.as_custom: expected a memetik.Custom, got {custom!r}")

    def _compile(self, robot: Robot) -> tuple[_core.Goal, Any]:
        shared = {field.name: getattr(self, field.name) for field in dataclasses.fields(PythonGoal)}
        custom = functools.partial(dataclasses.replace, self.as_custom())
        return without_warnings(custom, **{**shared, "name": self.name or self._default_name})._compile(robot)

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return ()  # even if a field is called target: the function does not see the targets of queries

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        raise GoalError(f"{type(self).__name__} has no target; construct a goal with other parameters")
