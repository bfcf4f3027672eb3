"""Converts poses, rotations and tensors of other libraries to numpy arrays, without importing them."""

from __future__ import annotations

from typing import Any

import numpy as np


def as_numpy(value: Any) -> Any:
    """``value`` as an array if it is an object of another library; lists of such objects become lists of
    arrays, and anything else is returned unchanged.

    Objects with ``as_matrix`` (SciPy's ``Rotation`` and ``RigidTransform``, ``mink.SE3`` and ``SO3``),
    ``pin.SE3``, ``pin.Quaternion``, poses of spatialmath and tensors of torch are recognised by their
    attributes. Arrays of JAX need nothing: numpy reads them.

    >>> from scipy.spatial.transform import Rotation
    >>> as_numpy(Rotation.identity()).shape
    (3, 3)
    """
    if isinstance(value, np.ndarray | float | int | str | None):
        return value
    if isinstance(value, list | tuple):
        converted = [as_numpy(part) if _may_be_foreign(part) else part for part in value]
        unchanged = all(new is old for new, old in zip(converted, value, strict=True))
        return value if unchanged else type(value)(converted) if type(value) in (list, tuple) else converted
    for attribute in ("as_matrix", "toRotationMatrix"):
        if callable(convert := getattr(value, attribute, None)):
            return np.asarray(convert())
    if hasattr(value, "homogeneous"):  # pin.SE3
        return np.asarray(value.homogeneous)
    library = type(value).__module__.partition(".")[0]
    if library == "spatialmath":
        return np.asarray(value.A)
    if library == "torch":
        return value.detach().cpu().numpy()
    return value


def _may_be_foreign(part: Any) -> bool:
    """Whether an element of a list may be an object of another library, or a pair that has one."""
    if isinstance(part, list | tuple):
        return len(part) == 2
    return not isinstance(part, np.ndarray | float | int)
