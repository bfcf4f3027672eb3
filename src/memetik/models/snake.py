"""A snake: a chain with any number of joints, to study redundancy and how solvers scale."""

from __future__ import annotations

import colorsys
import math
import operator

from ..collision.shapes import Capsule, Sphere
from ..errors import RobotError
from ..robot import Robot, RobotBuilder

_LIMIT = 2 * math.pi / 3
_MASS_PER_LENGTH = 1.0  # [kg/m]
_HEAD_HUE, _TAIL_HUE = 0.14, 0.40  # yellow at the tip, green at the base


def snake(dof: int = 30, *, length: float = 1.0) -> Robot:
    """Snake with any number of joints that turn alternately about z and y.

    Source: made for this library; no such robot was ever built. At zero it lies straight along x:
    ``dof`` links of equal length, together ``length`` [m], 1 kg per metre. Joints turn by ±120°, which is
    enough to curl up, but no link can fold flat onto its neighbour, and every rotation of a joint has only
    one angle.
    """
    count = _joint_count(dof)
    if not 0 < length < math.inf:
        raise RobotError(f"snake: length must be a positive number of metres, got {length!r}")
    step = length / count
    # Slim with few joints; with many joints, a straight link does not touch the link after its neighbour.
    radius = min(0.3 * step, 0.02 * length)
    mass = _MASS_PER_LENGTH * step
    across, along = mass * step**2 / 12, mass * radius**2 / 2
    builder = RobotBuilder("snake")
    builder.link("link_0", shapes=[Sphere(1.2 * radius).at(color=_color(0.0))])
    for number in range(1, count + 1):
        builder.link(
            f"link_{number}",
            mass=mass,
            com=(step / 2, 0, 0),
            inertia=((along, 0, 0), (0, across, 0), (0, 0, across)),
            shapes=[Capsule.between((0, 0, 0), (step, 0, 0), radius, color=_color(number / count))],
        )
        builder.revolute(
            f"joint_{number}",
            f"link_{number - 1}",
            f"link_{number}",
            xyz=(0 if number == 1 else step, 0, 0),
            axis=(0, 0, 1) if number % 2 == 1 else (0, 1, 0),
            lower=-_LIMIT,
            upper=_LIMIT,
        )
    builder.fixed("tip_joint", f"link_{count}", "tip", xyz=(step, 0, 0))
    return builder.build()


def _joint_count(dof: int) -> int:
    try:
        count = operator.index(dof)
    except TypeError:
        raise RobotError(f"snake: the number of joints must be an integer, got {dof!r}") from None
    if count < 1:
        raise RobotError(f"snake: needs at least one joint, got {count}")
    return count


def _color(fraction: float) -> str:
    """``"#rrggbb"`` between the base (0) and the tip (1)."""
    hue = _TAIL_HUE + fraction * (_HEAD_HUE - _TAIL_HUE)
    red, green, blue = (round(255 * value) for value in colorsys.hsv_to_rgb(hue, 0.8, 0.8))
    return f"#{red:02x}{green:02x}{blue:02x}"
