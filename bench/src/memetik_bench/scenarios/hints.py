"""What a run with a hint may know of a scenario. Runs without a hint do not import this module.

Openings are those of the meshes; the published seeds are configurations of Engelke's experiments (2024).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import memetik as mk


@dataclass(frozen=True)
class Hint:
    """The middle of an opening [m], the unit vector into it, and its radius [m] at the narrowest place.

    ``seeds`` are configurations [rad]: ``"straight"`` points into the opening, ``"target"`` is at a target.
    """

    opening: tuple[float, float, float]
    axis: tuple[float, float, float]
    radius: float
    seeds: dict[str, tuple[float, ...]] = field(default_factory=dict)


_OPENING, _AXIS = (0.0, 1.0, 0.5), (0.0, 1.0, 0.0)

HINTS: dict[str, Hint] = {
    "HydrogenTank": Hint(
        _OPENING,
        _AXIS,
        0.035,
        {
            "straight": (1.134, -1.478, 2.438, 2.070, -1.138, 0.0, 0.0, 0.0, 0.0),
            "target": (1.134, -1.478, 2.438, 2.070, -1.138, 3.143, -0.288, 0.125, -1.386),
        },
    ),
    "HydrogenTankSmall": Hint(
        _OPENING,
        _AXIS,
        0.0175,
        {
            "straight": (1.124, -1.471, 2.439, 2.055, -1.113, 0.0, 0.0, 0.0, 0.0),
            "target": (1.124, -1.471, 2.439, 2.055, -1.113, 2.974, -0.304, 0.120, -1.375),
        },
    ),
    "HydrogenTankCurved": Hint(_OPENING, _AXIS, 0.035),
}
"""Hints by the scenario's name; most scenarios have none."""

_ROD = ("endo_base_link", "endo_first_link")
_ROD_RADIUS = 0.006


def shaft_through_opening(name: str) -> mk.PassThrough:
    """Return the goal that the curved shaft of ur10e_eeloscope passes through the opening of a scenario."""
    return mk.PassThrough("endo_base_link", HINTS[name].opening, shapes=True, radius=0.02, name="opening")


def rod_through_opening(name: str) -> mk.PassThrough:
    """Return the goal that the long rod of ur10e_elise passes through the opening of a scenario (RCM).

    Its radius is what the opening leaves beside the rod.
    """
    hint = HINTS[name]
    return mk.PassThrough(_ROD, hint.opening, radius=hint.radius - _ROD_RADIUS, name="opening")
