"""The tree that links and joints form: their depth-first order, parents and children."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from ..errors import RobotError, UnknownNameError
from .description import Joint, Label, Link, plain_label
from .mimics import resolve_mimics

T = TypeVar("T", Link, Joint)


@dataclass(frozen=True, eq=False)
class Topology:
    """A tree of links and joints in depth-first order, in which every mimic follows a joint with a variable.

    Joint ``k`` leads to link ``k + 1``; link 0 is the root. :meth:`of` makes a Topology from links and joints
    in any order and is the only place that orders and checks them. Code that uses a Topology relies on its
    order; code that constructs one directly, as edits do, must keep it.
    """

    links: tuple[Link, ...]
    joints: tuple[Joint, ...]

    @classmethod
    def of(cls, links: Iterable[Link], joints: Iterable[Joint], label: Label = plain_label) -> Topology:
        """The tree that ``links`` and ``joints`` form, or an error that names elements by ``label``."""
        ordered_links, ordered_joints = depth_first(links, joints, label)
        return cls(ordered_links, resolve_mimics(ordered_joints, label))

    @property
    def root(self) -> str:
        """The name of the root link."""
        return self.links[0].name

    @cached_property
    def tips(self) -> tuple[str, ...]:
        """The links without children."""
        return tuple(link.name for link in self.links if link.name not in self.children)

    @cached_property
    def link_index(self) -> Mapping[str, int]:
        """The index of every link."""
        return {link.name: i for i, link in enumerate(self.links)}

    @cached_property
    def links_by_name(self) -> Mapping[str, Link]:
        """Every link by its name, read-only."""
        return MappingProxyType({link.name: link for link in self.links})

    @cached_property
    def joints_by_name(self) -> Mapping[str, Joint]:
        """Every joint by its name, read-only."""
        return MappingProxyType({joint.name: joint for joint in self.joints})

    @cached_property
    def children(self) -> Mapping[str, list[Joint]]:
        """The joints directly below a link; links without children are not in it."""
        result: dict[str, list[Joint]] = {}
        for joint in self.joints:
            result.setdefault(joint.parent, []).append(joint)
        return result

    def joint_above(self, link: str) -> Joint | None:
        """The joint that leads to ``link``; None for the root."""
        index = self.link_index[link]
        return self.joints[index - 1] if index else None

    def chain(self, tip: str, base: str | None = None) -> tuple[Joint, ...]:
        """The joints from ``base``, by default the root, to ``tip``, including fixed and mimic joints."""
        found: list[Joint] = []
        link = tip
        while link != base and (joint := self.joint_above(link)) is not None:
            found.append(joint)
            link = joint.parent
        if base is not None and link != base:
            above = ", ".join(joint.parent for joint in found) or "nothing"
            raise RobotError(f"link {tip!r} is not below {base!r}; it is below: {above}")
        return tuple(reversed(found))


def depth_first(
    links: Iterable[Link], joints: Iterable[Joint], label: Label = plain_label
) -> tuple[tuple[Link, ...], tuple[Joint, ...]]:
    """The links and joints of a single tree in depth-first order, children in the order given."""
    links, joints = _checked(links, Link, "links"), _checked(joints, Joint, "joints")
    by_name = _unique(links, label)
    _unique(joints, label)
    parent_joint: dict[str, Joint] = {}
    children: dict[str, list[Joint]] = {name: [] for name in by_name}
    for joint in joints:
        for role, name in (("parent", joint.parent), ("child", joint.child)):
            if name not in by_name:
                raise RobotError(f"{label(joint)}: {role}: {UnknownNameError('link', name, by_name).short}")
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
        raise RobotError(f"{len(roots)} links have no parent, but a robot has only one root: {listed}")
    ordered = _visit(roots, children)
    if len(ordered) != len(joints):
        reached = set(ordered)
        in_cycle = next(joint for joint in joints if joint not in reached)
        raise RobotError(f"{label(in_cycle)} is part of a cycle of joints; a robot is a tree")
    return (roots[0], *(by_name[joint.child] for joint in ordered)), tuple(ordered)


def _checked(parts: Iterable[T], kind: type[T], what: str) -> list[T]:
    """The ``parts`` of a robot as a list, or an error unless all are of one ``kind``."""
    try:
        listed = list(parts)
    except TypeError:
        raise RobotError(f"{what}: expected a list of {kind.__name__}, got {parts!r}") from None
    for part in listed:
        if not isinstance(part, kind):
            raise RobotError(f"{what}: expected a list of {kind.__name__}, got {part!r} in it")
    return listed


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
            raise RobotError(f"{label(element)}: {label(found[element.name])} has the same name")
        found[element.name] = element
    return found  # type: ignore[return-value]
