"""Losses from what users give, and from their plain form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import GoalError, UnknownNameError
from ..losses import KINDS, Loss


def loss_from_dict(data: Mapping[str, Any]) -> Loss:
    """The loss of a plain form, as ``Loss.to_dict`` makes it."""
    options = dict(data)
    name = options.pop("loss", None)
    if not isinstance(name, str) or name not in KINDS:
        raise UnknownNameError("loss", name, KINDS)
    try:
        return KINDS[name](**options)
    except TypeError as error:
        raise GoalError(f"not a {name} in plain form: {error}") from error


def as_losses(value: Any, count: int) -> Loss | tuple[Loss, ...] | None:
    """A goal's loss: one for all its errors, or ``count`` of them; plain forms too."""
    if value is None or isinstance(value, Loss):
        return value
    if isinstance(value, Mapping):
        return loss_from_dict(value)
    several = () if isinstance(value, str) or not isinstance(value, Iterable) else tuple(value)
    losses = tuple(loss_from_dict(item) if isinstance(item, Mapping) else item for item in several)
    if len(losses) != count or not all(isinstance(loss, Loss) for loss in losses):
        expected = "a loss such as mk.losses.Huber(0.1)" + (f", or {count} of them" if count > 1 else "")
        raise GoalError(f"loss: expected {expected}, got {value!r}")
    return losses
