"""SmallTable: a table at half the scale."""

from __future__ import annotations

from ..robots import ELISE
from ..scenario import Scenario
from ..solids import table
from ..surfaces import Rectangle
from ..target_source import OnSurfaces

X, Y, Z = (-0.251, 0.248), (0.350, 0.832), (-0.019, 0.371)

OBSTACLE = table("table", X, Y, Z, top=0.02, leg=0.03)
"""The extents are those of the published mesh, both thicknesses are assumed, as in Table."""

SMALL_TABLE = Scenario(
    name="SmallTable",
    title="the top of a small table",
    version=1,
    robot=ELISE,
    obstacles=(OBSTACLE,),
    source=OnSurfaces(
        [Rectangle((X[0], Y[0], Z[1]), (X[1] - X[0], 0, 0), (0, Y[1] - Y[0], 0))], random_seed=102
    ),
)
