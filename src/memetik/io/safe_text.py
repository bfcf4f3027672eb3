"""Reads text files that may be broken or hostile: limits their size; errors say where they are."""

from __future__ import annotations

import math
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import RobotError

MAX_BYTES = 32 * 1024 * 1024
MAX_JOINTS = 10_000
MAX_NAME_LENGTH = 1000
_CHARACTERS_SHOWN = 80
_NUMBER_CHARACTERS = frozenset("0123456789+-.eE")


@contextmanager
def located(where: str) -> Iterator[None]:
    """Turn every ValueError raised inside into a RobotError whose message begins with ``where``."""
    try:
        yield
    except ValueError as error:
        raise RobotError(f"{where}: {error}") from None


def read_bytes(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """The content of a regular file, or its first ``max_bytes`` + 1 bytes if it is larger."""
    try:
        mode = path.stat().st_mode
        # Opening a pipe could block forever, and reading a device could never end.
        if stat.S_ISREG(mode):
            with path.open("rb") as file:
                return file.read(max_bytes + 1)
    except FileNotFoundError:
        raise RobotError(no_such_file(path)) from None
    except (OSError, ValueError) as error:
        raise RobotError(f"cannot be read: {error}") from None
    kind = "a directory" if stat.S_ISDIR(mode) else "a device, a pipe or a socket"
    raise RobotError(f"is {kind}, not a file: {str(path)!r}")


def no_such_file(path: Path) -> str:
    """The message for a missing file; of a relative path, it names the folder where the search began."""
    return f"no such file: {str(path)!r}" + ("" if path.is_absolute() else f" in {Path.cwd()}")


def shown(text: str) -> str:
    """``text``, shortened for a message."""
    return text if len(text) <= _CHARACTERS_SHOWN else f"{text[:_CHARACTERS_SHOWN]}..."


def plain_number(token: str) -> float:
    """``token`` as a finite number, or an error if it is not a plain decimal number."""
    try:
        value = float(token)
    except ValueError:
        rule = "numbers are separated by spaces" if token[-1:] == "," else "decimals are written with a point"
        hint = f"; {rule}" if "," in token else ""
        raise RobotError(f"{shown(token)!r} is not a number{hint}") from None
    if not math.isfinite(value):
        raise RobotError(f"{shown(token)!r} is not a finite number")
    # float() accepts more than files may have: "1_0", digits of other scripts.
    if not _NUMBER_CHARACTERS.issuperset(token):
        raise RobotError(f"{shown(token)!r} is not a plain decimal number")
    return value
