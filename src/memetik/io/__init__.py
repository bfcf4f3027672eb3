"""Reads robots, motion clips and joint groups from files, and robots from objects of other libraries."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import bvh, srdf
else:

    def __getattr__(name):
        """Import ``mk.io.bvh`` and ``mk.io.srdf`` when they are first used."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        return importlib.import_module(f"{__name__}.{name}")


__all__ = ["bvh", "srdf"]
