"""The bundled robots, with published dimensions; each function's docstring cites its source."""

from __future__ import annotations

import functools
import importlib
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from ..errors import RobotError, UnknownNameError
from ..robot import Robot
from .loops import closure

__all__ = ["BUNDLED", "ModelInfo", "closure", "info", "load_bundled"]

_MODULES = {
    "ur5": "universal_robots",
    "ur10": "universal_robots",
    "ur10e": "universal_robots",
    "ur10e_elise": "elise",
    "panda": "franka",
    "fr3": "franka",
    "xarm7": "xarm",
    "iiwa14": "kuka",
    "lwr4": "kuka",
    "kr120": "kuka",
    "m10ia": "fanuc",
    "so101": "so101",
    "pr2": "pr2",
    "baxter": "baxter",
    "valkyrie": "valkyrie",
    "g1": "g1",
    "go2": "go2",
    "spot": "spot",
    "shadow_hand": "shadow_hand",
    "allegro": "allegro",
    "iiwa14_shadow_hand": "arms_with_hand",
    "lwr4_shadow_hand": "arms_with_hand",
    "pr2_arm_shadow_hand": "arms_with_hand",
    "snake": "snake",
    "mannequin": "characters.mannequin",
    "kyle": "characters.kyle",
    "wolf": "characters.wolf",
    "five_bar": "five_bar",
    "stewart": "stewart",
}

BUNDLED: tuple[str, ...] = tuple(_MODULES)
"""Names of the bundled robots. ``"snake(n)"`` is a snake with n joints."""


@dataclass(frozen=True)
class ModelInfo:
    """A summary of a bundled robot, and the source of its dimensions."""

    name: str
    summary: str
    source: str


def info(name: str) -> ModelInfo:
    """The summary and the source of a bundled robot."""
    summary, _, rest = (inspect.getdoc(_builder(name)) or "").partition("\n")
    source = rest.partition("Source:")[2].partition("\n\n")[0]
    return ModelInfo(name, summary.rstrip("."), " ".join(source.split()))


@functools.cache
def load_bundled(name: str) -> Robot:
    """The bundled robot ``name``, or an error that lists all names."""
    sized = re.fullmatch(r"snake\(([0-9]+)\)", name)
    if sized and len(sized[1]) > 4:
        raise RobotError(f"{name}: a snake has at most 9999 joints")
    if sized:
        return _builder("snake")(int(sized[1]))
    return _builder(name)()


def _builder(name: str) -> Callable[..., Robot]:
    if name not in _MODULES:
        raise UnknownNameError("bundled robot", name, [*BUNDLED, "snake(n)"])
    module = importlib.import_module(f"{__name__}.{_MODULES[name]}")
    return cast("Callable[..., Robot]", getattr(module, name))
