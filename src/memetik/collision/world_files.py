"""Worlds in .json and .yaml files."""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path
from typing import Any

from ..errors import RobotError
from ..extras import install_command

_YAML = (".yaml", ".yml")


def write_plain(data: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write a plain form to a .json, .yaml or .yml file."""
    file = _checked(path)
    if file.suffix.lower() in _YAML:
        text = str(_yaml().safe_dump(data, sort_keys=False))
    else:
        text = json.dumps(data, indent=1) + "\n"
    file.write_text(text, encoding="utf-8")


def read_plain(path: str | os.PathLike[str]) -> Any:
    """Read a plain form from a .json, .yaml or .yml file."""
    file = _checked(path)
    if not file.is_file():
        raise RobotError(f"no such file: {str(file)!r}" + ("" if file.is_absolute() else f" in {Path.cwd()}"))
    text = file.read_text(encoding="utf-8")
    yaml = _yaml() if file.suffix.lower() in _YAML else None
    broken = ValueError if yaml is None else yaml.YAMLError
    try:
        return json.loads(text) if yaml is None else yaml.safe_load(text)
    except broken as error:
        raise RobotError(f"{file}: not a file of World.save: {error}") from None


def _checked(path: str | os.PathLike[str]) -> Path:
    file = Path(path)
    if file.suffix.lower() not in (".json", *_YAML):
        raise RobotError(f"{file}: expected the suffix .json, .yaml or .yml")
    return file


def _yaml() -> Any:
    try:
        return importlib.import_module("yaml")
    except ImportError:
        raise RobotError(f".yaml files need {install_command('yaml')}") from None
