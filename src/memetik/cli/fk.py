"""``memetik fk``: prints where a link is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .completions import link_names, robot_names
from .robot_options import Arguments, PackageDirs, Strict, Unit, load_robot

if TYPE_CHECKING:
    from ..robot.robot import Robot
    from ..transforms import Array


def fk(
    robot: Annotated[
        str,
        typer.Argument(
            help="A bundled robot, such as panda, or a .urdf, .xacro, .xml (MJCF), .bvh or .json file.",
            autocompletion=robot_names,
        ),
    ],
    link: Annotated[
        str | None,
        typer.Argument(
            help="The link; by default the tool or the hand, if there is only one.",
            show_default=False,
            autocompletion=link_names,
        ),
    ] = None,
    q: Annotated[
        list[str] | None,
        typer.Option(
            "--q",
            metavar="JOINT=VALUE",
            help="Joint values by name, repeatable; or all with commas, as in 0,0.5,1; or a posture such as "
            "home; or random. By default neutral.",
            show_default=False,
        ),
    ] = None,
    random_seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="The seed of --q random.", show_default=False)
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    arg: Arguments = None,
    strict: Strict = True,
    package_dirs: PackageDirs = None,
    unit: Unit = None,
) -> None:
    """Print the pose of a link: position, quaternion, and roll, pitch, yaw.

    For example: [bold]memetik fk panda panda_hand --q panda_joint4=-2 --q panda_joint6=1.8[/]

    Units are metres and radians, in the root's frame. Values outside the limits are used as they are.
    """
    from .default_link import default_link
    from .joint_words import configuration, is_random

    loaded = load_robot(robot, arg=arg, package_dirs=package_dirs, unit=unit, strict=strict)
    link = link or default_link(loaded)
    words = q or []
    values = loaded.random(rng=random_seed) if is_random(words) else configuration(loaded, words, "--q")
    entry = _entry(loaded, link, values)
    if as_json:
        typer.echo(json.dumps(entry, indent=2, ensure_ascii=False))
    else:
        _print(loaded, entry)


def _entry(robot: Robot, link: str, q: Array) -> dict[str, Any]:
    """The pose as names and numbers [m, rad]."""
    from ..transforms import quaternion_from_rotation

    pose = robot.fk(q, link)
    return {
        "robot": robot.name,
        "link": link,
        "frame": robot.root,
        "position": pose[:3, 3].tolist(),
        "quaternion": quaternion_from_rotation(pose[:3, :3]).tolist(),
        "rpy": rpy_of(pose[:3, :3]),
        "transform": pose.tolist(),
        "q": dict(zip(robot.variable_names, q.tolist(), strict=True)),
        "within_limits": bool(robot.within_limits(q)),
    }


def rpy_of(rotation: Array) -> list[float]:
    """Roll, pitch, yaw about the fixed x, y, z axes [rad]; roll is 0 where only its sum with yaw is known."""
    from math import atan2, hypot

    cosine = hypot(rotation[0, 0], rotation[1, 0])
    pitch = atan2(-rotation[2, 0], cosine)
    if cosine < 1e-12:
        return [0.0, pitch, atan2(-rotation[0, 1], rotation[1, 1])]
    return [atan2(rotation[2, 1], rotation[2, 2]), pitch, atan2(rotation[1, 0], rotation[0, 0])]


def _print(robot: Robot, entry: dict[str, Any]) -> None:
    import numpy as np
    from rich.console import Console

    console = Console(highlight=False)
    title = f"{entry['link']} of {entry['robot']}, in the frame of {entry['frame']}"
    console.print(title, style="bold", markup=False, soft_wrap=True)
    rows = (
        ("position", "x y z", entry["position"], "m"),
        ("quaternion", "w x y z", entry["quaternion"], ""),
        ("rpy", "r p y", entry["rpy"], "rad"),
        ("", "", np.degrees(entry["rpy"]), "°"),
    )
    for name, axes, values, unit in rows:
        numbers = " ".join(f"{round(float(value), 6) + 0.0:12.6f}" for value in values)
        console.print(f"{name:<11}{axes:<8}{numbers} {unit}".rstrip(), soft_wrap=True)
    if not entry["within_limits"]:
        q = np.array(list(entry["q"].values()))
        outside = [n for n, ok in zip(entry["q"], robot.clip(q) == q, strict=True) if not ok]
        console.print(f"outside its limits: {', '.join(outside)}", style="yellow", markup=False)
