"""Branches: the many solutions of the same goals, and how to choose among them.

An arm with six joints reaches a pose in up to eight ways: shoulder left or right, elbow up or down, wrist
flipped or not. An arm with seven joints has infinitely many solutions. ``mk.solve`` returns the first one
that it finds from the start; this tutorial shows how to get others:

1. All solutions. ``solver.solve_all()`` returns distinct solutions, nearest to the start first. Solutions
   that differ by whole turns count once.
2. Redundant arms. Their solutions form a continuum; ``solve_all`` returns ``max_solutions`` that are far
   apart.
3. The best solution. ``prefer="best"`` spends the whole budget and returns the solution that is best for
   the secondary goals, or nearest to the start if there are none.
4. Your own validity check. ``valid=``, for instance a collision checker, is called with every configuration
   that meets the goals; if it returns False, the search continues.
5. Near the start. ``max_change=`` limits how far all joints, or some by name, may move; 0 locks them.
6. Unreachable targets. ``status`` is ``"unreachable"`` if that is proven, and ``trace=True`` records the
   stages of the search: start, restarts, settling.
7. A picture. It shows all branches of the UR5, each in the colour that is printed beside it, on a pedestal of
   its own, with a ball at its target. ``--quality final`` renders a better one with the package mitsuba.

Run it with ``python examples/04_branches.py``; the picture is written to ``out/branches.png``. On the command
line: ``memetik solve ur5 --position 0.4,0.2,0.4 --rpy 0,1.2,0.3 --all 8``.
"""

from __future__ import annotations

import argparse
import dataclasses

import numpy as np

import memetik as mk
from memetik.collision import Sphere
from memetik.collision.shapes import Color, cylinder_between, rgba
from memetik.plot.picture import QUALITIES, save_picture
from memetik.transforms import Array

TOOL, HAND = "tool0", "panda_hand"
APART = 1.1  # between the robots of a row in the picture [m]
PEDESTAL = 0.6  # its height [m]: some branches reach below the base
COLORS = {
    "red": "#d0443c",
    "orange": "#e08a2c",
    "yellow": "#d9c23a",
    "green": "#4fa84a",
    "cyan": "#3fb0b8",
    "blue": "#3f62c4",
    "violet": "#8a4fbf",
    "pink": "#d966b0",
}


def painted(robot: mk.Robot, color: Color) -> mk.Robot:
    """The robot with all its shapes in one colour."""
    links = []
    for link in robot.links.values():
        visuals = tuple(dataclasses.replace(shape, color=color) for shape in link.visuals)
        links.append(dataclasses.replace(link, visuals=visuals))
    return mk.Robot(robot.name, links, robot.joints.values())


def side_by_side(
    robot: mk.Robot, solutions: list[mk.Solution], target: Array
) -> tuple[mk.Robot, dict[str, float]]:
    """Two rows of copies of the robot, one per solution and colour, and their joint values.

    A ball marks the target of each. The robots of the second row stand between those of the first.
    """
    columns = (len(solutions) + 1) // 2
    rows = [divmod(n, columns) for n in range(len(solutions))]
    places = [mk.transform((-1.8 * row, APART * (column + 0.35 * row), PEDESTAL)) for row, column in rows]
    b = mk.RobotBuilder("branches")
    shapes = [Sphere(0.035).at((place @ target)[:3, 3], color="#222222") for place in places]
    for place in places:
        base = place[:3, 3]
        shapes.append(cylinder_between(base - (0, 0, PEDESTAL), base, 0.12, color="#9aa3ad"))
    b.link("ground", shapes=shapes)
    crowd, values = b.build(), {}
    for number, (place, solution) in enumerate(zip(places, solutions, strict=True)):
        copy = painted(robot, rgba(list(COLORS.values())[number]))
        crowd = crowd.attach(copy, "ground", place, prefix=f"{number}/")
        values |= {f"{number}/{joint}": value for joint, value in solution.joints.items()}
    return crowd, values


def main() -> None:
    parser = argparse.ArgumentParser(description="Branches of inverse kinematics.")
    parser.add_argument("--picture", default="out/branches.png", help="where to save the picture")
    parser.add_argument("--size", type=int, nargs=2, default=(1200, 600), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    options = parser.parse_args()

    np.set_printoptions(precision=2, suppress=True)
    ur5 = mk.Robot.load("ur5")
    target = mk.transform((0.4, 0.2, 0.4), rpy=(0, 1.2, 0.3))
    solver = mk.Solver(ur5, mk.Pose(TOOL, target, name="tool"))
    branches = solver.solve_all(max_solutions=len(COLORS))
    print(f"all of them:    {len(branches)} in {1e3 * branches[0].time:.1f} ms")
    for color, branch in zip(COLORS, branches, strict=False):
        print(f"                {color:<7} {branch.q}")

    # A redundant arm: sixteen solutions that are far apart.
    panda = mk.Robot.load("panda")
    pose = mk.Pose(HAND, mk.transform((0.5, 0.1, 0.4), rpy=(np.pi, 0, 0)), name="hand")
    spread = mk.Solver(panda, pose).solve_all(max_solutions=16)
    pairs = [(a.q, b.q) for i, a in enumerate(spread) for b in spread[:i]]
    apart = min(np.abs(panda.difference(a, b)).max() for a, b in pairs)
    print(f"a spread:       {len(spread)}, any two at least {apart:.2f} rad apart in some joint")

    # The first solution from a random start, and the best one: joints are farthest from their limits.
    anywhere = panda.random(rng=8)
    for prefer in ("first", "best"):
        answer = mk.solve(panda, [pose, mk.CenterJoints()], start=anywhere, prefer=prefer)
        print(f"{prefer + ':':15} {answer}")

    # A validity check accepts only solutions whose elbow is up.
    elbow_up = mk.solve(ur5, mk.Pose(TOOL, target), valid=lambda q: ur5.fk(q, "forearm_link")[2, 3] > 0.3)
    print(f"elbow up:       {elbow_up}, at {ur5.fk(elbow_up.q, 'forearm_link')[2, 3]:.2f} m")
    never = mk.solve(ur5, mk.Pose(TOOL, target), valid=lambda q: False)
    print(f"never:          {never}")

    # The target moves by 2 cm: joints may move by 0.1 rad from the last solution, one joint is locked.
    moved = mk.Pose(HAND, mk.transform((0.52, 0.1, 0.4), rpy=(np.pi, 0, 0)), name="hand")
    most = dict.fromkeys(panda.joint_names, 0.1) | {"panda_joint3": 0}
    near = mk.solve(panda, moved, start=answer.q, max_change=most)
    print(f"near:           {near}, changes {near.q - answer.q}")

    # A target at 2 m: it is proven to be out of reach, and the solution is the best approximation found.
    far = solver.solve(targets={"tool": mk.transform((2.0, 0.2, 0.4))}, max_evaluations=3000, trace=True)
    print(f"too far:        {far}\n{far.trace}")

    crowd, values = side_by_side(ur5, branches, target)
    save_picture(
        options.picture,
        crowd,
        crowd.pack(values),
        size=tuple(options.size),
        view=(0.0, 0.5),
        quality=options.quality,
    )
    print(f"the picture with all branches is in {options.picture}")


if __name__ == "__main__":
    main()
