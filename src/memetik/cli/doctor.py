"""``memetik doctor``: checks the installation, or a robot file."""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import importlib.util
import os
import platform
from collections.abc import Callable, Iterator
from typing import Annotated, NamedTuple

import typer

from ..errors import PluginError
from ..extras import install_command
from ..plugins import distribution_of
from .plugins import find_plugins
from .robot_options import Arguments, PackageDirs, Strict, Unit


class _Extra(NamedTuple):
    """An optional package: the extra that installs it, its module, its name on PyPI, its use."""

    extra: str
    module: str
    package: str
    use: str


_EXTRAS = (
    _Extra("plot", "mitsuba", "mitsuba", "pictures of robots"),
    _Extra("mujoco", "mujoco", "mujoco", "robots in MJCF files, MuJoCo models"),
    _Extra("xacro", "xacrodoc", "xacrodoc", "robots in .xacro files"),
    _Extra("mesh", "trimesh", "trimesh", "pictures of .dae and other meshes"),
)


def doctor(
    robot: Annotated[
        str | None,
        typer.Argument(
            help="A .urdf, .xacro, .xml (MJCF), .bvh or .json file, or a bundled robot.", show_default=False
        ),
    ] = None,
    arg: Arguments = None,
    strict: Strict = True,
    package_dirs: PackageDirs = None,
    unit: Unit = None,
) -> None:
    """Check this installation, or show what the file ROBOT contains and lacks, and how to repair it.

    Without ROBOT, the exit code is 1 if something does not work. With ROBOT, it is 0 if it loads without
    warnings, 1 if it loads with warnings or only with repairs (--no-strict), 2 if it cannot be loaded.
    """
    if robot is not None:
        from .doctor_robot import examine

        raise typer.Exit(examine(robot, arg=arg, package_dirs=package_dirs, unit=unit, strict=strict))
    _print_rows(_environment())
    typer.echo()
    error = _self_check_error()
    failed = not error < 1e-6
    verdict = (
        typer.style("FAILED", fg="red", bold=True) if failed else typer.style("OK", fg="green", bold=True)
    )
    typer.echo(f"self-check      {verdict}: Jacobian of panda differs from finite differences by {error:.1e}")
    if failed:
        raise typer.Exit(1)


def _print_rows(rows: Iterator[tuple[str, str]]) -> None:
    for topic, text in rows:
        typer.echo(f"{topic:<15} {text}")


# -------------------------------------------------------------------- this installation


def _environment() -> Iterator[tuple[str, str]]:
    import numpy as np

    from .. import __version__, _cpu, simd
    from ..goals.installed import installed_goals, load_goal

    yield "memetik", __version__
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()})"
    yield "numpy", np.__version__
    yield "platform", platform.platform()
    best = "avx2" if _cpu.supports_avx2() else "baseline"
    wanted = os.environ.get("MEMETIK_SIMD")
    choice = f"chosen by MEMETIK_SIMD={wanted}" if wanted else "MEMETIK_SIMD is not set"
    yield "SIMD", f"{simd} in use, the processor supports {best}, {choice}"
    for extra in _EXTRAS:
        yield f"[{extra.extra}]", f"{_state(extra)} ({extra.use})"
    for name, plugin in find_plugins().items():
        yield f"memetik {name}", _state_of_plugin(plugin.load, plugin.distribution)
    for name, entry_point in installed_goals().items():
        load = functools.partial(load_goal, entry_point)
        yield f"goal {name}", _state_of_plugin(load, distribution_of(entry_point))


def _state(extra: _Extra) -> str:
    """The version of an optional package, or how to install it."""
    if importlib.util.find_spec(extra.module) is None:
        return f"not installed: {install_command(extra.extra)}"
    try:
        module = importlib.import_module(extra.module)
    except Exception as error:  # a broken installation may raise an error of any type
        return f"{extra.module} is installed, but cannot be imported: {error}"
    try:
        version = importlib.metadata.version(extra.package)
    except importlib.metadata.PackageNotFoundError:
        version = getattr(module, "__version__", "of unknown version")
    return f"{extra.module} {version}"


def _state_of_plugin(load: Callable[[], object], distribution: str) -> str:
    """The distribution of a command or a goal, or the reason why it cannot be imported."""
    try:
        load()
    except PluginError as error:
        return str(error)
    return distribution


def _self_check_error() -> float:
    """The maximum difference between the Jacobian of a bundled robot and finite differences of its FK."""
    import numpy as np

    from ..robot.robot import Robot

    robot, step = Robot.load("panda"), 1e-6
    q = robot.random(rng=0)
    steps = step * np.eye(robot.dof)
    ahead, behind = robot.fk(q + steps, "panda_hand"), robot.fk(q - steps, "panda_hand")
    velocity = (ahead - behind) / (2 * step)
    spin = velocity[:, :3, :3] @ robot.fk(q, "panda_hand")[:3, :3].T
    expected = np.column_stack([velocity[:, :3, 3], spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]]).T
    return float(np.abs(robot.jacobian(q, "panda_hand") - expected).max())
