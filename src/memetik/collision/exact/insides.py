"""Shapes inside the closed surfaces of others, which coal does not notice."""

from __future__ import annotations

from typing import Any

import numpy as np

from .exact_shape import ExactShape


def contains_other(shape: ExactShape, place: Any, other: ExactShape, where: Any) -> bool:
    """Whether one of two shapes contains a point of the other; their poses are transforms of coal."""
    return _has_inside(shape, place, other, where) or _has_inside(other, where, shape, place)


def _has_inside(outer: ExactShape, place: Any, inner: ExactShape, where: Any) -> bool:
    if outer.contains is None:
        return False
    points = inner.points @ where.getRotation().T + (where.getTranslation() - place.getTranslation())
    points = points @ place.getRotation()
    center, half = outer.pieces.bounds
    near = points[(np.abs(points - center) <= half).all(axis=1)]
    return len(near) > 0 and bool(outer.contains(near).any())
