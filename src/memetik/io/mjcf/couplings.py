"""Converts the equality constraints of an MJCF model: to mimics where they are linear, else to loops."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...robot import Mimic, Robot
from ...robot.loops import Loop
from ...transforms import Array
from ..faults import Faults
from .names import Names

_CONNECT, _WELD, _JOINT, _TENDON = 0, 1, 2, 3  # mjtEq
_SITE = 6  # mjtObj


@dataclass
class Couplings:
    """The mimics by joint, the constant values by joint, and the loops.

    Values of joints are relative to the reference posture.
    """

    mimics: dict[str, Mimic] = field(default_factory=dict)
    constants: dict[str, Array] = field(default_factory=dict)
    loops: list[Loop] = field(default_factory=list)


def couplings(model: Any, names: Names, faults: Faults) -> Couplings:
    """All active equality constraints; those of tendons and flexes, which memetik lacks, are faults."""
    found = Couplings()
    for index in range(int(model.neq)):
        if not model.eq_active0[index]:
            continue
        kind = int(model.eq_type[index])
        if kind in (_CONNECT, _WELD):
            found.loops.append(_link_loop(model, names, index))
        elif kind == _JOINT:
            _couple(model, names, index, found, faults)
        else:
            what = "tendons; the joints that they couple" if kind == _TENDON else "a flex; its parts"
            name = names.equalities[index]
            faults.note(f"equality {name!r} is left out: it is of {what} move independently")
    return found


def closable(loops: list[Loop], robot: Robot, faults: Faults) -> tuple[Loop, ...]:
    """The loops that goals can close; notes that these are open, and the others left out."""
    kept = []
    for loop in loops:
        if loop.kind == "joint" and not set(loop.ends) <= set(robot.joint_names):
            faults.note(f"{loop.name!r} is left out: a joint of it is coupled to another joint")
        else:
            kept.append(loop)
    if kept:
        listed = ", ".join(repr(loop.name) for loop in kept[:10]) + (", ..." if len(kept) > 10 else "")
        faults.note(f"loops of the mechanism are open until robot.loops are added to the goals: {listed}")
    return tuple(kept)


def _couple(model: Any, names: Names, index: int, found: Couplings, faults: Faults) -> None:
    """Add a constraint between joints.

    It is y - y0 = a0 + a1 (x - x0) + ... + a4 (x - x0)^4, where the reference x0, y0 is memetik's zero. A
    mimic joint is the linear case.
    """
    data, name = model.eq_data[index], names.equalities[index]
    first, second = int(model.eq_obj1id[index]), int(model.eq_obj2id[index])
    joint = names.joints[first]
    if joint in found.mimics or joint in found.constants:
        faults.note(f"equality {name!r} is left out: joint {joint!r} is coupled already")
    elif second < 0:
        found.constants[joint] = np.array([data[0]])
    elif np.any(data[2:5] != 0.0):
        ends = (joint, names.joints[second])
        found.loops.append(Loop(f"equality {name}", "joint", ends, tuple(map(float, data[:5]))))
    else:
        found.mimics[joint] = Mimic(names.joints[second], float(data[1]), float(data[0]))


def _link_loop(model: Any, names: Names, index: int) -> Loop:
    """A ``connect`` or a ``weld``, which are between two bodies or between two sites."""
    data = [float(number) for number in model.eq_data[index]]
    of_sites = int(model.eq_objtype[index]) == _SITE
    links = names.sites if of_sites else names.bodies
    first, second = links[int(model.eq_obj1id[index])], links[int(model.eq_obj2id[index])]
    name = f"equality {names.equalities[index]}"
    if int(model.eq_type[index]) == _CONNECT:
        points = (0.0,) * 6 if of_sites else tuple(data[:6])
        return Loop(name, "point", (first, second), points)
    # The anchor, given in the second body, has a pose in the first: data[3:10].
    pose = (0.0,) * 6 + (1.0, 0.0, 0.0, 0.0) if of_sites else tuple(data[:10])
    return Loop(name, "pose", (second, first), pose)
