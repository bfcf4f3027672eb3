"""From a heap of links and joints to one tree in depth-first order, or a clear error."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from ..errors import RobotError, UnknownNameError
from .description import Joint, Link, Mimic

Label: TypeAlias = Callable[[Link | Joint], str]


def plain_label(element: Link | Joint) -> str:
    """How errors call an element; loaders of files add the line."""
    return f"{type(element).__name__.lower()} {element.name!r}"


def depth_first(
    links: Iterable[Link], joints: Iterable[Joint], label: Label = plain_label
) -> tuple[tuple[Link, ...], tuple[Joint, ...]]:
    """The links and joints of a single tree in depth-first order, children in the order given.

    Joint ``k`` of the result leads to link ``k + 1``; link 0 is the root.
    """
    links, joints = list(links), list(joints)
    by_name = _unique(links, label)
    _unique(joints, label)
    parent_joint: dict[str, Joint] = {}
    children: dict[str, list[Joint]] = {name: [] for name in by_name}
    for joint in joints:
        for role, name in (("parent", joint.parent), ("child", joint.child)):
            if name not in by_name:
                raise RobotError(f"{label(joint)}: {role}: {UnknownNameError('link', name, by_name)}")
        if joint.child in parent_joint:
            other = parent_joint[joint.child]
            raise RobotError(f"link {joint.child!r} has two parents: by {label(other)} and by {label(joint)}")
        parent_joint[joint.child] = joint
        children[joint.parent].append(joint)
    roots = [link for link in links if link.name not in parent_joint]
    if not links:
        raise RobotError("a robot needs at least one link")
    if len(roots) > 1:
        listed = ", ".join(label(root) for root in roots[:10])
        raise RobotError(f"{len(roots)} links have no parent, a robot has one root: {listed}")
    ordered = _visit(roots, children)
    if len(ordered) != len(joints):
        reached = set(ordered)
        in_cycle = next(joint for joint in joints if joint not in reached)
        raise RobotError(f"{label(in_cycle)} is part of a cycle of joints; a robot is a tree")
    return (roots[0], *(by_name[joint.child] for joint in ordered)), tuple(ordered)


def resolve_mimics(joints: tuple[Joint, ...], label: Label = plain_label) -> tuple[Joint, ...]:
    """Every mimic joint re-expressed through the joint that is a variable: chains are followed."""
    by_name = {joint.name: joint for joint in joints}
    resolved: dict[str, Mimic] = {}
    for joint in joints:
        _resolve(joint, by_name, resolved, label)
    return tuple(replace(j, mimic=resolved[j.name]) if j.mimic else j for j in joints)


def _resolve(joint: Joint, by_name: dict[str, Joint], resolved: dict[str, Mimic], label: Label) -> None:
    """Fill ``resolved`` for ``joint`` and everything it follows."""
    chain: list[Joint] = []
    current, seen = joint, {joint.name}
    while current.mimic is not None and current.name not in resolved:
        chain.append(current)
        name = current.mimic.joint
        if name not in by_name:
            raise RobotError(f"{label(current)}: mimic: {UnknownNameError('joint', name, by_name)}")
        current = by_name[name]
        if current.name in seen:
            raise RobotError(f"{label(joint)}: mimic joints follow each other in a loop")
        seen.add(current.name)
    if chain and current.mimic is None and current.size != 1:
        what = f"mimics {current.name!r}, a {current.type} joint"
        raise RobotError(f"{label(chain[-1])}: {what}; only a joint of one variable can be followed")
    root = resolved.get(current.name, Mimic(current.name))
    for follower in reversed(chain):
        assert follower.mimic is not None
        k, c = follower.mimic.multiplier, follower.mimic.offset
        try:
            root = Mimic(root.joint, k * root.multiplier, k * root.offset + c)
        except ValueError as error:
            raise RobotError(f"{label(follower)}: {error}") from None
        resolved[follower.name] = root


def _visit(roots: list[Link], children: dict[str, list[Joint]]) -> list[Joint]:
    ordered: list[Joint] = []
    stack = [joint for root in roots for joint in reversed(children[root.name])]
    while stack:
        joint = stack.pop()
        ordered.append(joint)
        stack.extend(reversed(children[joint.child]))
    return ordered


def _unique(elements: list[Link] | list[Joint], label: Label) -> dict[str, Link]:
    found: dict[str, Link | Joint] = {}
    for element in elements:
        if element.name in found:
            raise RobotError(f"{label(element)}: the name is taken already by {label(found[element.name])}")
        found[element.name] = element
    return found  # type: ignore[return-value]
