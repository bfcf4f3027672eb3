"""Kinematics of one configuration and of many: poses, Jacobians, centres of mass, dexterity, limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from tests.recorder import adapter
from tests.recorder.adapter import Values
from tests.recorder.case import Case, rng_of
from tests.recorder.scenes import NAMES, Scene, scene

COUNT = 11  # not a multiple of the number of lanes of any SIMD level


def cases() -> Iterator[Case]:
    for name in NAMES:
        for what, compute in _COMPUTED.items():
            yield Case(f"kinematics/{name}/{what}", partial(_computed, compute, name))
    for kind, loss in _LOSSES.items():
        yield Case(f"loss/{kind}", partial(_loss, loss))


def _computed(compute: Callable[[Scene, np.ndarray], Values], name: str) -> Values:
    s = scene(name)
    return compute(s, adapter.random(s.robot, rng_of("kinematics", name), COUNT))


def _fk(s: Scene, q: np.ndarray) -> Values:
    poses = {link: adapter.fk(s.robot, q, link) for link in (s.tip, s.frame, s.other)}
    return {**poses, "one": adapter.fk(s.robot, q[0], s.tip)}


def _jacobian(s: Scene, q: np.ndarray) -> Values:
    jacobians = {link: adapter.jacobian(s.robot, q, link) for link in (s.tip, s.frame, s.other)}
    return {**jacobians, "one": adapter.jacobian(s.robot, q[0], s.tip)}


_COMPUTED: dict[str, Callable[[Scene, np.ndarray], Values]] = {
    "fk": _fk,
    "jacobian": _jacobian,
    "center_of_mass": lambda s, q: adapter.center_of_mass_values(s.robot, q),
    "dexterity": lambda s, q: adapter.dexterity_values(s.robot, q, s.tip),
    "limits": lambda s, q: adapter.limit_values(s.robot, q),
}

_LOSSES: dict[str, tuple[str, dict[str, float]]] = {
    "quadratic": ("Quadratic", {}),
    "angle": ("Angle", {}),
    "quaternion": ("Quaternion", {}),
    "absolute": ("Absolute", {"rounding": 0.01}),
    "huber": ("Huber", {"delta": 0.3}),
    "hinge": ("Hinge", {"lower": -0.3, "upper": 0.5}),
    "groove": ("Groove", {"center": 0.2, "width": 0.1, "power": 4}),
    "swamp": ("Swamp", {"lower": -0.5, "upper": 1.0, "slope": 0.2, "sharpness": 6}),
    "swamp_groove": ("SwampGroove", {"lower": -0.5, "upper": 1.0, "center": 0.1}),
}


def _loss(loss: tuple[str, dict[str, float]]) -> Values:
    kind, options = loss
    return adapter.loss_values(adapter.loss(kind, **options), np.linspace(-1.9, 1.9, 41))
