"""Barrel: a hexagonal pot; targets on its walls and its floor, inside."""

from __future__ import annotations

import itertools
import math

from ..robots import ELISE
from ..scenario import Scenario
from ..solids import hexagonal_pot
from ..surfaces import Rectangle, Surface, Triangle
from ..target_source import OnSurfaces

CENTER = (0.0, 0.5)
OUTER, INNER, HEIGHT, FLOOR = 0.178, 0.167, 0.351, 0.028
"""Circumradii of both hexagons, and heights [m]. That a corner points along x is assumed."""


def _inside() -> list[Surface]:
    ends = [k * math.pi / 3 for k in range(7)]
    corners = [(INNER * math.cos(angle), INNER * math.sin(angle)) for angle in ends]
    faces: list[Surface] = []
    for (x, y), (next_x, next_y) in itertools.pairwise(corners):
        up = (0.0, 0.0, HEIGHT - FLOOR)
        place = (CENTER[0] + x, CENTER[1] + y, FLOOR)
        faces.append(Rectangle(place, up, (next_x - x, next_y - y, 0)))
        faces.append(Triangle((*CENTER, FLOOR), (x, y, 0), (next_x, next_y, 0)))
    return faces


BARREL = Scenario(
    name="Barrel",
    title="the walls and the floor of a hexagonal pot, inside",
    version=1,
    robot=ELISE,
    obstacles=(hexagonal_pot("barrel", CENTER, outer=OUTER, inner=INNER, height=HEIGHT, floor=FLOOR),),
    source=OnSurfaces(_inside(), random_seed=105),
)
