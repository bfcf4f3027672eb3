"""ExactCheck: checks configurations on the shapes themselves, with the collision library coal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, RobotError
from .collision_check import CollisionCheck, Contact, _margin
from .exact.coal_package import coal
from .exact.distances import Distances, Nearest
from .exact.scene import Scene
from .exact.touching import Touching
from .geometry import Geometry
from .link_shapes import link_shapes
from .self_pairs import SelfPairs, as_self_pairs, pairs_not_joined, pairs_of
from .sphere_robot import Pair, SphereRobot
from .world import as_world
from .world_snapshot import WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot


class ExactCheck:
    """Checks the shapes of a robot's links for collisions with a world and with each other, by coal
    (the extra ``collision``). It may be the ``valid`` of a :class:`~memetik.Solver`.

    The collision shapes of each link are checked, or its visual shapes if it has none, and the objects that
    the robot holds. The check follows the world as it is edited. It does not see obstacles that ``targets=``
    moves for one query: as the ``valid`` of a solver, it checks them where the world has them.

    - ``geometry``: spheres that cover the shapes, such as those of :meth:`SphereRobot.fit`. Configurations
      whose spheres are free are then accepted at once, and only the others go to coal.
    - ``self_pairs``: those of :class:`CollisionCheck`. ``"auto"`` takes those of the geometry; without one,
      all links that are not joined by one joint and whose shapes do not touch in the neutral posture. The
      ``never_pairs`` of a geometry are checked, too.

    :meth:`free` is exact up to coal's tolerance of 1 µm: meshes are checked triangle by triangle, and what is
    inside a closed mesh touches it. Solids of revolution are replaced by wedges that contain them and extend
    by about 0.02 mm. :meth:`clearance` and :meth:`contacts` work with convex parts, which cover a mesh that
    is not convex but fill some of its dents.

    A check is the workspace of one thread: use one for each.

    >>> import memetik as mk
    >>> from memetik.collision import Box, ExactCheck
    >>> robot, world = mk.Robot.load("panda"), mk.World()
    >>> table = world.add("table", Box((1, 1, 0.1)), at=(0.6, 0, 0.2))
    >>> exact = ExactCheck(robot, world)
    >>> exact(robot.neutral), exact.free(robot.random(16, rng=1)).shape
    (True, (16,))
    >>> table.move((0.6, 0, 0.55))
    >>> exact(robot.neutral)
    False
    """

    def __init__(
        self, robot: Robot, world: Any = (), *, geometry: Any = None, self_pairs: Any = "auto"
    ) -> None:
        coal()  # raises an error if it is not installed
        self._robot, self._world = robot, as_world(world, "world")
        self._shapes = {item.link: item.shapes for item in link_shapes(robot, skip_missing=False)}
        if not self._shapes:
            raise RobotError(f"robot {robot.name!r}: no link has a shape that could be checked")
        spheres = None if geometry is None else _covering(geometry, self._shapes)
        self._self_pairs = as_self_pairs(self_pairs)
        self._pairs = self._chosen_pairs(spheres)
        self._spheres = None
        if spheres is not None:
            self._spheres = CollisionCheck(robot, spheres, self._world, self_pairs=self._self_pairs)
        self._compile(self._world.snapshot())
        self._checks = 0

    @property
    def checks(self) -> int:
        """How many configurations coal has checked, those accepted by their spheres not included."""
        return self._checks

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of links that must not touch."""
        return self._pairs

    def __call__(self, q: npt.ArrayLike) -> bool:
        """Whether nothing touches at one q (dof,)."""
        free = self.free(q)
        if not isinstance(free, bool):
            raise ConfigurationError("expected one configuration (dof,): use free(q) for many")
        return free

    def free(self, q: npt.ArrayLike) -> Any:
        """Whether nothing touches that must not: bool for one q (dof,), array (N,) for many."""
        rows, single = self._robot._usable_rows(q)
        free = [False] * len(rows) if self._spheres is None else self._spheres.free(rows).tolist()
        touching = self._current()._touching
        for k, row in enumerate(rows):
            if not free[k]:
                self._checks += 1
                free[k] = touching.is_free(row)
        return free[0] if single else np.array(free, dtype=bool)

    def clearance(self, q: npt.ArrayLike) -> Any:
        """The smallest signed distance [m] of convex parts that must not touch, negative if they penetrate:
        a number for one q (dof,), or an array (N,).

        It is a lower bound for meshes that are not convex. RobotError if such a mesh has no convex parts.
        """
        rows, single = self._robot._usable_rows(q)
        distances = self._current()._distances
        values = [distances.smallest(row) for row in rows]
        return values[0] if single else np.array(values, dtype=np.float64)

    def contacts(self, q: npt.ArrayLike, *, margin: float = 0.0) -> list[Contact]:
        """All convex parts that are nearer than ``margin`` [m], one entry per pair, the deepest first."""
        rows, single = self._robot._usable_rows(q)
        if not single:
            raise ConfigurationError(f"contacts: expected one configuration (dof,), got {rows.shape}")
        current = self._current()
        nearest = current._distances.nearer(rows[0], _margin(margin))
        found: dict[tuple[str, str], Contact] = {}
        for item in sorted(nearest, key=lambda item: item.distance):
            contact = self._contact(item)
            found.setdefault((contact.link, contact.other), contact)
        return list(found.values())

    def _contact(self, item: Nearest) -> Contact:
        scene = self._scene
        link, in_world = scene.bodies[scene.elements[item.element].body], item.other < 0
        if in_world:
            other = scene.snapshot.objects[~item.other].name
        else:
            other = scene.bodies[scene.elements[item.other].body]
        return Contact(link, other, item.distance, item.point, item.normal, not in_world)

    def _current(self) -> ExactCheck:
        snapshot = self._world.snapshot()
        if snapshot is not self._scene.snapshot:
            if snapshot.structure == self._scene.snapshot.structure:
                self._scene.follow(snapshot)
            else:
                self._compile(snapshot)
        return self

    def _compile(self, snapshot: WorldSnapshot) -> None:
        self._scene = self._scene_of(snapshot, self._pairs)
        self._touching, self._distances = Touching(self._scene), Distances(self._scene)

    def _scene_of(self, snapshot: WorldSnapshot, pairs: tuple[Pair, ...]) -> Scene:
        """A scene whose held objects keep apart from the links unless no pairs at all are wanted."""
        wanted: SelfPairs = () if self._self_pairs == () else "auto"
        return Scene(self._robot, self._shapes, snapshot, pairs, wanted)

    def _chosen_pairs(self, spheres: SphereRobot | None) -> tuple[Pair, ...]:
        if spheres is not None:
            return tuple(pairs_of(self._robot, spheres, self._self_pairs, 0.0))
        if self._self_pairs != "auto":
            for link in {link for pair in self._self_pairs for link in pair}:
                self._robot._link(link)  # raises an error that lists the valid names
            return self._self_pairs
        every = pairs_not_joined(self._robot, self._shapes)
        touching = Touching(self._scene_of(WorldSnapshot(), every)).touching_bodies(self._robot.neutral)
        return tuple(pair for pair in every if frozenset(pair) not in touching)


def _covering(geometry: Any, shapes: dict[str, tuple[Geometry, ...]]) -> SphereRobot:
    spheres = geometry if isinstance(geometry, SphereRobot) else SphereRobot(geometry)
    bare = [link for link in shapes if link not in spheres.spheres]
    if bare:
        raise RobotError(
            f"geometry: it has to cover all shapes of the robot, and has no spheres on {', '.join(bare)}; "
            "SphereRobot.fit(robot) covers them"
        )
    return spheres
