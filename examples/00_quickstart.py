"""Quick start: a robot, a few goals, a solution.

Inverse kinematics finds joint values for which a robot meets given goals. Here the PR2 grasps a cup with its
right hand, looks at the cup, and stays close to its posture as far as these goals allow. The hand may have
any rotation about the cup's axis.

1. Load a robot by its bundled name, or from a path to your own ``.urdf``, MuJoCo ``.xml`` or ``.bvh``.
2. Define goals on its links.
3. Solve, and print the error of every goal. The status is ``solved`` only if the solution was verified.
4. Solve repeatedly for a moving target, as a controller does, or for many targets in a batch.
5. Draw a picture: a draft takes a second and needs no other package.

Run it with ``python examples/00_quickstart.py``; the picture is written to ``out/quickstart.png``.
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

    # The cup moves. The solver compiles the goals once; each solve starts from the last solution.
    solver = mk.Solver(robot, goals)
    for step in range(1, 4):
        moved = (0.6, -0.3 + 0.05 * step, 0.8)
        targets = {"grasp": mk.transform(moved), "gaze": moved}
        solution = solver.solve(solution.q, targets=targets)
        print(f"moved {5 * step:2d} cm:  {solution}")

    # A batch is the fastest way to solve for many targets: it takes and returns arrays.
    hand = mk.Solver(robot, mk.Pose(HAND, mk.transform(cup)))
    print(f"many:         {hand.solve_batch(robot.fk(robot.random(options.poses, rng=1), HAND))}")

    size, frames = tuple(options.size), [targets["grasp"]]
    save_picture(options.picture, robot, solution.q, size=size, frames=frames, quality=options.quality)
    print(f"the picture:  {options.picture}")


if __name__ == "__main__":
    main()
