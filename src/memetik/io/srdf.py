"""Reads SRDF, MoveIt's supplement to a URDF: groups of joints, postures, pairs of links that may touch.

The format is described at https://moveit.picknik.ai/main/doc/examples/urdf_srdf/urdf_srdf_tutorial.html.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from ..errors import RobotError, RobotWarning, UnknownNameError, warn
from ..robot import Robot
from ..transforms import Array
from .safe_text import located, read_bytes, shown
from .safe_xml import (
    Element,
    children,
    describe,
    numbers,
    parse_xml,
    required_attribute,
    required_name,
    tag_of,
)

Posture: TypeAlias = Mapping[str, float | Array]


@dataclass(frozen=True)
class Semantics:
    """The content of an SRDF file.

    ``groups`` maps a group's name to its moving joints, for ``joints=`` of a solver; ``postures`` maps a
    group to its named postures, for :meth:`memetik.Robot.pack`; ``disabled_pairs`` are the pairs of links, in
    alphabetical order, whose collisions are not checked.
    """

    groups: Mapping[str, tuple[str, ...]]
    postures: Mapping[str, Mapping[str, Posture]]
    disabled_pairs: frozenset[tuple[str, str]]


def read(path: str | os.PathLike[str], robot: Robot) -> Semantics:
    """The groups, postures and disabled pairs of ``robot`` in an SRDF file.

    >>> import memetik as mk
    >>> panda = mk.Robot.load("panda")
    >>> semantics = mk.io.srdf.read("panda.srdf", panda)                        # doctest: +SKIP
    >>> start = panda.pack(semantics.postures["panda_arm"]["ready"])            # doctest: +SKIP
    >>> mk.solve(panda, goal, start, joints=semantics.groups["panda_arm"])      # doctest: +SKIP
    """
    path = Path(path)
    with located(path.name or str(path)):
        return _semantics(parse_xml(read_bytes(path)), robot)


def parse(text: str | bytes, robot: Robot) -> Semantics:
    """The groups, postures and disabled pairs of ``robot`` in the text of an SRDF file."""
    with located("<string>"):
        return _semantics(parse_xml(text), robot)


def _semantics(root: Element, robot: Robot) -> Semantics:
    if tag_of(root) != "robot":
        raise RobotError(f"the root element is <{shown(tag_of(root))}>; an SRDF has <robot>")
    virtual = {required_name(element) for element in children(root, "virtual_joint")}
    groups = _Groups(root, robot, virtual)
    return Semantics(
        MappingProxyType({name: groups.joints(name) for name in groups.elements}),
        MappingProxyType(_postures(root, robot, virtual, groups)),
        _disabled_pairs(root, robot),
    )


class _Groups:
    """Resolves groups, which may contain other groups, to joints."""

    def __init__(self, root: Element, robot: Robot, virtual: set[str]) -> None:
        self.elements = {required_name(element): element for element in children(root, "group")}
        self._robot = robot
        self._virtual = virtual

    def joints(self, name: str) -> tuple[str, ...]:
        """The joints of a group that have variables, in the robot's order."""
        found = self._members(name, ())
        return tuple(joint for joint in self._robot.joint_names if joint in found)

    def _members(self, name: str, within: tuple[str, ...]) -> set[str]:
        _check("group", name, self.elements)
        if name in within:
            raise RobotError(f"group {name!r} is part of itself: {' > '.join((*within, name))}")
        readers: dict[str, Callable[[Element], set[str]]] = {
            "joint": self._joint,
            "link": self._link,
            "chain": self._chain,
            "group": lambda element: self._members(required_name(element), (*within, name)),
        }
        found: set[str] = set()
        with located(describe(self.elements[name])):
            for element in children(self.elements[name]):
                if tag_of(element) in readers:
                    found |= readers[tag_of(element)](element)
        return found

    def _joint(self, element: Element) -> set[str]:
        name = required_name(element)
        if name not in self._virtual:
            _check("joint", name, self._robot.joints)
        return {name}

    def _link(self, element: Element) -> set[str]:
        name = required_name(element)
        _check("link", name, self._robot.links)
        joint = self._robot._topology.joint_above(name)
        return set() if joint is None else {joint.name}

    def _chain(self, element: Element) -> set[str]:
        base, tip = (required_attribute(element, end) for end in ("base_link", "tip_link"))
        for link in (base, tip):
            _check("link", link, self._robot.links)
        with located(describe(element)):
            return {joint.name for joint in self._robot._topology.chain(tip, base)}


def _check(kind: str, name: str, known: Mapping[str, object]) -> None:
    if name not in known:
        raise RobotError(str(UnknownNameError(kind, name, known)))


def _postures(
    root: Element, robot: Robot, virtual: set[str], groups: _Groups
) -> dict[str, Mapping[str, Posture]]:
    postures: dict[str, dict[str, Posture]] = {}
    for state in children(root, "group_state"):
        with located(describe(state)):
            group = required_attribute(state, "group")
            _check("group", group, groups.elements)
            values: dict[str, float | Array] = {}
            for element in children(state, "joint"):
                name = required_name(element)
                if name in robot.joint_names:
                    values[name] = _value(element, robot, name)
                elif name not in virtual:
                    _check("joint", name, robot.joints)
            postures.setdefault(group, {})[required_name(state)] = MappingProxyType(values)
    return {group: MappingProxyType(named) for group, named in postures.items()}


def _value(element: Element, robot: Robot, name: str) -> float | Array:
    with located(describe(element)):
        values = numbers(element, "value", robot.joints[name].size)
    return values[0] if len(values) == 1 else np.array(values)


def _disabled_pairs(root: Element, robot: Robot) -> frozenset[tuple[str, str]]:
    pairs, unknown = set(), set()
    for element in children(root, "disable_collisions"):
        with located(describe(element)):
            ends = [required_attribute(element, end) for end in ("link1", "link2")]
        unknown |= {link for link in ends if link not in robot.links}
        if all(link in robot.links for link in ends):
            pairs.add((min(ends), max(ends)))
    if unknown:
        # MoveIt's setup assistant writes one file for several variants of a robot.
        listed = ", ".join(sorted(unknown)[:10])
        warn(f"disable_collisions names links that the robot does not have: {listed}", RobotWarning)
    return frozenset(pairs)
