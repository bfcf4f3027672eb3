"""PassThrough: a chain of links passes through a point (remote centre of motion)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from .. import _core
from ..collision.as_geometries import shapes_by_link
from ..collision.shapes import Geometry
from ..errors import GoalError
from ..transforms import Array
from .contacts import own_shapes
from .fields import LinkNames, NonNegative, Point, Tolerance
from .goal import Goal
from .link_points import is_row, points_of
from .shape_fields import solid_records

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False)
class PassThrough(Goal):
    """A chain of links, taken as straight segments, passes through a point or a hole.

    This is the remote centre of motion (RCM) of an instrument that works through a small hole. Residual: the
    vector [m] from ``target`` to the nearest point of the segments between consecutive links; three rows.
    With a ``radius`` [m] it begins at the ball of this radius around the target, zero inside: for an
    opening, give what it leaves beside the instrument, ``radius=opening.radius - rod_radius``.

    The segments connect one point per link: its origin, or its entry in ``offsets``, points (3,) [m] in the
    links' frames given as a mapping from some of the links or as one point for each. Two points of the same
    link define a straight instrument: ``PassThrough("tool", place, offsets=[(0, 0, 0), (0, 0, 0.3)])``.

    For curved links give ``shapes``: a mapping from the links to shapes on them, or True for the links' own
    shapes. The residual is then the distance from target or ball to the nearest shape, one row, zero where
    they meet. The distance from a mesh is interpolated in a :class:`~memetik.collision.Field`
    (``mesh.as_field()``); give a field of your own for another resolution.
    ``target`` (3,) [m] is in the root's frame; ``tolerance`` [m] is 1 mm by default.

    >>> import memetik as mk
    >>> mk.PassThrough(("trocar_in", "trocar_out"), (0.4, 0, 0.2)).tolerance
    0.001
    """

    links: LinkNames
    target: Point
    _: KW_ONLY
    offsets: tuple[Array, ...] | Any = None
    shapes: Mapping[str, tuple[Geometry, ...]] | bool | Any = False
    radius: NonNegative = 0.0
    tolerance: Tolerance = 1e-3

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def _check(self) -> None:
        if is_row(self.offsets) and len(self.links) == 1:
            self._set(links=self.links * len(self.offsets))
        if self.shapes is not False and self.offsets is not None:
            raise GoalError("PassThrough: give offsets or shapes, not both")
        if len(self.links) < (2 if self.shapes is False else 1):
            expected, got = "at least two links, or one with two offsets", ", ".join(self.links)
            raise GoalError(f"links: expected {expected}, got {got!r}")
        if not isinstance(self.shapes, bool):
            self._set(shapes=self._checked_shapes())
        if self.shapes is False:
            self._set(offsets=points_of(self.links, {} if self.offsets is None else self.offsets))

    def _checked_shapes(self) -> Mapping[str, tuple[Geometry, ...]]:
        shapes = shapes_by_link(self.shapes, "shapes")
        if set(shapes) != set(self.links) or not all(shapes.values()):
            expected, got = ", ".join(self.links), ", ".join(shapes)
            raise GoalError(f"shapes: expected shapes for each of the links {expected}, got {got}")
        return MappingProxyType(shapes)

    @property
    def _default_name(self) -> str:
        return self.links[-1]

    @property
    def _kernel(self) -> str:
        return "pass_through" if self.shapes is False else "pass_through_shape"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._record(robot, self.links), None

    def _data(self, robot: Robot) -> dict[str, Any]:
        if self.shapes is False:
            return {"points": self.offsets, "radius": self.radius}
        solids: list[_core.LinkSolid] = []
        fields: list[_core.PlacedField] = []
        for i, link in enumerate(self.links):
            shapes = self.shapes[link] if isinstance(self.shapes, Mapping) else own_shapes(robot, link)
            primitives, placed = solid_records(shapes, f"shapes of {link!r}", i)
            solids += [_core.LinkSolid(i, primitive) for primitive in primitives]
            fields += placed
        return {"solids": solids, "fields": fields, "radius": self.radius}
