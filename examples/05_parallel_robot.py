"""Parallel robots: loops of links, closed by goals.

Robots are trees here, and a parallel robot is none: its legs part at the base and meet again at the platform.
So each loop is cut open at one joint, and a goal closes it there: a link's origin in the ``frame`` of the
link that it is joined to. Such goals are primary: every answer is one that the real robot can assume.

1. A pose. ``mk.models.closure("stewart")`` lists the goals that close the loops of a Stewart platform; beside
   a ``Pose`` of the platform, they tell how far its six legs have to extend.
2. The other way round. With the legs locked, the same goals tell where the platform is: the forward
   kinematics of a parallel robot, which has no simple formula.
3. Branches. A planar five-bar reaches a place with its elbows in or out: ``solve_all`` finds all four ways.
4. Many at once. ``solve_batch`` follows the tool along a circle, all points in one call.
5. A loop of your own. A four-bar linkage takes one goal of the kind that ``closure`` returns.
6. What does it look like? ``--quality final`` makes more of the picture, with the package mitsuba.

Run it with ``python examples/05_parallel_robot.py``; the picture goes to ``out/parallel_robot.png``.
"""

from __future__ import annotations

import argparse

import numpy as np

import memetik as mk
from memetik.plot.picture import QUALITIES, save_picture

LEGS = [f"leg_{number}" for number in range(1, 7)]


def gap(robot: mk.Robot, q: np.ndarray) -> float:
    """How far the worst loop is from being closed [m]."""
    return max(
        np.linalg.norm(robot.fk(q, goal.link)[:3, 3] - robot.fk(q, goal.frame)[:3, 3])
        for goal in mk.models.closure(robot)
    )


def four_bar() -> mk.Robot:
    """A crank, a coupler and a rocker; the coupler's end belongs to the rocker's."""
    b = mk.RobotBuilder("four_bar")
    b.continuous("crank", "frame", "crank")
    b.continuous("coupler", "crank", "coupler", xyz=(0.1, 0, 0))
    b.continuous("rocker", "frame", "rocker", xyz=(0.35, 0, 0))
    b.fixed("coupler_end", "coupler", "coupler_end", xyz=(0.3, 0, 0))
    b.fixed("rocker_end", "rocker", "rocker_end", xyz=(0.2, 0, 0))
    return b.build()


def main() -> None:
    parser = argparse.ArgumentParser(description="Parallel robots.")
    parser.add_argument("--picture", default="out/parallel_robot.png", help="where to save the picture")
    parser.add_argument("--size", type=int, nargs=2, default=(960, 720), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    options = parser.parse_args()
    np.set_printoptions(precision=3, suppress=True)

    # Inverse kinematics: the platform is shifted, raised and tilted; how long are the legs?
    stewart = mk.Robot.load("stewart")
    loops = mk.models.closure("stewart")
    target = mk.transform((0.06, -0.05, 0.64), rpy=(0.12, 0.24, 0.1))
    pose = mk.solve(stewart, [mk.Pose("platform", target), *loops])
    extensions = np.array([pose.joints[leg] for leg in LEGS])
    closed = f"loops closed to {gap(stewart, pose.q):.0e} m"
    print(f"a pose:         {pose.status} in {1e6 * pose.time:.0f} µs, {closed}")
    print(f"legs extend by: {extensions} m")

    # Forward kinematics: the legs are given, and the loops alone decide where the platform is.
    start = stewart.pack(dict(zip(LEGS, extensions, strict=True)))
    found = mk.solve(stewart, loops, start=start, max_change=dict.fromkeys(LEGS, 0))
    off = np.linalg.norm(stewart.fk(found.q, "platform") - target)
    print(f"back again:     {found.status} in {1e6 * found.time:.0f} µs, {off:.0e} from the pose above")

    # A five-bar, and all ways in which its tool gets somewhere.
    five_bar = mk.Robot.load("five_bar")
    tool = mk.Position("tool", (0.28, 0.05, 0), free="z", name="tool")
    solver = mk.Solver(five_bar, [tool, *mk.models.closure("five_bar")])
    for way in solver.solve_all():
        print(f"a way:          cranks {way.q[[0, 2]]}, elbows {way.q[[1, 3]]} rad")

    # Along a circle, from the first of them: all points at once.
    angles = np.linspace(0, 2 * np.pi, 500)
    circle = np.column_stack([0.28 + 0.05 * np.cos(angles), 0.05 * np.sin(angles), 0 * angles])
    batch = solver.solve_batch({"tool": circle})
    worst = max(gap(five_bar, q) for q in batch.q)
    print(f"a circle:       {batch}, loops closed to {worst:.0e} m")

    # A loop of our own: where is the rocker when the crank is at a right angle?
    linkage = four_bar()
    joint = mk.Position("coupler_end", (0, 0, 0), frame="rocker_end", tolerance=1e-8)
    turned = mk.solve(linkage, joint, start=linkage.pack({"crank": np.pi / 2}), max_change={"crank": 0})
    print(f"a four-bar:     {turned.status}, the rocker at {np.degrees(turned.joints['rocker']):.1f} degrees")

    save_picture(
        options.picture, stewart, pose.q, size=tuple(options.size), frames=[target], quality=options.quality
    )
    print(f"the picture is in {options.picture}")


if __name__ == "__main__":
    main()
