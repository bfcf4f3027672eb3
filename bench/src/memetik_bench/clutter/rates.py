"""The cases tanks, openings, hint, curved, decoupled, easy and random."""

from __future__ import annotations

from ..scenarios import Scenario
from ..scenarios.answers import Memetik
from ..scenarios.hints import rod_through_opening, shaft_through_opening
from .run import TANKS
from .solve_rates import Least, rates_case


def _auto(scenario: Scenario) -> Memetik:
    return Memetik()


def _with_openings(scenario: Scenario) -> Memetik:
    return Memetik(finds_openings=True)


def _with_hint(scenario: Scenario) -> Memetik:
    return Memetik(hints=(rod_through_opening(scenario.name),))


def _with_shaft(scenario: Scenario) -> Memetik:
    return Memetik(hints=(shaft_through_opening(scenario.name),))


def _decoupled(scenario: Scenario) -> Memetik:
    return Memetik("decoupled")


_LARGE, _SMALL = TANKS

IN_TANKS = rates_case(
    "tanks",
    "Targets inside a tank, `auto` without a hint",
    "within 300 / 1000 evaluations ≥ 80 / 98 % (small mouth 50 / 90 %), mean ≤ 200 (450); "
    "at 1 / 10 / 100 ms ≥ 55 / 99 / 100 % (35 / 97 / 100 %)",
    {
        _LARGE: Least({1: 0.55, 10: 0.99, 100: 1.0}, {300: 0.80, 1000: 0.98}, 200),
        _SMALL: Least({1: 0.35, 10: 0.97, 100: 1.0}, {300: 0.50, 1000: 0.90}, 450),
    },
    _auto,
)
OPENINGS = rates_case(
    "openings",
    "The same; the solver finds the opening from the tank's mesh, as it does by default",
    "fewer evaluations than without: 300 solve ≥ 98 % (small mouth 95 %), mean ≤ 100 (150)",
    {
        _LARGE: Least({1: 0.97, 100: 1.0}, {300: 0.98}, 100),
        _SMALL: Least({1: 0.90, 100: 1.0}, {300: 0.95}, 150),
    },
    _with_openings,
)
WITH_HINT = rates_case(
    "hint",
    "Targets inside a tank, the rod passes through the middle of the mouth",
    "≥ 97 % (small mouth 90 %) at 1 ms, 100 % at 100 ms",
    {_LARGE: Least({1: 0.97, 100: 1.0}), _SMALL: Least({1: 0.90, 100: 1.0})},
    _with_hint,
)
CURVED = rates_case(
    "curved",
    "Targets inside the large tank for a curved endoscope; its shaft passes through the mouth",
    "≥ 95 % at 100 ms",
    {"HydrogenTankCurved": Least({1: 0.0, 100: 0.95})},
    _with_shaft,
)
DECOUPLED = rates_case(
    "decoupled",
    "Targets inside a tank, `decoupled` without a hint",
    "≥ 80 % (small mouth 60 %) at 1 ms, 100 % at 100 ms",
    {_LARGE: Least({1: 0.80, 100: 1.0}), _SMALL: Least({1: 0.60, 100: 1.0})},
    _decoupled,
)
EASY = rates_case(
    "easy",
    "Targets on tables, in a shelf and in a barrel",
    "100 % at 10 ms",
    {name: Least({10: 1.0}) for name in ("Table", "SmallTable", "TableObjects", "Shelf", "Barrel")},
    _auto,
)
RANDOM = rates_case(
    "random", "Random poses, clear of itself", "100 % at 1 ms", {"Random": Least({1: 1.0})}, _auto
)
