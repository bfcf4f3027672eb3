"""Losses: functions ρ that replace the square of a goal's error in the cost.

A goal's cost is weight · ρ(x), where x is the norm of its residual, or the residual itself if it is one
number. Without a loss ρ(x) = x². The minimum of every loss is 0, at a point or in a range [lower, upper]; the
distance of x from there is the error that is compared with the goal's tolerance.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import GoalError, UnknownNameError
from .number_checks import items_of

SMALLEST_NUMBER, LARGEST_NUMBER = 1e-9, 1e6  # parameters in this range cause no over- or underflow
LARGEST_EXPONENT = 20


@dataclass(frozen=True)
class Loss(ABC):
    """Base class of all losses: ``loss(x)`` computes ρ(x) for a number or an array."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
            kind = "an integer" if field.type == "int" else f"a number up to {LARGEST_NUMBER:g}"
            if not abs(number) <= LARGEST_NUMBER or (field.type == "int" and number % 1 != 0):
                raise GoalError(f"{self._what(field.name)}: expected {kind}, got {value!r}")
            object.__setattr__(self, field.name, int(number) if field.type == "int" else number)

    @abstractmethod
    def _record(self) -> _core.Loss:
        """The loss as the core's object."""

    def _native(self, kind: _core.LossKind, **numbers: float) -> _core.Loss:
        """The core's loss of this kind with these parameters."""
        record = _core.Loss(kind)
        for name, number in numbers.items():
            setattr(record, name, number)
        return record

    def __call__(self, x: npt.ArrayLike) -> Any:
        """ρ(x)."""
        array = np.asarray(x, dtype=np.float64)
        out = np.empty(array.size)
        self._record().values(np.ascontiguousarray(array.ravel()), out)
        return float(out[0]) if array.ndim == 0 else out.reshape(array.shape)

    def to_dict(self) -> dict[str, Any]:
        """The plain form: a dictionary with the name of the loss and its parameters."""
        return {"loss": type(self).__name__, **{f.name: getattr(self, f.name) for f in fields(self)}}

    def _what(self, name: str) -> str:
        return f"{type(self).__name__} {name}"

    def _require(self, name: str, condition: bool, expected: str) -> None:
        if not condition:
            raise GoalError(f"{self._what(name)}: expected {expected}, got {getattr(self, name)!r}")

    def _require_positive(self, *names: str) -> None:
        for name in names:
            self._require(
                name, getattr(self, name) >= SMALLEST_NUMBER, f"a number of at least {SMALLEST_NUMBER:g}"
            )

    def _require_even(self, *names: str) -> None:
        for name in names:
            exponent = getattr(self, name)
            fits = exponent % 2 == 0 and 2 <= exponent <= LARGEST_EXPONENT
            self._require(name, fits, f"an even number from 2 to {LARGEST_EXPONENT}")


@dataclass(frozen=True)
class Quadratic(Loss):
    """ρ = x², the default of goals without a loss.

    >>> import memetik as mk
    >>> mk.losses.Quadratic()(3.0)
    9.0
    """

    def _record(self) -> _core.Loss:
        return self._native(_core.LossKind.quadratic)


@dataclass(frozen=True)
class Angle(Loss):
    """ρ = t², where t is the angle whose chord is x = 2 sin(t/2): for errors of rotations and directions.

    >>> import memetik as mk
    >>> round(mk.losses.Angle()(2**0.5), 4)  # (π/2)²
    2.4674
    """

    def _record(self) -> _core.Loss:
        return self._native(_core.LossKind.angle)


@dataclass(frozen=True)
class Quaternion(Loss):
    """ρ = 2(1 - √(1 - x²/4)): the squared distance between unit quaternions for the chord x of a rotation.

    >>> import memetik as mk
    >>> mk.losses.Quaternion()(2.0)  # half a turn: |Q|² + |Q'|², as Q ⟂ Q'
    2.0
    """

    def _record(self) -> _core.Loss:
        return self._native(_core.LossKind.quaternion)


@dataclass(frozen=True)
class Absolute(Loss):
    """ρ = √(x² + d²) - d: the absolute value, smoothed where |x| is below about d = ``rounding``.

    >>> import memetik as mk
    >>> round(mk.losses.Absolute()(-2.0), 5)
    2.0
    """

    rounding: float = 1e-6

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_positive("rounding")

    def _record(self) -> _core.Loss:
        return self._native(_core.LossKind.absolute, d=self.rounding)


@dataclass(frozen=True)
class Huber(Loss):
    """ρ = x² up to |x| = d = ``delta``, and 2d|x| - d² beyond: the slope is constant for large errors.

    >>> import memetik as mk
    >>> mk.losses.Huber(0.5)(2.0)
    1.75
    """

    delta: float

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_positive("delta")

    def _record(self) -> _core.Loss:
        return self._native(_core.LossKind.huber, d=self.delta)


@dataclass(frozen=True)
class _RangeLoss(Loss):
    lower: float
    upper: float

    def __post_init__(self) -> None:
        super().__post_init__()
        wide = self.upper >= self.lower + SMALLEST_NUMBER
        self._require("upper", wide, f"more than lower = {self.lower:g}")

    def _native(self, kind: _core.LossKind, **numbers: float) -> _core.Loss:
        return super()._native(kind, lower=self.lower, upper=self.upper, **numbers)


@dataclass(frozen=True)
class Hinge(_RangeLoss):
    """ρ = the squared distance of x from the range [``lower``, ``upper``], 0 inside.

    >>> import memetik as mk
    >>> mk.losses.Hinge(-1, 1)(3.0)
    4.0
    """

    def _record(self) -> _core.Loss:
        return self._native(_core.LossKind.hinge)


@dataclass(frozen=True)
class Groove(Loss):
    """ρ = 1 - exp(-(x-s)²/2c²) + r(x-s)^g: a narrow well in a wide bowl (RelaxedIK).

    s = ``center``, c = ``width`` of the well, r = ``steepness`` and g = ``power`` (even) of the bowl.

    >>> import memetik as mk
    >>> round(mk.losses.Groove(width=0.1)(0.1), 4)  # 1 - exp(-1/2) + 10 · 0.01
    0.4935
    """

    center: float = 0.0
    width: float = 0.1
    steepness: float = 10.0
    power: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_positive("width")
        self._require("steepness", self.steepness >= 0, "a number of at least 0")
        self._require_even("power")

    def _record(self) -> _core.Loss:
        s, c, r, g = self.center, self.width, self.steepness, self.power
        return self._native(_core.LossKind.groove, lower=s, upper=s, s=s, c=c, r=r, g=g)


@dataclass(frozen=True)
class Swamp(_RangeLoss):
    """ρ = (a₁ + a₂z^m)(1 - exp(-(z/b)^n)), z = (2x-l-u)/(u-l): flat in [l, u] between walls (RangedIK).

    l = ``lower``, u = ``upper``, a₁ = ``height`` of the walls, a₂ = ``slope`` and m = ``power`` (even) of
    the rise outside the walls, n = ``sharpness`` (even); b is chosen so that the wall has 95 % of its height
    at l and u: 1 - exp(-1/bⁿ) = 0.95. For distances, which are never negative, ``Swamp(-d, d)`` is flat from
    0 to d.

    >>> import memetik as mk
    >>> round(mk.losses.Swamp(-1, 1)(1.0), 4)  # (1 + 0.1) · 0.95
    1.045
    """

    height: float = 1.0
    slope: float = 0.1
    power: int = 2
    sharpness: int = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_positive("height")
        self._require("slope", self.slope >= 0, "a number of at least 0")
        self._require_even("power", "sharpness")

    def _record(self) -> _core.Loss:
        n, b = self.sharpness, _wall_position(self.sharpness)
        return self._native(_core.LossKind.swamp, a1=self.height, a2=self.slope, m=self.power, n=n, b=b)


@dataclass(frozen=True)
class SwampGroove(_RangeLoss):
    """ρ = -f₁exp(-(x-s)²/2c²) + f₂(x-s)² + f₃(1 - exp(-(z/b)^n)) minus its minimum: a well in a range.

    s = ``center``, by default the middle of the range; c = ``width`` and f₁ = ``depth`` of the well, f₂ =
    ``steepness`` of the bowl, f₃ = ``height`` of the walls at ``lower`` and ``upper``, n = ``sharpness``;
    z and b as for :class:`Swamp`.

    >>> import memetik as mk
    >>> loss = mk.losses.SwampGroove(-1, 1)
    >>> loss(0.0), round(loss(1.0), 4)  # 1 - exp(-50) + 0.1 + 0.95 · 1
    (0.0, 2.05)
    """

    center: float | None = None
    width: float = 0.1
    depth: float = 1.0
    steepness: float = 0.1
    height: float = 1.0
    sharpness: int = 8

    def __post_init__(self) -> None:
        given = self.center
        if given is None:
            object.__setattr__(self, "center", 0.0)
        super().__post_init__()
        if given is None:
            object.__setattr__(self, "center", 0.5 * (self.lower + self.upper))
        self._require_positive("width", "height")
        for name in ("depth", "steepness"):
            self._require(name, getattr(self, name) >= 0, "a number of at least 0")
        self._require("center", self.lower <= self._center <= self.upper, "a number from lower to upper")
        self._require_even("sharpness")

    @property
    def _center(self) -> float:
        return 0.0 if self.center is None else self.center

    def _record(self) -> _core.Loss:
        s, c, n, b = self._center, self.width, self.sharpness, _wall_position(self.sharpness)
        f1, f2, f3 = self.depth, self.steepness, self.height
        record = self._native(_core.LossKind.swamp_groove, s=s, c=c, f1=f1, f2=f2, f3=f3, n=n, b=b)
        record.minimum = self._least(record)
        return record

    def _least(self, record: _core.Loss) -> float:
        """The minimum of the formula, which the walls move a little from the centre towards the middle."""
        ends = np.array([self._center, 0.5 * (self.lower + self.upper)])
        values = np.empty(65)
        for _ in range(12):  # each iteration keeps the two intervals around the best of 65 points
            x = np.linspace(ends[0], ends[1], 65)
            record.values(x, values)
            best = int(np.argmin(values))
            ends = x[[max(best - 1, 0), min(best + 1, 64)]]
        return float(values[best])


KINDS: dict[str, type[Loss]] = {
    kind.__name__: kind
    for kind in (Quadratic, Angle, Quaternion, Absolute, Huber, Hinge, Groove, Swamp, SwampGroove)
}

Losses: TypeAlias = Loss | Iterable[Loss] | None


def loss_from_dict(data: Mapping[str, Any]) -> Loss:
    """The loss whose plain form, made by ``Loss.to_dict``, is ``data``."""
    options = dict(data)
    name = options.pop("loss", None)
    if not isinstance(name, str) or name not in KINDS:
        raise UnknownNameError("loss", name, KINDS)
    try:
        return KINDS[name](**options)
    except TypeError as error:
        raise GoalError(f"not a {name} in plain form: {error}") from error


def as_losses(value: Any, count: int) -> Loss | tuple[Loss, ...] | None:
    """A goal's loss from user input: one for all its errors, or ``count`` of them, or plain forms of them."""
    if value is None or isinstance(value, Loss):
        return value
    if isinstance(value, Mapping):
        return loss_from_dict(value)
    losses = tuple(loss_from_dict(item) if isinstance(item, Mapping) else item for item in items_of(value))
    if len(losses) != count or not all(isinstance(loss, Loss) for loss in losses):
        expected = "a loss such as mk.losses.Huber(0.1)" + (f", or {count} of them" if count > 1 else "")
        raise GoalError(f"loss: expected {expected}, got {value!r}")
    return losses


def _wall_position(sharpness: int) -> float:
    return math.exp(-math.log(math.log(20.0)) / sharpness)
