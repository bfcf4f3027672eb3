"""Runs of a few targets."""

from __future__ import annotations

from pathlib import Path

from memetik_bench.clutter import ClutterRun
from memetik_bench.collision import CollisionSettings
from memetik_bench.store import ResultFile


def small_run(folder: Path, count: int) -> ClutterRun:
    """Return the context of measurements of ``count`` targets."""
    blocks = ResultFile(folder / "blocks.jsonl", {"machine": {}, "parameters": {}})
    return ClutterRun(CollisionSettings(count, 1, rounds=1), blocks, folder / "references.jsonl")
