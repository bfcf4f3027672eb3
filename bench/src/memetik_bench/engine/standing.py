"""Valkyrie on both feet in balance, checked by pinocchio."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..pinocchio_model import pinocchio_model
from ..verify import pinocchio_link_poses
from .goal_errors import goal_errors
from .valkyrie import LIMBS, PELVIS

STANDING_JOINTS = PELVIS + LIMBS
_FEET = ("leftFoot", "rightFoot")
_TOLERANCE = 1e-5  # [m, rad] of the feet
_NEWTON_STEPS = 5
_BENT = {"HipPitch": -0.5, "KneePitch": 1.0, "AnklePitch": -0.5}  # [rad]
_SWAY = 0.05  # [m]: largest distance of the centre of mass from the middle of the feet


@dataclass(frozen=True, eq=False)
class Standing:
    """The feet are where they are in the neutral posture, and the centre of mass is above their middle."""

    robot: mk.Robot

    @cached_property
    def feet(self) -> dict[str, Array]:
        """Poses of the feet (4, 4) by link."""
        return {link: self.robot.fk(self.robot.neutral, link) for link in _FEET}

    @cached_property
    def center(self) -> Array:
        """The middle of the feet (3,) [m]."""
        return np.asarray(np.mean([pose[:3, 3] for pose in self.feet.values()], axis=0))

    def goals(self) -> tuple[mk.Goal, ...]:
        """Return the required goals."""
        feet = [
            mk.Pose(link, pose, tolerance=_TOLERANCE, priority="required") for link, pose in self.feet.items()
        ]
        return (*feet, mk.Balance(self.center, tolerance=_SWAY, priority="required"))

    def excess(self, rows: Array) -> Array:
        """Return by how much the worst error at rows (N, dof) exceeds its tolerance, (N,) [m, rad]."""
        poses = pinocchio_link_poses(self.robot, _FEET, rows)
        excess = np.linalg.norm((_centers_of_mass(self.robot, rows) - self.center)[:, :2], axis=1) - _SWAY
        for goal in self.goals():
            if isinstance(goal, mk.Pose):
                targets = np.tile(self.feet[goal.link], (len(rows), 1, 1))
                for errors, tolerance in goal_errors(goal, poses[goal.link], targets):
                    excess = np.maximum(excess, errors - tolerance * (1.0 + 1e-9))
        return np.asarray(excess)

    def constraints(self) -> list[dict[str, object]]:
        """Return that the feet are in place and the centre of mass above them, for SciPy."""
        *feet, balance = self.goals()
        placed, balanced = mk.Problem(self.robot, feet), mk.Problem(self.robot, balance)
        return [
            {"type": "eq", "fun": placed.residuals, "jac": placed.jacobian},
            {
                "type": "ineq",
                "fun": lambda q: 1.0 - balanced.cost(q) / _SWAY**2,
                "jac": lambda q: -balanced.gradient(q) / _SWAY**2,
            },
        ]


def standing_posture(standing: Standing, body: Array) -> Array:
    """Return a configuration (dof,) that stands in balance, as near to ``body`` (dof,) as SciPy gets.

    Return ``body`` itself if even a posture near the neutral one is not found.
    """
    for share in (1.0, 0.5, 0.25, 0.0):
        wanted = standing.robot.neutral + share * (body - standing.robot.neutral)
        posture = _placed(standing, _descend(standing, wanted))
        if standing.excess(posture[None])[0] <= 0.0:
            return posture
    return body


def _descend(standing: Standing, wanted: Array) -> Array:
    """Return what SLSQP finds near ``wanted`` (dof,) from bent knees, because straight legs are singular."""
    from scipy.optimize import minimize

    robot = standing.robot
    moved = [robot.variable_names.index(name) for name in STANDING_JOINTS]
    full = Embedding(robot.neutral, moved)
    bent = robot.neutral.copy()
    for joint, angle in _BENT.items():
        for side in ("left", "right"):
            bent[robot.variable_names.index(side + joint)] = angle
    found = minimize(
        lambda x: float(((x - wanted[moved]) ** 2).sum()),
        bent[moved],
        jac=lambda x: 2.0 * (x - wanted[moved]),
        bounds=list(zip(robot.lower[moved], robot.upper[moved], strict=True)),
        constraints=[full.restrict(constraint) for constraint in standing.constraints()],
        method="SLSQP",
        options={"maxiter": 100, "ftol": 1e-6},
    ).x
    return np.asarray(robot.clip(full(found)))


def _placed(standing: Standing, q: Array) -> Array:
    """Return ``q`` (dof,) after steps of Newton's method that put the feet in place."""
    robot, feet = standing.robot, mk.Problem(standing.robot, standing.goals()[:2])
    for _ in range(_NEWTON_STEPS):
        q = robot.clip(q - np.linalg.pinv(feet.jacobian(q), rcond=1e-6) @ feet.residuals(q))
    return np.asarray(q)


@dataclass(frozen=True, eq=False)
class Embedding:
    """Maps the values of some variables to whole configurations, with the others as in ``q`` (dof,)."""

    q: Array
    moved: list[int]

    def __call__(self, values: Array) -> Array:
        """Return the configuration (dof,) with ``values``."""
        whole = self.q.copy()
        whole[self.moved] = values
        return whole

    def restrict(self, constraint: dict[str, Any]) -> dict[str, Any]:
        """Return a constraint of SciPy on whole configurations as one on the moved variables."""
        value, jacobian = constraint["fun"], constraint["jac"]
        return {
            "type": constraint["type"],
            "fun": lambda x: value(self(x)),
            "jac": lambda x: jacobian(self(x))[..., self.moved],
        }


def _centers_of_mass(robot: mk.Robot, rows: Array) -> Array:
    """Return pinocchio's centres of mass (N, 3) at rows (N, dof)."""
    import pinocchio as pin

    model = pinocchio_model(robot)
    data = model.createData()
    return np.array([pin.centerOfMass(model, data, q).copy() for q in robot.to_pinocchio(rows, model)])
