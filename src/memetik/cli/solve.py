"""``memetik solve``: finds joint values for goals of a link, or solves and times random poses of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .completions import link_names, method_names, robot_names
from .robot_options import Arguments, PackageDirs, Strict, Unit, load_robot

MOST_TARGETS = 10_000_000

_Three = tuple[float, float, float]
_Four = tuple[float, float, float, float]
_TARGET, _SEARCH, _OUTPUT = "Goals", "Search", "Output"


def _option(panel: str, metavar: str | None, text: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel=panel, show_default=False, **more)


def solve(
    robot: Annotated[
        str,
        typer.Argument(
            help="A bundled robot, such as panda, or a .urdf, .xacro, .xml (MJCF), .bvh or .json file.",
            autocompletion=robot_names,
        ),
    ],
    arg: Arguments = None,
    strict: Strict = True,
    package_dirs: PackageDirs = None,
    unit: Unit = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(metavar="JOINT=VALUE", help="Fix a joint at a value; repeatable.", show_default=False),
    ] = None,
    link: Annotated[
        str | None,
        _option(
            _TARGET,
            "NAME",
            "The link of the goals; by default the tool or the hand, if there is only one.",
            autocompletion=link_names,
        ),
    ] = None,
    position: Annotated[
        _Three | None, _option(_TARGET, "X Y Z", "Target position of its origin in metres.")
    ] = None,
    rpy: Annotated[
        _Three | None, _option(_TARGET, "R P Y", "Its orientation: roll, pitch, yaw in radians.")
    ] = None,
    degrees: Annotated[
        bool, _option(_TARGET, None, "Roll, pitch, yaw are in degrees, also in files.", "--degrees")
    ] = False,
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
        str | None,
        _option(_TARGET, "T", "The maximum error in m and rad, or two: 0.001,0.01; by default 1e-5."),
    ] = None,
    random: Annotated[
        int | None,
        _option(
            _TARGET,
            "N",
            "Solve and time N random reachable poses of the link instead.",
            min=1,
            max=MOST_TARGETS,
        ),
    ] = None,
    goals_file: Annotated[
        Path | None,
        _option(_TARGET, "FILE", "Goals of any kind in plain form, as .json or .yaml.", "--goals"),
    ] = None,
    targets_file: Annotated[
        Path | None,
        _option(
            _TARGET,
            "FILE",
            "Solve a batch of targets: .csv with columns x, y, z and qw, qx, qy, qz or roll, pitch, yaw; "
            ".npy or .npz with an array (N, 3), (N, 7) or (N, 4, 4); or - for a .csv from stdin.",
            "--targets",
        ),
    ] = None,
    start: Annotated[
        list[str] | None,
        _option(
            _SEARCH,
            "JOINT=VALUE",
            "The start, repeatable; or all values with commas; or a posture such as home; or random. "
            "By default neutral.",
        ),
    ] = None,
    joints: Annotated[
        list[str] | None,
        _option(_SEARCH, "NAME", "The joints that may move, repeatable or with commas; by default all."),
    ] = None,
    method: Annotated[
        str,
        _option(
            _SEARCH,
            "NAME",
            "auto (the default), or another: see [bold]memetik methods[/].",
            autocompletion=method_names,
        ),
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
        Path | None, _option(_OUTPUT, "FILE", "Also draw the solution and the target: .png or .jpg.")
    ] = None,
    quality: Annotated[
        str,
        _option(
            _OUTPUT,
            "LEVEL",
            "Of the picture: draft (the default); preview or final, which need mitsuba and up to a minute.",
        ),
    ] = "draft",
    output: Annotated[
        Path | None,
        _option(_OUTPUT, "FILE", "Write all solutions of --targets or --random: .csv or .npz."),
    ] = None,
) -> None:
    """Find joint values that bring a link of ROBOT to a position, an orientation, or both.

    For example: [bold]memetik solve panda --position 0.5,0.1,0.4 --rpy 3.14,0,0[/]

    Units are metres and radians, in the root's frame. The exit code is 3 if not all targets were reached, and
    4 if those that were not are provably out of reach.
    """
    from .joint_words import values_by_joint
    from .solve_arguments import GoalOptions, make_max_change
    from .solve_run import Request, run
    from .vector_options import one_or_two

    loaded = load_robot(robot, arg=arg, package_dirs=package_dirs, unit=unit, strict=strict)
    if lock:
        loaded = loaded.lock(values_by_joint(lock, "--lock"))
    run(
        Request(
            robot=loaded,
            link=link,
            goals=GoalOptions(
                position=position,
                rpy=rpy,
                quaternion=quaternion,
                free=tuple(free or ()),
                look_at=look_at,
                axis=axis,
                stay_close=stay_close,
                tolerance=one_or_two(tolerance, "--tolerance"),
                degrees=degrees,
            ),
            goals_file=goals_file,
            targets_file=targets_file,
            random=random,
            start=tuple(start or ()),
            joints=tuple(name for word in joints for name in word.split(",")) if joints else None,
            method=method,
            prefer=prefer,
            max_solutions=max_solutions,
            local=local,
            thorough=thorough,
            search={
                "max_change": make_max_change(loaded, max_change or []),
                "timeout": timeout,
                "random_seed": random_seed,
            },
            trace=trace,
            as_json=as_json,
            picture=picture,
            quality=quality,
            output=output,
        )
    )
