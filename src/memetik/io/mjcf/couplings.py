"""Converts the equality constraints of an MJCF model between joints to mimics."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...robot import Mimic
from ...transforms import Array
from ..faults import Faults
from .names import Names

_CONNECT, _WELD, _JOINT = 0, 1, 2  # mjtEq


def couplings(model: Any, names: Names, faults: Faults) -> tuple[dict[str, Mimic], dict[str, Array]]:
    """The mimics by joint, and the constant values by joint, both relative to the reference posture.

    MuJoCo's constraint is y - y0 = a0 + a1 (x - x0) + ... + a4 (x - x0)^4, where the reference x0, y0 is
    memetik's zero. A mimic joint is the linear case. Constraints that a tree cannot have are left out with a
    warning.
    """
    mimics: dict[str, Mimic] = {}
    constants: dict[str, Array] = {}
    for constraint in range(int(model.neq)):
        if not model.eq_active0[constraint]:
            continue
        kind, data = int(model.eq_type[constraint]), model.eq_data[constraint]
        first, second = int(model.eq_obj1id[constraint]), int(model.eq_obj2id[constraint])
        label = f"equality {names.equalities[constraint]!r}"
        if kind in (_CONNECT, _WELD):
            faults.note(f"{label} closes a loop, which is left out: close it by a goal between links")
        if kind != _JOINT:
            continue
        joint = names.joints[first]
        if joint in mimics or joint in constants:
            faults.note(f"{label} is left out: joint {joint!r} is coupled already")
        elif second < 0:
            constants[joint] = np.array([data[0]])
        elif np.any(data[2:5] != 0.0):
            faults.note(f"{label} is left out: a mimic joint is linear, this is a polynomial")
        else:
            mimics[joint] = Mimic(names.joints[second], float(data[1]), float(data[0]))
    return mimics, constants
