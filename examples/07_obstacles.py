"""Obstacles: a panda reaches around them, holds a cup, and the world moves.

A world has obstacles by name. ``KeepClear`` keeps a robot away from them, and its links from each other. It
sees the robot as spheres, which cover the robot's shapes.

1. The world. ``world.add(name, shape, at=pose)`` adds boxes, cylinders, curved tubes, terrain, meshes and
   other shapes. It returns a handle to ``move`` or ``remove`` the object.
2. Reaching around. ``SphereRobot.fit(robot)`` covers the robot; a solver with a goal for the hand and
   ``KeepClear`` finds a posture that touches nothing. ``solution.clearance`` is the room that is left.
3. Holding a cup. After ``cup.attach("panda_hand", at=pose)`` the cup moves with the hand and must not touch
   anything either; ``detach`` puts it down.
4. The world moves. A solver sees the world as it is when a solve begins. Here a ball comes nearer, and every
   solve starts from the last solution, so that the arm gives way.
5. Many worlds at once. In ``solve_batch`` every query can have poses of its own for the obstacles.
6. What is in the way. If the goals cannot be met, ``solution.explain()`` and ``solution.contacts`` name it.
7. Pictures: the arm that gave way, and the arm that cannot, with its contacts marked. Its captions need
   matplotlib. ``--quality final`` renders a better one with the package mitsuba.

Run it with ``python examples/07_obstacles.py``; the picture is written to ``out/obstacles.png``.
"""

from __future__ import annotations

import argparse

import numpy as np

import memetik as mk
from memetik.collision import Box, Cylinder, HalfSpace, Sphere, SphereRobot, Tube
from memetik.plot.picture import QUALITIES

HAND, FINGERS = "panda_hand", ("panda_hand", "panda_leftfinger", "panda_rightfinger")
GRASP = (0.0, 0.0, 0.13)  # the cup in the frame of the hand [m]
GOAL = (0.45, 0.15, 0.5)  # the hand [m]


def cell() -> mk.World:
    """A table with a post, a cable and a cup, and a ball above it."""
    world = mk.World()
    world.add("ground", HalfSpace())
    world.add("table", Box((0.5, 0.9, 0.04)).at(color="#b08968"), at=(0.6, 0, 0.2))
    world.add("post", Box((0.06, 0.06, 0.6)).at(color="#7a8ca0"), at=(0.5, -0.15, 0.52))
    world.add(
        "cable", Tube([(0.8, -0.4, 0.24), (0.7, -0.2, 0.7), (0.8, 0.2, 0.24)], 0.015).at(color="#3b4652")
    )
    world.add("cup", Cylinder(0.035, 0.1).at(color="#3f8f8a"), at=(0.6, 0.2, 0.27))
    world.add("ball", Sphere(0.08).at(color="#5b7fc4"), at=(0.75, 0.35, 0.75))
    return world


def main() -> None:
    parser = argparse.ArgumentParser(description="Reach around obstacles.")
    parser.add_argument("--picture", default="out/obstacles.png", help="where to save the picture")
    parser.add_argument("--size", type=int, nargs=2, default=(720, 640), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    options = parser.parse_args()

    robot, world = mk.Robot.load("panda"), cell()
    world["ground"].touch_links = ["panda_link0"]
    geometry = SphereRobot.fit(robot, tolerance=0.02)
    clear = mk.KeepClear(geometry, world, margin=0.01, name="clear")
    solver = mk.Solver(robot, [mk.Position(HAND, GOAL, name="hand"), clear])
    print(f"the robot:     {geometry}, {geometry.report.protrusion * 1e3:.0f} mm larger than its shapes")

    free = solver.solve()
    print(f"reaching:      {free.status}, clearance {1e3 * free.clearance:.0f} mm")

    cup = world["cup"]
    cup.attach(HAND, at=GRASP, touch_links=FINGERS)
    held = solver.solve(free.q)
    print(f"with the cup:  {held.status}, clearance {1e3 * held.clearance:.0f} mm")

    ball, q = world["ball"], held.q
    for step in np.linspace(0, 1, 9):
        ball.move((1 - step) * np.array((0.75, 0.35, 0.75)) + step * np.array((0.35, 0.3, 0.62)))
        moved = solver.solve(q)
        q = moved.q
        print(f"the ball at {100 * step:3.0f} %: {moved.status}, clearance {1e3 * moved.clearance:.0f} mm")

    places = np.random.default_rng(0).uniform((0.3, -0.4, 0.4), (0.6, 0.4, 0.9), (200, 3))
    batch = solver.solve_batch({"hand": np.tile(GOAL, (200, 1)), "clear": {"ball": places}}, starts=q)
    least = 1e3 * batch.clearance[batch.success].min()
    print(f"200 places:    {batch.success.sum()} solved, clearance at least {least:.0f} mm")

    ball.move(GOAL)
    blocked = solver.solve(q)
    print(f"in the way:    {blocked.status}")
    print(blocked.explain())

    shown = {"size": tuple(options.size), "quality": options.quality, "view": (1.1, 0.25)}
    pictures = {
        "the ball comes near: the arm gives way": moved.plot(**shown),
        "the ball is at the goal: contacts": blocked.plot(**shown),
    }
    mk.plot.panels(pictures).save(options.picture)
    print(f"the picture is in {options.picture}")


if __name__ == "__main__":
    main()
