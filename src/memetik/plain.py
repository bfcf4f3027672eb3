"""The first entries of every plain form: the kind of object and the version of the format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import MemetikError

VERSION = 1


def head(kind: str) -> dict[str, Any]:
    """The first entries of the plain form of a ``kind`` of object, such as "robot" or "goal"."""
    return {"memetik": kind, "version": VERSION}


def check_head(data: Any, kind: str, error: type[MemetikError]) -> None:
    """Raise ``error`` unless ``data`` is the plain form of a ``kind`` in a version that can be read."""
    if not isinstance(data, Mapping) or data.get("memetik") != kind:
        raise error(f"not a {kind} in plain form: there is no entry 'memetik': {kind!r}")
    if data.get("version") != VERSION:
        raise error(f"plain form of version {data.get('version')!r}; this memetik reads {VERSION}")
