"""Finds the mesh files that a robot description names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from ...errors import RobotError

StrPath: TypeAlias = "str | os.PathLike[str]"
PackageDirs: TypeAlias = "Mapping[str, StrPath] | Sequence[StrPath] | StrPath"

_PACKAGE_SCHEMES = ("package://", "model://")
_FILE_SCHEME = "file://"


@dataclass(frozen=True)
class MeshFinder:
    """Resolves the mesh file names of a URDF to paths.

    ``package://name/rest`` is looked for in ``package_dirs`` (a mapping from package to directory, or
    directories that are packages or contain them), then in ``ROS_PACKAGE_PATH`` and
    ``AMENT_PREFIX_PATH``, then among the directories above ``base_dir``, the robot file's own.
    ``file://``, absolute paths and paths relative to ``base_dir`` are taken as they are.
    """

    base_dir: Path | None = None
    package_dirs: PackageDirs = ()

    def __post_init__(self) -> None:
        given = self.package_dirs
        one = isinstance(given, (str, os.PathLike))
        paths = given.values() if isinstance(given, Mapping) else [given] if one else given
        known = isinstance(paths, Iterable) and all(isinstance(path, (str, os.PathLike)) for path in paths)
        if not known:
            raise RobotError(
                f"package_dirs: expected directories, or a mapping from package to directory, got {given!r}"
            )

    def find(self, uri: str) -> Path | None:
        """The first existing file that ``uri`` can mean, or None."""
        candidates = self._candidates(uri)
        # Path.is_file raises if a name is too long or contains a NUL.
        return next((path for path in candidates if os.path.isfile(path)), None)  # noqa: PTH113

    def _candidates(self, uri: str) -> Iterator[Path]:
        for scheme in _PACKAGE_SCHEMES:
            if uri.startswith(scheme):
                package, _, rest = uri[len(scheme) :].partition("/")
                yield from (directory / rest for directory in self._package(package))
                return
        name = uri.removeprefix(_FILE_SCHEME)
        for spelling in dict.fromkeys((name, unquote(name)) if name != uri else (name,)):
            if Path(spelling).is_absolute():
                yield Path(spelling)
            elif self.base_dir is not None:
                yield self.base_dir / spelling

    def given_packages(self) -> dict[str, StrPath]:
        """The packages that ``package_dirs`` names or contains, and their directories."""
        if isinstance(self.package_dirs, Mapping):
            return dict(self.package_dirs)
        found: dict[str, StrPath] = {}
        for directory in self._containers():
            for package in (directory, *sorted(directory.iterdir() if directory.is_dir() else ())):
                if package.is_dir():
                    found.setdefault(package.resolve().name, package)
        return found

    def _containers(self) -> list[Path]:
        if isinstance(self.package_dirs, Mapping):
            return []
        if isinstance(self.package_dirs, (str, os.PathLike)):
            return [Path(self.package_dirs)]
        return [Path(directory) for directory in self.package_dirs]

    def _package(self, package: str) -> Iterator[Path]:
        if isinstance(self.package_dirs, Mapping) and package in self.package_dirs:
            yield Path(self.package_dirs[package])
        containers = self._containers()
        containers += _environment_paths("ROS_PACKAGE_PATH")
        containers += [prefix / "share" for prefix in _environment_paths("AMENT_PREFIX_PATH")]
        if self.base_dir is not None:
            containers += [self.base_dir, *self.base_dir.parents]
        for container in containers:
            yield container / package
            if container.name == package:
                yield container


def _environment_paths(variable: str) -> list[Path]:
    return [Path(entry) for entry in os.environ.get(variable, "").split(os.pathsep) if entry]
