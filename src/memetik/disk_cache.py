"""A cache on disk: named arrays by key."""

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
"""The environment variable that overrides the directory."""

Arrays = dict[str, npt.NDArray[Any]]


def directory() -> Path:
    """Return the directory of the cache: ``$MEMETIK_CACHE``, or the platform's default."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "memetik"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "memetik" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "memetik"


def key_of(*parts: Any) -> str:
    """Return a hash of numbers, strings, lists and dictionaries that is the same in all processes."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def load(kind: str, key: str) -> Arrays | None:
    """Return the arrays stored by a key, or None if there are none or they cannot be read."""
    try:
        with _file(kind, key).open("rb") as file, np.load(file, allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        return None


def store(kind: str, key: str, arrays: Arrays) -> bool:
    """Store arrays by a key atomically; return whether that succeeded."""
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
