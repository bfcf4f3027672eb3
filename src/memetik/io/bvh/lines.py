"""The lines and words of a BVH text with their line numbers, read one at a time to save memory."""

from __future__ import annotations

import io

from ...errors import RobotError

MAX_BYTES = 128 * 1024 * 1024
_MAX_LINES = 2_000_000
_MAX_LINE_LENGTH = 1024 * 1024


class Lines:
    """Reads line by line; ``number`` is the number of the line read last, counted from 1.

    Lines may end with LF, CRLF or CR. Text that is not UTF-8 is read as Latin-1; only names can differ.
    """

    def __init__(self, text: str | bytes) -> None:
        if not isinstance(text, (str, bytes)):
            raise RobotError(f"expected the text of a BVH file, a string or bytes, got {type(text).__name__}")
        content = text.encode("utf-8") if isinstance(text, str) else text
        if len(content) > MAX_BYTES:
            raise RobotError(f"larger than {MAX_BYTES // 1024**2} MiB")
        if b"\0" in content:
            raise RobotError("contains NUL bytes: not a BVH text, or one in UTF-16; save it as UTF-8")
        self._file = io.TextIOWrapper(io.BytesIO(content), encoding=_encoding(content), newline=None)
        self.number = 0

    def next(self) -> str | None:
        """The next line without its end, None after the last."""
        line = self._file.readline(_MAX_LINE_LENGTH + 1)
        if not line:
            return None
        self.number += 1
        if self.number > _MAX_LINES:
            raise RobotError(f"more than {_MAX_LINES} lines")
        if len(line) > _MAX_LINE_LENGTH:
            raise RobotError(f"line {self.number} is longer than {_MAX_LINE_LENGTH} characters")
        return line.rstrip("\n")


class Words:
    """The words of ``lines``; a brace is a word. ``line`` is the line number of the word read last."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._ahead: list[str] = []  # the rest of a line, reversed
        self.line = 0

    def peek(self) -> str | None:
        """The next word, without consuming it; None after the last."""
        while not self._ahead:
            text = self._lines.next()
            if text is None:
                return None
            self._ahead = text.replace("{", " { ").replace("}", " } ").split()[::-1]
        return self._ahead[-1]

    def next(self) -> str | None:
        """The next word, None after the last."""
        word = self.peek()
        self.line = self._lines.number
        if word is not None:
            self._ahead.pop()
        return word

    @property
    def line_goes_on(self) -> bool:
        """Whether there is another word in the line of the word read last."""
        return bool(self._ahead) and self.line == self._lines.number

    def rest_of_line(self) -> str:
        """The text between the word read last and the end of its line or the next brace."""
        words = []
        while self.line_goes_on and self._ahead[-1] not in ("{", "}"):
            words.append(self._ahead.pop())
        return " ".join(words)


def _encoding(content: bytes) -> str:
    if content.isascii():
        return "ascii"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8-sig"  # with or without a byte order mark
