"""Inspection: an endoscope goes through the mouth of a tank and looks at a line on its wall.

A UR10e carries a rod with three more joints at its end. The tank's mouth is 35 mm wide, the rod 12 mm.

1. The world. A tank is a ``Revolution``: the outline of its wall, turned about an axis. In a world it becomes
   a distance field. Spheres on the rods are fine (2 mm), those on the arm coarse (30 mm).
2. The views. The camera at the rods' end looks ahead, 30° from the wall's normal, from 20 mm; it may turn
   about its own axis (``free="rz"``). The line is a turn of a screw on the inside of the wall.
3. The start. ``solve_all`` finds different postures that see the beginning of the line, all of them with the
   rods through the mouth.
4. The motion. From each posture the line is followed frame by frame, with ``local=True``. From some of them
   the rods or the arm get stuck on the way. Of the others, the motion with the smallest steps is taken.
5. The check. Every frame is solved; the smallest clearance and the largest step are printed.
6. A picture, and an animation, which needs the package pillow. Both show the tank cut open: at the nodes of
   its field, the larger of distance and x is negative in the half of the solid where x is negative.

Run it with ``python examples/11_inspect_tank.py``; the picture is written to ``out/inspect_tank.png`` and the
animation to ``out/inspect_tank.gif``. ``docs/clutter.md`` says more on narrow places.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import memetik as mk
from memetik.collision import Field, Revolution, SphereRobot, Tube
from memetik.plot.picture import QUALITIES
from memetik.transforms import Array

MARGIN, STEP = 0.001, np.radians(3)  # [m], and how far a joint may move from frame to frame [rad]
FRAMES = 240
TANK = mk.transform((0, 1, 0.5), rpy=(-np.pi / 2, 0, 0))  # its axis is y, its mouth is at y = 1 m
RADIUS = 0.0431  # of the inside [m]
DISTANCE, TILT = 0.02, np.radians(30)  # of the camera from the wall [m], and from the wall's normal

# (radius, height) along the wall [m], after the hydrogen tank of Engelke's thesis (2024), shortened.
INSIDE = [(0.0175, 0), (0.035, 0.05), (0.039, 0.06), (0.0425, 0.07), (RADIUS, 0.08), (RADIUS, 0.6), (0, 0.6)]
OUTSIDE = [(0, 0.61), (0.082, 0.61), (0.082, 0.07), (0.078, 0.05), (0.07, 0.035), (0.059, 0.02), (0.05, 0.01)]


def line_on_the_wall() -> tuple[Array, Array]:
    """Points (FRAMES, 3) on the inside of the tank [m], and the camera's poses (FRAMES, 4, 4)."""
    share = np.linspace(0, 1, FRAMES)
    angle = 2 * np.pi * (share + 0.75)
    outward = np.column_stack([np.sin(angle), 0 * angle, np.cos(angle)])
    points = (0, 1.16, 0.5) + 0.25 * share[:, None] * (0, 1, 0) + RADIUS * outward
    ahead = np.cos(TILT) * outward + np.sin(TILT) * np.array((0, 1, 0))
    aside = np.cross(outward, (0, 1, 0))
    views = np.tile(np.eye(4), (FRAMES, 1, 1))
    views[:, :3, :3] = np.stack([aside, np.cross(ahead, aside), ahead], axis=2)
    views[:, :3, 3] = points - DISTANCE * ahead
    return points, views


def follow(solver: mk.Solver, start: Array, views: Array) -> list[mk.Solution]:
    """A solution for each view as far as there is one near the last."""
    motion: list[mk.Solution] = []
    for view in views:
        solution = solver.solve(start, targets={"look": view}, local=True, max_change=STEP)
        if not solution:
            break
        motion.append(solution)
        start = solution.q
    return motion


def cut_open(tank: Revolution) -> Field:
    """The half of a tank with x < 0, for pictures."""
    field = tank.as_field(spacing=0.003)
    x = field.origin[0] + field.spacing * np.arange(len(field.values))
    half = np.maximum(field.values, x[:, None, None])
    return Field(half, origin=field.origin, spacing=field.spacing)


def largest_step(motion: list[mk.Solution]) -> float:
    """How far a joint moves at most from frame to frame [rad]."""
    return float(np.abs(np.diff([frame.q for frame in motion], axis=0)).max())


def main() -> None:
    parser = argparse.ArgumentParser(description="Look at the inside of a tank.")
    parser.add_argument("--picture", default="out/inspect_tank.png", help="where to save the picture")
    parser.add_argument("--animation", default="out/inspect_tank.gif", help="where to save the animation")
    parser.add_argument("--size", type=int, nargs=2, default=(640, 420), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="of the picture")
    options = parser.parse_args()

    robot, world, tank = mk.Robot.load("ur10e_elise"), mk.World(), Revolution([*INSIDE, *OUTSIDE])
    world.add("tank", tank, at=TANK)
    geometry = SphereRobot.fit(robot, tolerance={"endo_*": 0.002, "*": 0.03})
    look = mk.Pose("endo_tool", free="rz", name="look")
    clear = mk.KeepClear(geometry, world, margin=MARGIN, name="clear")
    solver = mk.Solver(robot, [look, clear, mk.StayClose()])

    points, views = line_on_the_wall()
    starts = solver.solve_all(targets={"look": views[0]})
    motions = [follow(solver, start.q, views) for start in starts]
    complete = [motion for motion in motions if len(motion) == FRAMES]
    motion = min(complete, key=largest_step)
    least = min(frame.clearance for frame in motion)
    print(f"the start:   {len(starts)} postures see it, {len(complete)} of them can go on to the end")
    print(f"the motion:  {len(motion)} frames, all solved")
    print(f"the tank:    clearance at least {1e3 * least:.2f} mm, asked for {1e3 * MARGIN:.0f} mm")
    print(f"the joints:  from frame to frame at most {np.degrees(largest_step(motion)):.1f}°")
    print(f"a frame:     {1e3 * np.mean([frame.time for frame in motion]):.2f} ms on average")

    shown = mk.World()
    shown.add("tank", cut_open(tank).at(color="#7a8ca0"), at=TANK)
    shown.add("line", Tube(points[::8], 0.0015).at(color="#c2257d"))
    scene: dict[str, Any] = {"world": shown, "size": tuple(options.size)}
    robot.plot(motion[0].q, quality=options.quality, view=(0.25, 0.3), **scene).save(options.picture)
    some, close = [frame.q for frame in motion[::8]], {"view": (0.25, 0.4), "focus": "endo_first_link"}
    mk.plot.animate(robot, some, options.animation, fps=10, there_and_back=True, **close, **scene)
    print(f"the picture is in {options.picture}, the animation in {options.animation}")


if __name__ == "__main__":
    main()
