"""Quick start: a robot, a few goals, a solution.

Inverse kinematics asks which joint values bring a robot where it is wanted. Here the PR2 grasps a cup with
its right hand, may turn the hand about the cup's axis as it likes, looks at the cup, and stays close to its
posture as far as these goals leave it free:

1. Load a robot: one that comes with memetik, or a path to your own ``.urdf``, MuJoCo ``.xml`` or ``.bvh``.
2. Say what you want, as goals on its links.
3. Solve, and see how exactly every goal is met. Only a verified solution is called ``solved``.
4. Do it again and again, as a controller does, or for many targets at once.
5. Look at it: the picture is a draft, drawn in a second without any other package.

Run it with ``python examples/00_quickstart.py``; the picture goes to ``out/quickstart.png``.
"""

from __future__ import annotations

import argparse

import memetik as mk
from memetik.plot.picture import QUALITIES, save_picture

HAND, CAMERA = "r_gripper_tool_frame", "wide_stereo_optical_frame"


def main() -> None:
    parser = argparse.ArgumentParser(description="A PR2 grasps a cup and looks at it.")
    parser.add_argument("--picture", default="out/quickstart.png", help="where to save the picture")
    parser.add_argument("--size", type=int, nargs=2, default=(960, 720), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    parser.add_argument("--poses", type=int, default=10_000, help="how many to solve at once")
    options = parser.parse_args()

    robot = mk.Robot.load("pr2")
    cup = (0.6, -0.3, 0.8)
    goals = [
        mk.Pose(HAND, position=cup, rpy=(0, 0, 0), free="rz", name="grasp"),
        mk.LookAt(CAMERA, cup, name="gaze"),
        mk.StayClose(),
    ]
    solution = mk.solve(robot, goals)
    print(f"the cup:      {solution}")
    print(f"the torso:    {solution.joints['torso_lift_joint']:.3f} m up")

    # The same goals for a cup that moves: compiled once, from the last solution.
    solver = mk.Solver(robot, goals)
    for step in range(1, 4):
        moved = (0.6, -0.3 + 0.05 * step, 0.8)
        targets = {"grasp": mk.transform(moved), "gaze": moved}
        solution = solver.solve(solution.q, targets=targets)
        print(f"moved {5 * step:2d} cm:  {solution}")

    # Many at once is the fastest way: arrays in, arrays out.
    hand = mk.Solver(robot, mk.Pose(HAND, mk.transform(cup)))
    print(f"many:         {hand.solve_batch(robot.fk(robot.random(options.poses, rng=1), HAND))}")

    save_picture(
        options.picture, robot, solution.q, goals=goals[:1], size=tuple(options.size), quality=options.quality
    )
    print(f"the picture:  {options.picture}")


if __name__ == "__main__":
    main()
