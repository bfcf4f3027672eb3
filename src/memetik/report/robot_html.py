"""A robot as HTML: its tree of links, with joints and limits."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from math import isfinite
from typing import TYPE_CHECKING

from .html import block, faint, folded, heading, note, table

if TYPE_CHECKING:
    from ..robot.description import Joint
    from ..robot.robot import Robot

_LINKS_SHOWN = 200
_LINKS_OPEN = 40  # larger trees are folded


def robot_html(robot: Robot) -> str:
    """Name, size and mass, then a row for each link with the joint that leads to it."""
    size = f"{robot.dof} DoF, {len(robot.links)} links, reach {robot.reach:.4g} m"
    mass = f", {robot.mass:.4g} kg" if robot.mass else ""
    tree = table(("link", "joint", "type", "lower", "upper"), _rows(robot))
    left = len(robot.links) - _LINKS_SHOWN
    more = note(f"... and {left} more links") if left > 0 else ""
    shown = tree + more if len(robot.links) <= _LINKS_OPEN else folded("links and joints", tree + more)
    return block(heading(f"Robot {robot.name}"), note(size + mass), shown)


def _rows(robot: Robot) -> list[tuple[str, ...]]:
    children: dict[str, list[Joint]] = defaultdict(list)
    for joint in robot.joints.values():
        children[joint.parent].append(joint)
    rows: list[tuple[str, ...]] = [(escape(robot.root), "", "", "", "")]
    stack = [(joint, 0) for joint in reversed(children[robot.root])]
    while stack and len(rows) < _LINKS_SHOWN:
        joint, depth = stack.pop()
        depth += len(children[joint.parent]) > 1  # only branches are indented
        rows.append((_indented(joint.child, depth), *_joint_cells(joint)))
        stack += [(child, depth) for child in reversed(children[joint.child])]
    return rows


def _indented(link: str, depth: int) -> str:
    return f'<span style="padding-left:{1.2 * depth:.1f}em">{"└ " if depth else ""}{escape(link)}</span>'


def _joint_cells(joint: Joint) -> tuple[str, str, str, str]:
    if joint.type == "fixed":
        return faint(joint.name), faint("fixed"), "", ""
    if joint.mimic is not None:
        formula = f"= {joint.mimic.multiplier:g} · {joint.mimic.joint} + {joint.mimic.offset:g}"
        return escape(joint.name), escape(f"{joint.type} {formula}"), "", ""
    return escape(joint.name), escape(joint.type), _limits(joint, joint.lower), _limits(joint, joint.upper)


def _limits(joint: Joint, values: tuple[float, ...]) -> str:
    if joint.size != 1:
        return ""
    unit = "m" if joint.type == "prismatic" else "rad"
    return f"{values[0]:.4g} {unit}" if isfinite(values[0]) else faint("none")
