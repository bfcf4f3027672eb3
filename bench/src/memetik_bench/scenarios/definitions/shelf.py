"""Shelf: two by two cells, open along x; targets on their floors."""

from __future__ import annotations

from ..robots import ELISE
from ..scenario import Scenario
from ..solids import shelf
from ..surfaces import Rectangle
from ..target_source import OnSurfaces

X = (0.332, 0.801)
UPRIGHT = ((-0.475, -0.423), (-0.003, 0.009), (0.428, 0.472))
LEVEL = ((0.0, 0.050), (0.432, 0.448), (0.830, 0.872))
_TARGET_X = (0.344, 0.790)
_CELLS = ((-0.423, -0.003), (0.009, 0.428))

SHELF = Scenario(
    name="Shelf",
    title="the floors of the four cells of a shelf",
    version=1,
    robot=ELISE,
    obstacles=(shelf("shelf", X, UPRIGHT, LEVEL),),
    source=OnSurfaces(
        [
            Rectangle((_TARGET_X[0], y0, z), (_TARGET_X[1] - _TARGET_X[0], 0, 0), (0, y1 - y0, 0))
            for y0, y1 in _CELLS
            for z in (LEVEL[0][1], LEVEL[1][1])
        ],
        random_seed=104,
    ),
)
