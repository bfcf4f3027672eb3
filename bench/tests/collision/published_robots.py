"""Tests with published robots are skipped if those are not installed."""

from __future__ import annotations

import pytest

from memetik_bench.collision.published import published_folder
from memetik_bench.missing import MissingPackageError


def needs_published_robots() -> None:
    """Skip the test if coal, or the published robots with the reader of their meshes, are not installed."""
    pytest.importorskip("coal")
    pytest.importorskip("trimesh")
    try:
        published_folder()
    except MissingPackageError as error:
        pytest.skip(str(error))
