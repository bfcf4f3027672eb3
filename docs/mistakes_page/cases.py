"""Typical mistakes, by topic: Python expressions, or commands that begin with ``memetik``.

The names that they use are those of ``SETUP``.
"""

from __future__ import annotations

SETUP = """import memetik as mk
import numpy as np

robot = mk.Robot.load("ur5")
goal = mk.Position("tool0", (0.4, 0.1, 0.3), name="tip")
solver = mk.Solver(robot, goal)"""

MISTAKES: dict[str, tuple[str, ...]] = {
    "Loading": (
        'mk.Robot.load("ur55")',
        'mk.Robot.load("arm.urdf")',
        'mk.Robot.load("arm.step")',
        "mk.Robot.load(5)",
        'mk.Robot("ur5")',
        "mk.Robot.from_urdf_string(\"<robot name='r'><link name='a'/><link name='a'/></robot>\")",
        "mk.Robot.from_urdf_string(\"<robot name='r'/>\")",
        'mk.Robot.from_bvh("walk.bvh", unit="yards")',
        "mk.Robot.from_dict({})",
    ),
    "Links, joints and configurations": (
        'robot.fk(robot.neutral, "tool")',
        'robot.fk([0, 0, 0], "tool0")',
        'robot.fk([np.nan, 0, 0, 0, 0, 0], "tool0")',
        'robot.fk("neutral", "tool0")',
        'robot.pack({"elbow": 1.5})',
        'robot.fk({"elbow_joint": 1.5}, "tool0")',
        'robot.lock({"elbow_joint": 100})',
        'robot.with_limits(position={"elbow_joint": (-90, 90)})',
        "robot.random(-1)",
        "robot.random(2, seed=1)",
    ),
    "Poses": (
        'mk.Pose("tool0", np.eye(3))',
        'mk.Pose("tool0", -np.eye(4))',
        'mk.Pose("tool0", position=(0.4, 0.1))',
        'mk.Pose("tool0", position=(0.4, 0.1, 0.3), quaternion=(0, 0, 0, 0))',
        'mk.Pose("tool0", position=(0.4, 0.1, 0.3), rpy=(0, 0, 0), quaternion=(1, 0, 0, 0))',
        'mk.Position("tool0", (400, 100, np.inf))',
        'mk.Pose("tool0", np.eye(4), free="rw")',
        "mk.transform((0, 0, 0, 1))",
        "mk.transform((0, 0, 0), rpy=(90, 0, 0))",
        "mk.transform((0, 0, 0), quaternion=(0, 0, 0, 1))",
    ),
    "Goals": (
        "mk.solve(robot, [])",
        "mk.solve(robot, mk.Position)",
        "mk.solve(robot, np.eye(4))",
        'mk.solve(robot, mk.Position("tool", (0.4, 0.1, 0.3)))',
        'mk.solve(robot, [mk.Position("tool0", (0, 0, 1), name="a"), mk.StayClose(name="a")])',
        'mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=-1)',
        'mk.solve(robot, mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=0))',
        'mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1)',
        'mk.Pose("tool0", np.eye(4), tolerance=(1e-3, 5))',
        'mk.solve(robot, mk.JointValue("elbow_joint", 45))',
        "mk.solve(robot, [goal, mk.StayClose([90, 0, 0, 0, 0, 0])])",
        'mk.solve(robot, mk.Pose("tool0"))',
        'mk.Position("tool0", (0.4, 0.1, 0.3), weight="high")',
        'mk.Position("tool0", (0.4, 0.1, 0.3), priority="second")',
        'mk.Position("tool0", (0.4, 0.1, 0.3), tolerence=1e-3)',
        'mk.LookAt("tool0", (1, 0, 0), axis=(0, 0, 0))',
        'mk.Custom(3, links="tool0")',
        'mk.goal_from_dict({**goal.to_dict(), "tolerence": 1e-3})',
    ),
    "Starts, limits and options": (
        "solver.solve([0, 0, 0])",
        "solver.solve([90, 0, 0, 0, 0, 0])",
        'solver.solve({"elbow": 1.5})',
        'solver.solve("home")',
        'solver.solve(robot.fk(robot.neutral, "tool0"))',
        "solver.solve(max_change=-0.1)",
        "solver.solve(max_change=20)",
        'solver.solve(max_change={"elbow": 0.1})',
        "solver.solve(timeout=-1)",
        'solver.solve(timeout="1 s")',
        "solver.solve(max_evaluations=1e6)",
        "solver.solve(random_seed=-1)",
        'solver.solve(targets={"tool": (0.4, 0.1, 0.3)})',
        'mk.solve(robot, goal, method="bioik3")',
        'mk.solve(robot, goal, prefer="nearest")',
        "mk.solve(robot, goal, threads=0)",
        'mk.solve(robot, goal, prefr="best")',
        "mk.Solver(robot, goal, local=True)",
        "mk.solve(robot, goal, valid=lambda q: None)",
    ),
    "Batches": (
        "solver.solve_batch(robot.random(10))",
        "solver.solve_batch(np.zeros((10, 3)), np.zeros((5, 6)))",
        "solver.solve_batch({})",
        "solver.solve_batch(np.full((10, 3), np.nan))",
        "solver.solve_batch(np.full((10, 3), 400))",
    ),
    "The command line": (
        "memetik solve pandda --position 0.5,0.1,0.4",
        "memetik solve panda --link panda_hnd --position 0.5,0.1,0.4",
        "memetik solve panda",
        "memetik solve panda --position 0.5,0.1",
        "memetik solve panda --position 0.5,0.1,nan",
        "memetik solve panda --rpy 0,0,0 --quaternion 1,0,0,0",
        "memetik solve mannequin --random 10",
        "memetik solve panda --random 10 --position 0.5,0.1,0.4",
        "memetik fk ur5 --q 0,0,0",
        "memetik fk ur5 --q elbow=1",
        "memetik goals Lookat",
        "memetik convert panda panda.sdf",
    ),
}
