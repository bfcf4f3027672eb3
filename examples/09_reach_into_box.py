"""Reaching into a box: a hand goes in and out between its walls, and stops where its target is in a wall.

The arm of a PR2 follows a target into one half of a box, over the wall in the middle, into the other half,
and towards the left wall. The target then enters this wall, where no hand can be.

1. The world. A box of six walls on a stand. ``SphereRobot.fit`` covers the whole robot; the solver moves the
   joints of one arm, ``KeepClear`` keeps all of its links clear of the walls and of the robot itself.
2. The motion. Each frame starts from the last configuration. ``local=True`` stays on that branch, and
   ``max_change`` is how far a joint can move between two frames at its highest velocity.
3. Targets that cannot be reached. ``KeepClear`` is required, the hand's position is not: where both cannot be
   had, the hand comes as near as the margin allows, and the solution's status is "approximate".
4. The check. The clearance of every frame, solved or not; how many are solved, and how far the hand is from
   its target in the wall.
5. A picture of the hand in the box, and an animation of all, which needs the package pillow.

Bio IK's dissertation (Starke 2020) shows such a scene in figure 5.17. Run it with
``python examples/09_reach_into_box.py``; the picture is written to ``out/reach_into_box.png`` and the
animation to ``out/reach_into_box.gif``.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Any

import numpy as np

import memetik as mk
from memetik.collision import Box, SphereRobot
from memetik.plot.picture import QUALITIES
from memetik.transforms import Array

RATE = 40  # frames a second; the target takes a second from stop to stop
MARGIN = 0.01  # [m]
HAND = "r_gripper_tool_frame"
BOX, WALL = np.array((0.68, -0.2, 0.72)), 0.02  # middle of the box's floor, thickness of walls [m]
LENGTH, WIDTH, HEIGHT = 0.34, 0.5, 0.18  # inside [m]
ABOVE, BELOW = ((-0.02, -0.13, 0.34), (0.02, 0.12, 0.34)), ((-0.02, -0.13, 0.08), (0.05, 0.12, 0.06))
IN_THE_WALL = (0.05, 0.26, 0.07)
STOPS = (ABOVE[0], BELOW[0], ABOVE[0], ABOVE[1], BELOW[1], IN_THE_WALL, BELOW[1], ABOVE[1], ABOVE[0])
START = {
    "torso_lift_joint": 0.2,
    "head_pan_joint": -0.35,
    "head_tilt_joint": 0.75,
    "l_shoulder_pan_joint": 1.2,
    "l_shoulder_lift_joint": 1.1,
    "l_elbow_flex_joint": -2.0,
    "r_shoulder_pan_joint": -0.9,
    "r_upper_arm_roll_joint": -1.2,
    "r_elbow_flex_joint": -1.6,
    "r_wrist_flex_joint": -0.9,
}


def scene() -> mk.World:
    """A box of six walls, open at its top, on a stand."""
    x, y, z = LENGTH, WIDTH + 2 * WALL, HEIGHT
    walls = {
        "floor": ((x + 2 * WALL, y, WALL), (0, 0, -WALL / 2)),
        "front": ((WALL, y, z), (-(x + WALL) / 2, 0, z / 2)),
        "back": ((WALL, y, z), ((x + WALL) / 2, 0, z / 2)),
        "left": ((x, WALL, z), (0, (WIDTH + WALL) / 2, z / 2)),
        "right": ((x, WALL, z), (0, -(WIDTH + WALL) / 2, z / 2)),
        "middle": ((x, WALL, 0.8 * z), (0, 0, 0.4 * z)),
    }
    world = mk.World()
    for name, (size, place) in walls.items():
        world.add(name, Box(size).at(color="#b08968"), at=BOX + place)
    height = BOX[2] - WALL
    world.add("stand", Box((0.25, 0.4, height)).at(color="#7a8ca0"), at=(*BOX[:2], height / 2))
    return world


def targets() -> Array:
    """Where the hand should be in each frame [m]: from stop to stop, smoothly."""
    ramp = np.arange(RATE)[:, None] / RATE
    share = ramp**2 * (3 - 2 * ramp)
    stops = BOX + np.array(STOPS)
    return np.vstack([(1 - share) * start + share * end for start, end in pairwise(stops)])


def main() -> None:
    parser = argparse.ArgumentParser(description="Reach into a box.")
    parser.add_argument("--picture", default="out/reach_into_box.png", help="where to save the picture")
    parser.add_argument("--animation", default="out/reach_into_box.gif", help="where to save the animation")
    parser.add_argument("--size", type=int, nargs=2, default=(480, 480), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="of the picture")
    options = parser.parse_args()

    robot, world = mk.Robot.load("pr2"), scene()
    geometry = SphereRobot.fit(robot, tolerance=0.03)
    clear = mk.KeepClear(geometry, world, margin=MARGIN, name="clear")
    goals = [mk.Position(HAND, name="hand"), clear, mk.StayClose(name="near")]
    arm = [name for name in robot.joint_names if name.startswith("r_") and "gripper" not in name]
    solver = mk.Solver(robot, goals, joints=arm)

    places = targets()
    rest = solver.solve(robot.pack(START), targets={"hand": places[0]}).raise_if_failed().q
    q, motion = rest, []
    for place in places:
        aims, change = {"hand": place, "near": rest}, robot.velocity_limits / RATE
        motion.append(solver.solve(q, targets=aims, local=True, max_change=change))
        q = motion[-1].q

    in_wall = [frame for frame in motion if not frame.success]
    least = min(frame.clearance for frame in motion)
    off = [frame.errors["hand"]["position"] for frame in motion]
    step = np.abs(np.diff([frame.q for frame in motion], axis=0)).max()
    print(f"the robot:    {geometry}, among {len(world)} boxes")
    print(f"the motion:   {len(motion)} frames, {len(motion) - len(in_wall)} solved")
    print(f"in the wall:  {len(in_wall)} frames, the hand is at most {1e3 * max(off):.0f} mm from its target")
    print(f"the walls:    clearance at least {1e3 * least:.2f} mm, asked for {1e3 * MARGIN:.0f} mm")
    print(f"the joints:   from frame to frame at most {np.degrees(step):.1f}°")
    print(f"a frame:      {1e3 * np.mean([frame.time for frame in motion]):.2f} ms on average")

    shown: dict[str, Any] = {"size": tuple(options.size), "view": (-1.2, 0.85)}
    motion[4 * RATE].plot(quality=options.quality, **shown).save(options.picture)
    mk.plot.animate(robot, motion[:: RATE // 8], options.animation, fps=8, **shown)
    print(f"the picture is in {options.picture}, the animation in {options.animation}")


if __name__ == "__main__":
    main()
