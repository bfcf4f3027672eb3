"""New robots from old ones: locking joints, cutting out a part, freeing the base, joining two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..errors import RobotError
from ..transforms import Array
from .description import Joint, Link, Mimic
from .kinematic_tree import KinematicTree

Parts = tuple[tuple[Link, ...], tuple[Joint, ...]]


def lock(links: tuple[Link, ...], joints: tuple[Joint, ...], values: Mapping[str, Array]) -> Parts:
    """Joints frozen at ``values`` (checked by the caller); followers freeze with their master."""
    locked: list[Joint] = []
    for joint in joints:
        if joint.mimic is not None and joint.mimic.joint in values:
            value = joint.mimic.multiplier * values[joint.mimic.joint] + joint.mimic.offset
        elif joint.name in values:
            value = values[joint.name]
        else:
            locked.append(joint)
            continue
        origin = joint.origin @ motion(joint, value)
        locked.append(Joint(joint.name, "fixed", joint.parent, joint.child, origin))
    return links, tuple(locked)


def subtree(
    links: tuple[Link, ...], joints: tuple[Joint, ...], base: str, tips: Sequence[str] | None
) -> Parts:
    """What lies between ``base`` and ``tips``, with everything fixed to it; all below ``base`` if None."""
    leading = {joint.child: joint for joint in joints}
    keep = {base}
    for tip in tips if tips is not None else [link.name for link in links]:
        path = [tip]
        while path[-1] != base and path[-1] in leading:
            path.append(leading[path[-1]].parent)
        if path[-1] == base:
            keep.update(path)
        elif tips is not None:
            above = ", ".join(path[1:]) or "nothing"
            raise RobotError(f"link {tip!r} does not hang on {base!r}; it hangs on: {above}")
    kept: list[Joint] = []
    for joint in joints:  # depth-first: a parent is decided before its children
        if joint.parent in keep and (joint.child in keep or joint.type == "fixed"):
            keep.add(joint.child)
            kept.append(joint)
    return tuple(link for link in links if link.name in keep), _promote_followers(joints, kept)


def floating_base(links: tuple[Link, ...], joints: tuple[Joint, ...], name: str, world: str) -> Parts:
    """The whole robot on a floating joint ``name`` below a new root link ``world``."""
    _require_new("joint", [name], [joint.name for joint in joints], "give another as joint=")
    _require_new("link", [world], [link.name for link in links], "give another as world=")
    return (Link(world), *links), (Joint(name, "floating", world, links[0].name), *joints)


def attach(parts: Parts, other: Parts, link: str, pose: Array, prefix: str) -> Parts:
    """``other`` with its root fixed to ``link`` at ``pose``; its names get ``prefix``."""
    links = [replace(item, name=prefix + item.name) for item in other[0]]
    joints = [
        replace(
            joint,
            name=prefix + joint.name,
            parent=prefix + joint.parent,
            child=prefix + joint.child,
            mimic=replace(joint.mimic, joint=prefix + joint.mimic.joint) if joint.mimic else None,
        )
        for joint in other[1]
    ]
    root = links[0].name
    mount = Joint(f"{link}_to_{root}", "fixed", link, root, pose)
    _require_new("link", [item.name for item in links], [item.name for item in parts[0]], "give a prefix=")
    _require_new("joint", [j.name for j in (mount, *joints)], [j.name for j in parts[1]], "give a prefix=")
    return (*parts[0], *links), (*parts[1], mount, *joints)


def motion(joint: Joint, value: Array) -> Array:
    """The 4x4 transform T(q) of one joint at ``value`` (its variables), in the joint's frame."""
    alone = Joint(joint.name, joint.type, "from", "to", axis=joint.axis)
    return KinematicTree("", (Link("from"), Link("to")), (alone,)).fk(np.atleast_1d(value), "to")


def _promote_followers(joints: tuple[Joint, ...], kept: Iterable[Joint]) -> tuple[Joint, ...]:
    """Where a master was cut away, its first remaining follower becomes the variable of the others."""
    by_name = {joint.name: joint for joint in joints}
    kept = list(kept)
    present = {joint.name for joint in kept}
    promoted: dict[str, tuple[Joint, Mimic]] = {}  # lost master -> the follower in its place
    result: list[Joint] = []
    for joint in kept:
        if joint.mimic is None or joint.mimic.joint in present:
            result.append(joint)
        elif joint.mimic.joint not in promoted and joint.mimic.multiplier != 0.0:
            promoted[joint.mimic.joint] = (joint, joint.mimic)
            lower, upper = _limits_through(joint, by_name[joint.mimic.joint])
            limited = joint.type == "continuous" and (lower, upper) != (-np.inf, np.inf)
            kind = "revolute" if limited else joint.type
            result.append(replace(joint, type=kind, mimic=None, lower=(lower,), upper=(upper,)))
        elif joint.mimic.joint in promoted:
            leader, mimic = promoted[joint.mimic.joint]
            ratio = joint.mimic.multiplier / mimic.multiplier
            follow = Mimic(leader.name, ratio, joint.mimic.offset - ratio * mimic.offset)
            result.append(replace(joint, mimic=follow))
        else:  # follows nothing that moves: stands still at its offset
            origin = joint.origin @ motion(joint, np.array([joint.mimic.offset]))
            result.append(Joint(joint.name, "fixed", joint.parent, joint.child, origin))
    return tuple(result)


def _limits_through(joint: Joint, master: Joint) -> tuple[float, float]:
    """The limits of a follower: its own, and where its master can take it."""
    assert joint.mimic is not None
    ends = [joint.mimic.multiplier * end + joint.mimic.offset for end in (*master.lower, *master.upper)]
    return max(*joint.lower, min(ends)), min(*joint.upper, max(ends))


def _require_new(kind: str, names: Iterable[str], taken: Iterable[str], advice: str) -> None:
    clashes = sorted(set(names) & set(taken))
    if clashes:
        listed = ", ".join(clashes[:10])
        raise RobotError(f"{kind} names are taken already: {listed}; {advice}")
