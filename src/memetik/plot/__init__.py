"""Pictures of robots and their goals."""

from .picture import render, save_picture
from .still import Still

__all__ = ["Still", "render", "save_picture"]
