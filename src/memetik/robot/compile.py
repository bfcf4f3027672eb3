"""From the description of a robot to the native tree: names become indices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import _core
from ..errors import RobotError
from ..transforms import Array
from .description import LARGEST_VALUE, Joint, Link, Mimic

_KINDS = {
    "fixed": 0,
    "revolute": 1,
    "continuous": 1,
    "prismatic": 2,
    "cylindrical": 3,
    "planar": 4,
    "spherical": 5,
    "floating": 6,
}  # memetik::JointKind


@dataclass(frozen=True, eq=False)
class Compiled:
    """The native tree with the names that lead into it."""

    tree: _core.Tree
    link_index: dict[str, int]
    slices: dict[str, slice]  # joint that owns variables -> its entries of q
    variable_names: tuple[str, ...]
    lower: Array
    upper: Array


def compile_tree(links: tuple[Link, ...], joints: tuple[Joint, ...]) -> Compiled:
    """Compile links and joints in depth-first order, every mimic following a joint with a variable."""
    link_index = {link.name: i for i, link in enumerate(links)}
    slices: dict[str, slice] = {}
    names: list[str] = []
    for joint in joints:
        if joint.variable_names:
            slices[joint.name] = slice(len(names), len(names) + joint.size)
            names += joint.variable_names
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise RobotError(f"two variables are called {twice!r}; rename a joint")
    lower, upper = _limits(joints, slices, len(names))
    masses = [link.inertial.mass if link.inertial else 0.0 for link in links]
    centers = [link.inertial.com if link.inertial else np.zeros(3) for link in links]
    followed = [joint.mimic.joint if joint.mimic else joint.name for joint in joints]
    tree = _core.Tree(
        kinds=np.array([_KINDS[joint.type] for joint in joints], dtype=np.int32),
        parents=np.array([link_index[joint.parent] for joint in joints], dtype=np.int32),
        origins=np.array([joint.origin for joint in joints]).reshape(-1, 4, 4),
        axes=np.array([joint.axis for joint in joints]).reshape(-1, 3),
        variables=np.array([slices[n].start if n in slices else -1 for n in followed], dtype=np.int32),
        follows=np.array([joint.mimic is not None for joint in joints], dtype=np.int32),
        multipliers=np.array([joint.mimic.multiplier if joint.mimic else 1.0 for joint in joints]),
        offsets=np.array([joint.mimic.offset if joint.mimic else 0.0 for joint in joints]),
        masses=np.array(masses),
        centers=np.array(centers).reshape(-1, 3),
        lower=lower,
        upper=upper,
    )
    for array in (lower, upper):
        array.setflags(write=False)
    return Compiled(tree, link_index, slices, tuple(names), lower, upper)


def _limits(joints: tuple[Joint, ...], slices: dict[str, slice], dof: int) -> tuple[Array, Array]:
    """Limits of all variables; a followed joint may only go where its followers can go too."""
    lower, upper = np.full(dof, -np.inf), np.full(dof, np.inf)
    for joint in joints:
        if joint.name in slices:
            lower[slices[joint.name]] = joint.lower
            upper[slices[joint.name]] = joint.upper
    for joint in joints:
        if joint.mimic is None:
            continue
        i = slices[joint.mimic.joint].start
        low, high = _limits_of_master(joint, joint.mimic)
        lower[i], upper[i] = max(lower[i], low), min(upper[i], high)
        if not lower[i] <= upper[i] or lower[i] > LARGEST_VALUE or upper[i] < -LARGEST_VALUE:
            master, follower = joint.mimic.joint, joint.name
            raise RobotError(
                f"joint {master!r} cannot move: its follower {follower!r} is never within limits"
            )
    lower[lower < -LARGEST_VALUE] = -np.inf
    upper[upper > LARGEST_VALUE] = np.inf
    return lower, upper


def _limits_of_master(joint: Joint, mimic: Mimic) -> tuple[float, float]:
    """Where the followed joint may go for ``joint`` to stay within its own limits."""
    (low,), (high,) = joint.lower, joint.upper
    if mimic.multiplier == 0.0:  # it stands at the offset, wherever its master goes
        return (-np.inf, np.inf) if low <= mimic.offset <= high else (np.inf, -np.inf)
    with np.errstate(over="ignore"):
        ends = (np.array([low, high]) - mimic.offset) / mimic.multiplier
    return float(ends.min()), float(ends.max())
