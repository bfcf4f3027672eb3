"""What all goals share: a name, a weight, a tolerance, a priority."""

from __future__ import annotations

import functools
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.shapes import Geometry
from ..errors import GoalError
from ..losses import Loss, Losses, as_losses
from ..plain import head
from ..transforms import Array
from .fields import Name, Priority, Weight, converters

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, kw_only=True)
class Goal(ABC):
    """Something wanted of a configuration, as residuals whose weighted squares are the cost.

    ``primary`` goals decide success, each by its own ``tolerance``; ``secondary`` ones never do: they
    shape the answer as far as the primary goals leave it free. A ``loss`` (see :mod:`memetik.losses`) makes
    errors count by something else than their square: one, or one for each of the goal's errors. Goals are
    immutable and made of plain numbers and names; ``to_dict`` and :func:`goal_from_dict` round-trip them, and
    so does pickle.
    """

    name: Name = None
    weight: Weight = 1.0
    priority: Priority = "primary"
    loss: Losses = None

    # (what, unit) of every error that a solution reports of such a goal
    error_names: ClassVar[tuple[str, ...]] = ()
    error_units: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        for name, convert in converters(type(self)).items():
            self._set(**{name: convert(getattr(self, name), name)})
        self._set(loss=as_losses(self.loss, len(self.error_names)))
        self._check()

    def _check(self) -> None:  # noqa: B027 (most have nothing to refuse)
        """Refuse fields that do not fit together."""

    def _set(self, **values: Any) -> None:
        """Fields of a frozen dataclass, which has no other way to set them."""
        for key, value in values.items():
            object.__setattr__(self, key, value)

    @property
    def _default_name(self) -> str:
        """What the goal is called if it was given no name."""
        return _snake_case(type(self).__name__)

    @property
    def _kernel(self) -> str:
        """The goal's kind in the core, named as its header in core/include/memetik/goals."""
        return _snake_case(type(self).__name__)

    @property
    def _takes_ranges(self) -> bool:
        """Whether residuals are errors, so that a loss that is least in a range makes sense of them."""
        return True

    @property
    def _accepts_anything(self) -> bool:
        return bool(np.isinf(np.asarray(getattr(self, "tolerance", 0.0))).all())

    @abstractmethod
    def _compile(self, robot: Robot) -> tuple[_core.Goal, Any]:
        """The native record of this goal on a robot, and the user's function if it has one."""

    def _data(self, robot: Robot) -> dict[str, Any]:
        """The data of the kernel by name: the fields of this goal that are called alike."""
        return {name: getattr(self, name) for name in _core.goal_fields(self._kernel)}

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        """The shape of a target that a solver may be given for this goal; () if there is none."""
        target = getattr(self, "target", None)
        return target.shape if isinstance(target, np.ndarray) else ()

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        """A target as the core takes it, or a clear error."""
        convert = converters(type(self)).get("target")
        if convert is None:
            raise GoalError(f"{type(self).__name__} has no target")
        target: Array = convert(value, "target")
        return target

    def to_dict(self) -> dict[str, Any]:
        """The goal as plain numbers, strings and lists."""
        return {**head("goal"), "goal": type(self).__name__, **self._plain_fields()}

    def _plain_fields(self) -> dict[str, Any]:
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    def __reduce__(self) -> tuple[Any, ...]:
        # made anew, because pickled arrays come back writable, and read-only mappings not at all
        return functools.partial(type(self), **self._plain_fields()), ()

    def __copy__(self) -> Goal:
        return self  # nothing can change it

    def __deepcopy__(self, memo: object) -> Goal:
        return self

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._plain_fields() == other._plain_fields()

    def __hash__(self) -> int:
        return hash((type(self), self.name, self.weight, self.priority))

    def _record(self, robot: Robot, links: Iterable[str] = (), variables: Iterable[int] = ()) -> _core.Goal:
        """The native record, of these links and variables."""
        record = _core.Goal(self._kernel, **self._data(robot))
        record.weight = self.weight
        record.primary = self.priority == "primary"
        record.links = [robot._link(link) for link in links]
        record.variables = list(variables)
        record.tolerance = np.atleast_1d(getattr(self, "tolerance", 0.0)).tolist()
        target, frame = getattr(self, "target", None), getattr(self, "frame", None)
        if isinstance(target, np.ndarray):
            record.target = target.ravel().tolist()
        if frame is not None:
            record.frame = robot._link(frame)
        if self.loss is not None:
            record.losses = self._losses()
        return record

    def _losses(self) -> list[_core.Loss]:
        losses = [self.loss] * len(self.error_names) if isinstance(self.loss, Loss) else self.loss or ()
        records = [loss._record() for loss in losses]
        if not self._takes_ranges and any(loss.lower or loss.upper for loss in records):
            raise GoalError(
                f"loss: the residuals of this {type(self).__name__} are not its errors, so that no other "
                "value than zero can be asked of them"
            )
        return records


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, float) and math.isinf(value):
        return str(value)  # JSON has no word for it
    if isinstance(value, (Loss, Geometry)):
        return value.to_dict()
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _snake_case(name: str) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "_", name).lower()
