"""CollisionCheck: which configurations are free of collisions, how much room is left, and what touches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError, without_warnings
from ..number_checks import is_number
from ..transforms import Array
from .bodies import bodies_of, check_names
from .core_records import obstacle_records, sphere_record
from .self_pairs import SelfPairs, as_self_pairs
from .sphere_robot import SphereRobot
from .world import World, as_world
from .world_snapshot import WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False)
class Contact:
    """A link that is too near to ``other``: an object of the world, or another link (``is_link``). An object
    that the robot holds counts as a link.

    ``clearance`` [m] is negative if they penetrate. ``point`` (3,) is the nearest point of the other's
    surface, and ``normal`` (3,) points from the other to the link, both in the root's frame.
    """

    link: str
    other: str
    clearance: float
    point: Array
    normal: Array
    is_link: bool

    def to_dict(self) -> dict[str, Any]:
        """The contact as a dictionary of numbers, strings and lists, which JSON can store."""
        places = {"point": self.point.tolist(), "normal": self.normal.tolist()}
        words = {"link": self.link, "other": self.other, "is_link": self.is_link}
        return {**words, "clearance": self.clearance, **places}

    def __str__(self) -> str:
        apart = f"{1e3 * abs(self.clearance):.3g} mm"
        return f"{self.link} - {self.other}: {apart} {'deep' if self.clearance < 0 else 'apart'}"


class CollisionCheck:
    """Checks configurations of a robot, given as spheres, for collisions with a world and with itself.

    It is a fast check for planners and samplers. If the spheres cover the robot, a configuration that it
    calls free is free; one that it does not call free may be free, too. ``self_pairs`` are those of
    :class:`~memetik.KeepClear`. The check follows the world as it is edited.

    >>> import memetik as mk
    >>> from memetik.collision import Box, CollisionCheck
    >>> robot, world = mk.Robot.load("panda"), mk.World()
    >>> table = world.add("table", Box((1, 1, 0.1)), at=(0.6, 0, 0.2))
    >>> check = CollisionCheck(robot, {"panda_hand": (0, 0, 0.05, 0.08)}, world)
    >>> check.free(robot.neutral), bool(check.free(robot.random(1000, rng=1)).all())
    (True, False)
    >>> table.move((0.6, 0, 0.55))
    >>> check.free(robot.neutral)
    False
    >>> print(*check.contacts(robot.neutral))
    panda_hand - table: 36.5 mm deep
    """

    _native: _core.CollisionCheck
    _snapshot: WorldSnapshot

    def __init__(self, robot: Robot, geometry: Any, world: Any = (), *, self_pairs: Any = "auto") -> None:
        self._robot = robot
        self._geometry = geometry if isinstance(geometry, SphereRobot) else SphereRobot(geometry)
        self._world: World = as_world(world, "world")
        self._self_pairs, self._pair_margin = as_self_pairs(self_pairs), 0.0
        self._compile(self._world.snapshot())

    @classmethod
    def _of(
        cls,
        robot: Robot,
        geometry: SphereRobot,
        snapshot: WorldSnapshot,
        self_pairs: SelfPairs,
        margin: float,
    ) -> CollisionCheck:
        """The check of a world that does not change, with the pairs of a KeepClear with this margin."""
        check = cls.__new__(cls)
        check._robot, check._geometry, check._world = robot, geometry, World._of(snapshot)
        check._self_pairs, check._pair_margin = self_pairs, margin
        without_warnings(check._compile, snapshot=snapshot)  # the goal has given them
        return check

    def free(self, q: npt.ArrayLike, *, margin: float = 0.0) -> Any:
        """Whether all clearances are at least ``margin`` [m]: bool for one q (dof,), array (N,) for more."""
        rows, single = self._robot._usable_rows(q)
        out = np.empty(len(rows), dtype=bool)
        self._current().are_free(np.ascontiguousarray(rows), _margin(margin), out)
        return bool(out[0]) if single else out

    def clearance(self, q: npt.ArrayLike) -> Any:
        """The smallest clearance [m], negative in collision: a number for one q (dof,), or an array (N,)."""
        rows, single = self._robot._usable_rows(q)
        check = self._current()
        values = np.array([check.clearance(row) for row in np.ascontiguousarray(rows)])
        return float(values[0]) if single else values

    def contacts(self, q: npt.ArrayLike, *, margin: float = 0.0) -> list[Contact]:
        """All that is nearer to a link than ``margin`` [m], one entry per pair, the deepest first."""
        rows, single = self._robot._usable_rows(q)
        if not single:
            raise ConfigurationError(f"contacts: expected one configuration (dof,), got {rows.shape}")
        entries = self._current().contacts(np.ascontiguousarray(rows[0]), _margin(margin))
        links = [body.name for body in bodies_of(self._geometry, self._snapshot)]
        found: dict[tuple[str, str], Contact] = {}
        for entry in entries:
            is_link = entry.obstacle < 0
            other = links[entry.other] if is_link else self._snapshot.objects[entry.obstacle].name
            point, normal = np.array(entry.point), np.array(entry.normal)
            contact = Contact(links[entry.link], other, entry.clearance, point, normal, is_link)
            found.setdefault((contact.link, other), contact)
        return list(found.values())

    def _touching_counts(self, rows: Array) -> dict[frozenset[str], int]:
        """In how many configurations (N, dof) every two links of ``self_pairs`` touch."""
        links = list(self._geometry.spheres)
        counts = np.zeros((len(links), len(links)), dtype=np.int64)
        self._current().count_touching(np.ascontiguousarray(rows), counts)
        return {frozenset((links[i], links[j])): int(counts[i, j]) for i, j in np.argwhere(counts)}

    def _current(self) -> _core.CollisionCheck:
        snapshot = self._world.snapshot()
        if snapshot.structure != self._snapshot.structure:
            self._compile(snapshot)
        elif snapshot is not self._snapshot:
            self._place(snapshot)
        return self._native

    def _clearance_among(self, poses: Array, q: Array) -> float:
        """The smallest clearance [m] at one q (dof,) with the obstacles at other poses (N, 4, 4)."""
        self._native.place(poses.tolist())
        return self._native.clearance(np.ascontiguousarray(q))

    def _place(self, snapshot: WorldSnapshot) -> None:
        """Move the obstacles to their poses in a snapshot of the same structure."""
        self._native.place(snapshot.poses.tolist())
        self._snapshot = snapshot

    def _compile(self, snapshot: WorldSnapshot) -> None:
        robot, geometry = self._robot, self._geometry
        check_names(robot, geometry, snapshot)
        self._snapshot = snapshot
        self._native = _core.CollisionCheck(
            robot._tree,
            [robot._link(body.link) for body in bodies_of(geometry, snapshot)],
            sphere_record(robot, geometry, snapshot, self._self_pairs, self._pair_margin),
            obstacle_records(snapshot, geometry),
            snapshot.poses.tolist(),
        )


def _margin(value: Any) -> float:
    if not is_number(value) or not np.isfinite(value):
        raise ConfigurationError(f"margin: expected a number [m], got {value!r}")
    return float(value)
