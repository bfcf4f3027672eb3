"""TableObjects: six cylinders on the small table; targets all over them."""

from __future__ import annotations

from ..obstacle import cylinder
from ..robots import ELISE
from ..scenario import Scenario
from ..surfaces import Disk, Tube
from ..target_source import OnSurfaces
from .small_table import OBSTACLE

PLACES = (
    *((-0.109, 0.743), (-0.101, 0.586), (-0.009, 0.526)),
    *((0.002, 0.638), (0.109, 0.455), (0.123, 0.729)),
)
RADIUS, BOTTOM, HEIGHT = 0.0255, 0.371, 0.087
LOWEST = 0.381
"""Height of the lowest targets [m]."""

_TOP = round(BOTTOM + HEIGHT, 9)

TABLE_OBJECTS = Scenario(
    name="TableObjects",
    title="six cylinders on a small table",
    version=1,
    robot=ELISE,
    obstacles=(
        OBSTACLE,
        *(
            cylinder(f"cylinder {k}", (x, y, BOTTOM), RADIUS, HEIGHT)
            for k, (x, y) in enumerate(PLACES, start=1)
        ),
    ),
    source=OnSurfaces(
        [
            *(Tube("z", (x, y, LOWEST), _TOP - LOWEST, RADIUS) for x, y in PLACES),
            *(Disk((x, y, _TOP), RADIUS) for x, y in PLACES),
        ],
        random_seed=103,
    ),
    # Targets between two cylinders leave tenths of a millimeter beside the last rod but one.
    sphere_tolerances={"endo_first_link": 2.5e-4},
)
