"""Reads SRDF, MoveIt's supplement to a URDF: groups of joints, postures, pairs of links that may touch.

The format is described at https://moveit.picknik.ai/main/doc/examples/urdf_srdf/urdf_srdf_tutorial.html.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from ..errors import RobotError, UnknownNameError
from ..robot import Robot
from ..transforms import Array
from .faults import Faults
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

__all__ = ["Posture", "Semantics", "parse", "read"]

Posture: TypeAlias = Mapping[str, float | Array]

_GROUPS_SHOWN = 10


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
    >>> mk.solve(panda, goal, start=start, joints=semantics.groups["panda_arm"])  # doctest: +SKIP
    """
    path = Path(path)
    return _noted(lambda: read_bytes(path), robot, Faults(path.name or str(path)))


def parse(text: str | bytes, robot: Robot) -> Semantics:
    """The groups, postures and disabled pairs of ``robot`` in the text of an SRDF file."""
    return _noted(lambda: text, robot, Faults("<string>"))


def read_with_faults(path: Path, robot: Robot, faults: Faults) -> Semantics:
    """As :func:`read`, but adds to ``faults`` instead of warning."""
    with faults.at(path.name):
        return _semantics(parse_xml(read_bytes(path), faults), robot, faults)


def _noted(text: Callable[[], str | bytes], robot: Robot, faults: Faults) -> Semantics:
    if not isinstance(robot, Robot):
        raise RobotError(f"expected the Robot of the SRDF, got {robot!r}")
    with located(faults.source):
        semantics = _semantics(parse_xml(text(), faults), robot, faults)
    faults.warn()
    return semantics


def whole_robot_postures(semantics: Semantics) -> dict[str, dict[str, Array]]:
    """The postures of all groups by name: states of one name are united, unless they contradict each other.

    The names of those that do are ``"group/state"``.
    """
    named: dict[str, dict[str, Posture]] = {}  # state -> group -> posture
    for group, states in semantics.postures.items():
        for state, posture in states.items():
            named.setdefault(state, {})[group] = posture
    united: dict[str, dict[str, Array]] = {}
    for state, by_group in named.items():
        for group, posture in by_group.items():
            name = f"{group}/{state}" if _contradict(by_group.values()) else state
            united.setdefault(name, {}).update({j: np.atleast_1d(value) for j, value in posture.items()})
    return united


def _contradict(postures: Iterable[Posture]) -> bool:
    values: dict[str, float | Array] = {}
    for posture in postures:
        for joint, value in posture.items():
            if not np.array_equal(values.setdefault(joint, value), value):
                return True
    return False


def _semantics(root: Element, robot: Robot, faults: Faults) -> Semantics:
    if tag_of(root) != "robot":
        raise RobotError(f"the root element is <{shown(tag_of(root))}>; an SRDF has <robot>")
    virtual = {required_name(element) for element in children(root, "virtual_joint")}
    groups = _Groups(root, robot, virtual)
    return Semantics(
        MappingProxyType(groups.joints()),
        MappingProxyType(_postures(root, robot, virtual, groups)),
        _disabled_pairs(root, robot, faults),
    )


class _Groups:
    """Resolves groups, which may contain other groups, to joints."""

    def __init__(self, root: Element, robot: Robot, virtual: set[str]) -> None:
        self.elements = {required_name(element): element for element in children(root, "group")}
        self._robot = robot
        self._virtual = virtual

    def joints(self) -> dict[str, tuple[str, ...]]:
        """The joints of every group that have variables, in the robot's order."""
        inner = {name: self._inner_groups(element) for name, element in self.elements.items()}
        members: dict[str, set[str]] = {}
        for name in _inner_first(inner):
            members[name] = self._own_members(self.elements[name]).union(*(members[n] for n in inner[name]))
        return {
            name: tuple(joint for joint in self._robot.joint_names if joint in members[name])
            for name in self.elements
        }

    def _inner_groups(self, element: Element) -> list[str]:
        with located(describe(element)):
            names = [required_name(inner) for inner in children(element, "group")]
            for name in names:
                _check("group", name, self.elements)
        return names

    def _own_members(self, element: Element) -> set[str]:
        """The joints that a group names itself, not by the groups in it."""
        readers = {"joint": self._joint, "link": self._link, "chain": self._chain}
        found: set[str] = set()
        with located(describe(element)):
            for member in children(element):
                if tag_of(member) in readers:
                    found |= readers[tag_of(member)](member)
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


def _inner_first(inner: Mapping[str, list[str]]) -> list[str]:
    """The names of groups, each after the groups in it."""
    try:
        return [*TopologicalSorter(inner).static_order()]
    except CycleError as error:
        cycle: list[str] = error.args[1][::-1]
        shortened = (*cycle[:_GROUPS_SHOWN], "...", cycle[-1]) if len(cycle) > _GROUPS_SHOWN else cycle
        raise RobotError(f"group {cycle[0]!r} is part of itself: {' > '.join(shortened)}") from None


def _check(kind: str, name: str, known: Mapping[str, object]) -> None:
    if name not in known:
        raise RobotError(UnknownNameError(kind, name, known).short)


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


def _disabled_pairs(root: Element, robot: Robot, faults: Faults) -> frozenset[tuple[str, str]]:
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
        faults.note(f"disable_collisions names links that the robot does not have: {listed}")
    return frozenset(pairs)
