"""Writes what type checkers cannot see of lazily imported methods: their classes in the
stub ``src/memetik/methods/__init__.pyi``, and their names in ``src/memetik/solve/method_names.py``.

Run: ``python tools/make_method_stub.py``.
"""

from __future__ import annotations

from pathlib import Path

from memetik import methods

PACKAGE = Path(__file__).parents[1] / "src" / "memetik"
STUB = PACKAGE / "methods" / "__init__.pyi"
NAMES = PACKAGE / "solve" / "method_names.py"


def stub() -> str:
    """Return one import per public name, from the module that defines it."""
    lines = []
    for name in methods.__all__:
        module = getattr(methods, name).__module__.removeprefix("memetik.")
        source = f".{module.removeprefix('methods.')}" if module.startswith("methods.") else f"..{module}"
        lines.append(f"from {source} import {name} as {name}")
    return "\n".join(['"""Made by tools/make_method_stub.py."""', "", *sorted(lines), ""])


def names() -> str:
    """Return the module with the type of all method names."""
    return "\n".join(
        [
            '"""The names for ``method=``, for type checkers. Made by tools/make_method_stub.py."""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import Literal, TypeAlias",
            "",
            "MethodName: TypeAlias = Literal[",
            *(f'    "{name}",' for name in methods.names()),
            "]",
            "",
        ]
    )


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
    NAMES.write_text(names(), encoding="utf-8")
