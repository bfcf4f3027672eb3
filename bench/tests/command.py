"""Runs the command ``memetik bench``."""

from __future__ import annotations

import subprocess
import sys


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``memetik bench`` in its own process and capture its output."""
    command = [sys.executable, "-c", "from memetik.cli import main; main()", "bench", *arguments]
    return subprocess.run(command, check=False, timeout=120, capture_output=True, text=True)
