"""Loops of parallel robots. Robots are trees, so each loop is cut at one joint; a goal closes it there."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..errors import UnknownNameError
from ..robot import Robot
from ..robot.loops import TOLERANCE

if TYPE_CHECKING:
    from ..goals import Goal, Position

PARALLEL = ("five_bar", "stewart")
"""Bundled robots with loops; each is in a module of its name, which defines LOOPS."""


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
        for end, place in _loops(robot.name if isinstance(robot, Robot) else robot)
    ]


def close_loops(robot: Any, *, tolerance: float = TOLERANCE) -> list[Goal]:
    """The goals, of priority ``"required"``, that close the loops of a robot; add them to the others.

    ``robot`` is a Robot or what :meth:`memetik.Robot.load` takes. Its loops are those of its file (see
    :attr:`memetik.Robot.loops`), or of a bundled parallel robot (see :func:`closure`); the list is empty if
    it has none. ``tolerance`` [m, rad] is the largest error of a closed loop.

    >>> import memetik as mk
    >>> pen = mk.Position("tool", (0.25, 0.05, 0), free="z")
    >>> mk.solve("five_bar", [pen, *mk.close_loops("five_bar")]).success
    True
    >>> mk.close_loops("panda")
    []
    """
    loaded = Robot.load(robot)
    goals: list[Goal] = [loop.goal(loaded.root, tolerance) for loop in loaded._annotations.loops]
    bundled = [*_loops(loaded.name)] if loaded.name in PARALLEL else []
    if bundled and all(link in loaded.links for ends in bundled for link in ends):
        goals += closure(loaded, tolerance=tolerance)
    return goals


def _loops(name: str) -> Iterable[tuple[str, str]]:
    if not isinstance(name, str) or name not in PARALLEL:
        raise UnknownNameError("bundled robot with loops", name, PARALLEL)
    loops: Iterable[tuple[str, str]] = importlib.import_module(f".{name}", __package__).LOOPS
    return loops
