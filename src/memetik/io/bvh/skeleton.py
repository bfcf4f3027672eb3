"""Reads the HIERARCHY of a BVH file: the joints of a skeleton, their offsets and channels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...errors import RobotError
from ..safe_text import MAX_JOINTS, MAX_NAME_LENGTH, located, plain_number, shown
from .lines import Words

CHANNELS = tuple(f"{axis}{kind}" for kind in ("position", "rotation") for axis in "XYZ")

_CHANNELS = {name.lower(): name for name in CHANNELS}
_KEYWORDS = ("{", "}", "OFFSET", "CHANNELS", "JOINT", "END", "ENDSITE", "ROOT", "MOTION")


@dataclass(frozen=True)
class Node:
    """A ROOT, a JOINT or an End Site.

    ``label`` is its name in the file, ``name`` a unique name; ``parent`` is an index into the skeleton, -1
    for a root; ``offset`` and ``channels`` are as in the file.
    """

    label: str
    name: str
    parent: int
    offset: tuple[float, float, float]
    channels: tuple[str, ...]
    is_end: bool
    line: int

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """Index and name of each channel in the order of their motions: positions, then rotations."""
        return tuple(sorted(enumerate(self.channels), key=lambda item: item[1].endswith("rotation")))

    def __str__(self) -> str:
        kind = "End Site" if self.is_end else "ROOT" if self.parent < 0 else "JOINT"
        return _described(kind, self.label, self.line)


@dataclass
class _Draft:
    """A node while it is read."""

    kind: str
    label: str
    parent: int
    line: int
    offset: tuple[float, float, float] | None = None
    channels: tuple[str, ...] | None = None
    has_children: bool = False

    def __str__(self) -> str:
        return _described(self.kind, self.label, self.line)


class UniqueNames:
    """Makes names unique: appends ``_2``, ``_3`` and so on to a name that was used before."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """``wanted``, with a number appended if it was taken before."""
        name, number = wanted, self._numbers.get(wanted, 1)
        while name in self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._numbers[wanted] = number
        self._taken.add(name)
        return name


class Hierarchy:
    """Reads the words from HIERARCHY up to MOTION, or to the end of the text.

    After construction ``nodes`` has parents before their children, in the order of the file, and
    ``has_motion`` tells whether MOTION follows. Only ``MAX_JOINTS`` limits the depth of nesting.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._drafts: list[_Draft] = []
        self._open: list[int] = []  # nodes whose closing brace has not been read
        self._joints = 0
        first = words.next()
        if first is None:
            raise RobotError("the text is empty")
        if first.upper() != "HIERARCHY":
            raise RobotError(f"line {words.line}: a BVH file begins with HIERARCHY, got {shown(first)!r}")
        self.has_motion = self._read()
        if not self._drafts:
            raise RobotError(f"line {words.line}: no ROOT; a skeleton needs at least one")
        self.nodes = tuple(_finished(self._drafts))

    def _read(self) -> bool:
        while True:
            word = self._words.next()
            keyword = (word or "").upper()
            if self._open:
                with located(str(self._drafts[self._open[-1]])):
                    self._inside(word, keyword)
            elif word is None or keyword == "MOTION":
                return word is not None
            elif keyword == "ROOT":
                self._begin("ROOT", -1)
            else:
                raise RobotError(f"line {self._words.line}: expected ROOT or MOTION, got {shown(word)!r}")

    def _inside(self, word: str | None, keyword: str) -> None:
        current = self._open[-1]
        draft, line = self._drafts[current], self._words.line
        if word is None or keyword in ("MOTION", "ROOT"):
            where = "the end of the text" if word is None else f"{keyword} (line {line})"
            raise RobotError(f"not closed: a }} is missing before {where}")
        if keyword == "}":
            if draft.offset is None:
                raise RobotError("OFFSET is missing")
            self._open.pop()
        elif keyword in ("OFFSET", "CHANNELS"):
            if draft.has_children:
                raise RobotError(f"{keyword} (line {line}) must come before the first JOINT and End Site")
            with located(f"{keyword} (line {line})"):
                if keyword == "OFFSET":
                    self._offset(draft)
                else:
                    self._channels(draft)
        elif draft.kind == "End Site":
            raise RobotError(f"line {line}: expected OFFSET or }}, got {shown(word)!r}")
        elif keyword in ("JOINT", "END", "ENDSITE"):
            draft.has_children = True
            self._begin("JOINT" if keyword == "JOINT" else "End Site", current)
        else:
            expected = "OFFSET, CHANNELS, JOINT, End Site or }"
            raise RobotError(f"line {line}: expected {expected}, got {shown(word)!r}")

    def _begin(self, kind: str, parent: int) -> None:
        label = self._words.rest_of_line()
        if kind == "End Site":
            label = ""  # the words after "End" are "Site" and in some files a name, which is ignored
        draft = _Draft(kind, label, parent, self._words.line)
        with located(str(draft)):
            if not label and kind != "End Site":
                raise RobotError("a name is missing")
            if len(label) > MAX_NAME_LENGTH:
                raise RobotError(f"the name is longer than {MAX_NAME_LENGTH} characters")
            brace = self._words.next()
            if brace != "{":
                got = (
                    "the end of the text" if brace is None else f"{shown(brace)!r} (line {self._words.line})"
                )
                raise RobotError(f"expected {{, got {got}")
            self._count(1)
        self._drafts.append(draft)
        self._open.append(len(self._drafts) - 1)

    def _offset(self, draft: _Draft) -> None:
        if draft.offset is not None:
            raise RobotError("given twice")
        found: list[float] = []
        while len(found) < 3:
            word = self._words.peek()
            if word is None or word.upper() in _KEYWORDS:
                raise RobotError(f"expected 3 numbers, got {len(found)}")
            found.append(plain_number(str(self._words.next())))
        draft.offset = found[0], found[1], found[2]

    def _channels(self, draft: _Draft) -> None:
        if draft.kind == "End Site":
            raise RobotError("an End Site has no channels")
        if draft.channels is not None:
            raise RobotError("given twice")
        words = self._words
        count = words.next() or ""
        if not (count.isascii() and count.isdigit()):
            raise RobotError(f"expected a number of channels, got {shown(count)!r}")
        found: list[str] = []
        while len(found) <= len(CHANNELS) and (words.peek() or "").lower() in _CHANNELS:
            found.append(_CHANNELS[str(words.next()).lower()])
        if str(len(found)) != count.lstrip("0").rjust(1, "0"):
            unknown = words.peek() if words.line_goes_on else None
            if unknown not in (None, "{", "}") and len(found) <= len(CHANNELS):
                raise RobotError(
                    f"unknown channel {shown(str(unknown))!r}; channels are: {', '.join(CHANNELS)}"
                )
            raise RobotError(f"{shown(count)} channels announced, {len(found)} follow: {' '.join(found)}")
        positions = [name for name in found if name.endswith("position")]
        if len(set(positions)) < len(positions) or len(found) - len(positions) > 3:
            raise RobotError(f"at most one position of each axis and three rotations, got {' '.join(found)}")
        self._count(max(len(found) - 1, 0))
        draft.channels = tuple(found)

    def _count(self, joints: int) -> None:
        self._joints += joints
        if self._joints > MAX_JOINTS:
            raise RobotError(f"more than {MAX_JOINTS} joints, where every channel counts as one")


def _described(kind: str, label: str, line: int) -> str:
    called = f" {shown(label)!r}" if label else ""
    return f"{kind}{called} (line {line})"


def _finished(drafts: list[_Draft]) -> Iterable[Node]:
    names = _names(drafts)
    for draft, name in zip(drafts, names, strict=True):
        assert draft.offset is not None
        is_end = draft.kind == "End Site"
        yield Node(draft.label, name, draft.parent, draft.offset, draft.channels or (), is_end, draft.line)


def _names(drafts: list[_Draft]) -> list[str]:
    """A unique name for every node: its label, or ``parent_end`` for End Sites."""
    unique = UniqueNames()
    names: dict[int, str] = {}
    first = {draft.label: index for index, draft in reversed(list(enumerate(drafts))) if draft.label}
    for label, index in sorted(first.items(), key=lambda item: item[1]):
        names[index] = unique.take(label)
    for index, draft in enumerate(drafts):
        if index not in names:
            names[index] = unique.take(draft.label or f"{names[draft.parent]}_end")
    return [names[index] for index in range(len(drafts))]
