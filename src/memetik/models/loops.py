"""Loops of parallel robots. Robots are trees, so each loop is cut at one joint; a goal closes it there."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..errors import UnknownNameError
from ..robot import Robot

if TYPE_CHECKING:
    from ..goals import Position

PARALLEL = ("five_bar", "stewart")
"""Bundled robots with loops; each is in a module of its name, which defines LOOPS."""

TOLERANCE = 1e-8  # [m]


def closure(robot: str | Robot, *, prefix: str = "", tolerance: float = TOLERANCE) -> list[Position]:
    """The goals that close the loops of a bundled parallel robot, given by its name or as a Robot.

    They are required, so every answer, solved or not, is a configuration that the real robot can take as far
    as one was found. ``prefix`` is the prefix
    of its links if it was attached to another robot. For your own robot, write one such goal for each loop: a
    Position of a link's origin in the frame of the link to which it is joined.

    >>> import memetik as mk
    >>> wanted = mk.Pose("platform", position=(0.05, 0, 0.65), rpy=(0.1, 0.2, 0))
    >>> solution = mk.solve("stewart", [wanted, *mk.models.closure("stewart")])
    >>> solution.success, len(mk.models.closure("stewart"))
    (True, 6)
    """
    from ..goals import Position

    return [
        Position(
            prefix + end, (0.0, 0.0, 0.0), frame=prefix + place, tolerance=tolerance, priority="required"
        )
        for end, place in _loops(robot if isinstance(robot, str) else robot.name)
    ]


def _loops(name: str) -> Iterable[tuple[str, str]]:
    if name not in PARALLEL:
        raise UnknownNameError("bundled robot with loops", name, PARALLEL)
    loops: Iterable[tuple[str, str]] = importlib.import_module(f".{name}", __package__).LOOPS
    return loops
