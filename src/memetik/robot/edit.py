"""New trees from old ones: lock joints, cut out a part, add a floating base, join two trees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, RobotError
from ..transforms import Array
from .configurations import Configurations
from .description import Joint, Link, Mimic
from .kinematics import Kinematics
from .mimics import mimic_range
from .topology import Topology
from .variables import Variables, shown


def checked_lock(
    values: Mapping[str, npt.ArrayLike], configurations: Configurations, kinematics: Kinematics
) -> dict[str, Array]:
    """``values`` as arrays for :func:`lock`; each must be the value of a whole joint, within its limits."""
    if not isinstance(values, Mapping):
        raise ConfigurationError(f"lock: expected a mapping from joint to value, got {values!r}")
    checked = {}
    for name, value in values.items():
        if configurations.is_locked_at(name, value):
            continue
        if name not in configurations.variables.slices:
            configurations.variables.slice_of(name)  # raises for unknown names and mimics
            configurations.variables.whole(name)  # raises for a part of a rotation vector
            raise ConfigurationError(
                f"{name!r} is one of several variables of a joint: lock the whole joint "
                f"{name.rpartition('.')[0]!r}, or give the variable equal limits, "
                f"robot.with_limits(position={{{name!r}: ({value!r}, {value!r})}})"
            )
        checked[name] = configurations.joint_value(name, value)
        if not kinematics.within_limits(configurations.pack({name: checked[name]}, None), 1e-9):
            raise ConfigurationError(
                f"joint {name!r} cannot be locked at {shown(checked[name])}: "
                f"{configurations.variables.limits_of(name)}"
            )
    return checked


def lock(topology: Topology, values: Mapping[str, Array]) -> Topology:
    """The tree with joints and their mimics fixed at ``values`` (see :func:`checked_lock`)."""
    locked: list[Joint] = []
    for joint in topology.joints:
        if joint.mimic is not None and joint.mimic.joint in values:
            value = joint.mimic.multiplier * values[joint.mimic.joint] + joint.mimic.offset
        elif joint.name in values:
            value = values[joint.name]
        else:
            locked.append(joint)
            continue
        locked.append(_frozen(joint, value))
    return Topology(topology.links, tuple(locked))


def subtree(topology: Topology, base: str, tips: Sequence[str] | None) -> Topology:
    """The tree between ``base`` and ``tips`` and all links fixed to it; all below ``base`` if None."""
    wanted = {joint.child for tip in tips or () for joint in topology.chain(tip, base)}
    kept_links, kept_joints = {base}, []
    for joint in topology.joints:  # in depth-first order, so parents come before their children
        if joint.parent in kept_links and (tips is None or joint.child in wanted or joint.type == "fixed"):
            kept_links.add(joint.child)
            kept_joints.append(joint)
    links = tuple(link for link in topology.links if link.name in kept_links)
    return Topology(links, _promote_mimics(topology, kept_joints))


def floating_base(topology: Topology, name: str, world: str) -> Topology:
    """The tree attached by a floating joint ``name`` to a new root link ``world``."""
    _require_new("joint", [name], topology.joints_by_name, "give another as joint=")
    _require_new("link", [world], topology.links_by_name, "give another as world=")
    mount = Joint(name, "floating", world, topology.root)
    return Topology((Link(world), *topology.links), (mount, *topology.joints))


def attach(topology: Topology, other: Topology, link: str, pose: Array, prefix: str) -> Topology:
    """``topology`` with the root of ``other`` fixed to ``link`` at ``pose``; its names get ``prefix``."""
    links = [replace(item, name=prefix + item.name) for item in other.links]
    joints = [
        replace(
            joint,
            name=prefix + joint.name,
            parent=prefix + joint.parent,
            child=prefix + joint.child,
            mimic=replace(joint.mimic, joint=prefix + joint.mimic.joint) if joint.mimic else None,
        )
        for joint in other.joints
    ]
    root = links[0].name
    mount = Joint(f"{link}_to_{root}", "fixed", link, root, pose)
    _require_new("link", [item.name for item in links], topology.links_by_name, "give a prefix=")
    _require_new("joint", [j.name for j in (mount, *joints)], topology.joints_by_name, "give a prefix=")
    return Topology.of((*topology.links, *links), (*topology.joints, mount, *joints))


def _frozen(joint: Joint, value: Array) -> Joint:
    """A fixed joint that replaces ``joint`` at ``value``, one number per variable."""
    alone = Joint(joint.name, joint.type, "from", "to", axis=joint.axis)
    topology = Topology((Link("from"), Link("to")), (alone,))
    configurations = Configurations(joint.name, Variables(topology))
    motion = Kinematics(topology, configurations).pose(np.atleast_1d(value), "to", None)
    return Joint(joint.name, "fixed", joint.parent, joint.child, joint.origin @ motion)


def _promote_mimics(topology: Topology, kept: Iterable[Joint]) -> tuple[Joint, ...]:
    """The ``kept`` joints; if a master was removed, its first remaining mimic becomes the master."""
    kept = list(kept)
    present = {joint.name for joint in kept}
    promoted: dict[str, tuple[Joint, Mimic]] = {}  # removed master -> the mimic that replaces it
    result: list[Joint] = []
    for joint in kept:
        if joint.mimic is None or joint.mimic.joint in present:
            result.append(joint)
        elif joint.mimic.joint not in promoted and joint.mimic.multiplier != 0.0:
            promoted[joint.mimic.joint] = (joint, joint.mimic)
            lower, upper = mimic_range(joint, topology.joints_by_name[joint.mimic.joint])
            limited = joint.type == "continuous" and (lower, upper) != (-np.inf, np.inf)
            kind = "revolute" if limited else joint.type
            result.append(replace(joint, type=kind, mimic=None, lower=(lower,), upper=(upper,)))
        elif joint.mimic.joint in promoted:
            master, mimic = promoted[joint.mimic.joint]
            ratio = joint.mimic.multiplier / mimic.multiplier
            follow = Mimic(master.name, ratio, joint.mimic.offset - ratio * mimic.offset)
            result.append(replace(joint, mimic=follow))
        else:  # the multiplier is 0: the joint stays at its offset
            result.append(_frozen(joint, np.array([joint.mimic.offset])))
    return tuple(result)


def _require_new(kind: str, names: Iterable[str], taken: Iterable[str], advice: str) -> None:
    clashes = sorted({name for name in names if isinstance(name, str)} & set(taken))
    if clashes:
        listed = ", ".join(clashes[:10])
        raise RobotError(f"{kind} names exist already: {listed}; {advice}")
