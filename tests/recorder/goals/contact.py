"""Goals of shapes: KeepClear, Touch, StandOn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.recorder.adapter import goal, loss, shape
from tests.recorder.situation import Situation, at, inverse


def solids(t: Situation, place: np.ndarray) -> list[Any]:
    kinds = (
        ("Box", (0.1, 0.2, 0.3)),
        ("Sphere", 0.1),
        ("Cylinder", 0.1, 0.2),
        ("Capsule", 0.05, 0.2),
    )
    return [
        shape(*kind, at=place + 0.1 * np.roll(t.unit, i), rpy=np.roll(t.axis, i))
        for i, kind in enumerate(kinds)
    ]


def clear(t: Situation, form: str, **options: Any) -> Any:
    """Return a goal: spheres on two links keep clear of solids of all kinds."""
    spheres = {t.scene.tip: [(0.02, 0, 0.01, 0.05), (0, 0.03, 0, 0.02)], t.scene.other: (0, 0, 0, 0.04)}
    ground = shape("HalfSpace", at=t.tip[:3, 3] - (0, 0, 1.5))
    obstacles = [*solids(t, t.home[:3, 3]), ground]
    return goal("KeepClear", spheres, obstacles, self_pairs=None, form=form, weight=t.weight, **options)


def standing(t: Situation, terrain: Any, **options: Any) -> Any:
    """Return a goal for a sole at an offset of the tip, facing against ``along``, to stand on a terrain."""
    return goal(
        "StandOn",
        t.scene.tip,
        terrain,
        offset=t.offset[:3, 3],
        axis=-t.unit,
        direction=-t.along,
        above=99.0,
        below=99.0,
        **options,
    )


def sole(t: Situation) -> np.ndarray:
    return at(t.tip, t.offset[:3, 3])


CONTACT: dict[str, Callable[[Situation], Any]] = {
    "keep_clear": lambda t: clear(t, "margin", margin=0.1),
    "keep_clear_huber": lambda t: clear(t, "margin", margin=0.3, loss=loss("Huber", 0.1)),
    "keep_clear_wall": lambda t: clear(t, "wall", scale=0.2),
    "keep_clear_inverse": lambda t: clear(t, "inverse", scale=0.1),
    "keep_clear_penetration": lambda t: clear(t, "penetration", scale=0.3),
    "touch": lambda t: goal(
        "Touch",
        t.scene.tip,
        at(t.tip, 0.1 * t.axis) - 0.2 * t.unit,
        t.axis,
        shapes=shape("Sphere", 0.2, at=0.1 * t.axis),
    ),
    "touch_solids": lambda t: goal(
        "Touch", t.scene.tip, t.tip[:3, 3], t.axis, shapes=solids(t, np.zeros(3)), weight=t.weight
    ),
    "touch_frame": lambda t: goal(
        "Touch",
        t.scene.tip,
        at(inverse(t.frame), t.tip[:3, 3]) - 0.3 * t.unit,
        t.axis,
        shapes=[shape("Sphere", 0.3), shape("Sphere", 0.1)],
        frame=t.scene.frame,
    ),
    "stand_on_ground": lambda t: standing(t, shape("HalfSpace", at=sole(t))),
    "stand_on_box": lambda t: standing(t, shape("Box", (9.0, 9.0, 9.0), at=sole(t) - 4.5 * t.along)),
    "stand_on_ball": lambda t: standing(t, shape("Sphere", 9.0, at=sole(t) - 9.0 * t.along), weight=t.weight),
    "stand_on_barrel": lambda t: standing(
        t, shape("Cylinder", 9.0, 99.0, at=sole(t) - 9.0 * t.along, rpy=(1.4, 0.1, 0)), rotation_scale=0.5
    ),
}
