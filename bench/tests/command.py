"""The command ``memetik bench`` as it is called."""

from __future__ import annotations

import subprocess
import sys


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """``memetik bench`` in a process of its own; its output is kept."""
    command = [sys.executable, "-c", "from memetik.cli import main; main()", "bench", *arguments]
    return subprocess.run(command, check=False, timeout=120, capture_output=True, text=True)
