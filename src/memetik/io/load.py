"""Implements :meth:`memetik.Robot.load`: chooses the reader for each kind of source."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import RobotError
from ..models import load_bundled
from ..robot import Robot
from .plain_files import SUFFIXES as PLAIN_SUFFIXES
from .safe_text import no_such_file


@dataclass(frozen=True)
class Reader:
    """Names a function in a module of this folder that returns a robot; imports it when first called.

    ``options`` are those options of :meth:`memetik.Robot.load` that the function has.
    """

    package: str
    function: str
    options: tuple[str, ...] = ()

    def read(self, source: Any, **options: Any) -> Robot:
        """The robot in ``source``; options that the reader does not have change nothing for its files."""
        package = importlib.import_module(f".{self.package}", __package__)
        own = {name: value for name, value in options.items() if name in self.options}
        robot: Robot = getattr(package, self.function)(source, **own)
        return robot


URDF = Reader("urdf", "read_urdf", ("strict", "package_dirs", "arguments"))
MJCF = Reader("mjcf", "read_mjcf")

BY_SUFFIX = {
    ".urdf": URDF,
    ".xacro": URDF,
    ".mjcf": MJCF,
    ".bvh": Reader("bvh", "read_skeleton"),
    **dict.fromkeys(PLAIN_SUFFIXES, Reader("plain_files", "read_robot")),
}
BY_XML_ROOT = {"robot": URDF, "mujoco": MJCF}
"""Readers of ``.xml`` files, by the tag of the root element."""
BY_LIBRARY = {
    "yourdfpy": Reader("urdf", "read_yourdfpy", ("strict", "package_dirs")),
    "mujoco": Reader("mjcf", "read_model"),
    "pinocchio": Reader("pinocchio", "read_model"),
}
"""Readers of objects, by the package that their class is from."""
PATHS_OF_MODULES = ("URDF_PATH", "MJCF_PATH", "XACRO_PATH")
"""Attributes of the modules of robot_descriptions, the preferred first."""
_SDF = "an SDF file: export the robot as URDF, for instance from its xacro source or by sdformat_urdf of ROS"
_USD = "a USD file: export the robot as URDF, for instance by the URDF exporter of Isaac Sim, or as MJCF"
CONVERTIBLE = {".sdf": _SDF, ".world": _SDF, **dict.fromkeys((".usd", ".usda", ".usdc", ".usdz"), _USD)}
"""How to convert files that are not read, by suffix."""


def load(source: Any, **options: Any) -> Robot:
    """See :meth:`memetik.Robot.load`, which also declares the options."""
    if isinstance(source, ModuleType):
        source, options = _path_of(source, options)
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("<"):
        reader = "Robot.from_mjcf_string" if "<mujoco" in source else "Robot.from_urdf_string"
        raise RobotError(f"this is the text of a robot file, not its path: use {reader}(text)")
    is_xacro = isinstance(source, (str, os.PathLike)) and Path(source).suffix.lower() == ".xacro"
    arguments = options.get("arguments")
    if not isinstance(arguments, (Mapping, type(None))):
        raise RobotError(f"arguments: expected a mapping from names to values, got {arguments!r}")
    if arguments and not is_xacro:
        raise RobotError(f"arguments: only .xacro files have them, got {arguments!r}")
    if isinstance(source, Robot):
        return source
    if isinstance(source, Mapping):
        return Robot.from_dict(source)
    if isinstance(source, str) and not _looks_like_path(source):
        return load_bundled(source)
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        return _file_reader(path).read(path, **options)
    library = type(source).__module__.partition(".")[0]
    if library not in BY_LIBRARY:
        raise RobotError(
            f"cannot load a robot from {type(source).__name__}; expected a bundled name, a path, a Robot, "
            "the plain form of Robot.to_dict(), a yourdfpy.URDF, a mujoco.MjModel, a pinocchio.Model, or a "
            "module of robot_descriptions"
        )
    return BY_LIBRARY[library].read(source, **options)


def _path_of(module: ModuleType, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The path of a robot that a module of the package robot_descriptions has, and where its meshes are."""
    for attribute in PATHS_OF_MODULES:
        path = getattr(module, attribute, None)
        if isinstance(path, str):
            package = getattr(module, "PACKAGE_PATH", None)
            if isinstance(package, str) and not options.get("package_dirs"):
                options = {**options, "package_dirs": (package, Path(package).parent)}
            return path, options
    raise RobotError(f"module {module.__name__} has no path of a robot: {', '.join(PATHS_OF_MODULES)}")


def _file_reader(path: Path) -> Reader:
    suffix = path.suffix.lower()
    if suffix == ".xml":
        root = _root_tag(path)
        return BY_XML_ROOT.get(root, MJCF)  # MJCF's reader explains what is wrong with any other root
    if suffix in BY_SUFFIX:
        return BY_SUFFIX[suffix]
    if suffix in CONVERTIBLE:
        raise RobotError(f"{path} is {CONVERTIBLE[suffix]}")
    if path.exists() or suffix:
        readable = f"{', '.join(BY_SUFFIX)}, .xml (URDF or MJCF)"
        raise RobotError(f"{path}: unknown suffix {path.suffix!r} of a robot file; supported are: {readable}")
    raise RobotError(f"{path.name}: {no_such_file(path)}")


def _root_tag(path: Path) -> str:
    from .safe_text import located, read_bytes
    from .safe_xml import parse_xml, tag_of

    with located(path.name):
        return tag_of(parse_xml(read_bytes(path)))


def _looks_like_path(text: str) -> bool:
    return "/" in text or os.sep in text or "." in text.partition("(")[0]
