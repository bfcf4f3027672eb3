"""Applies the changes that CONTRIBUTING.md describes to a copy of this project."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCES = (
    "core",
    "bindings",
    "src",
    "tests",
    "docs",
    "conftest.py",
    "CMakeLists.txt",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)


class Change(NamedTuple):
    """A file of a section: new with this ``text``, or changed by a ``diff`` block."""

    path: str
    language: str
    text: str


def changes(section: str) -> list[Change]:
    """Files of the section with this title: a path in backticks that begins a paragraph, then its block."""
    page = (ROOT / "CONTRIBUTING.md").read_text()
    body = page.split(f"\n## {section}\n")[1].split("\n## ")[0]
    blocks = re.findall(
        r"(?<=\n\n)`([\w./]+)`(?:(?!^```).)*?^```(\w+)\n(.*?)^```$", body, flags=re.DOTALL | re.MULTILINE
    )
    return [Change(*block) for block in blocks]


def copy_project(copy: Path) -> None:
    """Copy the files that are needed to build and test the package."""
    for name in (*SOURCES, ".clang-format"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "images")
            )
        else:
            shutil.copy(source, copy)


def apply(change: Change, project: Path) -> None:
    """Write a new file, or change one."""
    file = project / change.path
    if change.language != "diff":
        assert not file.exists(), f"{change.path} exists: the section is about something that does not"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(change.text)
        return
    lines, place = file.read_text().split("\n"), 0
    for line in change.text.splitlines():
        mark, text = line[:1], line[1:]
        if mark == "+":
            lines.insert(place, text)
            place += 1
            continue
        assert text in lines[place:], f"{change.path} has no line {text!r} there"
        place = lines.index(text, place)
        if mark == "-":
            del lines[place]
        else:
            place += 1
    file.write_text("\n".join(lines))
