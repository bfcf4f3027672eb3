"""The bodies of an MJCF model as links and joints.

A body may have several joints. MuJoCo applies them one after the other in the body's own frame, each about
its anchor p: T(p) R(axis, q - q0) T(-p). A memetik joint moves the frame of its child link, so a link is
inserted between any two of them, and one more if the last anchor is not the body's origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ...errors import RobotError
from ...robot import Inertial, Joint, Link, Mimic
from ...robot.joint_types import JointType
from ...transforms import Array, rotation_from_quaternion
from ..safe_text import located
from .names import Names
from .shapes import Shapes

_FREE, _BALL, _SLIDE, _HINGE = range(4)  # mjtJoint


def bodies(model: Any, names: Names, mimics: Mapping[str, Mimic]) -> tuple[list[Link], list[Joint]]:
    """All links and joints; ``mimics`` maps the name of each mimic joint to its Mimic."""
    shapes = Shapes(model)
    links = [
        Link(name, _inertial(model, body), tuple(shapes.visuals[body]), tuple(shapes.collisions[body]))
        for body, name in enumerate(names.bodies)
    ]
    joints: list[Joint] = []
    for body in range(1, int(model.nbody)):
        with located(f"body {names.bodies[body]!r}"):
            chain = list(_chain(model, names, body, mimics))
        joints += chain
        links += [Link(joint.child) for joint in chain[:-1]]
    for site, name in enumerate(names.sites):
        parent = names.bodies[int(model.site_bodyid[site])]
        origin = pose(model.site_pos[site], model.site_quat[site])
        links.append(Link(name))
        with located(f"site {name!r}"):
            joints.append(Joint(names.joint(f"{name}_fixed", "site"), "fixed", parent, name, origin))
    return links, joints


def pose(position: Array, quaternion: Array) -> Array:
    """The transform (4, 4) of a position and a quaternion (w, x, y, z)."""
    placed = np.eye(4)
    placed[:3, :3] = rotation_from_quaternion(quaternion)
    placed[:3, 3] = position
    return placed


def _chain(model: Any, names: Names, body: int, mimics: Mapping[str, Mimic]) -> Iterator[Joint]:
    """The joints between a body and its parent."""
    name, parent = names.bodies[body], names.bodies[int(model.body_parentid[body])]
    before = pose(model.body_pos[body], model.body_quat[body])
    first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
    for index in range(first, first + count):
        joint, kind = names.joints[index], int(model.jnt_type[index])
        if kind == _FREE:  # the only joint of its body; it replaces the body's pose in the world
            yield Joint(joint, "floating", parent, name)
            return
        anchor = np.zeros(3) if kind == _SLIDE else model.jnt_pos[index]
        is_last = index == first + count - 1 and not anchor.any()
        child = name if is_last else names.link(f"{name}/{joint}", "joint")
        yield _moving(model, index, joint, parent, child, _moved(before, anchor), mimics.get(joint))
        parent, before = child, _moved(np.eye(4), -anchor)
    if parent != name:
        yield Joint(names.joint(f"{name}_fixed", "body"), "fixed", parent, name, before)


def _moving(
    model: Any, index: int, name: str, parent: str, child: str, origin: Array, mimic: Mimic | None
) -> Joint:
    kind, limited = int(model.jnt_type[index]), bool(model.jnt_limited[index])
    low, high = (float(value) for value in model.jnt_range[index])
    if kind == _BALL:
        angle = high if limited else np.inf
        return Joint(name, "spherical", parent, child, origin, lower=(-angle,) * 3, upper=(angle,) * 3)
    if kind not in (_SLIDE, _HINGE):
        raise RobotError(f"joint {name!r}: MuJoCo's type {kind} of joints is unknown")
    reference = float(model.qpos0[model.jnt_qposadr[index]])
    if not np.isfinite(reference):
        raise RobotError(f"joint {name!r}: reference {reference} is not a finite number")
    lower, upper = ((low - reference,), (high - reference,)) if limited else ((), ())
    type: JointType = "prismatic" if kind == _SLIDE else "revolute" if limited else "continuous"
    return Joint(name, type, parent, child, origin, model.jnt_axis[index], lower, upper, mimic=mimic)


def _moved(placed: Array, by: Array) -> Array:
    """The pose ``placed`` after a translation ``by`` in its own frame."""
    result = placed.copy()
    result[:3, 3] += placed[:3, :3] @ by
    return result


def _inertial(model: Any, body: int) -> Inertial | None:
    mass = float(model.body_mass[body])
    if mass == 0.0:
        return None
    axes = rotation_from_quaternion(model.body_iquat[body])
    return Inertial(mass, model.body_ipos[body], axes @ np.diag(model.body_inertia[body]) @ axes.T)
