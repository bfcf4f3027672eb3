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
from .loops import close_loops, closure

__all__ = ["ALIASES", "BUNDLED", "ModelInfo", "close_loops", "closure", "info", "load_bundled"]

_MODULES = {
    "ur5": "universal_robots",
    "ur10": "universal_robots",
    "ur10e": "universal_robots",
    "ur10e_elise": "elise",
    "ur10e_eeloscope": "eeloscope",
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

ALIASES = {
    "ur10e_curved_endoscope": "ur10e_eeloscope",
    "franka": "panda",
    "franka_panda": "panda",
    "franka_emika_panda": "panda",
    "franka_emika": "panda",
    "fer": "panda",
    "iiwa": "iiwa14",
    "kuka_iiwa": "iiwa14",
    "kuka_iiwa_14": "iiwa14",
    "kuka_iiwa14": "iiwa14",
    "lbr_iiwa14": "iiwa14",
    "lwr": "lwr4",
    "kuka_lwr4": "lwr4",
    "kuka_kr120": "kr120",
    "fanuc_m10ia": "m10ia",
    "val": "valkyrie",
    "shadow": "shadow_hand",
    "shadowhand": "shadow_hand",
    "stewart_platform": "stewart",
    "fivebar": "five_bar",
}
"""Other names of bundled robots, which :func:`load_bundled` accepts."""

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
    """The bundled robot ``name``, which may be an alias, or an error that lists all names."""
    if not isinstance(name, str):
        raise RobotError(f"expected the name of a bundled robot, got {name!r}")
    name = _canonical(name)
    sized = re.fullmatch(r"snake\(([0-9]+)\)", name)
    if sized and len(sized[1]) > 4:
        raise RobotError(f"{name}: a snake has at most 9999 joints")
    if sized:
        return _builder("snake")(int(sized[1]))
    return _builder(name)()


def _canonical(name: str) -> str:
    """The bundled name that is meant: ``UR5``, ``shadow-hand`` and ``franka`` have one, too."""
    spelled = name.strip().lower().replace("-", "_").replace(" ", "_")
    return ALIASES.get(spelled, spelled if spelled.partition("(")[0] in _MODULES else name)


def _relatives(name: str) -> tuple[str, ...]:
    """Bundled robots of the same family, whose names begin with the same letters: ur5 and ur10 for ur3."""
    letters = re.match(r"[a-z]{2,}", name.lower())
    if letters is None:
        return ()
    return tuple(known for known in BUNDLED if re.fullmatch(rf"{letters[0]}[0-9]+[a-z]?", known))


def _builder(name: str) -> Callable[..., Robot]:
    if not isinstance(name, str):
        raise UnknownNameError("bundled robot", name, BUNDLED)
    if name not in _MODULES:
        raise UnknownNameError("bundled robot", name, [*BUNDLED, "snake(n)"], similar=_relatives(name))
    module = importlib.import_module(f"{__name__}.{_MODULES[name]}")
    return cast("Callable[..., Robot]", getattr(module, name))
