"""Trees with many tips, each with its own target, which compete for the joints that they share.

Kinds: Valkyrie's fingertips, feet and head; a hand with five fingers on an arm; snakes as branches on a
trunk; branches on branches. The targets are the poses of a witness.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from memetik import AlignAxis, Goal, Orientation, Pose, Position, Robot
from memetik.transforms import Array

from ..draft import Draft, draw_robot
from ..draws import Draws
from .arms import place

_FINGERS = ("Thumb", "IndexFinger", "MiddleFinger", "Pinky")


def draw(kind: int, draws: Draws) -> Draft:
    """Generate a problem of one of four kinds."""
    return (_valkyrie, _hand, _branches, _branches_on_branches)[kind](draws)


def _valkyrie(draws: Draws) -> Draft:
    source = {"bundled": "valkyrie"}
    robot, start, witness = draw_robot(source, draws)
    tips = [f"{side}{finger}Tip" for side in ("left", "right") for finger in _FINGERS]
    feet = [Pose(foot, robot.fk(witness, foot), name=foot) for foot in ("leftFoot", "rightFoot")]
    head = Orientation("head", robot.fk(witness, "head")[:3, :3], name="head")
    fingers = [*_places(robot, witness, tips), *_axes(robot, witness, tips)]
    return Draft("Valkyrie", source, [*fingers, *feet, head], start, witness)


def _hand(draws: Draws) -> Draft:
    """An arm with seven joints and five fingers with four each: 27 joints, as in the paper on the OFKT."""
    fingers = [f"finger{number}_" for number in range(1, 6)]
    arm, flange = draws.choice((("iiwa14", "tool0"), ("panda", "panda_hand")))
    attach = []
    for prefix, turn in zip(fingers, np.linspace(0, 1.6 * np.pi, 5), strict=True):
        # on a palm of 4 cm, pointing away from the flange and slightly outward
        root = (0.04 * np.cos(turn), 0.04 * np.sin(turn), 0.0)
        attach.append(_branch(4, 0.15, flange, prefix, root, (0.0, -1.2, turn)))
    source = {"bundled": arm, "attach": attach}
    robot, start, witness = draw_robot(source, draws)
    goals = _places(robot, witness, [f"{prefix}tip" for prefix in fingers])
    goals += _axes(robot, witness, [f"{prefix}tip" for prefix in fingers])
    return Draft("hand", source, goals, start, witness)


def _branches(draws: Draws) -> Draft:
    count = draws.choice((6, 8, 10))
    prefixes = [f"b{number}_" for number in range(count)]
    attach = [_branch(5, 0.8, "tip", prefix, (0, 0, 0), _bend(draws)) for prefix in prefixes]
    return _tree("branches", {"bundled": "snake(6)", "attach": attach}, prefixes, draws)


def _branches_on_branches(draws: Draws) -> Draft:
    attach, prefixes = [], []
    for branch in ("a", "b", "c", "d"):
        attach.append(_branch(3, 0.6, "tip", f"{branch}_", (0, 0, 0), _bend(draws)))
        for twig in ("1", "2"):
            prefixes.append(f"{branch}{twig}_")
            attach.append(_branch(4, 0.4, f"{branch}_tip", prefixes[-1], (0, 0, 0), _bend(draws)))
    return _tree("branches on branches", {"bundled": "snake(4)", "attach": attach}, prefixes, draws)


def _tree(kind: str, source: dict[str, Any], prefixes: Iterable[str], draws: Draws) -> Draft:
    robot, start, witness = draw_robot(source, draws)
    tips = [f"{prefix}tip" for prefix in prefixes]
    goals = [*_places(robot, witness, tips), *_axes(robot, witness, tips)]
    return Draft(kind, source, goals, start, witness)


def _places(robot: Robot, witness: Array, tips: Iterable[str]) -> list[Goal]:
    return [Position(tip, place(robot, witness, tip), name=tip) for tip in tips]


def _axes(robot: Robot, witness: Array, tips: Iterable[str]) -> list[Goal]:
    return [
        AlignAxis(tip, robot.fk(witness, tip)[:3, 0], axis=(1, 0, 0), weight=0.1, name=f"{tip} axis")
        for tip in tips
    ]


def _branch(
    joints: int, length: float, link: str, prefix: str, position: tuple[float, ...], rpy: tuple[float, ...]
) -> dict[str, Any]:
    rounded = {"position": [round(x, 6) for x in position], "rpy": [round(x, 6) for x in rpy]}
    return {"joints": joints, "length": length, "link": link, "prefix": prefix, **rounded}


def _bend(draws: Draws) -> tuple[float, float, float]:
    """Return random roll, pitch and yaw of a branch: up to 70° off the trunk, with any roll."""
    return draws.number(-np.pi, np.pi), draws.number(-1.2, 1.2), draws.number(-1.2, 1.2)
