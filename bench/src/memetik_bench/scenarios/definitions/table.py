"""Table: targets on its top."""

from __future__ import annotations

from ..robots import ELISE
from ..scenario import Scenario
from ..solids import table
from ..surfaces import Rectangle
from ..target_source import OnSurfaces

X, Y, Z = (-0.503, 0.496), (0.499, 1.463), (-0.038, 0.742)

TABLE = Scenario(
    name="Table",
    title="the top of a table",
    version=1,
    robot=ELISE,
    # The published mesh has a slab and four legs; the extents are its own, both thicknesses are assumed.
    obstacles=(table("table", X, Y, Z, top=0.04, leg=0.06),),
    source=OnSurfaces(
        [Rectangle((X[0], Y[0], Z[1]), (X[1] - X[0], 0, 0), (0, Y[1] - Y[0], 0))], random_seed=101
    ),
)
