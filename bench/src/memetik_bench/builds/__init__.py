"""Builds of memetik, each in a process of its own, that solve the same queries."""

from .build import Build, BuildError, Worker, build_in, own_build
from .part import Part

__all__ = ["Build", "BuildError", "Part", "Worker", "build_in", "own_build"]
