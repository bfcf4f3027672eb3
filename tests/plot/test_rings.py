"""A ring marks every target of a picture, also where links hide the target."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Sphere
from memetik.plot.picture import render

SIZE = (160, 120)


def ball() -> mk.Robot:
    builder = mk.RobotBuilder("ball")
    builder.link("ball", shapes=[Sphere(0.3).at(color="#808080")])
    return builder.build()


def magenta(picture: np.ndarray) -> np.ndarray:
    red, green, blue = np.moveaxis(picture.astype(int), -1, 0)
    return np.argwhere((red > green + 80) & (blue > green + 30))


@pytest.mark.parametrize("quality", ["draft", "preview"])
@pytest.mark.parametrize("kind", [mk.Position, mk.LookAt, mk.KeepDistance, mk.Pose])
def test_a_target_within_a_link_is_ringed(quality: Any, kind: Any) -> None:
    options: dict[str, Any] = {mk.KeepDistance: {"min": 0.1}}.get(kind, {})
    target = np.eye(4) if kind is mk.Pose else (0, 0, 0)
    picture = render(ball(), [], goals=kind("ball", target, **options), quality=quality, size=SIZE)
    dots = magenta(picture)
    assert len(dots) > 8
    np.testing.assert_allclose(dots.mean(axis=0), (60, 80), atol=8)


def test_without_goals_there_is_no_ring() -> None:
    assert not magenta(render(ball(), [], quality="draft", size=SIZE)).any()


def test_a_ring_at_the_edge_of_the_picture_is_cut() -> None:
    goal = mk.Position("ball", (0, 50, 0))
    picture = render(ball(), [], goals=goal, quality="draft", size=SIZE, focus="ball")
    assert picture.shape == (120, 160, 3)
