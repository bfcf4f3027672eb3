"""The requirements that every refused robot file is tested for."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

import memetik as mk


def assert_refused(
    read: Callable[[Path], object], path: Path, fragment: str, *, seconds: float, longest: int = 1000
) -> None:
    """Reading the file raises a RobotError within ``seconds``, whose message begins with the file's name,
    contains ``fragment``, and has less than ``longest`` characters.
    """
    start = time.perf_counter()
    with pytest.raises(mk.RobotError) as caught:
        read(path)
    elapsed = time.perf_counter() - start
    message = str(caught.value)
    assert message.startswith(f"{path.name}: ")
    assert fragment in message
    assert "root:x:" not in message, "an external entity was read"
    assert len(message) < longest
    assert elapsed < seconds
