"""The exit codes of ``memetik``, for scripts."""

from __future__ import annotations

from collections.abc import Iterable

SOLVED = 0
ERROR = 1
"""A name, a file or a value is wrong; one line on stderr says which."""
USAGE = 2
"""The command line itself is wrong: an unknown option, a missing argument, a word that is not a number."""
APPROXIMATE = 3
"""At least one target was not reached, and it is not proven that it is out of reach."""
UNREACHABLE = 4
"""Every target that was not reached is provably out of reach."""
INTERRUPTED = 130

HELP = "0: solved. 1: error. 2: wrong usage. 3: approximate. 4: unreachable."


def code_of(statuses: Iterable[str]) -> int:
    """The exit code for the statuses of solutions.

    >>> code_of(["solved", "unreachable"]), code_of(["unreachable", "approximate"]), code_of(["solved"])
    (4, 3, 0)
    """
    missed = set(statuses) - {"solved"}
    if not missed:
        return SOLVED
    return UNREACHABLE if missed == {"unreachable"} else APPROXIMATE
