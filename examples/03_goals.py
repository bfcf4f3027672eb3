"""Goals for a whole body: a humanoid steps on a box, keeps its balance, and reaches over a table.

Goals of any kind can be combined in one problem:

1. Contacts. ``StandOn`` places the soles flat on the ground: the left foot on a tilted box, the right foot on
   the floor. ``Position(..., free="z")`` gives x and y of a foot; the height follows from the ground.
2. The whole body. ``Balance`` keeps the centre of mass above a point between the feet, ``WithinCone`` keeps
   the torso upright.
3. Hands and eyes. ``Position`` brings a hand to a cup, ``LookAt`` turns the head to it.
4. Distance. ``KeepClear`` keeps spheres on the arm away from the table.
5. Posture. ``StayClose`` and ``AvoidJointLimits`` are secondary: they use the freedom that the primary goals
   leave.
6. Losses. With ``loss=mk.losses.Huber(...)`` a goal that cannot be met has less influence on the others. A
   hand that cannot reach two positions at once reaches the nearer one instead of missing both.

Run it with ``python examples/03_goals.py``; the picture is written to ``out/goals.png``. ``memetik goals``
lists all goals.
"""

from __future__ import annotations

import argparse

import memetik as mk
from memetik.collision import Box, HalfSpace
from memetik.plot.picture import QUALITIES, save_picture

SOLE = (0.044, 0.0, -0.088)  # position of the sole in the foot's frame [m], below the ankle
FEET = {"leftFoot": (0.2, 0.15, 0.0), "rightFoot": (0.0, -0.15, 0.0)}
STEP = Box((0.5, 0.3, 0.16)).at((0.25, 0.2, 0.12), rpy=(0.0, -0.15, 0.0), color="#7a8ca0")
TABLE = Box((0.5, 1.2, 0.05)).at((0.75, 0.0, 0.85), color="#b08968")
BENT = {"HipPitch": -0.4, "KneePitch": 0.8, "AnklePitch": -0.4}
CUP = (0.6, -0.2, 1.0)


def with_surroundings(robot: mk.Robot) -> mk.Robot:
    """The robot with the step and the table, for the picture."""
    b = mk.RobotBuilder("scene")
    b.link("scene", shapes=[STEP, TABLE])
    return b.build().attach(robot, "scene")


def whole_body() -> list[mk.Goal]:
    """The goals of the humanoid, in the frame of the ground."""
    forearm = {"rightPalm": (0, 0, 0, 0.06), "rightForearmLink": (0, -0.15, 0, 0.07)}
    return [
        *(
            mk.StandOn(foot, [STEP, HalfSpace()], offset=SOLE, above=1.0, below=3.0, name=f"{foot} flat")
            for foot in FEET
        ),
        *(mk.Position(foot, place, free="z", name=foot) for foot, place in FEET.items()),
        mk.Balance((0.1, 0.0, 0.0), tolerance=0.03),
        mk.WithinCone("torso", (0, 0, 1), axis=(0, 0, 1), angle=0.4, name="upright"),
        mk.Position("rightPalm", CUP, name="reach", tolerance=1e-3),
        mk.LookAt("head", CUP, axis=(1, 0, 0), name="gaze"),
        mk.KeepClear(forearm, TABLE, margin=0.02),
        mk.StayClose(joint_weights={"root": 0.0}),
        mk.AvoidJointLimits(weight=0.1),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Goals for a whole body.")
    parser.add_argument("--picture", default="out/goals.png", help="where to save the picture")
    parser.add_argument("--size", type=int, nargs=2, default=(720, 960), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    options = parser.parse_args()

    robot = mk.Robot.load("valkyrie").with_floating_base(world="ground")
    knees = {f"{side}{joint}": angle for side in ("left", "right") for joint, angle in BENT.items()}
    arms = {
        "leftShoulderRoll": -1.3,
        "rightShoulderRoll": 1.3,
        "leftElbowPitch": -1.0,
        "rightElbowPitch": 1.0,
    }
    standing = robot.pack({"root": (0, 0, 1.1, 0, 0, 0), **knees, **arms})
    solution = mk.solve(robot, whole_body(), start=standing)
    print(f"a whole body:   {solution.status} in {1e3 * solution.time:.1f} ms")
    for goal, errors in solution.errors.items():
        print(f"  {goal:20} " + ", ".join(f"{what} {value:.2g}" for what, value in errors.items()))

    # Two cups for one hand: with squared errors it ends between them, with a loss that grows slowly at one.
    arm = mk.Robot.load("panda")
    cups = {"near": (0.5, 0.2, 0.4), "far": (0.5, -0.4, 0.4)}
    for words, loss in (("squares", None), ("Huber's loss", mk.losses.Huber(0.01))):
        goals = [
            mk.Position("panda_hand", place, weight=1.0 if name == "far" else 2.0, name=name, loss=loss)
            for name, place in cups.items()
        ]
        errors = mk.solve(arm, goals).errors
        misses = ", ".join(f"{name} {error['position']:.3f} m" for name, error in errors.items())
        print(f"two cups:       missed by {misses}, with {words}")

    save_picture(
        options.picture,
        with_surroundings(robot),
        solution.q,
        size=tuple(options.size),
        quality=options.quality,
    )
    print(f"the picture is in {options.picture}")


if __name__ == "__main__":
    main()
