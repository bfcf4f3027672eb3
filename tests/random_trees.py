"""Random robots: all joint types, branches, mimics of mimics, odd axes, massless links, any limits.

``robots()`` is a hypothesis strategy: it draws the joint types, which shrink well, and a seed for all
numbers. ``random_robot(seed)`` is one of them, for tests that need a fixed set.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.robot.joint_types import JOINT_TYPES

Array = npt.NDArray[np.float64]
Limits = tuple[tuple[float, ...], tuple[float, ...]]

ONE_VARIABLE = ("revolute", "continuous", "prismatic")
RIGHT_ANGLES = (0.0, np.pi / 2, -np.pi / 2, np.pi)

seeds = st.integers(0, 2**32 - 1)


def robots(*, max_joints: int = 25, limited: bool = False) -> st.SearchStrategy[mk.Robot]:
    """Robots of 1 to ``max_joints`` joints, with a mass; ``limited`` as in :func:`random_robot`."""
    types = st.lists(st.sampled_from(JOINT_TYPES), min_size=1, max_size=max_joints)
    return st.builds(random_robot, seeds, types, limited=st.just(limited))


def random_robot(seed: int, types: Sequence[str] | None = None, *, limited: bool = False) -> mk.Robot:
    """The robot of ``seed``, with joints of ``types`` (by default a random number of random ones).

    ``limited`` gives every translation both limits.
    """
    rng = np.random.default_rng(seed)
    if types is None:
        types = [str(rng.choice(JOINT_TYPES)) for _ in range(rng.integers(1, 26))]
    mimics, homes = _random_mimics(rng, types)
    joints = [
        _random_joint(
            rng, number, kind, mimics.get(number), _random_limits(rng, kind, homes[number], limited)
        )
        for number, kind in enumerate(types, start=1)
    ]
    # In a file the joints come in any order.
    shuffled = [joints[i] for i in rng.permutation(len(joints))]
    links = [_random_link(rng, f"link_{number}") for number in range(1, len(types) + 1)]
    return mk.Robot(
        f"robot_{seed}", [mk.Link("link_0", mk.Inertial(1.5, (0.1, 0.2, -0.1))), *links], shuffled
    )


def random_configurations(robot: mk.Robot, rng: np.random.Generator, n: int | None = None) -> Array:
    """Any configurations, limits ignored: angles of several turns, rotation vectors beyond π."""
    return rng.normal(scale=2.5, size=robot.dof if n is None else (n, robot.dof))


def random_rotation(rng: np.random.Generator) -> Array:
    return np.asarray(Rotation.random(None, rng).as_matrix())


def random_pose(rng: np.random.Generator) -> Array:
    pose = mk.transform(rng.uniform(-1, 1, 3))
    pose[:3, :3] = random_rotation(rng)
    return pose


def _random_mimics(
    rng: np.random.Generator, types: Sequence[str]
) -> tuple[dict[int, mk.Mimic], dict[int, float]]:
    """The mimic of each joint, and a value of every joint that is consistent with them."""
    numbers = range(1, len(types) + 1)
    followable = [number for number in numbers if types[number - 1] in ONE_VARIABLE]
    mimics: dict[int, mk.Mimic] = {}
    homes = {number: float(rng.uniform(-1, 1)) for number in numbers}
    order = [followable[i] for i in rng.permutation(len(followable))]
    for k in range(1, len(order)):  # following only joints before it in this order makes no loops
        if rng.random() < 0.4:
            master = order[rng.integers(k)]
            multiplier = float(rng.choice([1.0, -1.0, 0.0, rng.uniform(0.3, 1.4), rng.uniform(-1.4, -0.3)]))
            offset = float(rng.choice([0.0, rng.uniform(-0.5, 0.5)]))
            mimics[order[k]] = mk.Mimic(f"joint_{master}", multiplier, offset)
            homes[order[k]] = multiplier * homes[master] + offset
    return mimics, homes


def _random_joint(
    rng: np.random.Generator, number: int, kind: str, mimic: mk.Mimic | None, limits: Limits
) -> mk.Joint:
    parent = number - 1 if rng.random() < 0.6 else int(rng.integers(number))
    return mk.Joint(
        f"joint_{number}",
        kind,  # type: ignore[arg-type]
        f"link_{parent}",
        f"link_{number}",
        _random_origin(rng),
        _random_axis(rng),
        *limits,
        velocity=float(rng.uniform(0.1, 5)),
        mimic=mimic,
    )


def _random_origin(rng: np.random.Generator) -> Array:
    origin = np.eye(4)
    shape = rng.choice(["here", "shifted", "square", "any"], p=[0.1, 0.2, 0.3, 0.4])
    if shape != "here":
        origin[:3, 3] = rng.uniform(-0.5, 0.5, 3)
    if shape == "square":
        origin[:3, :3] = mk.transforms.rotation_from_rpy(rng.choice(RIGHT_ANGLES, 3))
    if shape == "any":
        origin[:3, :3] = random_rotation(rng)
    return origin


def _random_axis(rng: np.random.Generator) -> Array:
    shape = rng.choice(["coordinate", "any", "nearly z"])
    if shape == "coordinate":
        return np.asarray(rng.choice([1.0, -1.0]) * np.eye(3)[rng.integers(3)])
    if shape == "any":
        return rng.normal(size=3)  # of any length
    tilt = 10.0 ** rng.uniform(-17, -6) * rng.normal(size=2)
    return np.array([*tilt, rng.choice([1.0, -1.0])])


def _random_limits(rng: np.random.Generator, kind: str, home: float, limited: bool) -> Limits:
    if kind in ("fixed", "continuous"):
        return (), ()
    if kind == "spherical":
        angle = _random_max_angle(rng)
        return (-angle,) * 3, (angle,) * 3
    size = {"cylindrical": 2, "planar": 3, "floating": 3}.get(kind, 1)
    share = 1.0 if limited else 0.7
    below = [home - rng.uniform(0.01, 3) if rng.random() < share else -np.inf for _ in range(size)]
    above = [home + rng.uniform(0.01, 3) if rng.random() < share else np.inf for _ in range(size)]
    if kind == "floating":
        angle = _random_max_angle(rng)
        below, above = [*below, *[-angle] * 3], [*above, *[angle] * 3]
    return tuple(below), tuple(above)


def _random_max_angle(rng: np.random.Generator) -> float:
    return float(rng.choice([np.inf, rng.uniform(0.1, 3), 0.0]))


def _random_link(rng: np.random.Generator, name: str) -> mk.Link:
    if rng.random() < 0.4:
        return mk.Link(name)
    return mk.Link(name, mk.Inertial(rng.uniform(0, 3), rng.uniform(-0.3, 0.3, 3), 0.01 * np.eye(3)))
