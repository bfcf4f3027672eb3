"""``memetik robots``: lists the bundled robots, or shows one in detail."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .completions import robot_names
from .robot_options import Arguments, Strict, load_robot

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..robot.robot import Robot


def robots(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A bundled robot, such as 'snake(12)', or a .urdf, .xacro, .xml, .bvh or .json file.",
            show_default=False,
            autocompletion=robot_names,
        ),
    ] = None,
    pictures: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Also render a PNG of 320 x 240 of each robot into DIR.", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    arg: Arguments = None,
    strict: Strict = True,
) -> None:
    """List the bundled robots, or show one robot in detail.

    With NAME: its tree of links, the limits of its variables, and where its dimensions come from.
    """
    from rich.console import Console

    from ..models import BUNDLED

    shown = {key: load_robot(key, arg=arg, strict=strict) for key in ([name] if name else BUNDLED)}
    files = {} if pictures is None else _render(shown, pictures)
    if as_json:
        entries = [_entry(key, robot, details=name is not None) for key, robot in shown.items()]
        for entry, key in zip(entries, shown, strict=True):
            if key in files:
                entry["picture"] = str(files[key])
        typer.echo(json.dumps(entries if name is None else entries[0], indent=2, ensure_ascii=False))
        return
    console = Console(highlight=False)
    if name is None:
        console.print(_overview(shown))
        console.print("[dim]memetik robots NAME shows one in detail; snake(n) has n joints[/]")
    else:
        _show(console, name, shown[name])
    for file in files.values():
        console.print(f"wrote {file}", soft_wrap=True, markup=False)


def _overview(shown: dict[str, Robot]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from ..plot.sketch import sketch

    table = Table(box=box.SIMPLE, show_lines=True)
    table.add_column("", no_wrap=True, width=18)
    table.add_column("robot", min_width=24)
    for heading in ("DoF", "links", "mass", "reach ≤"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, robot in shown.items():
        drawing = Text(sketch(robot, columns=18, rows=7), style="cyan")
        description = Text.assemble((name, "bold"), "\n", _summary(name)[0])
        mass = f"{robot.mass:.3g} kg" if robot.mass else "?"
        table.add_row(
            drawing, description, str(robot.dof), str(len(robot.links)), mass, f"{robot.reach:.2f} m"
        )
    return table


def _show(console: Console, name: str, robot: Robot) -> None:
    from rich.table import Table
    from rich.text import Text

    from ..plot.sketch import sketch

    summary, source = _summary(name)
    if summary:
        console.print(Text(summary, style="bold"))
    console.print(Text(sketch(robot, columns=56, rows=20), style="cyan"))
    console.print(Text(repr(robot)), soft_wrap=True)
    table = Table(title="variables", title_justify="left", title_style="bold", box=None, pad_edge=False)
    for heading in ("", "name", "lower", "upper", "max. speed"):
        table.add_column(heading, justify="left" if heading == "name" else "right", no_wrap=True)
    for index, row in enumerate(_variables(robot)):
        unit = row["unit"]
        limits = (_number(row[key], unit) for key in ("lower", "upper"))
        table.add_row(f"q[{index}]", row["name"], *limits, _number(row["velocity"], f"{unit}/s"))
    console.print()
    console.print(table)
    if source:
        console.print()
        console.print(Text.assemble(("source: ", "bold"), source))


def _render(shown: dict[str, Robot], directory: Path) -> dict[str, Path]:
    from ..plot.picture import save_picture

    directory.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, robot in shown.items():
        stem = re.sub(r"[^\w()-]+", "_", Path(name).stem)
        file = directory / f"{stem}.png"
        save_picture(file, robot, size=(320, 240), samples=48)
        files[name] = file
    return files


def _entry(name: str, robot: Robot, *, details: bool) -> dict[str, Any]:
    summary, source = _summary(name)
    entry: dict[str, Any] = {
        "name": name,
        "dof": robot.dof,
        "links": len(robot.links),
        "mass": robot.mass or None,
        "reach": robot.reach,
        "summary": summary,
        "source": source,
    }
    if details:
        entry |= {"root": robot.root, "tips": list(robot.tips), "variables": _variables(robot)}
    return entry


def _variables(robot: Robot) -> list[dict[str, Any]]:
    """Name, joint, limits and speed of every entry of q; None if there is no limit."""
    from ..robot.joint_types import VARIABLES

    owners = [
        (joint, component)
        for joint in (robot.joints[name] for name in robot.joint_names)
        for component in VARIABLES[joint.type]
    ]
    numbers = zip(robot.lower.tolist(), robot.upper.tolist(), robot.velocity_limits.tolist(), strict=True)
    return [
        {
            "name": name,
            "joint": joint.name,
            "type": joint.type,
            "unit": "rad" if component.startswith("r") else "m",
            "lower": _finite(lower),
            "upper": _finite(upper),
            "velocity": _finite(velocity),
        }
        for name, (joint, component), (lower, upper, velocity) in zip(
            robot.variable_names, owners, numbers, strict=True
        )
    ]


def _summary(name: str) -> tuple[str, str]:
    """The summary and the source of a bundled robot, from its docstring; empty for files."""
    from ..models import BUNDLED, info

    base = name.partition("(")[0]
    if base not in BUNDLED:
        return "", ""
    known = info(base)
    return known.summary, known.source.replace("``", "")


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _number(value: float | None, unit: str) -> str:
    return "none" if value is None else f"{value:.4g} {unit}"
