"""Robots with published meshes, from the package example-robot-data."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import memetik as mk

from ..missing import MissingPackageError
from .settings import INSTALL

_ROBOTS = "cmeel.prefix/share/example-robot-data/robots"
URDF = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "pr2": "pr2_description/urdf/pr2.urdf",
    "talos": "talos_data/urdf/talos_reduced.urdf",
    "solo12": "solo_description/robots/solo12.urdf",
}
"""Robot -> its file; solo12 is a quadruped."""


def published_folder() -> Path:
    """Return the folder of the robots."""
    try:
        return Path(str(distribution("example-robot-data").locate_file(_ROBOTS)))
    except PackageNotFoundError:
        raise MissingPackageError("example-robot-data", INSTALL) from None


def published_urdf(name: str) -> Path:
    """Return the file of a robot."""
    found = published_folder() / URDF[name]
    return found if found.exists() else next(published_folder().rglob(found.name))


def published_robot(name: str) -> mk.Robot:
    """Return a robot with the paths of its meshes."""
    return mk.Robot.load(published_urdf(name), package_dirs=package_folders())


def package_folders() -> list[Path]:
    """Return the folders in which meshes are looked for."""
    robots = published_folder()
    return [robots, robots.parent.parent]
