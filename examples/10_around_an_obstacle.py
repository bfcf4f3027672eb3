"""Around an obstacle: a hand follows a straight line with a ball in its way, and the eyes follow the hand.

Valkyrie's right hand moves from one place to another and back. The script gives it a target on the straight
line between them for every frame, as if there were no ball; ``KeepClear`` turns the line into a way around.

1. The goals. ``Position`` for the hand; ``KeepClear`` for all links, which must not touch the ball or each
   other; ``LookAt`` in the frame of the hand, so that the head looks at the hand wherever it is. The robot
   moves its waist, its neck and one arm. ``StayClose``, which is secondary, prefers the arm to the waist.
2. The motion. Where the target is in the ball, the hand comes as near as the margin allows: it slides around
   the ball. Such a solution is "approximate". ``local=True`` and ``max_change`` keep every frame near the
   last one, so nothing jumps.
3. The check. Clearance and gaze of every frame, how far the hand leaves the line, and the largest step.
4. A picture of the hand above the ball, and an animation, which needs the package pillow. The line is drawn
   as another world, which the solver does not know.

Bio IK's dissertation (Starke 2020) shows such a scene in figure 5.21. Run it with
``python examples/10_around_an_obstacle.py``; the picture is written to ``out/around_an_obstacle.png`` and the
animation to ``out/around_an_obstacle.gif``.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import memetik as mk
from memetik.collision import Sphere, SphereRobot, Tube
from memetik.plot.picture import QUALITIES

RATE, DURATION = 50, 4  # frames a second, [s]
MARGIN, STEP = 0.005, 0.08  # [m], and how far a joint may move from frame to frame [rad]
HAND, HEAD = "rightPalm", "head"
FROM, TO, BALL = (0.5, -0.42, 0.2), (0.5, 0.1, 0.2), (0.55, -0.16, 0.11)  # in the frame of the pelvis [m]
ARM = ("ShoulderPitch", "ShoulderRoll", "ShoulderYaw", "ElbowPitch", "ForearmYaw", "WristRoll", "WristPitch")
WAIST = {"torsoYaw": 3.0, "torsoPitch": 10.0, "torsoRoll": 10.0}  # how much less they move than the arm
NECK = ("lowerNeckPitch", "neckYaw", "upperNeckPitch")
REST = {
    "leftShoulderRoll": -1.0,
    "leftElbowPitch": -0.4,
    "rightShoulderPitch": -0.3,
    "rightShoulderRoll": 1.0,
    "rightElbowPitch": 1.3,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Move a hand around a ball.")
    parser.add_argument("--picture", default="out/around_an_obstacle.png", help="where to save the picture")
    parser.add_argument(
        "--animation", default="out/around_an_obstacle.gif", help="where to save the animation"
    )
    parser.add_argument("--size", type=int, nargs=2, default=(480, 440), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="of the picture")
    options = parser.parse_args()

    robot, world = mk.Robot.load("valkyrie"), mk.World()
    world.add("ball", Sphere(0.13).at(color="#5b7fc4"), at=BALL)
    rest = robot.pack(REST)
    goals = [
        mk.Position(HAND, name="hand"),
        mk.LookAt(HEAD, (0, 0, 0), axis=(1, 0, 0), frame=HAND, name="gaze", tolerance=1e-3),
        mk.KeepClear(SphereRobot.fit(robot), world, margin=MARGIN, name="clear"),
        mk.StayClose(rest, joint_weights=WAIST),
    ]
    solver = mk.Solver(robot, goals, joints=[*WAIST, *NECK, *(f"right{joint}" for joint in ARM)])

    phase = 2 * np.pi * np.arange(RATE * DURATION) / (RATE * DURATION)
    share = (1 - np.cos(phase))[:, None] / 2
    line = (1 - share) * FROM + share * TO
    q = solver.solve(rest, targets={"hand": line[0]}).raise_if_failed().q
    motion = []
    for place in line:
        motion.append(solver.solve(q, targets={"hand": place}, local=True, max_change=STEP))
        q = motion[-1].q

    path = np.array([frame.q for frame in motion])
    off = np.linalg.norm(robot.fk(path, HAND)[:, :3, 3] - line, axis=1)
    least = min(frame.clearance for frame in motion)
    gaze = max(angle for frame in motion for angle in frame.errors["gaze"].values())
    around = sum(not frame.success for frame in motion)
    print(f"the motion:  {len(motion)} frames, {len(motion) - around} on the line, {around} around the ball")
    print(f"the hand:    leaves the line by at most {1e3 * off.max():.0f} mm")
    print(f"the gaze:    at most {np.degrees(gaze):.2f}° beside the hand")
    print(f"the ball:    clearance at least {1e3 * least:.2f} mm, asked for {1e3 * MARGIN:.0f} mm")
    print(f"the joints:  from frame to frame at most {np.degrees(np.abs(np.diff(path, axis=0)).max()):.1f}°")
    print(f"a frame:     {1e3 * np.mean([frame.time for frame in motion]):.2f} ms on average")

    guide = Tube([FROM, TO], 0.004).at(color="#c2b280")
    shown: dict[str, Any] = {
        "size": tuple(options.size),
        "view": (-0.2, 0.15),
        "focus": "torso",
        "world": guide,
    }
    motion[int(off.argmax())].plot(quality=options.quality, **shown).save(options.picture)
    mk.plot.animate(robot, motion[:: RATE // 10], options.animation, fps=10, **shown)
    print(f"the picture is in {options.picture}, the animation in {options.animation}")


if __name__ == "__main__":
    main()
