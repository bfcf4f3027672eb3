"""One or two shapes of every kind that becomes a field in the core."""

from __future__ import annotations

import numpy as np

from memetik.collision import Ellipsoid, HeightField, PointCloud, Revolution, Tube

RNG = np.random.default_rng(7)
FIELD_SHAPES = [
    Ellipsoid((0.3, 0.2, 0.1)),
    Ellipsoid((0.1, 0.1, 0.4)),
    Revolution([(0, 0), (0.3, 0), (0.3, 0.5), (0.25, 0.5), (0.25, 0.05), (0, 0.05)]),
    Tube([(0, 0, 0), (0, 0, 0.4), (0.3, 0, 0.6), (0.3, 0.2, 0.6)], 0.05),
    HeightField(0.2 * RNG.random((6, 5)), (0.8, 0.6), depth=0.2),
    PointCloud(0.2 * RNG.normal(size=(300, 3)), 0.03),
]
