"""Custom: a goal that the user writes, as a Python or a compiled function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..compiled_function import address_of, may_be_address
from ..errors import GoalError
from ..transforms import Array
from .fields import DEFAULT_TOLERANCE, Names, Tolerance
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot

UNDEFINED_RESIDUAL = _core.undefined_residual


@dataclass(frozen=True, eq=False)
class Custom(Goal):
    """Residuals computed by your own function of link poses and joint values.

    ``function(poses, q) -> residuals`` is called with batches: ``poses`` (n, len(links), 4, 4) and ``q`` (n,
    values of ``joints``); it returns (n, rows). It receives only the links and joints that you declare, so
    the derivatives are complete. They come from central differences over link motions, or from
    ``derivative(poses, q) -> (n, rows, 6 len(links) + values)``, whose columns are the velocity of each
    link's origin, its angular velocity (both in the root's axes), and the joint values;
    :meth:`Problem.check_derivatives` compares them with differences.

    Python functions run on the calling thread only; their exceptions propagate unchanged. A function compiled
    by numba's ``@cfunc`` (or any address of a C function ``void(int64 n, double* poses, double* q, double*
    residuals, double* derivative, void* user)``) costs nanoseconds and runs on all threads;
    ``derivative=True`` declares that it fills in the derivatives. The goal is met when the norm of the
    residuals is within ``tolerance``. A residual that is not finite counts as a million, more than any
    tolerance.

    >>> import memetik as mk
    >>> goal = mk.Custom(lambda poses, q: poses[:, 0, 2, 3:] - 0.5, rows=1, links="tool0", name="height")
    >>> mk.Problem("ur5", goal).residuals([0, 0, 0, 0, 0, 0]).round(6)  # the tool is at -0.005491 m
    array([-0.505491])
    """

    function: Callable[..., Any] | int
    _: KW_ONLY
    rows: int = 1
    links: Names = ()
    joints: Names = ()
    derivative: Callable[..., Any] | bool | None = None
    tolerance: Tolerance = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("residual",)
    error_units: ClassVar[tuple[str, ...]] = ("",)

    def _check(self) -> None:
        if self._address is None and not callable(self.function):
            raise GoalError(f"function: expected a function of (poses, q), got {self.function!r}")
        if self._address is not None and not may_be_address(self._address):
            raise GoalError(
                f"function: expected a function of (poses, q), or the address of a compiled one, got "
                f"{self.function!r}"
            )
        if not self.links and not self.joints:
            raise GoalError(
                "Custom: name the links or joints that the function reads, with links= or joints="
            )
        if not isinstance(self.rows, (int, np.integer)) or not 1 <= self.rows <= 1000:
            raise GoalError(f"rows: expected an integer from 1 to 1000, got {self.rows!r}")
        compiled = self._address is not None
        fits = isinstance(self.derivative, bool) if compiled else callable(self.derivative)
        if self.derivative is not None and not fits:
            expected = "True or False for a compiled function" if compiled else "a callable"
            raise GoalError(f"derivative: expected {expected}, got {self.derivative!r}")
        self._set(rows=int(self.rows))
        if self.tolerance >= UNDEFINED_RESIDUAL:
            raise GoalError(
                f"tolerance: expected less than {UNDEFINED_RESIDUAL:g}, the value that replaces NaN, got "
                f"{self.tolerance:g}; priority='secondary' makes a goal that does not decide success"
            )

    @property
    def _default_name(self) -> str:
        return str(getattr(self.function, "__name__", "custom")).strip("<>")

    @property
    def _address(self) -> int | None:
        return address_of(self.function)

    @property
    def _kernel(self) -> str:
        return "external"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, Any]:
        variables = [i for joint in self.joints for i in range(*robot._slice(joint).indices(robot.dof))]
        record = self._record(robot, self.links, variables)
        record.rows = self.rows
        record.knows_derivative = bool(self.derivative)
        if self._address is not None:
            return record, self._address
        sizes = (len(record.links), len(record.variables), self.rows)
        return record, _core.PythonGoal(
            self.function, self.derivative or None, *sizes, self.name or self._default_name
        )

    def to_dict(self) -> dict[str, Any]:
        """Raise GoalError: a function has no plain form."""
        raise GoalError("a Custom goal has no plain form, because it holds a function")

    def __reduce__(self) -> tuple[Any, ...]:
        if self._address is not None:
            raise GoalError("a compiled function cannot be pickled: make the Custom goal where it is used")
        return super().__reduce__()

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        raise GoalError("a Custom goal has no target; its function alone defines it")
