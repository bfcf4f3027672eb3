"""Writes the tables of ``docs/mistakes.md``: each mistake is made, and what memetik says is written down.

Run: ``python docs/make_mistakes_page.py [PAGE]``. The mistakes are in ``mistakes_page/cases.py``.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mistakes_page.cases import MISTAKES, SETUP
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app

PAGE = Path(__file__).parent / "mistakes.md"

HEAD = f"""# What memetik says to mistakes

Each line is a mistake and the error that it raises, or the `InputWarning` if the input is valid, but probably
not what you mean. All errors derive from `mk.MemetikError`; long lists of names are shortened here.
`python docs/make_mistakes_page.py` writes this page, and a test fails if a message has changed.

```python
{SETUP}
```
"""


def main() -> None:
    page = Path(sys.argv[1] if len(sys.argv) > 1 else PAGE).resolve()
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)  # no file exists there
        text = "\n".join(_lines()).replace(str(Path.cwd()), "/home/me")
    page.write_text(f"{HEAD}\n{text}\n")


def _lines() -> Iterator[str]:
    names: dict[str, Any] = {}
    exec(SETUP, names)
    for topic, mistakes in MISTAKES.items():
        yield from (f"## {topic}", "| mistake | what memetik says |", "|---|---|")
        for code in mistakes:
            says = _command_says(code) if code.startswith("memetik ") else _python_says(code, names)
            yield f"| `{code}` | {_cell(says)} |"
        yield ""


def _python_says(code: str, names: dict[str, Any]) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("error", mk.InputWarning)
        try:
            eval(code, names)
        except (Exception, SystemExit) as error:  # a mistake may raise an error of any type
            return f"`{type(error).__name__}`: {error}"
    raise SystemExit(f"{code}: raises no error, so it is no mistake")


def _command_says(command: str) -> str:
    result = CliRunner().invoke(app, shlex.split(command)[1:], env={"COLUMNS": "200", "TERM": "dumb"})
    if result.exit_code not in (1, 2):
        raise SystemExit(f"{command}: exit code {result.exit_code}, so it is no mistake")
    if result.exit_code == 1:
        return result.output.strip()
    lines = [line.strip("│ ") for line in result.output.splitlines() if line.startswith("│")]
    return f"exit code 2: {' '.join(lines)}"


def _cell(text: str) -> str:
    """A message in one line of a table; of a long list of names, only the first ones."""
    line = re.sub(r"( are: (?:[^,]+, ){5})(?:[^,]+, ){2,}.*$", r"\1...", " ".join(text.split()))
    return line.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    main()
