"""Targets of a batch from a .csv, .npy or .npz file; ``-`` is a .csv from stdin.

A .csv file has a row per target. Its columns are named in the first row: ``x, y, z`` [m], and either
``qw, qx, qy, qz`` or ``roll, pitch, yaw`` [rad]; position or orientation may be missing. Without a first row
of names, 3 columns are a position, 6 a position with roll, pitch, yaw, and 7 a position with a quaternion.
Columns are separated by semicolons, commas, or spaces.

An .npy or .npz file has one array: positions (N, 3), poses (N, 4, 4), or positions with quaternions (N, 7).
If goals are read from a file, an .npz file has an array for each goal that gets targets, by the goal's name.
"""

from __future__ import annotations

import csv
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import GoalError
from ..goals import Goal, Orientation, Pose, Position
from ..rotations import rotation_from_rpy
from ..transforms import Array, quaternion_from_rotation, transform
from .angles import as_radians

_POSITION, _QUATERNION, _RPY = ("x", "y", "z"), ("qw", "qx", "qy", "qz"), ("roll", "pitch", "yaw")
_UNNAMED = {3: _POSITION, 6: (*_POSITION, *_RPY), 7: (*_POSITION, *_QUATERNION)}
_COLUMNS = "x, y, z and either qw, qx, qy, qz or roll, pitch, yaw"


def read_targets(path: Path, *, degrees: bool = False) -> Mapping[str, Array]:
    """Arrays of targets by name; those of a .csv file have one of the names position, orientation, pose.

    With ``degrees``, columns roll, pitch, yaw are in degrees.
    """
    suffix = path.suffix.lower()
    if suffix == ".csv" or str(path) == "-":
        return _read_csv(path, degrees)
    if degrees:
        raise GoalError("--degrees is for columns roll, pitch, yaw of a .csv file")
    if suffix in (".npy", ".npz"):
        return _read_arrays(path)
    raise GoalError(
        f"{path.name}: expected targets as .csv, .npy, .npz, or - for stdin, got suffix {suffix!r}"
    )


def placement_of(
    link: str, targets: Array, *, free: Any, tolerances: tuple[float, float]
) -> tuple[Goal, Array]:
    """A goal of ``link`` that these targets fit, and the targets in the form that it takes."""
    length, angle = tolerances
    if targets.ndim == 2 and targets.shape[1] == 3:
        return Position(link, free=free, tolerance=length), targets
    if targets.ndim == 2 and targets.shape[1] == 4:
        return Orientation(link, free=free, tolerance=angle), targets
    if targets.ndim == 2 and targets.shape[1] == 7:
        targets = np.array([transform(row[:3], quaternion=row[3:]) for row in targets])
    if targets.shape[1:] != (4, 4):
        raise GoalError(
            "targets: expected positions (N, 3), positions with quaternions (N, 7), or poses (N, 4, 4); "
            f"got an array {targets.shape}"
        )
    return Pose(link, free=free, tolerance=tolerances), targets


def _read_csv(path: Path, degrees: bool) -> dict[str, Array]:
    try:
        lines = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
        rows = _rows(lines.splitlines())
    except (UnicodeDecodeError, csv.Error) as error:
        raise GoalError(f"{path.name}: not a .csv file: {error}") from error
    if not rows:
        raise GoalError(f"{path.name}: no targets: the file is empty")
    names: Sequence[str] = [word.strip().lower() for word in rows[0][1]]
    if _numbers(names) is None:
        rows = rows[1:]
    else:
        names = _UNNAMED.get(len(names), ())
    _check_columns(path.name, names)
    values = [_row(path.name, line, row, len(names)) for line, row in rows]
    if not values:
        raise GoalError(f"{path.name}: no targets: there is no row below the names of the columns")
    columns = {name: np.array(values)[:, i] for i, name in enumerate(names)}
    return _by_kind(columns, degrees, path.name)


def _rows(lines: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Line numbers and words of all lines that are not empty."""
    first = next((line for line in lines if line.strip()), "")
    separator = next((mark for mark in ";," if mark in first), None)
    if separator is None:
        return [(number, line.split()) for number, line in enumerate(lines, 1) if line.strip()]
    reader = csv.reader(lines, delimiter=separator)
    return [(reader.line_num, row) for row in reader if any(row)]


def _check_columns(file: str, names: Sequence[str]) -> None:
    turned = set(names) - set(_POSITION)
    ok = bool(names) and turned in (set(), set(_QUATERNION), set(_RPY)) and len(set(names)) == len(names)
    if not ok or set(names) & set(_POSITION) not in (set(), set(_POSITION)):
        raise GoalError(f"{file}: expected columns {_COLUMNS}; got {', '.join(names) or 'other ones'}")


def _row(file: str, line: int, words: Sequence[str], size: int) -> list[float]:
    numbers = _numbers(words)
    if numbers is None or len(numbers) != size or not np.isfinite(numbers).all():
        raise GoalError(f"{file}, line {line}: expected {size} finite numbers, got {','.join(words)!r}")
    return numbers


def _numbers(words: Sequence[str]) -> list[float] | None:
    try:
        return [float(word) for word in words]
    except ValueError:
        return None


def _by_kind(columns: Mapping[str, Array], degrees: bool, file: str) -> dict[str, Array]:
    """The columns of a file as positions (N, 3), orientations (N, 4) or poses (N, 4, 4)."""
    position = np.stack([columns[name] for name in _POSITION], axis=1) if "x" in columns else None
    turn = next((names for names in (_QUATERNION, _RPY) if names[0] in columns), None)
    if degrees and turn is not _RPY:
        raise GoalError("--degrees is for columns roll, pitch, yaw")
    if turn is None:
        assert position is not None  # _check_columns
        return {"position": position}
    turns = np.stack([columns[name] for name in turn], axis=1)
    if turn is _RPY:
        turns = as_radians(turns, degrees=degrees, what=file)
        rotations = np.array([rotation_from_rpy(row) for row in turns])
    else:
        rotations = np.array([transform(quaternion=row)[:3, :3] for row in turns])
    if position is None:
        return {"orientation": quaternion_from_rotation(rotations)}
    poses = np.tile(np.eye(4), (len(turns), 1, 1))
    poses[:, :3, :3], poses[:, :3, 3] = rotations, position
    return {"pose": poses}


def _read_arrays(path: Path) -> dict[str, Array]:
    try:
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            arrays = {"targets": loaded.astype(np.float64)}
        else:
            with loaded as file:
                arrays = {name: np.asarray(file[name], dtype=np.float64) for name in file.files}
    except (ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise GoalError(f"{path.name}: not an {path.suffix} file of numbers: {error}") from error
    if not arrays:
        raise GoalError(f"{path.name}: no targets: the file has no array")
    if any(array.ndim < 2 or not len(array) for array in arrays.values()):
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise GoalError(f"{path.name}: expected arrays with a row per target, got {shapes}")
    return arrays
