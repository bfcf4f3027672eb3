"""Robots from files and from the objects of other libraries."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import bvh
else:

    def __getattr__(name):
        """``mk.io.bvh``, loaded when it is first asked for."""
        if name != "bvh":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        return importlib.import_module(f"{__name__}.bvh")


__all__ = ["bvh"]
