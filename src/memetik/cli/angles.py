"""Roll, pitch and yaw on the command line: in radians, or with ``--degrees`` in degrees."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..errors import InputWarning, warn
from ..transforms import Array


def as_radians(angles: npt.ArrayLike, *, degrees: bool, what: str) -> Array:
    """The angles in radians. Those of more than a full turn are probably degrees, so they warn."""
    array = np.asarray(angles, dtype=np.float64)
    if degrees:
        return np.deg2rad(array)
    if (np.abs(array) > 2 * np.pi).any():
        largest = array.flat[int(np.argmax(np.abs(array)))]
        warn(
            f"{what}: {largest:g} rad is more than a full turn; if the angles are degrees, add --degrees",
            InputWarning,
        )
    return array
