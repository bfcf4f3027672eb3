"""The name that a user probably meant by one that does not exist."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

_NAMES_COMPARED, _CHARACTERS_COMPARED = 1000, 60  # comparing is slow, and a hostile file may have many names
_SIDES = {"left": "left", "l": "left", "right": "right", "r": "right"}


def nearest(name: str, valid: Sequence[str]) -> str | None:
    """The valid name that is most similar, or the only one with ``name`` as a word; None if there is none.

    A name of the other side of a body is never meant.

    >>> nearest("tol0", ["tool0", "base"]), nearest("seed", ["timeout", "random_seed"])
    ('tool0', 'random_seed')
    >>> nearest("Right_index_q2", ["Left_index_q2", "Right_index_joint_2"])
    'Right_index_joint_2'
    """
    name = name[:_CHARACTERS_COMPARED]
    candidates = {other[:_CHARACTERS_COMPARED]: other for other in reversed(valid[:_NAMES_COMPARED])}
    sides = _sides(name)
    for close in difflib.get_close_matches(name, candidates, n=len(candidates) or 1):
        if sides | _sides(close) != {"left", "right"} or sides == {"left", "right"}:
            return candidates[close]
    with_word = [other for short, other in candidates.items() if name.lower() in _words(short)]
    return with_word[0] if len(with_word) == 1 else None


def _words(name: str) -> list[str]:
    """The words of ``panda_hand``, ``LeftArm`` or ``LEFT-ARM`` in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)]


def _sides(name: str) -> set[str]:
    return {_SIDES[word] for word in _words(name) if word in _SIDES}
