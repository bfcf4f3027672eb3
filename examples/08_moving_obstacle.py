"""A moving obstacle: an arm gives way to a ball, and its tool stays where it is.

An iiwa has seven joints, one more than a pose of its tool needs: the elbow can move while the tool does not.

1. The goals. ``Pose`` holds the tool, ``KeepClear`` keeps 20 mm from the ball, and ``StayClose``, which is
   secondary, moves the elbow back to where it was as soon as there is room.
2. The motion. A hundred times a second the ball moves on, and the solver starts from the last configuration.
   ``local=True`` stays on that branch, so that nothing jumps; ``max_change`` is how far a joint can move
   between two frames at its highest velocity.
3. The check. Every frame is solved, and has its clearance; the script says how large the smallest one is, how
   fast the fastest joint is, and how long a frame takes.
4. A picture of the moment when the elbow has moved farthest, and an animation. ``mk.plot.animate`` draws
   solutions with the obstacles where they were; it needs the package pillow.

Bio IK's dissertation (Starke 2020) shows such a scene in figure 5.16. Run it with
``python examples/08_moving_obstacle.py``; the picture is written to ``out/moving_obstacle.png`` and the
animation to ``out/moving_obstacle.gif``.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import memetik as mk
from memetik.collision import Sphere, SphereRobot
from memetik.plot.picture import QUALITIES
from memetik.transforms import Array

RATE, DURATION = 100, 6  # frames a second, [s]
MARGIN = 0.02  # [m]
TOOL, ELBOW = "tool0", "link_4"
BENT = {"joint_a2": 0.5, "joint_a4": -1.5, "joint_a6": 1.1}
VIEW = (-0.9, 0.3)


def ball_at(turn: float) -> Array:
    """Where the ball is after a part of its turn (0 to 1) on a circle above the arm [m]."""
    angle = 2 * np.pi * turn
    return np.array((0.4 + 0.3 * np.cos(angle), 0.3 * np.sin(angle), 0.8))


def main() -> None:
    parser = argparse.ArgumentParser(description="Give way to a moving ball.")
    parser.add_argument("--picture", default="out/moving_obstacle.png", help="where to save the picture")
    parser.add_argument("--animation", default="out/moving_obstacle.gif", help="where to save the animation")
    parser.add_argument("--size", type=int, nargs=2, default=(560, 440), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="of the picture")
    options = parser.parse_args()

    robot, world = mk.Robot.load("iiwa14"), mk.World()
    ball = world.add("ball", Sphere(0.12).at(color="#5b7fc4"), at=ball_at(0))
    geometry = SphereRobot.fit(robot, tolerance=0.02)
    rest = robot.pack(BENT)
    hold = mk.Pose(TOOL, robot.fk(rest, TOOL), name="tool")
    clear = mk.KeepClear(geometry, world, margin=MARGIN, name="clear")
    solver = mk.Solver(robot, [hold, clear, mk.StayClose(rest, name="rest")])

    q, motion = rest, []
    for frame in range(RATE * DURATION):
        ball.move(ball_at(frame / (RATE * DURATION)))
        solution = solver.solve(q, local=True, max_change=robot.velocity_limits / RATE)
        motion.append(solution.raise_if_failed())
        q = solution.q

    path = np.array([solution.q for solution in motion])
    elbow = robot.fk(path, ELBOW)[:, :3, 3]
    away = np.linalg.norm(elbow - elbow[0], axis=1)
    speed = RATE * np.abs(np.diff(path, axis=0)) / robot.velocity_limits
    least = min(solution.clearance for solution in motion)
    tool = max(solution.errors["tool"]["position"] for solution in motion)
    print(f"the motion:  {len(motion)} frames of {1e3 / RATE:.0f} ms, all solved")
    print(f"the ball:    clearance at least {1e3 * least:.2f} mm, asked for {1e3 * MARGIN:.0f} mm")
    print(f"the tool:    at most {1e3 * tool:.3f} mm from its place, the elbow moves {away.max():.2f} m")
    print(f"the joints:  at most {100 * speed.max():.0f} % of their velocity limits")
    print(f"a frame:     {1e3 * np.mean([solution.time for solution in motion]):.2f} ms on average")

    shown: dict[str, Any] = {"size": tuple(options.size), "view": VIEW}
    motion[int(away.argmax())].plot(quality=options.quality, **shown).save(options.picture)
    mk.plot.animate(robot, motion[:: RATE // 10], options.animation, fps=10, **shown)
    print(f"the picture is in {options.picture}, the animation in {options.animation}")


if __name__ == "__main__":
    main()
