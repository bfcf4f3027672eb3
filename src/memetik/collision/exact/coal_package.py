"""Imports coal, the collision library of the extra ``collision``."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from ...errors import RobotError
from ...extras import install_command
from ...transforms import Array


def coal() -> Any:
    """The module ``coal``; RobotError with the command that installs it if it is missing.

    >>> coal().COAL_MAJOR_VERSION >= 3
    True
    """
    try:
        return importlib.import_module("coal")
    except ImportError:
        raise RobotError(f"exact checks need coal: {install_command('collision')}") from None


def points_of(rows: Iterable[Array]) -> Any:
    """Points (N, 3) as a vector of coal."""
    vector = coal().StdVec_Vec3s()
    for row in rows:
        vector.append(row)
    return vector


def triangles_of(rows: Iterable[Array]) -> Any:
    """Indices (N, 3) of corners as a vector of coal."""
    library = coal()
    vector = library.StdVec_Triangle()
    for a, b, c in rows:
        vector.append(library.Triangle(int(a), int(b), int(c)))
    return vector


def convex_hull(points: Array) -> Any:
    """The convex hull of points (N, 3); RobotError if they are in one plane."""
    try:
        return coal().Convex.convexHull(points_of(points), False, "")
    except Exception as error:  # Qhull's errors arrive as several types
        raise RobotError(f"{len(points)} points have no convex hull: {str(error).splitlines()[:1]}") from None
