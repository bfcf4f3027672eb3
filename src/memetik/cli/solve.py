"""``memetik solve``: finds joint values for goals of a link, or solves and times random poses of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .xacro_arguments import Arguments, xacro_arguments

if TYPE_CHECKING:
    from ..solve.solution import Solution
    from ..solve.solver import Solver

NOT_SOLVED = 2
"""Exit code if the solution is not within all tolerances."""

_Three = tuple[float, float, float]
_Four = tuple[float, float, float, float]
_TARGET, _SEARCH, _OUTPUT = "Goals", "Search", "Output"


def _option(panel: str, metavar: str | None, text: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel=panel, show_default=False, **more)


def solve(
    robot: Annotated[
        str,
        typer.Argument(help="A bundled robot, such as panda, or a .urdf, .xacro, .xml (MJCF) or .bvh file."),
    ],
    arg: Arguments = None,
    link: Annotated[
        str | None, _option(_TARGET, "NAME", "The link of the goals; by default the only tip that moves.")
    ] = None,
    position: Annotated[
        _Three | None, _option(_TARGET, "X Y Z", "Target position of its origin in metres.")
    ] = None,
    rpy: Annotated[
        _Three | None, _option(_TARGET, "R P Y", "Its orientation: roll, pitch, yaw in radians.")
    ] = None,
    quaternion: Annotated[
        _Four | None, _option(_TARGET, "W X Y Z", "Its orientation as a quaternion.")
    ] = None,
    free: Annotated[
        list[str] | None,
        _option(_TARGET, "AXIS", "Leave x, y, z, rx, ry or rz of the target free; repeatable."),
    ] = None,
    look_at: Annotated[
        _Three | None, _option(_TARGET, "X Y Z", "A position that an axis of the link points at.")
    ] = None,
    axis: Annotated[
        _Three | None, _option(_TARGET, "X Y Z", "That axis, in the link's frame; by default 0 0 1, its z.")
    ] = None,
    stay_close: Annotated[
        bool,
        _option(_TARGET, None, "Stay near the start as far as the other goals allow.", "--stay-close"),
    ] = False,
    tolerance: Annotated[
        float | None, _option(_TARGET, "T", "The maximum error in m and in rad; by default 1e-5.")
    ] = None,
    random: Annotated[
        int | None,
        _option(_TARGET, "N", "Solve and time N random reachable poses of the link instead.", min=1),
    ] = None,
    start: Annotated[
        list[str] | None,
        _option(_SEARCH, "JOINT=VALUE", "The start, repeatable; or random. By default neutral."),
    ] = None,
    method: Annotated[
        str, _option(_SEARCH, "NAME", "auto (the default), or another: see [bold]memetik methods[/].")
    ] = "auto",
    prefer: Annotated[
        str, _option(_SEARCH, "WHICH", "The first solution (the default), or the best of the budget.")
    ] = "first",
    max_solutions: Annotated[
        int | None,
        _option(_SEARCH, "N", "All distinct solutions, at most N, the nearest first.", "--all", min=1),
    ] = None,
    max_change: Annotated[
        list[str] | None,
        _option(
            _SEARCH,
            "[JOINT=]VALUE",
            "Maximum change of joints from the start, in rad and m; 0 locks them. Repeatable.",
        ),
    ] = None,
    local: Annotated[
        bool, _option(_SEARCH, None, "Search from the start only, on its branch.", "--local")
    ] = False,
    thorough: Annotated[
        bool,
        _option(_SEARCH, None, "Spend the whole budget as long as the goals are not met.", "--thorough"),
    ] = False,
    timeout: Annotated[
        float | None, _option(_SEARCH, "SECONDS", "Time limit, in addition to the budget of evaluations.")
    ] = None,
    random_seed: Annotated[
        int, _option(_SEARCH, "N", "The same seed gives the same solution; by default 0.", min=0)
    ] = 0,
    trace: Annotated[bool, _option(_OUTPUT, None, "Also print the steps of the search.", "--trace")] = False,
    as_json: Annotated[bool, _option(_OUTPUT, None, "Print JSON instead of tables.", "--json")] = False,
    picture: Annotated[
        Path | None, _option(_OUTPUT, "FILE", "Also render the solution and the target: .png or .jpg.")
    ] = None,
) -> None:
    """Find joint values that bring a link of ROBOT to a position, an orientation, or both.

    For example: [bold]memetik solve panda --link panda_hand --position 0.5 0.1 0.4 --rpy 3.14 0 0[/]

    Units are metres and radians, in the root's frame. The exit code is 2 if not all targets were reached.
    """
    from ..errors import GoalError
    from ..robot.robot import Robot
    from ..solve.solver import Solver
    from . import solve_report as report
    from .solve_arguments import (
        GoalOptions,
        make_goals,
        make_max_change,
        make_starts,
        moving_tip,
        random_goals,
    )

    loaded = Robot.load(robot, arguments=xacro_arguments(arg))
    link = link or moving_tip(loaded)
    goal_options = GoalOptions(
        position=position,
        rpy=rpy,
        quaternion=quaternion,
        free=tuple(free or ()),
        look_at=look_at,
        axis=axis,
        stay_close=stay_close,
        tolerance=tolerance,
    )
    goals = make_goals(link, goal_options) if random is None else random_goals(link, goal_options)
    solver = Solver(loaded, goals, method=method, prefer=prefer)  # type: ignore[arg-type]  # prefer is checked there
    starts = make_starts(loaded, start or [], count=random, random_seed=random_seed)
    search: dict[str, Any] = {
        "max_change": make_max_change(loaded, max_change or []),
        "timeout": timeout,
        "random_seed": random_seed,
    }
    if picture is not None and (random or max_solutions):
        raise GoalError("--picture shows one solution: it cannot be combined with --random or --all")
    if trace and (random or max_solutions):
        raise GoalError("--trace is for one solution: it cannot be combined with --random or --all")
    if max_solutions is not None and (local or thorough):
        raise GoalError("--all spends its whole budget everywhere: it takes neither --local nor --thorough")
    if max_solutions is None:
        search |= {"local": local, "thorough": thorough}
    if random is not None:
        if max_solutions is not None:
            raise GoalError("--all is for one target: it cannot be combined with --random")
        targets = loaded.fk(loaded.random(random, rng=random_seed), link)
        batch = solver.solve_batch(targets, starts, **search)
        if as_json:
            _print_json(report.batch_entry(batch))
        else:
            report.print_batch(batch, f"{random} random poses of {link} of {loaded.name}")
        raise typer.Exit(0 if batch.success.all() else NOT_SOLVED)
    if max_solutions is not None:
        solutions = solver.solve_all(starts, max_solutions=max_solutions, **search)
        if as_json:
            _print_json([report.solution_entry(solver.problem, solution) for solution in solutions])
        else:
            report.print_solutions(solver.problem, solutions)
        raise typer.Exit(0 if solutions else NOT_SOLVED)
    solution = solver.solve(starts, trace=trace, **search)
    if picture is not None:
        _render(picture, solver, solution)
    if as_json:
        _print_json(report.solution_entry(solver.problem, solution))
    else:
        report.print_solution(solver.problem, solution)
        if trace:
            typer.echo(f"\n{solution.trace}")
        if picture is not None:
            typer.echo(f"wrote {picture}")
    raise typer.Exit(0 if solution else NOT_SOLVED)


def _print_json(entry: Any) -> None:
    typer.echo(json.dumps(entry, indent=2, ensure_ascii=False))


def _render(file: Path, solver: Solver, solution: Solution) -> None:
    from rich.console import Console

    from ..plot.picture import save_picture

    with Console(stderr=True).status("rendering"):
        save_picture(file, solver.robot, solution.q, goals=solver.problem.goals.values())
