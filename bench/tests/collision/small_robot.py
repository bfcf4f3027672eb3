"""A robot of boxes as a URDF file, so that tests need no package of meshes."""

from __future__ import annotations

from pathlib import Path

import memetik as mk
from memetik.collision import Box, SphereRobot
from memetik_bench.collision.published_scene import Scene

_LINK = """
<link name="{name}"><collision><origin xyz="0.2 0 0"/><geometry><box size="0.36 0.1 0.1"/></geometry>
</collision></link>"""
_JOINT = """
<joint name="{child}_joint" type="revolute"><parent link="{parent}"/><child link="{child}"/>
<origin xyz="0.4 0 0"/><axis xyz="0 0 1"/><limit lower="-2.8" upper="2.8" effort="1" velocity="1"/></joint>"""


def write_arm(folder: Path) -> Path:
    """Write an arm of three links of 0.4 m that turn about parallel axes."""
    links = [_LINK.format(name=name) for name in ("base", "upper", "lower")]
    joints = [_JOINT.format(parent=a, child=b) for a, b in (("base", "upper"), ("upper", "lower"))]
    path = folder / "arm.urdf"
    path.write_text(f"<robot name='arm'>{''.join(links + joints)}</robot>")
    return path


def box_arm(folder: Path, *, radius: float = 1.0) -> Scene:
    """Return the arm beside a box; the radii of the fitted spheres are multiplied by ``radius``."""
    path = write_arm(folder)
    robot = mk.Robot.load(path)
    fitted = SphereRobot.fit(robot, tolerance=0.03)
    spheres = SphereRobot({link: rows * (1, 1, 1, radius) for link, rows in fitted.spheres.items()})
    obstacle = Box((0.2, 0.2, 0.2)).at((0.5, 0.45, 0.0))
    return Scene(robot, path, (), spheres, (("base", "lower"),), (obstacle,))
