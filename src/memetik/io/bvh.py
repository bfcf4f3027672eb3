"""Reading and writing BVH (Biovision hierarchy) files: characters and their motion.

>>> import memetik as mk
>>> clip = mk.io.bvh.parse('''
... HIERARCHY
... ROOT Hips
... {
...     OFFSET 0 95 0
...     CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
...     JOINT Head
...     {
...         OFFSET 0 60 0
...         CHANNELS 3 Zrotation Xrotation Yrotation
...         End Site
...         {
...             OFFSET 0 20 0
...         }
...     }
... }
... MOTION
... Frames: 2
... Frame Time: 0.04
... 0 95 5 0 0 0 0 0 0
... 0 95 10 0 0 0 0 90 0
... ''', unit="cm")
>>> clip
<Clip 'clip': 2 frames of 0.04 s, 9 DoF>
>>> clip.names[:4]
('Hips.x', 'Hips.y', 'Hips.z', 'Hips.rz')
>>> clip.robot.fk(clip.motion, "Head_end")[:, :3, 3].round(3)  # x is the file's z, z its y
array([[0.05, 0.  , 1.75],
       [0.3 , 0.  , 1.55]])
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from ..errors import RobotError
from ..robot.description import LARGEST_VALUE
from ._bvh_channels import Columns, Positions
from ._bvh_clip import Clip
from ._bvh_lines import MAX_BYTES, Lines, Words
from ._bvh_motion import Motion, parse_motion
from ._bvh_robot import Limits, Unit, Up, robot_parts, unit_in_meters
from ._bvh_skeleton import Hierarchy
from ._bvh_text import text_lines
from ._text import located, read_bytes
from .parsed import ParsedRobot

__all__ = ["Clip", "Limits", "Positions", "Unit", "Up", "parse", "read", "to_text", "write"]


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
    the file's axis that points up; it becomes z, and with "y" the file's z becomes x and its x becomes y, so
    that who looks along z there looks along x here, as robots do. "z" keeps all axes. ``positions`` says
    what channels of position mean: they "replace" the OFFSET of their joint, or they "add" to it.
    ``limits`` maps variables, such as ``"LeftForeArm.rx"``, to a lower and an upper limit [rad, m]; all
    others have none. A file that cannot be read is a :class:`~memetik.RobotError` with its name and the line.

    ``clip = mk.io.bvh.read("walk.bvh", unit="cm")``, then ``clip.robot.fk(clip.motion, "LeftHand")`` are the
    poses of a hand.
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
    """The clip in the text of a BVH file; errors call it ``source``, its robot is called ``name``.

    The other arguments are those of :func:`read`.
    """
    from ..robot.robot import Robot

    meters = unit_in_meters(unit)
    with located(source):
        lines = Lines(text)
        hierarchy = Hierarchy(Words(lines))
        columns = Columns.of(hierarchy.nodes, meters, positions)
        robot = Robot(name, *robot_parts(hierarchy.nodes, meters, up, limits))
        if not hierarchy.has_motion:
            raise RobotError("no MOTION; mk.Robot.from_bvh reads a skeleton alone")
        motion = parse_motion(lines, len(columns.column), source)
        clip = Clip(robot, motion.values, motion.frame_time, hierarchy.nodes, columns)
        _require_usable(clip, motion)
    return clip


def read_skeleton(
    path: str | os.PathLike[str], *, unit: Unit = "m", up: Up = "y", limits: Limits | None = None
) -> ParsedRobot:
    """The skeleton in a BVH file; its motion is not looked at."""
    path, meters = Path(path), unit_in_meters(unit)
    with located(_source(path)):
        nodes = Hierarchy(Words(Lines(read_bytes(path, MAX_BYTES)))).nodes
        return ParsedRobot(path.stem, *robot_parts(nodes, meters, up, limits))


def write(path: str | os.PathLike[str], clip: Clip) -> None:
    """Write ``clip`` to a BVH file, in the unit, with the axes and channels of the file it came from.

    What was read is written back with the same numbers, to the bit.
    ``mk.io.bvh.write("edited.bvh", clip.with_motion(q))`` writes the configurations q (frames, dof).
    """
    _require_clip(clip)
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in text_lines(clip))


def to_text(clip: Clip) -> str:
    """What :func:`write` writes."""
    _require_clip(clip)
    return "".join(f"{line}\n" for line in text_lines(clip))


def _source(path: Path) -> str:
    return path.name or str(path)


def _require_clip(clip: Clip) -> None:
    if not isinstance(clip, Clip):
        raise RobotError(f"expected a Clip, as mk.io.bvh.read returns it, got {type(clip).__name__}")


def _require_usable(clip: Clip, motion: Motion) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        ends = (clip.motion.min(initial=0.0), clip.motion.max(initial=0.0))  # one is NaN if any value is
    if not np.abs(ends).max() <= LARGEST_VALUE:
        frame, variable = np.argwhere(~(np.abs(clip.motion) <= LARGEST_VALUE))[0]
        value = clip.channels[frame, clip._columns.column[variable]]
        where = f"{motion.where(frame)}: {clip.names[variable]}"
        raise RobotError(f"{where}: {value} is not a usable number (finite, at most a million m or rad)")
