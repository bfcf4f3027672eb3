"""Writes ``src/memetik/methods/__init__.pyi``, because type checkers do not see lazily imported classes.

Run: ``python tools/make_method_stub.py``.
"""

from __future__ import annotations

from pathlib import Path

from memetik import methods

STUB = Path(__file__).parents[1] / "src" / "memetik" / "methods" / "__init__.pyi"


def stub() -> str:
    """Return one import per public name, from the module that defines it."""
    lines = []
    for name in methods.__all__:
        module = getattr(methods, name).__module__.removeprefix("memetik.")
        source = f".{module.removeprefix('methods.')}" if module.startswith("methods.") else f"..{module}"
        lines.append(f"from {source} import {name} as {name}")
    return "\n".join(['"""Made by tools/make_method_stub.py."""', "", *sorted(lines), ""])


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
