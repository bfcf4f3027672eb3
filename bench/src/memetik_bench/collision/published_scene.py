"""Published robots among obstacles, with fitted spheres and the pairs of links that must not touch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import memetik as mk
from memetik.collision import CollisionCheck, Geometry, PairTable, SphereRobot

from .coal_check import CoalCheck
from .published import package_folders, published_robot, published_urdf
from .scene import obstacles_around

MOST_SPHERES = 128


@dataclass(frozen=True, eq=False)
class Scene:
    """A robot with published meshes among obstacles; spheres and coal check the same pairs."""

    robot: mk.Robot
    urdf: Path
    folders: tuple[Path, ...]
    geometry: SphereRobot
    pairs: tuple[tuple[str, str], ...]
    obstacles: tuple[Geometry, ...]

    def sphere_check(self) -> CollisionCheck:
        """Return memetik's check."""
        return CollisionCheck(self.robot, self.geometry, list(self.obstacles), self_pairs=self.pairs)

    def coal_check(self) -> CoalCheck:
        """Return coal's check of the same pairs."""
        links = self.geometry.spheres
        return CoalCheck(self.robot, self.urdf, self.folders, links, self.pairs, self.obstacles)

    def coal_kinematics(self) -> CoalCheck:
        """Return coal's check without a pair, whose time is that of a call and of its kinematics."""
        return CoalCheck(self.robot, self.urdf, self.folders, (), (), ())

    def problem(self) -> mk.Problem:
        """Return the problem to keep clear of everything, without a margin."""
        goal = mk.KeepClear(self.geometry, list(self.obstacles), self_pairs=self.pairs, margin=0.0)
        return mk.Problem(self.robot, goal)


@cache
def published_scene(name: str, random_seed: int = 1, max_spheres: int | None = None) -> Scene:
    """Return a published robot among 14 obstacles."""
    robot = published_robot(name)
    geometry = SphereRobot.fit(robot, max_spheres=max_spheres)
    pairs = PairTable.sample(robot, geometry, samples=2000).pairs
    obstacles = tuple(obstacles_around(robot, geometry, random_seed))
    return Scene(robot, published_urdf(name), tuple(package_folders()), geometry, pairs, obstacles)


def panda_scene(random_seed: int = 1) -> Scene:
    """Return the panda with at most 128 spheres among 10 boxes and 4 spheres."""
    return published_scene("panda", random_seed, MOST_SPHERES)
