"""Unique names for the parts of an MJCF model: names may be missing, and a body and a site may share one."""

from __future__ import annotations

import itertools
from typing import Any

_NAMELESS_MODEL = "MuJoCo Model"


class Names:
    """Link and joint names for the bodies, sites and joints of a ``mujoco.MjModel``.

    The first element with a name keeps it. A site with the name of a body ``palm`` becomes ``palm_site``; a
    body without a name becomes ``body7``, with its index.
    """

    def __init__(self, model: Any) -> None:
        self._links: set[str] = set()
        self._joints: set[str] = set()
        self.model = _text(model, 0).removeprefix(_NAMELESS_MODEL)
        self.bodies = [
            self.link(_text(model, start) or f"body{i}", "body") for i, start in enumerate(model.name_bodyadr)
        ]
        self.joints = [
            self.joint(_text(model, start) or f"joint{i}", "joint")
            for i, start in enumerate(model.name_jntadr)
        ]
        self.sites = [
            self.link(_text(model, start) or f"site{i}", "site") for i, start in enumerate(model.name_siteadr)
        ]
        self.keyframes = [_text(model, start) or f"key{i}" for i, start in enumerate(model.name_keyadr)]
        self.equalities = [_text(model, start) or str(i) for i, start in enumerate(model.name_eqadr)]

    def link(self, wanted: str, kind: str) -> str:
        """``wanted``, or a similar name if a link has it already."""
        return _unused(wanted, kind, self._links)

    def joint(self, wanted: str, kind: str) -> str:
        """``wanted``, or a similar name if a joint has it already."""
        return _unused(wanted, kind, self._joints)


def _text(model: Any, start: int) -> str:
    names = bytes(model.names)
    return names[start : names.index(b"\0", start)].decode("utf-8", "replace").strip()


def _unused(wanted: str, kind: str, used: set[str]) -> str:
    others = (f"{wanted}_{kind}{number}" for number in itertools.count(2))
    name = next(name for name in itertools.chain((wanted, f"{wanted}_{kind}"), others) if name not in used)
    used.add(name)
    return name
