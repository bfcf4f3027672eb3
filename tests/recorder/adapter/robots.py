"""Robots: bundled, from files, built, and derived from others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import memetik as mk
from tests.recorder.adapter.values import Values


def robot_names() -> tuple[str, ...]:
    return tuple(mk.models.BUNDLED)


@cache
def load(source: str | Path) -> Any:
    """Load a bundled robot by name, or a file."""
    return mk.Robot.load(source)


def robot_from_mjcf(text: str) -> Any:
    return mk.Robot.from_mjcf_string(text)


def floating(name: str, **names: str) -> Any:
    return load(name).with_floating_base(**names)


@cache
def every_joint() -> Any:
    """Return a robot with masses, a branch, a mimic, and joints of every type with and without limits."""
    b = mk.RobotBuilder("every_joint")
    b.link("body", mass=3.0, com=(0.1, 0.0, 0.05))
    b.link("elbow", mass=1.0, com=(0.0, 0.1, 0.0))
    b.link("hand", mass=0.5)
    b.planar("drive", "ground", "body", lower=(-1, -2, -3), upper=(1, 2, 3))
    b.prismatic("lift", "body", "carriage", xyz=(0.1, 0, 0.3), axis=(0, 0.6, 0.8), lower=-0.2, upper=0.4)
    b.revolute("shoulder", "carriage", "arm", rpy=(0.2, 0.1, 0.3), lower=-2, upper=2.5)
    follow = mk.Mimic("shoulder", -0.7, 0.1)
    b.revolute("echo", "arm", "elbow", xyz=(0.4, 0, 0), lower=-3, upper=3, mimic=follow)
    b.continuous("roll", "elbow", "forearm", xyz=(0.3, 0.02, 0), axis=(1, 0, 0))
    b.spherical("wrist", "forearm", "hand", xyz=(0.25, 0, 0), max_angle=1.5)
    b.cylindrical("drill", "hand", "bit", axis=(0.6, 0, 0.8), lower=(-0.1, -4), upper=(0.2, 4))
    b.fixed("mount", "bit", "tip", xyz=(0.05, 0, 0.1), rpy=(0, 0.5, 0))
    b.revolute("head", "body", "head", xyz=(0, 0, 0.6), lower=-1, upper=1)
    b.fixed("nose", "head", "nose", xyz=(0.1, 0, 0))
    return b.build()


def _locked() -> Any:
    return load("panda").lock({"panda_joint3": 0.4, "panda_joint6": 1.0})


def _subtree() -> Any:
    return load("pr2").subtree("torso_lift_link", "r_gripper_tool_frame")


def _attached() -> Any:
    where = mk.transform((0.1, 0.2, 0.3), rpy=(0.1, 0.2, 0.3))
    return load("ur5").attach(load("shadow_hand"), "tool0", where, prefix="left_")


def _from_plain_form() -> Any:
    return mk.Robot.from_dict(load("wolf").to_dict())


EDITED: dict[str, Callable[[], Any]] = {
    "locked": _locked,
    "subtree": _subtree,
    "attached": _attached,
    "floating": partial(floating, "wolf", joint="free", world="map"),
    "plain_form": _from_plain_form,
    "snake(100)": partial(load, "snake(100)"),
}


def joint_names(robot: Any) -> tuple[str, ...]:
    return robot.joint_names


def variable_names(robot: Any) -> tuple[str, ...]:
    return robot.variable_names


def velocity_limits(robot: Any) -> np.ndarray:
    return robot.velocity_limits


def reach(robot: Any) -> float:
    return robot.reach


def has_mass(robot: Any) -> bool:
    return robot.mass > 0


def description(robot: Any, rng: np.random.Generator) -> Values:
    """Return names, limits and shapes of a robot, and poses of its links at random configurations."""
    q = robot.random(2, rng=rng)
    poses = robot.fk(q)
    return {
        "names": [robot.name, robot.root, *robot.link_names, *robot.joint_names, *robot.variable_names],
        "tips": list(robot.tips),
        "lower": robot.lower,
        "upper": robot.upper,
        "velocity_limits": robot.velocity_limits,
        "neutral": robot.neutral,
        "mass": np.float64(robot.mass),
        "reach": np.float64(robot.reach),
        "plain": hashlib.sha256(json.dumps(robot.to_dict(), sort_keys=True).encode()).hexdigest()[:16],
        "random": q,
        "fk": np.array([poses[link] for link in robot.link_names]),
    }


def motion_values(path: Path) -> Values:
    """Return the motion in a BVH file, and the text that memetik writes for it."""
    clip = mk.io.bvh.read(path, unit="cm")
    return {"names": list(clip.names), "motion": clip.motion, "text": mk.io.bvh.to_text(clip)}
