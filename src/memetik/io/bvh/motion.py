"""Reads the MOTION of a BVH file: a line of numbers for every frame."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...errors import RobotError, RobotWarning, warn
from ...transforms import Array
from ..safe_text import located, plain_number, shown
from .lines import Lines

_MAX_VALUES = 20_000_000  # as many as 128 MiB of six digits each


@dataclass(frozen=True, eq=False)
class Motion:
    """The MOTION section: ``values`` (frames, channels) as in the file and the frame time [s].

    ``lines`` has the line number of every frame; it is empty if frames take several lines.
    """

    values: Array
    frame_time: float
    lines: Sequence[int]

    def where(self, frame: int) -> str:
        """How error messages name a frame."""
        return f"frame {frame + 1}" + (f" (line {self.lines[frame]})" if self.lines else "")


def parse_motion(lines: Lines, channels: int, source: str) -> Motion:
    """The frames of a skeleton with this number of ``channels``; values may be infinite or NaN.

    Normally every line is a frame. If frames take several lines, ``Frames:`` must agree with the number of
    values. If every line is a frame but ``Frames:`` says another number, as in many files, all lines are read
    with a warning. A skeleton without channels has no frames.
    """
    count = _header(lines, "Frames")
    with located(f"Frames (line {lines.number})"):
        announced = _whole_number(count)
    seconds = _header(lines, "Frame Time")
    with located(f"Frame Time (line {lines.number})"):
        frame_time = plain_number(seconds)
        if frame_time < 0:
            raise RobotError(f"negative: {frame_time}")
    values, numbers, odd = array("d"), array("q"), ""
    while (line := lines.next()) is not None:
        words = line.split()
        if words:
            if len(words) != channels and not odd:
                place = f"frame {len(numbers) + 1} (line {lines.number})"
                odd = f"{place}: {len(words)} values; the skeleton has {channels} channels"
            if len(words) > channels:
                raise RobotError(odd)
            _append(values, line, words, lines.number)
            numbers.append(lines.number)
            if len(values) > _MAX_VALUES:
                raise RobotError(f"line {lines.number}: more than {_MAX_VALUES} values")
    if odd:
        if len(values) != announced * channels:
            raise RobotError(odd)
        numbers = array("q")
    elif channels and len(numbers) != announced:
        counts = f"Frames: {announced}, but there are {len(numbers)}; all of these were read"
        warn(f"{source}: {counts}", RobotWarning)
    frames = announced if odd else len(numbers)
    found: Array = np.frombuffer(values) if values else np.empty(0)  # without a copy
    return Motion(found.reshape(frames, channels), frame_time, numbers)


def _header(lines: Lines, name: str) -> str:
    """The value after ``name`` and an optional colon in the next line that is not blank."""
    line = ""
    while not line:
        text = lines.next()
        if text is None:
            raise RobotError(f"the text ends before '{name}:'")
        line = text.strip()
    before, colon, value = line.partition(":")
    if not colon:
        *words, value = line.split()
        before = " ".join(words)
    if "".join(before.split()).lower() != name.replace(" ", "").lower():
        raise RobotError(f"line {lines.number}: expected '{name}:' and a number, got {shown(line)!r}")
    return value.strip()


def _whole_number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 19):
        raise RobotError(f"expected a whole number, got {shown(word)!r}")
    return int(word)


def _append(values: array[float], line: str, words: list[str], number: int) -> None:
    # float() accepts more than BVH allows: "1_0", digits of other scripts.
    if line.isascii() and "_" not in line:
        try:
            values.extend(map(float, words))
            return
        except ValueError:
            pass
    for column, word in enumerate(words, start=1):
        with located(f"line {number}: value {column}"):
            values.append(plain_number(word))
