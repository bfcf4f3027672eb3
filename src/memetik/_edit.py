"""New robots from old ones: locking joints, cutting out a part, freeing the base, joining two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from .description import Joint, Link, Mimic
from .errors import RobotError
from .topology import resolve_mimics
from .transforms import Array, quaternion_from_rotation_vector, rotation_from_quaternion, transform

Parts = tuple[tuple[Link, ...], tuple[Joint, ...]]


def lock(links: tuple[Link, ...], joints: tuple[Joint, ...], values: Mapping[str, Array]) -> Parts:
    """Joints frozen at ``values`` (checked by the caller); followers freeze with their master."""
    locked: list[Joint] = []
    for joint in resolve_mimics(joints):
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
    _require_new("joint", [name], [joint.name for joint in joints])
    _require_new("link", [world], [link.name for link in links])
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
    _require_new("link", [item.name for item in links], [item.name for item in parts[0]])
    _require_new("joint", [j.name for j in (mount, *joints)], [j.name for j in parts[1]])
    return (*parts[0], *links), (*parts[1], mount, *joints)


def motion(joint: Joint, value: Array) -> Array:
    """The 4x4 transform T(q) of one joint at ``value`` (its variables), in the joint's frame."""
    value = np.atleast_1d(value)
    if joint.type == "prismatic":
        return transform(value[0] * joint.axis)
    if joint.type in ("revolute", "continuous"):
        return _rotation(value[0] * joint.axis)
    if joint.type == "cylindrical":
        return transform(value[0] * joint.axis) @ _rotation(value[1] * joint.axis)
    if joint.type == "planar":
        x, y = _plane_axes(joint.axis)
        return transform(value[0] * x + value[1] * y) @ _rotation(value[2] * joint.axis)
    if joint.type == "spherical":
        return _rotation(value)
    return transform(value[:3]) @ _rotation(value[3:])


def _rotation(vector: Array) -> Array:
    result = np.eye(4)
    result[:3, :3] = rotation_from_quaternion(quaternion_from_rotation_vector(vector))
    return result


def _plane_axes(normal: Array) -> tuple[Array, Array]:
    """The x and y of the frame whose z is ``normal``, as the core turns it: see frame.hpp."""
    if normal[2] < 0:
        flip = np.array([1.0, -1.0, -1.0])
        x, y = _plane_axes(flip * normal)
        return flip * x, flip * y
    k = 1 / (1 + normal[2])
    x = np.array([1 - k * normal[0] ** 2, -k * normal[0] * normal[1], -normal[0]])
    y = np.array([-k * normal[0] * normal[1], 1 - k * normal[1] ** 2, -normal[1]])
    return x, y


def _promote_followers(joints: tuple[Joint, ...], kept: Iterable[Joint]) -> tuple[Joint, ...]:
    """Where a master was cut away, its first remaining follower becomes the variable of the others."""
    resolved = {joint.name: joint for joint in resolve_mimics(joints)}
    kept = [resolved[joint.name] for joint in kept]
    present = {joint.name for joint in kept}
    promoted: dict[str, tuple[Joint, Mimic]] = {}  # lost master -> the follower in its place
    result: list[Joint] = []
    for joint in kept:
        if joint.mimic is None or joint.mimic.joint in present:
            result.append(joint)
        elif joint.mimic.joint not in promoted and joint.mimic.multiplier != 0.0:
            promoted[joint.mimic.joint] = (joint, joint.mimic)
            lower, upper = _limits_through(joint, resolved[joint.mimic.joint])
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


def _require_new(kind: str, names: Iterable[str], taken: Iterable[str]) -> None:
    clashes = sorted(set(names) & set(taken))
    if clashes:
        listed = ", ".join(clashes[:10])
        raise RobotError(f"{kind} names are taken already: {listed}; choose other names or a prefix")
