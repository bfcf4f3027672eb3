"""Robots as pinocchio sees them: models, poses, and Jacobians with respect to our q."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pinocchio as pin

import memetik as mk
from tests.naive_kinematics import Array, frame_of_axis

Z = np.array([0.0, 0.0, 1.0])


def pinocchio_model(robot: mk.Robot) -> pin.Model:
    """The same robot built joint by joint: links become frames, followers joints of their own."""
    model = pin.Model()
    placed = {robot.root: (0, pin.SE3.Identity())}
    for joint in robot.joints.values():
        parent, placement = placed[joint.parent]
        origin = placement * pin.SE3(joint.origin)
        if joint.type == "fixed":
            placed[joint.child] = parent, origin
            continue
        # these know no axis but z in pinocchio
        turned = joint.type in ("continuous", "planar", "cylindrical")
        align = pin.SE3(frame_of_axis(joint.axis) if turned else np.eye(3), np.zeros(3))
        index = model.addJoint(parent, _joint_model(joint), origin * align, joint.name)
        placed[joint.child] = index, align.inverse()
    for link, (index, placement) in placed.items():
        model.addFrame(pin.Frame(link, index, 0, placement, pin.FrameType.BODY))
    return model


def _joint_model(joint: mk.Joint) -> pin.JointModel:
    if joint.type == "continuous":
        return pin.JointModelRUBZ()
    if joint.type == "revolute":
        return pin.JointModelRevoluteUnaligned(joint.axis)
    if joint.type == "prismatic":
        return pin.JointModelPrismaticUnaligned(joint.axis)
    if joint.type == "cylindrical":
        composite = pin.JointModelComposite(pin.JointModelPZ())
        composite.addJoint(pin.JointModelRZ())
        return composite
    models = {
        "planar": pin.JointModelPlanar,
        "spherical": pin.JointModelSpherical,
        "floating": pin.JointModelFreeFlyer,
    }
    return models[joint.type]()


class Pinocchio:
    """Kinematics of a model, per pinocchio's own configuration and velocity; one scratch memory."""

    def __init__(self, model: pin.Model) -> None:
        self.model = model
        self.data = model.createData()
        self.bodies = {
            frame.name: i for i, frame in enumerate(model.frames) if frame.type == pin.FrameType.BODY
        }

    def poses(self, rows: Array) -> dict[str, Array]:
        """The pose of every body at every row, (N, 4, 4)."""
        result = {name: np.empty((len(rows), 4, 4)) for name in self.bodies}
        for row, q in enumerate(rows):
            pin.framesForwardKinematics(self.model, self.data, q)
            for name, frame in self.bodies.items():
                result[name][row] = self.data.oMf[frame].homogeneous
        return result

    def jacobians(self, q: Array, links: Iterable[str]) -> dict[str, Array]:
        """(6, nv) of every link: in the root's axes, at the link's origin."""
        pin.computeJointJacobians(self.model, self.data, q)
        pin.updateFramePlacements(self.model, self.data)
        return {
            link: pin.getFrameJacobian(self.model, self.data, self.bodies[link], pin.LOCAL_WORLD_ALIGNED)
            for link in links
        }

    def center_of_mass(self, q: Array) -> tuple[Array, Array]:
        """Of all that moves: (3,), and its Jacobian (3, nv)."""
        jacobian = pin.jacobianCenterOfMass(self.model, self.data, q)
        return self.data.com[0].copy(), jacobian


def velocity_map(robot: mk.Robot, q: Array, model: pin.Model) -> Array:
    """d(pinocchio's velocity)/d(our q), (nv, dof): multiplied from the right, Jacobians become ours.

    A follower's velocity is its master's times the multiplier. Pinocchio's floating and planar joints
    have the velocity of the moving body in its own axes, ours the derivatives of the numbers in q.
    """
    result = np.zeros((model.nv, robot.dof))
    for index, joint_model in enumerate(model.joints):
        joint = robot.joints.get(model.names[index])
        if joint is None or joint_model.nv == 0:
            continue
        factor = 1.0
        while joint.mimic is not None:
            factor *= joint.mimic.multiplier
            joint = robot.joints[joint.mimic.joint]
        columns = [robot.variable_names.index(name) for name in joint.variable_names]
        rows = range(joint_model.idx_v, joint_model.idx_v + joint_model.nv)
        result[np.ix_(rows, columns)] = factor * _own_velocity_map(joint, q[columns])
    return result


def _own_velocity_map(joint: mk.Joint, value: Array) -> Array:
    result = np.eye(joint.size)
    if joint.type in ("spherical", "floating"):
        result[-3:, -3:] = pin.Jexp3(value[-3:])
    if joint.type == "floating":
        result[:3, :3] = pin.exp3(value[3:]).T
    if joint.type == "planar":
        result[:2, :2] = pin.exp3(value[2] * Z)[:2, :2].T
    return result
