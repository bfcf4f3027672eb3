"""Canvas: a small white canvas with drawing functions for the parts that all pictures share.

One unit is one pixel, y is up, angles are in degrees. In all pictures robots are slate, targets are blue (a
target region is shaded), and residuals are red.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.patches import Circle, FancyArrowPatch, FancyBboxPatch, Polygon, Wedge

WIDTH, HEIGHT = 320, 220
FLOOR = 26
POINTS_PER_PIXEL = 0.75
LINK, GHOST, SOLID, GROUND, FAINT = "#2b3440", "#c2cad3", "#aeb8c3", "#e7ebf0", "#dfe4ea"
TARGET, REGION, ERROR, BAND = "#2f6fd6", "#dfe9fb", "#d6453d", "#fbe3e1"
SMALL = 7.5  # size of secondary labels
DASHES = (0, (3.5, 3))
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "memetik",  # makes the files reproducible
    "svg.fonttype": "path",
    "font.size": 9,
    "mathtext.fontset": "dejavusans",
    "lines.solid_capstyle": "round",
    "lines.dash_capstyle": "round",
}

Spot = npt.ArrayLike  # (2,)


def canvas_style() -> AbstractContextManager[None]:
    """Set the matplotlib style of the scenes."""
    return mpl.rc_context(STYLE)


def spot(x: float, y: float) -> np.ndarray:
    return np.array([x, y], dtype=float)


def polar(center: Spot, radius: float, angle: float) -> np.ndarray:
    radians = np.radians(angle)
    return np.asarray(center) + radius * spot(np.cos(radians), np.sin(radians))


def heading(start: Spot, end: Spot) -> float:
    """Return the direction from one point to another [°]."""
    x, y = np.subtract(end, start)
    return float(np.degrees(np.arctan2(y, x)))


def turned(outline: list[tuple[float, float]], angle: float, at: Spot) -> list[np.ndarray]:
    """Return a shape's outline, rotated about its origin and then moved to ``at``."""
    axes = np.array([polar((0, 0), 1, angle), polar((0, 0), 1, angle + 90)])
    return [np.asarray(at) + np.array(corner) @ axes for corner in outline]


def elbow(shoulder: Spot, hand: Spot, *, upper: float = 88, lower: float = 80) -> np.ndarray:
    """Return the elbow-up solution of two-link inverse kinematics."""
    away = float(np.linalg.norm(np.subtract(hand, shoulder)))
    cosine = (upper**2 + away**2 - lower**2) / (2 * upper * away)
    return polar(shoulder, upper, heading(shoulder, hand) + np.degrees(np.arccos(cosine)))


class Canvas:
    """A canvas. Things with a larger ``z`` are drawn in front of others."""

    def __init__(self, width: float = WIDTH, height: float = HEIGHT) -> None:
        inches = POINTS_PER_PIXEL / 72
        self.figure = plt.figure(figsize=(width * inches, height * inches))
        self.axes = self.figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(0, height))
        self.axes.set_axis_off()
        self.box((1, 1), width - 2, height - 2, edge=FAINT, width=1.3, z=0)

    def save(self, path: Path) -> None:
        """Write the picture to a file and close it."""
        self.figure.savefig(path, transparent=True, metadata={"Date": None, "Creator": None})
        plt.close(self.figure)

    # ---------------------------------------------------------------- strokes and faces

    def line(
        self, *spots: Spot, color: str = LINK, width: float = 1.4, dashed: bool = False, z: float = 3
    ) -> None:
        """Draw a polyline."""
        x, y = np.transpose(np.asarray(spots, dtype=float))
        style: Any = DASHES if dashed else "-"
        self.axes.plot(x, y, color=color, lw=width * POINTS_PER_PIXEL, ls=style, zorder=z)

    def arrow(
        self,
        start: Spot,
        end: Spot,
        *,
        color: str = LINK,
        width: float = 1.8,
        both: bool = False,
        z: float = 6,
    ) -> None:
        """Draw an arrow to ``end``, with ``both`` a double arrow."""
        style = "<|-|>" if both else "-|>"
        (x, y), (to_x, to_y) = np.asarray(start), np.asarray(end)
        arrow = FancyArrowPatch(
            (x, y), (to_x, to_y), shrinkA=0, shrinkB=0, mutation_scale=1, color=color, zorder=z
        )
        arrow.set_arrowstyle(style, head_length=4.2, head_width=2.1)
        arrow.set(linewidth=width * POINTS_PER_PIXEL, joinstyle="miter")
        self.axes.add_patch(arrow)

    def arc(
        self, center: Spot, radius: float, start: float, end: float, *, color: str = ERROR, width: float = 1.8
    ) -> None:
        """Draw a circular arrow around a centre, from one direction to another."""
        head = np.degrees(6 / radius) * np.sign(end - start)
        self.sweep(center, radius, start, end - head, color=color, width=width, z=6)
        self.arrow(polar(center, radius, end - head), polar(center, radius, end), color=color, width=width)

    def sweep(
        self, center: Spot, radius: float, start: float, end: float, *, color: str, width: float, z: float = 2
    ) -> None:
        """Draw an arc of a circle."""
        self.line(
            *(polar(center, radius, a) for a in np.linspace(start, end, 40)), color=color, width=width, z=z
        )

    def face(
        self, *spots: Spot, fill: str = REGION, edge: str = "none", width: float = 1.4, z: float = 1
    ) -> None:
        """Draw a filled polygon."""
        corners = np.asarray(spots, dtype=float)
        line = width * POINTS_PER_PIXEL
        self.axes.add_patch(Polygon(corners, fc=fill, ec=edge, lw=line, joinstyle="round", zorder=z))

    def disc(
        self,
        center: Spot,
        radius: float,
        *,
        fill: str = "white",
        edge: str = LINK,
        width: float = 2,
        z: float = 5,
    ) -> None:
        """Draw a filled circle."""
        x, y = np.asarray(center)
        self.axes.add_patch(Circle((x, y), radius, fc=fill, ec=edge, lw=width * POINTS_PER_PIXEL, zorder=z))

    def wedge(
        self,
        center: Spot,
        radius: float,
        start: float,
        end: float,
        *,
        inner: float = 0,
        fill: str = REGION,
        z: float = 1,
    ) -> None:
        """Draw a sector of a disc, or of a ring with the radius ``inner``."""
        x, y = np.asarray(center)
        self.axes.add_patch(
            Wedge((x, y), radius, start, end, width=radius - inner, fc=fill, ec="none", zorder=z)
        )

    def box(
        self, corner: Spot, size_x: float, size_y: float, *, edge: str, width: float = 2.7, z: float = 5
    ) -> None:
        """Draw a white rectangle with round corners."""
        x, y = np.asarray(corner)
        style = "round,pad=0,rounding_size=9"
        line = width * POINTS_PER_PIXEL
        self.axes.add_patch(
            FancyBboxPatch((x, y), size_x, size_y, style, fc="white", ec=edge, lw=line, zorder=z)
        )

    def label(
        self, text: str, at: Spot, *, color: str = LINK, size: float = 9, left: bool = False, **how: Any
    ) -> None:
        """Write text centred at a point, or with ``left`` beginning there."""
        x, y = np.asarray(at)
        align = "left" if left else "center"
        self.axes.text(x, y, text, color=color, fontsize=size, ha=align, va="center", zorder=9, **how)

    # ---------------------------------------------------------------- things

    def ground(self, end: float = 300) -> None:
        """Draw a floor."""
        self.line((20, FLOOR), (end, FLOOR), color=SOLID, width=1.6, z=2)

    def base(self, x: float) -> np.ndarray:
        """Draw a robot's base on the ground; return the position of its shoulder."""
        top = FLOOR + 16
        self.face((x - 17, FLOOR), (x + 17, FLOOR), (x + 9, top), (x - 9, top), fill=LINK, edge=LINK, z=4)
        return spot(x, top + 4)

    def arm(self, *joints: Spot, ghost: bool = False, tip: bool = True, width: float = 8) -> None:
        """Draw links from joint to joint; the last point is the tip."""
        color, z = (GHOST, 3.0) if ghost else (LINK, 4.0)
        self.line(*joints, color=color, width=width, z=z)
        for joint in joints[:-1]:
            self.joint(joint, color=color, z=z + 0.5)
        if tip:
            self.disc(joints[-1], 3.2, edge=color, z=z + 0.5)

    def joint(self, at: Spot, *, color: str = LINK, z: float = 5) -> None:
        """Draw a revolute joint."""
        self.disc(at, 5.2, edge=color, z=z)

    def dot(self, at: Spot, *, color: str = TARGET, z: float = 7) -> None:
        """Draw a small dot."""
        self.disc(at, 3.2, fill=color, edge=color, width=0.5, z=z)

    def point(self, at: Spot) -> None:
        """Draw a target point."""
        self.disc(at, 7.5, edge=TARGET, z=6)
        self.disc(at, 2.6, edge=TARGET, fill=TARGET, width=0.5, z=6.5)

    def frame(self, at: Spot, angle: float, *, color: str = LINK, length: float = 34) -> None:
        """Draw a frame with two axes."""
        for turn in (0, 90):
            self.arrow(at, polar(at, length, angle + turn), color=color)
        self.dot(at, color=color, z=6)

    def dial(self, center: Spot, radius: float, lower: float, upper: float, value: float) -> None:
        """Draw a joint's range from lower to upper, and its value."""
        self.sweep(center, radius, lower, upper, color=SOLID, width=2.2)
        for limit in (lower, upper):
            self.line(
                polar(center, radius - 6, limit),
                polar(center, radius + 6, limit),
                color=SOLID,
                width=2.2,
                z=2,
            )
        self.arm(center, polar(center, radius - 14, value), tip=False)
