"""Robots from files and from the objects of other libraries; characters' motion; groups of joints."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import bvh, srdf
else:

    def __getattr__(name):
        """``mk.io.bvh`` and ``mk.io.srdf``, loaded when they are first asked for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        return importlib.import_module(f"{__name__}.{name}")


__all__ = ["bvh", "srdf"]
