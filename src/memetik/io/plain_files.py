"""Reads and writes plain forms as .json, .yaml and .yml files."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from ..errors import MemetikError, RobotError
from ..robot import Robot
from .safe_text import MAX_BYTES, located, read_bytes

SUFFIXES = (".json", ".yaml", ".yml")


def read_robot(path: str | os.PathLike[str]) -> Robot:
    """The robot in a file of its plain form, which ``memetik convert`` writes."""
    path = Path(path)
    with located(path.name):
        content = read_bytes(path)
        if len(content) > MAX_BYTES:
            raise RobotError(f"larger than {MAX_BYTES // 1024**2} MiB")
        return Robot.from_dict(parse_plain(content, path.suffix.lower(), RobotError))


def parse_plain(content: bytes, suffix: str, error: type[MemetikError]) -> Any:
    """The dictionaries, lists, numbers and strings of a file with one of ``SUFFIXES``, or an ``error``."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as reason:
        raise error(f"not a text file: {reason}") from reason
    if suffix != ".json":
        return _parse_yaml(text, error)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as reason:
        raise error(f"not valid JSON: {reason}") from reason


def plain_text(data: Any, suffix: str) -> str:
    """The text of a file with one of ``SUFFIXES`` that has the plain form ``data``."""
    if suffix == ".json":
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    text: str = _yaml(RobotError).safe_dump(data, sort_keys=False, allow_unicode=True)
    return text


def _yaml(error: type[MemetikError]) -> Any:
    try:
        import yaml  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise error("YAML needs PyYAML: pip install pyyaml; or use .json instead") from None
    return yaml


def _parse_yaml(text: str, error: type[MemetikError]) -> Any:
    yaml = _yaml(error)

    class Loader(yaml.SafeLoader):  # type: ignore[misc, name-defined]  # PyYAML has no types
        """Reads 1e-5 as a number; PyYAML reads it as text, because YAML 1.1 demands a point: 1.0e-5."""

    number = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+")
    Loader.add_implicit_resolver("tag:yaml.org,2002:float", number, list("-+.0123456789"))
    try:
        return yaml.load(text, Loader=Loader)
    except (yaml.YAMLError, RecursionError) as reason:
        raise error(f"not valid YAML: {' '.join(str(reason).split())}") from reason
