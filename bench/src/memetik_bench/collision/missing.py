"""Packages that only some cases need."""

from __future__ import annotations

import importlib
from typing import Any

from memetik import MemetikError


class MissingPackageError(MemetikError):
    """A case needs a package of the extra ``collision``."""

    def __init__(self, package: str) -> None:
        super().__init__(f"needs {package}: pip install './bench[collision]'")


def require(module: str, package: str) -> Any:
    """Return a module, or raise an error that names the extra with its package."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingPackageError(package) from None
