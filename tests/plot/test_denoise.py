"""The filter removes noise and preserves edges."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.plot.denoise import denoise


def test_filter_removes_grain_but_neither_edges_nor_shades() -> None:
    rng = np.random.default_rng(2)
    clean = np.empty((64, 64, 3), dtype=np.float32)
    clean[:, :32] = np.linspace(0.2, 0.6, 64)[:, None, None]
    clean[:, 32:] = (0.7, 0.4, 0.2)
    labels = np.zeros_like(clean)
    labels[:, 32:] = 1.0
    noisy = (clean + rng.normal(scale=0.08, size=(4, *clean.shape))).astype(np.float32)
    before, after = (
        np.sqrt(np.square(image - clean).mean()) for image in (noisy.mean(axis=0), denoise(noisy, labels))
    )
    assert before == pytest.approx(0.04, rel=0.1)
    assert after < 0.3 * before


def test_filter_removes_stray_bright_pixels() -> None:
    exposures = np.full((4, 32, 32, 3), 0.5, dtype=np.float32)
    exposures[2, 9:12, 9:12] = 40.0
    exposures[:, 20, 20] = 40.0
    picture = denoise(exposures, np.zeros((32, 32, 3), dtype=np.float32))
    np.testing.assert_allclose(picture, 0.5, atol=0.03)


def test_filter_removes_stray_dark_pixels_on_edges() -> None:
    """The pixels of an edge belong to no solid, so that nothing is averaged there."""
    exposures = np.full((4, 32, 32, 3), 0.5, dtype=np.float32)
    labels = np.zeros((32, 32, 3), dtype=np.float32)
    labels[:, 16:] = 1.0
    labels[:, 15] = 0.5
    exposures[:, 7, 15] = exposures[:, 20, 15] = 0.0
    np.testing.assert_allclose(denoise(exposures, labels), 0.5, atol=0.03)
