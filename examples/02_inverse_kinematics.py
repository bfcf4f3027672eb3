"""Inverse kinematics: joint values that bring the hand to a target.

Goals describe what a configuration has to meet; ``mk.solve`` finds a configuration of the Panda that meets
them:

1. A pose. ``mk.Pose(link, position=..., rpy=...)`` is a goal; printing a solution prints its status and
   errors.
2. Repeated solves. An ``mk.Solver`` compiles the goals once; ``targets=`` moves them, ``start=`` is the
   configuration to start from. With a start near the solution, as in a controller, a solve takes a
   microsecond or two.
3. A partial pose. ``free="rz"`` leaves the rotation about the target's z free: any grasp of a ball will do.
4. Further goals. A ``LookAt`` points an axis at a position. ``StayClose`` is secondary: it chooses among
   configurations that meet the primary goals, and never decides success.
5. Your own goal. ``mk.Custom`` takes a Python function from poses to residuals, in batches.
6. Batches. ``solve_batch`` takes arrays and is the fastest way to solve for many targets.
7. Unreachable targets. ``status`` is ``"solved"`` only for verified solutions. Otherwise q is the best
   configuration that was found; it is within the limits, too.
8. A picture. ``--quality final`` renders a better one with the package mitsuba.

Run it with ``python examples/02_inverse_kinematics.py``; the picture is written to ``out/panda_ik.png``. On
the command line: ``memetik solve panda --link panda_hand_tcp --position 0.6 0 0.5 --rpy 3.14 -1.05 0.3``.
"""

from __future__ import annotations

import argparse

import numpy as np

import memetik as mk
from memetik.plot.picture import QUALITIES, save_picture
from memetik.transforms import Array

HAND, ELBOW = "panda_hand_tcp", "panda_link4"


def low_elbow(poses: Array, q: Array) -> Array:
    """Residual (n, 1): height of the elbow above 0.5 m [m], from poses (n, links, 4, 4)."""
    return np.maximum(poses[:, 0, 2, 3:] - 0.5, 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Inverse kinematics of the Panda.")
    parser.add_argument("--picture", default="out/panda_ik.png", help="where to save the picture")
    parser.add_argument("--size", type=int, nargs=2, default=(960, 720), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    parser.add_argument("--poses", type=int, default=100_000, help="how many to solve at once")
    options = parser.parse_args()

    np.set_printoptions(precision=3, suppress=True)
    robot = mk.Robot.load("panda")
    ready = robot.pack(
        {"panda_joint2": -0.785, "panda_joint4": -2.356, "panda_joint6": 1.571, "panda_joint7": 0.785}
    )

    # The target: the hand in front of the robot, tilted.
    place, tilt = (0.6, 0.0, 0.5), (np.pi, -np.pi / 3, 0.3)
    pose = mk.Pose(HAND, position=place, rpy=tilt, name="hand")
    solution = mk.solve(robot, pose, start=ready)
    print(f"a pose:         {solution}")
    print(f"                q = {solution.q}, the elbow is at {solution.joints['panda_joint4']:.3f} rad")

    # The target moves 30 cm to the left in steps of 5 mm; each solve starts from the last solution.
    solver = mk.Solver(robot, pose)
    q, times = solution.q, []
    for y in np.arange(0.0, 0.3, 0.005):
        step = solver.solve(q, targets={"hand": mk.transform((0.6, y, 0.5), rpy=tilt)}).raise_if_failed()
        q = step.q
        times.append(step.time)
    print(f"a line:         {len(times)} steps in {1e6 * np.median(times):.1f} µs each; the last: {step}")

    # The rotation about the target's z is free.
    print(f"any way:        {mk.solve(robot, mk.Pose(HAND, pose.target, free='rz'), start=ready)}")

    # The hand is at a position and its z points at another; then it also stays near the posture ``ready``.
    goals = [mk.Position(HAND, (0.4, 0.3, 0.5)), mk.LookAt(HAND, (0.7, 0.0, 0.0), name="view")]
    for more in ([], [mk.StayClose(target=ready)]):
        looking = mk.solve(robot, [*goals, *more])
        away = np.linalg.norm(robot.difference(ready, looking.q))
        print(f"looking there:  {looking}, {away:.2f} rad from ready")

    # A pose and a goal in Python: the arm is redundant, so the elbow can be low.
    low = mk.solve(robot, [pose, mk.Custom(low_elbow, links=ELBOW)], start=ready)
    heights = [robot.fk(answer.q, ELBOW)[2, 3] for answer in (solution, low)]
    print(f"a low elbow:    {low}, at {heights[1]:.3f} m instead of {heights[0]:.3f} m")

    # A batch of random reachable poses.
    targets = robot.fk(robot.random(options.poses, rng=1), HAND)
    batch = solver.solve_batch(targets)
    print(f"many:           {batch}")
    assert robot.within_limits(batch.q).all()

    # A target at a distance of two metres is out of reach.
    far = mk.solve(robot, mk.Position(HAND, (2.0, 0.0, 0.5)))
    print(f"out of reach:   {far}, success: {far.success}")

    frames = {"target": pose.target}
    save_picture(
        options.picture, robot, solution.q, size=tuple(options.size), frames=frames, quality=options.quality
    )
    print(f"the picture with the frame of the target is in {options.picture}")


if __name__ == "__main__":
    main()
