"""The selection rule in Python: which of two answers it prefers, independent of the core's implementation."""

from __future__ import annotations

import math

from .goal_levels import Levels

EQUAL = 1e-3
"""Violations, costs and distances that differ by a smaller share are equal."""

LEAST_GAIN = 0.01
"""[m, rad]: gain by the root of the primary cost for which a search leaves the branch of a given start ..."""

LEAST_SHARE = 0.1
"""... and the same as a share."""

_ROUNDING = 1e-12
_EQUAL_DISTANCE = 1e-9  # [m, rad]


def may_leave_branch(here: float, there: float) -> bool:
    """Return whether a primary cost ``there`` is a reason to leave the start's branch with the cost ``here``.

    >>> may_leave_branch(0.04, 0.01), may_leave_branch(0.0004, 0.0003)
    (True, False)
    """
    here, there = math.sqrt(here), math.sqrt(there)
    return there <= (1.0 - LEAST_SHARE) * here and here - there >= LEAST_GAIN


def worse_level(
    later: Levels, earlier: Levels, tolerated: float, *, keeps_branch: bool = False
) -> str | None:
    """Return the level at which ``later`` is worse than ``earlier`` by the rule, or None if it is not.

    The rule applies to all candidates of a search, of which two answers are only a part. So ``later`` is
    worse if it is worse by more than the level's tolerance at one level, and not better, if only slightly,
    at any more important one: a candidate that is slightly better may be there because of a third one.
    With ``keeps_branch`` the search may return to the start's branch, and lose what does not justify
    leaving it.

    >>> worse_level(Levels(0, 1.1, 0, 2), Levels(0, 1.0, 5, 3), 0.0)
    'primary'
    >>> worse_level(Levels(0, 0.9, 7, 3), Levels(0, 1.0, 5, 2), 0.0)
    """
    slack = {"violation": 0.0, "primary": tolerated, "secondary": _ROUNDING}
    for level, most in slack.items():
        new, old = getattr(later, level), getattr(earlier, level)
        if new > old * (1.0 + EQUAL) + most:
            kept = level == "primary" and keeps_branch and not may_leave_branch(new, old)
            return None if kept else level
        if new < old - _ROUNDING * (1.0 + old):
            return None
    farther = later.distance > earlier.distance * (1.0 + EQUAL) + _EQUAL_DISTANCE
    return "distance" if farther else None
