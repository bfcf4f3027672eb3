"""``memetik doctor ROBOT``: what a robot file contains, its faults, their repairs, and suggestions."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from ..errors import MemetikError, RobotWarning
from .robot_options import load_robot

if TYPE_CHECKING:
    from ..robot.robot import Robot

CLEAN, FAULTY, REFUSED = 0, 1, 2
"""Exit codes: it loads without warnings; it loads with warnings or repairs; it cannot be loaded."""

_NAMES_SHOWN = 12


def examine(source: str, *, strict: bool, **options: Any) -> int:
    """Print a report on the robot ``source``, a file or a bundled name, and return the exit code.

    ``options`` are those of ``load_robot``.
    """
    try:
        robot, refusal = _load(source, options, strict)
    except MemetikError as error:
        typer.secho(f"error: {' '.join(str(error).splitlines())}", fg="red", err=True)
        return REFUSED
    for topic, lines in (
        *_contents(robot),
        ("faults", _faults(robot, refusal)),
        ("suggestions", list(_suggestions(robot, refusal)) or ["none"]),
    ):
        for index, line in enumerate([lines] if isinstance(lines, str) else lines):
            typer.echo(f"{'' if index else topic:<16}{line}")
    return FAULTY if robot.warnings else CLEAN


def _load(source: str, options: Mapping[str, Any], strict: bool) -> tuple[Robot, str | None]:
    """The robot, repaired if necessary, and the error if ``strict`` loading is refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RobotWarning)  # the report lists them
        try:
            return load_robot(source, **options, strict=strict), None
        except MemetikError as error:
            if not strict:
                raise
            return load_robot(source, **options, strict=False), str(error)


def _contents(robot: Robot) -> Iterator[tuple[str, str | list[str]]]:
    from ..collision.shapes import Mesh

    joints = robot.joints.values()
    yield "robot", f"{robot.name}, root link {robot.root}"
    yield "variables", f"{robot.dof} DoF"
    yield "links", f"{len(robot.links)}, of which {len(robot.tips)} are tips: {_listed(robot.tips)}"
    types = Counter(joint.type for joint in joints)
    kinds = ", ".join(f"{count} {kind}" for kind, count in types.most_common())
    yield "joints", kinds or "none"
    mimics = [f"{joint.name} follows {joint.mimic.joint}" for joint in joints if joint.mimic]
    yield "mimics", _listed(mimics) if mimics else "none"
    yield "limits", _limits(robot) or ["none"]
    yield "postures", _listed(list(robot.postures)) or "none"
    yield "masses", _masses(robot)
    shapes = [item.shape for link in robot.links.values() for item in (*link.visuals, *link.collisions)]
    meshes = [shape for shape in shapes if isinstance(shape, Mesh)]
    yield "shapes", f"{len(shapes) - len(meshes)} simple ones, {len(meshes)} meshes" if shapes else "none"
    if meshes:
        missing = _missing_meshes(robot)
        found = "none, all files were found"
        yield "missing meshes", f"{len(missing)} files: {_listed(missing)}" if missing else found


def _limits(robot: Robot) -> list[str]:
    """The range and the largest speed of every variable."""
    rows = zip(robot.variable_names, robot.lower, robot.upper, robot.velocity_limits, strict=True)
    return [f"{name}: {_range(lower, upper)}, {_speed(speed)}" for name, lower, upper, speed in rows]


def _range(lower: float, upper: float) -> str:
    if math.isinf(lower) and math.isinf(upper):
        return "no limits"
    return f"from {lower:.4g} to {upper:.4g}"


def _speed(speed: float) -> str:
    return "any speed" if math.isinf(speed) else f"at most {speed:.4g} per second"


def _masses(robot: Robot) -> str:
    without = [name for name, link in robot.links.items() if not (link.inertial and link.inertial.mass)]
    if not robot.mass:
        return "none: goals on the centre of mass cannot be used"
    if not without:
        return f"{robot.mass:.4g} kg, every link has a mass"
    return f"{robot.mass:.4g} kg; {len(without)} links have none: {_listed(without)}"


def _missing_meshes(robot: Robot) -> list[str]:
    from ..collision.shapes import Mesh

    shapes = [item.shape for link in robot.links.values() for item in (*link.visuals, *link.collisions)]
    return list(dict.fromkeys(s.uri for s in shapes if isinstance(s, Mesh) and s.path is None))


def _faults(robot: Robot, refusal: str | None) -> list[str]:
    listed = list(robot.warnings)
    if refusal is not None:
        listed.insert(0, f"refused by default: {refusal}")
    return listed or ["none"]


def _suggestions(robot: Robot, refusal: str | None) -> Iterator[str]:
    if refusal is not None:
        yield "load it with --no-strict, in Python mk.Robot.load(path, strict=False), or correct the file"
    if _missing_meshes(robot):
        yield "meshes are needed for pictures only; mk.Robot.load(path, package_dirs=...) says where they are"
    from ..robot.units import odd_units

    odd = list(odd_units(robot._topology))
    if odd and any(fault.startswith(odd[0]) for fault in robot.warnings):
        yield "correct the units as listed above: angles are in radians, lengths in metres"
    still = [
        n for n, low, high in zip(robot.variable_names, robot.lower, robot.upper, strict=True) if low == high
    ]
    if still:
        yield f"these joints cannot move, their limits are equal: {_listed(still)}; correct their limits"


def _listed(names: Sequence[str]) -> str:
    more = f", ... and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
    return ", ".join(names[:_NAMES_SHOWN]) + more
