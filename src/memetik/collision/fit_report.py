"""What SphereRobot.fit found: how many spheres cover each link, and how far they protrude."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias

Source: TypeAlias = Literal["collision", "visual", "collision hull", "visual hull"]

_HEADINGS = ("link", "spheres", "protrusion [mm]", "shapes")


@dataclass(frozen=True)
class LinkFit:
    """The spheres of one link: their number, an upper bound of how far they extend beyond its shapes [m], and
    which shapes they cover; ``"collision hull"``: a mesh is open, so its convex hull takes its place.
    """

    link: str
    spheres: int
    protrusion: float
    source: Source


@dataclass(frozen=True)
class FitReport:
    """What :meth:`SphereRobot.fit <memetik.collision.SphereRobot.fit>` found; ``print`` shows a table."""

    links: tuple[LinkFit, ...]

    @property
    def spheres(self) -> int:
        """The number of all spheres."""
        return sum(item.spheres for item in self.links)

    @property
    def protrusion(self) -> float:
        """An upper bound of how far any sphere extends beyond the shapes of its link [m]."""
        return max(item.protrusion for item in self.links)

    def __str__(self) -> str:
        rows = [_HEADINGS, *self._rows()]
        wide = [max(len(row[k]) for row in rows) for k in range(4)]
        lines = [
            f"{name:{wide[0]}}  {count:>{wide[1]}}  {protrusion:>{wide[2]}}  {source}"
            for name, count, protrusion, source in rows
        ]
        return "\n".join([f"{self._summary()}:", *lines])

    def _repr_html_(self) -> str:
        from ..report.html import block, note, table

        cells = [[escape(cell) for cell in row] for row in self._rows()]
        return block(note(self._summary()), table(_HEADINGS, cells))

    def _summary(self) -> str:
        count, links = self.spheres, len(self.links)
        return f"{count} spheres on {links} links protrude by at most {1000 * self.protrusion:.1f} mm"

    def _rows(self) -> list[tuple[str, str, str, str]]:
        return [
            (item.link, str(item.spheres), f"{1000 * item.protrusion:.1f}", item.source)
            for item in self.links
        ]
