"""``memetik convert``: writes a robot file in its plain form, or a BVH file in another unit of length."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .completions import robot_names
from .robot_source import Arguments, Strict, load_robot

if TYPE_CHECKING:
    from ..io.bvh import Clip
    from ..robot.robot import Robot


def convert(
    source: Annotated[
        str,
        typer.Argument(
            help="A bundled robot, or a .urdf, .xml (MJCF) or .bvh file.", autocompletion=robot_names
        ),
    ],
    output: Annotated[Path, typer.Argument(help="The file to write: .json, or .bvh for a .bvh file.")],
    unit: Annotated[
        str, typer.Option(metavar="UNIT", help="The unit of the .bvh file: m, cm, mm, in, ft.")
    ] = "m",
    to_unit: Annotated[
        str, typer.Option("--to", metavar="UNIT", help="The unit of the .bvh file that is written.")
    ] = "m",
    arg: Arguments = None,
    strict: Strict = True,
) -> None:
    """Convert a robot to .json, its plain form, or a .bvh file to another unit of length.

    For example: [bold]memetik convert walk.bvh walk_m.bvh --unit cm --to m[/]

    In Python, [bold]memetik.Robot.from_dict(json.load(file))[/] reads the .json file again.
    """
    from ..errors import RobotError

    is_bvh = Path(source).suffix.lower() == ".bvh"
    suffix = output.suffix.lower()
    if suffix == ".bvh" and is_bvh:
        _convert_bvh(Path(source), output, unit, to_unit)
    elif suffix == ".json":
        robot = _load_bvh(source, unit) if is_bvh else load_robot(source, arg, strict=strict)
        _write_plain(robot, output)
    else:
        raise RobotError(
            f"{output.name}: memetik writes robots as .json, and .bvh files as .bvh; it writes no "
            f"{suffix or 'files without suffix'}"
        )
    typer.echo(f"wrote {output}")


def _load_bvh(source: str, unit: str) -> Robot:
    from ..io.bvh import read_skeleton

    return read_skeleton(source, unit=unit)  # type: ignore[arg-type]  # checked there


def _write_plain(robot: Robot, output: Path) -> None:
    output.write_text(json.dumps(robot.to_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


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
