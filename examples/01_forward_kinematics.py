"""Forward kinematics: the pose of the hand, and how it changes with the joints.

A robot is a tree of links connected by joints. This tutorial loads the Panda, one of the bundled robots
(``memetik robots`` lists all; a path to your own ``.urdf`` works the same), and shows:

1. The tree of links. Printing a robot prints its tree.
2. The pose of the hand. ``robot.fk(q, link)`` is a 4x4 transform in the root's frame.
3. The Jacobian. ``robot.jacobian(q, link)`` has a column for every variable.
4. The manipulability. ``robot.manipulability`` is zero at a singularity.
5. A picture. ``--quality final`` renders a better one with the package mitsuba.

Run it with ``python examples/01_forward_kinematics.py``; the picture is written to ``out/panda.png``.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import memetik as mk
from memetik.plot.picture import QUALITIES, save_picture


def main() -> None:
    parser = argparse.ArgumentParser(description="Forward kinematics of the Panda.")
    parser.add_argument("--picture", default="out/panda.png", help="where to save the picture")
    parser.add_argument("--size", type=int, nargs=2, default=(960, 720), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    options = parser.parse_args()

    np.set_printoptions(precision=3, suppress=True)

    robot = mk.Robot.load("panda")
    print(robot)

    # A configuration is a vector with one number per variable; ``pack`` sets joints by name.
    ready = {"panda_joint2": -0.785, "panda_joint4": -2.356, "panda_joint6": 1.571, "panda_joint7": 0.785}
    q = robot.pack(ready)
    print(f"\nq = {q}, within its limits: {robot.within_limits(q)}")

    hand = robot.fk(q, "panda_hand_tcp")
    print(f"the hand is at {hand[:3, 3]} m, its axes are the columns of\n{hand[:3, :3]}")

    jacobian = robot.jacobian(q, "panda_hand_tcp")
    print(f"\nits Jacobian has shape {jacobian.shape}: linear and angular velocity for each of 7 variables")
    sinking = np.linalg.pinv(jacobian) @ [0, 0, -1, 0, 0, 0]
    print(f"to sink by 1 m/s without turning, the joints move at {sinking} rad/s")
    print(f"the manipulability is {robot.manipulability(q, 'panda_hand'):.4f}")

    # Batches are much faster: every method also takes an array (N, dof).
    many = robot.random(100_000, rng=1)
    started = time.perf_counter()
    poses = robot.fk(many, "panda_hand_tcp")
    print(f"\n{len(poses)} poses of the hand in {1e3 * (time.perf_counter() - started):.1f} ms,", end=" ")
    print(f"the highest reaches {poses[:, 2, 3].max():.2f} m")

    save_picture(
        options.picture, robot, q, size=tuple(options.size), frames={"hand": hand}, quality=options.quality
    )
    print(f"the picture with the frame of the hand is in {options.picture}")


if __name__ == "__main__":
    main()
