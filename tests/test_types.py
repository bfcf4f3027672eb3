"""The type hints accept typical user code and reject mistakes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_uses_pass_the_type_checker_and_mistakes_do_not() -> None:
    """In strict mode an unneeded ``ignore`` is an error, too."""
    command = [sys.executable, "-m", "mypy", "tests/typed_use.py"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert checked.returncode == 0, checked.stdout + checked.stderr
