"""``memetik convert``: writes robots as URDF or in their plain form, and BVH files in other units."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .completions import robot_names
from .robot_options import Arguments, Strict, load_robot

if TYPE_CHECKING:
    from ..io.bvh import Clip
    from ..robot.robot import Robot


def convert(
    source: Annotated[
        str,
        typer.Argument(
            help="A bundled robot, or a .urdf, .xacro, .xml (MJCF), .bvh, .json or .yaml file.",
            autocompletion=robot_names,
        ),
    ],
    output: Annotated[
        Path, typer.Argument(help="The file to write: .urdf, .json, .yaml, or .bvh for a .bvh file.")
    ],
    unit: Annotated[
        str, typer.Option(metavar="UNIT", help="The unit of the .bvh file: m, cm, mm, in, ft.")
    ] = "m",
    to_unit: Annotated[
        str, typer.Option("--to", metavar="UNIT", help="The unit of the .bvh file that is written.")
    ] = "m",
    arg: Arguments = None,
    strict: Strict = True,
) -> None:
    """Convert a robot to .urdf, or to its plain form (.json, .yaml), or a .bvh file to another unit.

    For example: [bold]memetik convert hand.xml hand.urdf[/] or
    [bold]memetik convert walk.bvh walk_m.bvh --unit cm --to m[/]

    In Python, [bold]memetik.Robot.load('hand.json')[/] reads each of them again.
    """
    from ..errors import RobotError

    is_bvh = Path(source).suffix.lower() == ".bvh"
    suffix = output.suffix.lower()
    if suffix == ".bvh" and is_bvh:
        _convert_bvh(Path(source), output, unit, to_unit)
    elif suffix in (".urdf", ".json", ".yaml", ".yml"):
        robot = _load_bvh(source, unit) if is_bvh else load_robot(source, arg=arg, strict=strict)
        output.write_text(_text(robot, output), encoding="utf-8")
    else:
        raise RobotError(
            f"{output.name}: memetik writes robots as .urdf, .json or .yaml, and .bvh files as .bvh; it "
            f"writes no {suffix or 'files without suffix'}"
        )
    typer.echo(f"wrote {output}")


def _load_bvh(source: str, unit: str) -> Robot:
    from ..io.bvh import read_skeleton

    return read_skeleton(source, unit=unit)  # type: ignore[arg-type]  # checked there


def _text(robot: Robot, output: Path) -> str:
    """The robot in the format of the file ``output``."""
    from ..io.plain_files import plain_text

    suffix = output.suffix.lower()
    if suffix == ".urdf":
        return robot.to_urdf(base_dir=output.absolute().parent)
    return plain_text(robot.to_dict(), suffix)


def _convert_bvh(source: Path, output: Path, unit: str, to_unit: str) -> None:
    from ..io.bvh import read, write
    from ..io.bvh.joints import unit_in_meters

    old, new = unit_in_meters(unit), unit_in_meters(to_unit)  # type: ignore[arg-type]  # checked there
    write(output, _scaled(read(source, unit=unit), old, new))  # type: ignore[arg-type]


def _scaled(clip: Clip, old: float, new: float) -> Clip:
    """The clip with lengths in a unit of ``new`` instead of ``old`` metres; angles stay exactly the same."""

    def scaled(length: Any) -> Any:  # 95 cm are 95 / 100 m: 95 * 0.01 would be 0.9500000000000001
        return length / (new / old) if new > old else length * (old / new)

    is_length = [channel.endswith("position") for node in clip.skeleton for channel in node.channels]
    channels = clip.channels.copy()
    channels[:, is_length] = scaled(channels[:, is_length])
    skeleton = tuple(replace(node, offset=tuple(map(scaled, node.offset))) for node in clip.skeleton)
    return replace(clip, channels=channels, skeleton=skeleton)
