"""Reads clips, or the skeleton alone, from BVH files and texts."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from ...errors import RobotError
from ...robot import Robot
from ...robot.annotations import Annotations
from ...transforms import MAX_VALUE
from ..faults import Faults
from ..safe_text import located, read_bytes
from .channels import Columns, Positions
from .clip import Clip
from .joints import Limits, Unit, Up, robot_parts, unit_in_meters
from .lines import MAX_BYTES, Lines, Words
from .motion import Motion, parse_motion
from .skeleton import Hierarchy


def read(
    path: str | os.PathLike[str],
    *,
    unit: Unit = "m",
    up: Up = "y",
    positions: Positions = "replace",
    limits: Limits | None = None,
) -> Clip:
    """The character and the motion of a BVH file of at most 128 MiB, 10 000 channels and 20 million values.

    ``unit`` is the file's unit of length: "m", "cm", "mm", "in", "ft", or its length in metres. ``up`` is
    the file's axis that points up; it becomes z. With "y" the file's z (forward) becomes x, which is forward
    for robots, and its x becomes y; "z" keeps all axes. ``positions`` says whether position channels
    "replace" the OFFSET of their joint or "add" to it. ``limits`` maps variables, such as
    ``"LeftForeArm.rx"``, to a lower and an upper limit [rad, m]; all others are unlimited. A file that cannot
    be read raises a :class:`~memetik.RobotError` with its name and the line.

    ``clip = mk.io.bvh.read("walk.bvh", unit="cm")`` reads a clip; ``clip.robot.fk(clip.motion, "LeftHand")``
    computes the poses of its left hand.
    """
    path = Path(path)
    with located(_source(path)):
        content = read_bytes(path, MAX_BYTES)
    return parse(
        content, unit=unit, up=up, positions=positions, limits=limits, name=path.stem, source=_source(path)
    )


def parse(
    text: str | bytes,
    *,
    unit: Unit = "m",
    up: Up = "y",
    positions: Positions = "replace",
    limits: Limits | None = None,
    name: str = "clip",
    source: str = "<string>",
) -> Clip:
    """The clip in the text of a BVH file; error messages call it ``source``, its robot is called ``name``.

    The other arguments are those of :func:`read`.
    """
    meters = unit_in_meters(unit)
    with located(source):
        lines = Lines(text)
        hierarchy = Hierarchy(Words(lines))
        columns = Columns.of(hierarchy.nodes, meters, positions)
        robot = _with_odd_units(Robot(name, *robot_parts(hierarchy.nodes, meters, up, limits)), source)
        if not hierarchy.has_motion:
            raise RobotError("no MOTION; mk.Robot.from_bvh reads a skeleton alone")
        motion = parse_motion(lines, len(columns.column), source)
        clip = Clip(robot, motion.values, motion.frame_time, hierarchy.nodes, columns)
        _require_usable(clip, motion)
    return clip


def read_skeleton(
    path: str | os.PathLike[str], *, unit: Unit = "m", up: Up = "y", limits: Limits | None = None
) -> Robot:
    """The skeleton of a BVH file as a robot; its motion is not read."""
    path, meters = Path(path), unit_in_meters(unit)
    with located(_source(path)):
        nodes = Hierarchy(Words(Lines(read_bytes(path, MAX_BYTES)))).nodes
        robot = Robot(path.stem, *robot_parts(nodes, meters, up, limits))
    return _with_odd_units(robot, _source(path))


def _with_odd_units(robot: Robot, source: str) -> Robot:
    """The robot, after a warning if its file seems to have another unit than was given."""
    faults = Faults(source)
    faults.note_odd_units(robot._topology, "; unit='cm' or another unit= of the reader converts them")
    faults.warn()
    return robot._annotated(Annotations(faults.messages)) if faults.messages else robot


def _source(path: Path) -> str:
    return path.name or str(path)


def _require_usable(clip: Clip, motion: Motion) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        ends = (clip.motion.min(initial=0.0), clip.motion.max(initial=0.0))  # NaN if any value is NaN
    if not np.abs(ends).max() <= MAX_VALUE:
        frame, variable = np.argwhere(~(np.abs(clip.motion) <= MAX_VALUE))[0]
        value = clip.channels[frame, clip._columns.column[variable]]
        where = f"{motion.where(frame)}: {clip.names[variable]}"
        raise RobotError(f"{where}: {value} is not a usable number (finite, at most a million m or rad)")
