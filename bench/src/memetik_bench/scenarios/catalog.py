"""All scenarios by name."""

from __future__ import annotations

from memetik import UnknownNameError

from .definitions.barrel import BARREL
from .definitions.hydrogen_tank_curved import HYDROGEN_TANK_CURVED
from .definitions.hydrogen_tanks import HYDROGEN_TANK, HYDROGEN_TANK_SMALL
from .definitions.random_poses import RANDOM, RANDOM_ARMS
from .definitions.shelf import SHELF
from .definitions.small_table import SMALL_TABLE
from .definitions.table import TABLE
from .definitions.table_objects import TABLE_OBJECTS
from .scenario import Scenario

_ALL = (
    *(RANDOM, TABLE, SMALL_TABLE, TABLE_OBJECTS, SHELF, BARREL),
    *(HYDROGEN_TANK, HYDROGEN_TANK_SMALL, HYDROGEN_TANK_CURVED),
    *RANDOM_ARMS,
)

SCENARIOS: dict[str, Scenario] = {scenario.name: scenario for scenario in _ALL}
"""Scenarios by name, in the order of tables."""


def find_scenario(name: str) -> Scenario:
    """Return a scenario; an unknown name raises an error that lists all.

    >>> find_scenario("Shelf").obstacles[0].name
    'shelf'
    """
    if name not in SCENARIOS:
        raise UnknownNameError("scenario", name, SCENARIOS)
    return SCENARIOS[name]
