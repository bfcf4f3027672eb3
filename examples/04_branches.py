"""Branches: the many ways to meet the same goals, and how to get the one that is wanted.

An arm with six joints reaches a pose in up to eight ways: shoulder left or right, elbow up or down, wrist
flipped or not. One with seven has infinitely many of them. ``mk.solve`` gives the first that it finds from
the start; this tutorial asks for others:

1. All of them. ``solver.solve_all()`` returns distinct solutions, whole turns aside, nearest the start first.
2. A spread. Of a redundant arm's continuum they are ``max_solutions`` representatives, far apart.
3. The best. ``prefer="best"`` spends the whole budget: nearest the start, or by the secondary goals.
4. A word of your own. ``valid=`` sees whatever meets the goals, for instance a collision checker; where it
   says no, the search goes on.
5. Near the start. ``max_change=`` bounds how far joints may go: all of them, or some by name; 0 locks them.
6. The impossible, and what the search does about it. ``status`` is ``"unreachable"`` where that is proven,
   and ``trace=True`` tells how the search climbed its ladder: start, restarts, evolution.
7. What does it look like? The picture shows all branches of the UR5 at once;
   ``--quality final`` makes more of it, with the package mitsuba.

Run it with ``python examples/04_branches.py``; the picture goes to ``out/branches.png``. On the command line:
``memetik solve ur5 --link tool0 --position 0.4 0.2 0.4 --rpy 0 1.2 0.3 --all 8``.
"""

from __future__ import annotations

import argparse

import numpy as np

import memetik as mk
from memetik.plot.picture import QUALITIES, save_picture

TOOL, HAND = "tool0", "panda_hand"


def side_by_side(robot: mk.Robot, solutions: list[mk.Solution]) -> tuple[mk.Robot, dict[str, float]]:
    """For the picture: a robot for each solution, all on the same spot, and their joints' values."""
    b = mk.RobotBuilder("branches")
    b.link("spot")
    crowd, values = b.build(), {}
    for number, solution in enumerate(solutions):
        crowd = crowd.attach(robot, "spot", prefix=f"{number}/")
        values |= {f"{number}/{joint}": value for joint, value in solution.joints.items()}
    return crowd, values


def main() -> None:
    parser = argparse.ArgumentParser(description="Branches of inverse kinematics.")
    parser.add_argument("--picture", default="out/branches.png", help="where to save the picture")
    parser.add_argument("--size", type=int, nargs=2, default=(960, 720), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    options = parser.parse_args()

    np.set_printoptions(precision=2, suppress=True)
    ur5 = mk.Robot.load("ur5")
    target = mk.transform((0.4, 0.2, 0.4), rpy=(0, 1.2, 0.3))
    solver = mk.Solver(ur5, mk.Pose(TOOL, target, name="tool"))
    branches = solver.solve_all()
    print(f"all of them:    {len(branches)} in {1e3 * branches[0].time:.1f} ms")
    for branch in branches:
        print(f"                {branch.q}")

    # A redundant arm: sixteen representatives, no two of them alike.
    panda = mk.Robot.load("panda")
    pose = mk.Pose(HAND, mk.transform((0.5, 0.1, 0.4), rpy=(np.pi, 0, 0)), name="hand")
    spread = mk.Solver(panda, pose).solve_all(max_solutions=16)
    pairs = [(a.q, b.q) for i, a in enumerate(spread) for b in spread[:i]]
    apart = min(np.abs(panda.difference(a, b)).max() for a, b in pairs)
    print(f"a spread:       {len(spread)}, any two at least {apart:.2f} rad apart in some joint")

    # The first from where the arm happens to be, and the best: joints as far from their limits as can be.
    anywhere = panda.random(rng=8)
    for prefer in ("first", "best"):
        answer = mk.solve(panda, [pose, mk.CenterJoints()], start=anywhere, prefer=prefer)
        print(f"{prefer + ':':15} {answer}")

    # The elbow shall point up: a check of our own decides.
    elbow_up = mk.solve(ur5, mk.Pose(TOOL, target), valid=lambda q: ur5.fk(q, "forearm_link")[2, 3] > 0.3)
    print(f"elbow up:       {elbow_up}, at {ur5.fk(elbow_up.q, 'forearm_link')[2, 3]:.2f} m")
    never = mk.solve(ur5, mk.Pose(TOOL, target), valid=lambda q: False)
    print(f"never:          {never}")

    # Two centimetres on, no joint may go farther than a tenth from the last answer, and one not at all.
    moved = mk.Pose(HAND, mk.transform((0.52, 0.1, 0.4), rpy=(np.pi, 0, 0)), name="hand")
    most = dict.fromkeys(panda.joint_names, 0.1) | {"panda_joint3": 0}
    near = mk.solve(panda, moved, start=answer.q, max_change=most)
    print(f"near:           {near}, changes {near.q - answer.q}")

    # Two metres away: proven to be out of reach, and approximated as well as can be.
    far = solver.solve(targets={"tool": mk.transform((2.0, 0.2, 0.4))}, max_evaluations=3000, trace=True)
    print(f"too far:        {far}\n{far.trace}")

    crowd, values = side_by_side(ur5, branches)
    save_picture(
        options.picture,
        crowd,
        crowd.pack(values),
        size=tuple(options.size),
        frames=[target],
        quality=options.quality,
    )
    print(f"the picture with all branches is in {options.picture}")


if __name__ == "__main__":
    main()
