"""Optional packages: rivals and data that only some measurements need."""

from __future__ import annotations

import importlib
from typing import Any

from memetik import MemetikError


class MissingPackageError(MemetikError, ImportError):
    """An optional package is not installed; the message says how to install it."""

    def __init__(self, purpose: str, install: str) -> None:
        super().__init__(f"{purpose} is not installed: {install}")


def require(module: str, purpose: str, install: str) -> Any:
    """Return a module, or raise an error that says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingPackageError(purpose, install) from error
