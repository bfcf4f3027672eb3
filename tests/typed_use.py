"""User code for ``mypy --strict``; it never runs, ``test_types.py`` only checks it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

import memetik as mk


def goals_of_whatever_looks_like_an_array(
    pose: mk.transforms.Array, place: Sequence[float], names: set[str]
) -> list[mk.Goal]:
    return [
        mk.Pose("tool", position=(0.6, -0.3, 0.8), rpy=[0, 0, 0], free="rz", name="grasp"),
        mk.Pose("tool", pose, tolerance=(1e-3, 1e-2), offset=place, free=("x", "rz")),
        mk.Pose("tool", (place, pose[:3, :3]), free={"x"}),
        mk.Pose("tool", [*place, 1, 0, 0, 0]),
        mk.Pose("tool", position=place, rpy=(0, 0, 90), degrees=True),
        mk.Pose("tool", position=place, quaternion_xyzw=(0, 0, 0, 1)),
        mk.Pose("tool", pose.tolist(), tolerance=np.full(6, 1e-3), rotation_scale=1),
        mk.Position("tool", place, offset=(0, 0, 1), tolerance=[1e-3, 1, 1]),
        mk.Orientation("tool", np.eye(3)),
        mk.Orientation("tool", (1, 0, 0, 0), offset=[1, 0, 0, 0], weight=2),
        mk.LookAt("camera", (1, 0, 0), axis=[0, 0, 1], offset=place),
        mk.LookAt("camera", place, axis=pose[:3, 2], frame="tool", priority="secondary"),
        mk.StayClose(pose[0], joints=names, joint_weights={"elbow": 2}),
        mk.StayClose({"elbow": 0.5, "root": [0.0] * 6}, joints=("elbow",)),
        mk.StayClose(target=[0.0] * 7, joints="elbow", priority="primary"),
        mk.Custom(lambda poses, q: poses[:, 0, 2:3, 0], links="tool", name="level"),
        mk.Custom(lambda poses, q: q, joints=["elbow", "wrist"], rows=2, tolerance=1e-3),
    ]


def fields_are_what_they_were_made_into(goal: mk.LookAt, stay: mk.StayClose) -> float:
    listed: tuple[str, ...] | None = stay.joints
    return float(goal.axis.sum() + goal.target[0]) + len(listed or ())


def queries(robot: mk.Robot, goals: list[mk.Goal], pose: mk.transforms.Array, joints: set[str]) -> float:
    solver = mk.Solver(robot, (goal for goal in goals), joints=joints)
    solution = solver.solve(robot.neutral, targets={"grasp": pose}, weights={"grasp": 2}, timeout=1)
    solver.solve([0.0] * 7, targets={"grasp": pose.tolist(), "stay_close": {"elbow": 0.1}})
    solver.solve((0, 0, 0), targets=pose, max_evaluations=100, random_seed=3)
    solver.solve({"elbow": 0.5}, targets=(pose[:3, 3], pose[:3, :3]), max_change=np.full(7, 0.1))
    solver.solve_batch((pose[:3, 3], pose[:3, :3]), {"elbow": 0.5}, on_bad="mark", progress=True)
    mk.Solver(robot, goals, method=mk.methods.find(str(solution.method)))
    poses: dict[str, mk.transforms.Array] = robot.fk(solution.q, ["tool", "camera"])
    batch = solver.solve_batch([pose, pose], starts=[[0.0] * 7] * 2)
    batch = solver.solve_batch({"grasp": [pose, pose]}, robot.neutral)
    mk.solve("panda", mk.Position("panda_hand", (0.4, 0.1, 0.5)), joints=joints, start=solution.q)
    row: mk.Solution = batch[0]
    part: mk.BatchSolution = batch[1:]
    return float(batch.q.sum() + solution.raise_if_failed().cost + row.cost + part.cost[0] + len(poses))


def motion(path: Path) -> mk.io.bvh.Clip:
    clip = mk.io.bvh.read(path, unit="cm", up="y", positions="add", limits={"LeftForeArm.rx": (0, 2.5)})
    robot = mk.Robot.from_bvh("walk.bvh", unit=0.0254)
    hand: mk.transforms.Array = robot.fk(clip.motion, "LeftHand")
    mk.Solver(clip.robot, mk.Position("LeftHand", hand[0, :3, 3]), joints=clip.rotations("LeftArm"))
    mk.io.bvh.write("edited.bvh", clip[10:20].with_motion(clip.motion + 0.1, frame_time=1 / 30))
    return clip


def mistakes_that_a_type_checker_finds(robot: mk.Robot) -> None:
    mk.solve(robot, mk.Pose)  # type: ignore[arg-type]
    mk.solve(robot, "panda_hand")  # type: ignore[arg-type]
    mk.Position(["tool"], (0, 0, 0))  # type: ignore[arg-type]
    mk.solve(robot, mk.Pose("tool"), method="nope")  # type: ignore[arg-type]
    mk.solve(robot, mk.Pose("tool"), prefer="fastest")  # type: ignore[arg-type]
    mk.Pose("tool", priority="first")  # type: ignore[arg-type]
    mk.Pose("tool", free="yaw")  # type: ignore[arg-type]
    mk.Pose("tool", free=("rx", "yaw"))  # type: ignore[arg-type]
    mk.Position("tool", metric="euclid")  # type: ignore[arg-type]
    mk.Solver(robot, mk.Pose("tool")).solve_batch([np.eye(4)], on_bad="skip")  # type: ignore[arg-type]
    if mk.solve(robot, mk.Pose("tool")).status == "sloved":  # type: ignore[comparison-overlap]
        return
    if mk.solve(robot, mk.Pose("tool")).stopped_by == "timeout":  # type: ignore[comparison-overlap]
        return
    mk.LookAt("camera", (1, 0, 0), (0, 0, 1))  # type: ignore[call-arg,arg-type]
    mk.StayClose(joints=5)  # type: ignore[arg-type]
    mk.io.bvh.read("walk.bvh", unit="yard")  # type: ignore[arg-type]
    mk.io.bvh.write("edited.bvh", robot)  # type: ignore[arg-type]
    mk.io.fbx.read("walk.fbx")  # type: ignore[attr-defined]
