"""Parallel robots: loops of links, closed by goals.

A memetik robot is a tree, but a parallel robot has loops: its legs connect the base and the platform. So each
loop is cut at one joint, and a goal closes it there: the position of a link's origin in the ``frame`` of the
link to which it is joined. These goals are primary, so the real robot can take every solution.

1. Inverse kinematics. ``mk.models.closure("stewart")`` returns the goals that close the loops of a Stewart
   platform. Together with a ``Pose`` of the platform they determine the extensions of its six legs.
2. Forward kinematics. With the legs locked, the same goals determine the pose of the platform, for which a
   parallel robot has no simple formula.
3. Branches. A planar five-bar reaches a position with each elbow in or out: ``solve_all`` finds all four
   solutions.
4. Batches. ``solve_batch`` moves the tool along a circle and solves for all points in one call.
5. Your own loop. A four-bar linkage needs one goal like those that ``closure`` returns.
6. A picture. ``--quality final`` renders a better one with the package mitsuba.

Run it with ``python examples/05_parallel_robot.py``; the picture is written to ``out/parallel_robot.png``.
"""

from __future__ import annotations

import argparse

import numpy as np

import memetik as mk
from memetik.plot.picture import QUALITIES, save_picture

LEGS = [f"leg_{number}" for number in range(1, 7)]


def gap(robot: mk.Robot, q: np.ndarray) -> float:
    """The largest gap of any loop [m]."""
    return max(
        np.linalg.norm(robot.fk(q, goal.link)[:3, 3] - robot.fk(q, goal.frame)[:3, 3])
        for goal in mk.models.closure(robot)
    )


def four_bar() -> mk.Robot:
    """A crank, a coupler and a rocker; the loop is closed where the coupler's end meets the rocker's."""
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

    # Inverse kinematics: the extensions of the legs for a platform that is shifted, raised and tilted.
    stewart = mk.Robot.load("stewart")
    loops = mk.models.closure("stewart")
    target = mk.transform((0.06, -0.05, 0.64), rpy=(0.12, 0.24, 0.1))
    pose = mk.solve(stewart, [mk.Pose("platform", target), *loops])
    extensions = np.array([pose.joints[leg] for leg in LEGS])
    closed = f"loops closed to {gap(stewart, pose.q):.0e} m"
    print(f"a pose:         {pose.status} in {1e6 * pose.time:.0f} µs, {closed}")
    print(f"legs extend by: {extensions} m")

    # Forward kinematics: the legs are given, and the loops determine the pose of the platform.
    start = stewart.pack(dict(zip(LEGS, extensions, strict=True)))
    found = mk.solve(stewart, loops, start=start, max_change=dict.fromkeys(LEGS, 0))
    off = np.linalg.norm(stewart.fk(found.q, "platform") - target)
    print(f"back again:     {found.status} in {1e6 * found.time:.0f} µs, {off:.0e} from the pose above")

    # A five-bar, and all solutions for a position of its tool.
    five_bar = mk.Robot.load("five_bar")
    tool = mk.Position("tool", (0.28, 0.05, 0), free="z", name="tool")
    solver = mk.Solver(five_bar, [tool, *mk.models.closure("five_bar")])
    for way in solver.solve_all():
        print(f"a way:          cranks {way.q[[0, 2]]}, elbows {way.q[[1, 3]]} rad")

    # A batch of all points of a circle, which starts from the first solution.
    angles = np.linspace(0, 2 * np.pi, 500)
    circle = np.column_stack([0.28 + 0.05 * np.cos(angles), 0.05 * np.sin(angles), 0 * angles])
    batch = solver.solve_batch({"tool": circle})
    worst = max(gap(five_bar, q) for q in batch.q)
    print(f"a circle:       {batch}, loops closed to {worst:.0e} m")

    # Our own loop: the angle of the rocker when the crank is at a right angle.
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
