"""The camera shows all points, as large as possible, from the given direction."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.plot.camera import framing, view_axes


@pytest.mark.parametrize("aspect", [0.5, 1.0, 2.5])
def test_everything_is_in_the_picture_and_fills_it(aspect: float) -> None:
    points = np.random.default_rng(1).normal(size=(200, 3)) * (1.0, 2.0, 0.5)
    seen = framing(points, (0.7, 0.4), aspect=aspect, closest=0.0).project(points)
    assert seen.min() >= 0.07 - 1e-9
    assert seen.max() <= 0.93 + 1e-9
    extent = np.ptp(seen, axis=0)
    assert extent.max() == pytest.approx(0.86)
    np.testing.assert_allclose((seen.min(axis=0) + seen.max(axis=0))[np.argmax(extent)], 1.0)


def test_never_comes_closer_than_told() -> None:
    points = np.array([[0.0, 0.0, 0.0], [0.001, 0.0, 0.0]])
    camera = framing(points, (0.0, 0.0), aspect=1.0, closest=2.0)
    assert camera.distance == pytest.approx(2.0)
    np.testing.assert_allclose(camera.position, (2.001, 0.0, 0.0), atol=1e-12)


def test_where_the_viewer_stands() -> None:
    """From the front, y (its left hand) points right; from its left side, x (its front) points left."""
    right, up, forward = view_axes(0.0, 0.0)
    np.testing.assert_allclose((right, up, forward), ((0, 1, 0), (0, 0, 1), (-1, 0, 0)), atol=1e-15)
    right, _, forward = view_axes(np.pi / 2, 0.0)
    np.testing.assert_allclose((right, forward), ((-1, 0, 0), (0, -1, 0)), atol=1e-15)
    _, up, forward = view_axes(0.3, np.pi / 2)
    np.testing.assert_allclose(forward, (0, 0, -1), atol=1e-15)


@pytest.mark.parametrize("view", [(0.0, 0.0), (-0.8, 0.35), (2.0, -1.2)])
def test_axes_are_perpendicular(view: tuple[float, float]) -> None:
    right, up, forward = view_axes(*view)
    axes = np.array([right, up, forward])
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(np.cross(right, up), -forward, atol=1e-15)
