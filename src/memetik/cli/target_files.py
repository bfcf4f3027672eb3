"""Targets of a batch from a .csv or .npz file.

A .csv file has a row per target. Its columns are named in the first row: ``x, y, z`` [m], and either
``qw, qx, qy, qz`` or ``roll, pitch, yaw`` [rad]; position or orientation may be missing. Without a first row
of names, 3 columns are a position, 6 a position with roll, pitch, yaw, and 7 a position with a quaternion.

An .npz file has one array: positions (N, 3), poses (N, 4, 4), or positions with quaternions (N, 7). If goals
are read from a file, it has an array for each goal that gets targets, by the goal's name.
"""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ..errors import GoalError
from ..goals import Goal, Orientation, Pose, Position
from ..transforms import Array, quaternion_from_rotation, transform

_POSITION, _QUATERNION, _RPY = ("x", "y", "z"), ("qw", "qx", "qy", "qz"), ("roll", "pitch", "yaw")
_UNNAMED = {3: _POSITION, 6: (*_POSITION, *_RPY), 7: (*_POSITION, *_QUATERNION)}
_COLUMNS = "x, y, z and either qw, qx, qy, qz or roll, pitch, yaw"


def read_targets(path: Path) -> Mapping[str, Array]:
    """Arrays of targets by name; those of a .csv file have one of the names position, orientation, pose."""
    suffix = path.suffix.lower()
    if suffix == ".csv":
        return _read_csv(path)
    if suffix == ".npz":
        return _read_npz(path)
    raise GoalError(f"{path.name}: expected targets as .csv or .npz, got suffix {suffix!r}")


def placement_of(link: str, targets: Array, *, free: Sequence[str], tolerance: float) -> tuple[Goal, Array]:
    """A goal of ``link`` that these targets fit, and the targets in the form that it takes."""
    options = {"free": tuple(free), "tolerance": tolerance, "name": "target"}
    if targets.ndim == 2 and targets.shape[1] == 3:
        return Position(link, targets[0], **options), targets  # type: ignore[arg-type]
    if targets.ndim == 2 and targets.shape[1] == 4:
        return Orientation(link, targets[0], **options), targets  # type: ignore[arg-type]
    if targets.ndim == 2 and targets.shape[1] == 7:
        targets = np.array([transform(row[:3], quaternion=row[3:]) for row in targets])
    if targets.shape[1:] != (4, 4):
        raise GoalError(
            "targets: expected positions (N, 3), positions with quaternions (N, 7), or poses (N, 4, 4); "
            f"got an array {targets.shape}"
        )
    return Pose(link, np.eye(4), **options), targets  # type: ignore[arg-type]


def _read_csv(path: Path) -> dict[str, Array]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            rows = [(reader.line_num, row) for row in reader if any(row)]
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
    return _by_kind({name: np.array(values)[:, i] for i, name in enumerate(names)})


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


def _by_kind(columns: Mapping[str, Array]) -> dict[str, Array]:
    """The columns of a file as positions (N, 3), orientations (N, 4) or poses (N, 4, 4)."""
    position = np.stack([columns[name] for name in _POSITION], axis=1) if "x" in columns else None
    turn = next((names for names in (_QUATERNION, _RPY) if names[0] in columns), None)
    if turn is None:
        assert position is not None  # _check_columns
        return {"position": position}
    turns = np.stack([columns[name] for name in turn], axis=1)
    places = np.zeros((len(turns), 3)) if position is None else position
    option = "quaternion" if turn is _QUATERNION else "rpy"
    poses = np.array([transform(xyz, **{option: row}) for xyz, row in zip(places, turns, strict=True)])
    if position is not None:
        return {"pose": poses}
    return {"orientation": np.array([quaternion_from_rotation(pose[:3, :3]) for pose in poses])}


def _read_npz(path: Path) -> dict[str, Array]:
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name], dtype=np.float64) for name in file.files}
    except (ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise GoalError(f"{path.name}: not an .npz file of numbers: {error}") from error
    if not arrays:
        raise GoalError(f"{path.name}: no targets: the file has no array")
    if any(array.ndim < 2 or not len(array) for array in arrays.values()):
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise GoalError(f"{path.name}: expected arrays with a row per target, got {shapes}")
    return arrays
