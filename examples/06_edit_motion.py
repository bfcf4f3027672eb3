"""Motion clips: a character walks, and in every frame its hand is moved to a railing.

BVH files contain animations of characters: a skeleton, and a line of numbers for every frame. This tutorial
writes a short one, a walk of two seconds, and edits it:

1. Read. ``mk.io.bvh.read`` returns a clip: ``clip.robot``, an ordinary robot with a joint for every channel,
   and ``clip.motion`` (frames, dof), an ordinary batch of configurations. BVH files do not contain their unit
   of length, so give ``unit="cm"``. Their y axis points up and becomes z.
2. Compute. ``clip.robot.fk(clip.motion, "LeftHand_end")`` are the poses of a hand in all frames.
3. Edit. Every frame is solved for two goals: the hand is at a point of the railing, and, as a secondary goal,
   all joints stay close to the original motion. Only spine and arm may move. Each frame starts from the
   correction of the last frame, and the hand moves to the railing and back gradually, so nothing jumps.
4. Write. ``mk.io.bvh.write`` writes the channels of the original file. Values that were not edited are
   written with exactly the same numbers.
5. A picture of some frames, before and after; its captions need matplotlib. ``--quality final`` renders a
   better one with the package mitsuba.

Run it with ``python examples/06_edit_motion.py``; the picture is written to ``out/edit_motion.png``.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import memetik as mk
from memetik.plot.picture import QUALITIES, render_all
from memetik.transforms import Array

FRAMES, FRAME_TIME, SPEED = 60, 1 / 30, 110.0  # number, [s], [cm/s]
HAND, REACHING = "LeftHand_end", ("Spine", "LeftArm", "LeftForeArm")
RAILING = (0.38, 0.95)  # y and z [m]: to the left of the character, at the height of its hips

# Joint, parent, OFFSET [cm]: x to the left, y up, z ahead.
SKELETON = """
Hips         -              0  95   0
Spine        Hips           0  12   0
Head         Spine          0  46   0
End          Head           0  22   0
LeftArm      Spine         18  38   0
LeftForeArm  LeftArm        0 -28   0
LeftHand     LeftForeArm    0 -26   0
End          LeftHand       0  -9   0
RightArm     Spine        -18  38   0
RightForeArm RightArm       0 -28   0
RightHand    RightForeArm   0 -26   0
End          RightHand      0  -9   0
LeftUpLeg    Hips           9  -4   0
LeftLeg      LeftUpLeg      0 -44   0
LeftFoot     LeftLeg        0 -43   0
End          LeftFoot       0  -4  15
RightUpLeg   Hips          -9  -4   0
RightLeg     RightUpLeg     0 -44   0
RightFoot    RightLeg       0 -43   0
End          RightFoot      0  -4  15
"""
ROWS = [row.split() for row in SKELETON.strip().splitlines()]


def hierarchy(parent: str = "-") -> list[str]:
    """The lines of a BVH file for all joints below ``parent``."""
    lines = []
    for name, above, *offset in ROWS:
        if above == parent:
            kind = "End Site" if name == "End" else f"ROOT {name}" if above == "-" else f"JOINT {name}"
            lines += [kind, "{", f"OFFSET {' '.join(offset)}"]
            if above == "-":
                lines += ["CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"]
            elif name != "End":
                lines += ["CHANNELS 3 Zrotation Xrotation Yrotation"]
            lines += [*(hierarchy(name) if name != "End" else []), "}"]
    return lines


def walk() -> str:
    """The text of a BVH file like those of motion capture systems: a walk along z."""
    lines = ["HIERARCHY", *hierarchy(), "MOTION", f"Frames: {FRAMES}", f"Frame Time: {FRAME_TIME:.6f}"]
    for time in FRAME_TIME * np.arange(FRAMES):
        left = np.sin(2 * np.pi * time)
        swing = {"LeftUpLeg": -25 * left, "RightUpLeg": 25 * left, "LeftLeg": 20 - 18 * left}
        swing |= {"RightLeg": 20 + 18 * left, "LeftArm": 20 * left, "RightArm": -20 * left}
        swing |= {"LeftForeArm": -25.0, "RightForeArm": -25.0}
        row = [0.0, 95 + 2 * np.cos(4 * np.pi * time), SPEED * time]
        for name in (name for name, *_ in ROWS if name != "End"):
            row += [0.0, swing.get(name, 0.0), 4 * left if name == "Spine" else 0.0]
        lines.append(" ".join(f"{value:.4f}" for value in row))
    return "\n".join(lines)


def edited(clip: mk.io.bvh.Clip, targets: Array) -> Array:
    """The motion of ``clip`` with the hand at ``targets`` (frames, 3)."""
    goals = [mk.Position(HAND, targets[0], name="hand"), mk.StayClose(name="style")]
    solver = mk.Solver(clip.robot, goals, joints=clip.rotations(*REACHING))
    q, correction = clip.motion.copy(), np.zeros(clip.robot.dof)
    for frame, target in enumerate(targets):
        frame_targets = {"hand": target, "style": clip.motion[frame]}
        solution = solver.solve(clip.motion[frame] + correction, targets=frame_targets).raise_if_failed()
        q[frame] = solution.q
        correction = solution.q - clip.motion[frame]
    return q


def before_and_after(clip: mk.io.bvh.Clip, q: Array, **options: Any) -> dict[str, Array]:
    """Pictures of some frames of the motion and of the edited motion ``q``, with the railing."""
    b = mk.RobotBuilder("crowd")
    b.link("ground")
    crowd = b.build()
    shown = range(6, FRAMES, 12)
    for frame in shown:
        crowd = crowd.attach(clip.robot, "ground", prefix=f"{frame}/")
    railing = mk.OnLine(f"{shown[2]}/{HAND}", (1.2, *RAILING), direction=(1, 0, 0))
    postures = [np.concatenate([motion[frame] for frame in shown]) for motion in (clip.motion, q)]
    before, after = render_all(crowd, postures, view=(1.1, 0.2), goals=railing, **options)
    return {"before: the arms swing": before, "after: the left hand moves to the railing and back": after}


def main() -> None:
    parser = argparse.ArgumentParser(description="Edit a motion clip by inverse kinematics.")
    parser.add_argument("--picture", default="out/edit_motion.png", help="where to save the picture")
    parser.add_argument("--clip", help="also save the motion before it is edited, as this .bvh file")
    parser.add_argument("--size", type=int, nargs=2, default=(960, 480), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--quality", default="draft", choices=QUALITIES, help="more takes longer")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as directory:
        file, result = Path(directory) / "walk.bvh", Path(directory) / "edited.bvh"
        file.write_text(walk())
        if options.clip:
            Path(options.clip).write_text(walk())

        clip = mk.io.bvh.read(file, unit="cm")
        print(f"read:        {clip}, named {', '.join(clip.names[:7])}, ...")
        hand = clip.robot.fk(clip.motion, HAND)[:, :3, 3]
        print(f"the hand:    from {hand[0].round(2)} to {hand[-1].round(2)} m")

        # The hand takes half a second to the railing and half a second back, by smooth steps.
        frames = np.arange(FRAMES)
        ramp = np.clip(np.minimum(frames, frames[::-1]) / 15, 0, 1)[:, None]
        share = ramp**2 * (3 - 2 * ramp)
        railing = np.column_stack([hand[:, 0], np.tile(RAILING, (FRAMES, 1))])
        targets = (1 - share) * hand + share * railing

        q = edited(clip, targets)
        off = np.abs(clip.robot.fk(q, HAND)[:, :3, 3] - targets).max()
        step = np.abs(np.diff(q - clip.motion, axis=0)).max()
        print(f"edited:      the hand is off by {1e3 * off:.4f} mm at most")
        print(f"smooth:      from frame to frame no joint is corrected by more than {np.degrees(step):.1f}°")

        mk.io.bvh.write(result, clip.with_motion(q))
        again = mk.io.bvh.read(result, unit="cm")
        same = np.mean(again.channels == clip.channels)
        print(f"written:     {again}, {100 * same:.0f} % of all numbers as they were")

    pictures = before_and_after(clip, q, size=tuple(options.size), quality=options.quality)
    mk.plot.panels(pictures).save(options.picture)
    print(f"the picture is in {options.picture}")


if __name__ == "__main__":
    main()
