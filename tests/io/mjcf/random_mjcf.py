"""Random MuJoCo models with all features of their kinematics."""

from __future__ import annotations

import numpy as np


def random_mjcf(rng: np.random.Generator, bodies: int) -> str:
    """A tree of so many bodies: several joints on a body, anchors, references, ranges, sites."""
    inside: list[list[int]] = [[] for _ in range(bodies + 1)]
    for body in range(1, bodies + 1):
        inside[int(rng.integers(0, body))].append(body)
    parts = "".join(_body(rng, body, inside, is_top=True) for body in inside[0])
    return f'<mujoco model="random"><compiler angle="radian"/><worldbody>{parts}</worldbody></mujoco>'


def _body(rng: np.random.Generator, body: int, inside: list[list[int]], *, is_top: bool) -> str:
    free = is_top and rng.random() < 0.3
    joints = "<freejoint/>" if free else "".join(_joints(rng, body))
    site = f'<site name="s{body}" pos="{_text(rng.normal(size=3))}" euler="{_text(rng.normal(size=3))}"/>'
    within = "".join(_body(rng, child, inside, is_top=False) for child in inside[body])
    placed = f'pos="{_text(rng.normal(size=3))}" quat="{_text(rng.normal(size=4))}"'
    geom = f'<geom size=".1" pos="{_text(rng.normal(size=3))}" mass="{rng.uniform(0.1, 2)}"/>'
    return f'<body name="b{body}" {placed}>{joints}{geom}{site}{within}</body>'


def _joints(rng: np.random.Generator, body: int) -> list[str]:
    joints = []
    count = int(rng.integers(0, 4))
    for number in range(count):
        kind = rng.choice(["hinge", "slide", "ball"] if number == count - 1 else ["hinge", "slide"])
        lower, width, reference = rng.uniform(-2, 0), rng.uniform(0.5, 3), rng.normal()
        limits = (
            f'limited="true" range="{0 if kind == "ball" else lower} {width}"' if rng.random() < 0.5 else ""
        )
        anchor = f'pos="{_text(rng.normal(size=3))}"' if rng.random() < 0.5 else ""
        moving = "" if kind == "ball" else f'ref="{reference}" axis="{_text(rng.normal(size=3))}"'
        joints.append(f'<joint name="j{body}_{number}" type="{kind}" {limits} {anchor} {moving}/>')
    return joints


def _text(values: np.ndarray) -> str:
    return " ".join(map(repr, values.tolist()))
