"""What took long to compute, kept on disk: named arrays under a key."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

VARIABLE = "MEMETIK_CACHE"
"""The environment variable that names another directory."""

Arrays = dict[str, npt.NDArray[Any]]


def directory() -> Path:
    """Where it is kept: ``$MEMETIK_CACHE``, or where the platform wants it."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "memetik"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "memetik" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "memetik"


def key_of(*parts: Any) -> str:
    """The same for the same plain numbers, names, lists and dictionaries, in all processes."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def load(kind: str, key: str) -> Arrays | None:
    """What was kept under a key; None if nothing was, or if it cannot be read."""
    try:
        with _file(kind, key).open("rb") as file, np.load(file, allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        return None


def store(kind: str, key: str, arrays: Arrays) -> bool:
    """Keep arrays under a key, whole or not at all; whether that could be done."""
    path = _file(kind, key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(descriptor, "wb") as file:
                np.savez(file, allow_pickle=False, **arrays)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _file(kind: str, key: str) -> Path:
    return directory() / kind / f"{key}.npz"
