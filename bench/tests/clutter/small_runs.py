"""Runs of a few targets."""

from __future__ import annotations

from pathlib import Path

import pytest

from memetik_bench.clutter import ClutterRun
from memetik_bench.collision import CollisionSettings
from memetik_bench.collision.published import published_folder
from memetik_bench.missing import MissingPackageError
from memetik_bench.store import ResultFile


def small_run(folder: Path, count: int) -> ClutterRun:
    """Return the context of measurements of ``count`` targets."""
    blocks = ResultFile(folder / "blocks.jsonl", {"machine": {}, "parameters": {}})
    return ClutterRun(CollisionSettings(count, 1, rounds=1), blocks, folder / "references.jsonl")


def needs_published_robots() -> None:
    """Skip the test if coal, or the published robots with the reader of their meshes, are not installed."""
    pytest.importorskip("coal")
    pytest.importorskip("trimesh")
    try:
        published_folder()
    except MissingPackageError as error:
        pytest.skip(str(error))
