"""Descriptions of robots: names, limits, masses, shapes; bundled ones, files, and derived robots."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.recorder import adapter
from tests.recorder.adapter import Values
from tests.recorder.case import Case, rng_of
from tests.recorder.scenes import NAMES, scene

FILES = sorted((Path(__file__).parents[2] / "io").rglob("valid/*.*"), key=lambda path: path.name)

MJCF = """
<mujoco model="walker">
  <compiler angle="radian"/>
  <worldbody>
    <body name="torso" pos="0 0 1">
      <freejoint name="root"/>
      <geom type="capsule" size="0.07 0.3"/>
      <body name="thigh" pos="0 0 -0.3" euler="0.1 0.2 0.3">
        <joint name="hip" type="ball" range="0 1.2" limited="true"/>
        <geom type="capsule" size="0.05 0.2"/>
        <body name="shin" pos="0 0 -0.4">
          <joint name="knee" axis="0 1 0" range="-2 0.1" limited="true"/>
          <joint name="slide" type="slide" axis="1 0 0" range="-0.1 0.1" limited="true"/>
          <geom type="box" size="0.04 0.04 0.2"/>
          <site name="foot" pos="0 0 -0.2"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


def cases() -> Iterator[Case]:
    for name in NAMES:
        yield Case(f"robot/{name}", partial(_description, partial(_of_scene, name)))
    for path in FILES:
        if path.suffix in (".urdf", ".bvh"):
            yield Case(f"robot/file/{path.name}", partial(_description, partial(adapter.load, path)))
        if path.suffix == ".bvh":
            yield Case(f"robot/motion/{path.name}", partial(adapter.motion_values, path))
    if importlib.util.find_spec("mujoco"):
        yield Case("robot/mjcf/walker", partial(_description, partial(adapter.robot_from_mjcf, MJCF)))
    for name, make in adapter.EDITED.items():
        yield Case(f"robot/edited/{name}", partial(_description, make))


def _of_scene(name: str) -> Any:
    return scene(name).robot


def _description(make: Callable[[], Any]) -> Values:
    return adapter.description(make(), rng_of("description"))
