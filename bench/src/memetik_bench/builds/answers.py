"""Verifies the answers that a build gave, by pinocchio and numpy."""

from __future__ import annotations

import numpy as np

from ..engine.case import Row
from ..verify import Flags
from .part import Part


def solved_queries(part: Part, answer: Row) -> int:
    """Return how many queries of a part have a verified solution; ``answer`` is a worker's."""
    return len(set(np.asarray(answer["query"])[_met(part, answer)].tolist())) if "q" in answer else 0


def false_successes(part: Part, answer: Row) -> int:
    """Return how many configurations are called solved and are not."""
    return int((np.asarray(answer["claimed"]) & ~_met(part, answer)).sum()) if "q" in answer else 0


def _met(part: Part, answer: Row) -> Flags:
    queries, of_query = part.queries, np.asarray(answer["query"], dtype=int)
    rows = np.asarray(answer["q"], dtype=float).reshape(-1, queries.robot.dof)
    return queries.take(of_query).met(rows)
