"""Compares two recordings by facts, for changes that have to alter bits, such as another SVD or compiler."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.recorder.recording import Recording, Values, group_of

RELATIVE = 1e-9
ROUNDING = 1e-12
NOTHING = 1e-10  # costs below the square of a tolerance of 1e-5 count as zero


def differences(first: Recording, second: Recording) -> dict[str, list[str]]:
    """Return tag -> differing facts: statuses, limits, and costs and plain values to a relative 1e-9."""
    found = {tag: ["in one of them only"] for tag in first.keys() ^ second.keys()}
    for tag in first.keys() & second.keys():
        if what := list(_of_case(first[tag], second[tag])):
            found[tag] = what
    return dict(sorted(found.items()))


def _of_case(a: Values, b: Values) -> Iterator[str]:
    if a.get("refused") != b.get("refused"):
        yield f"refused {a.get('refused')} -> {b.get('refused')}"
        return
    if "count" in a and a["count"] != b["count"]:
        yield f"{a['count']} -> {b['count']} solutions"
        return
    if not np.all(b.get("within_limits", True)):
        yield "limits do not hold in the second"
    if "status" not in a and "count" not in a:
        yield from _of_plain_values(a, b)
        return
    if a.get("status") != b.get("status"):
        yield f"status {a['status']} -> {b['status']}"
    elif "cost" in a and not _costs_agree(a["cost"], b["cost"]):
        yield _cost_in_words(a["cost"], b["cost"])


def _of_plain_values(a: Values, b: Values) -> Iterator[str]:
    """Compare cases without a search: kinematics, goals, losses."""
    for name, value in a.items():
        if name == "plain":  # a hash of the last bits
            continue
        if isinstance(value, np.ndarray):
            if not _numbers_agree(value, b.get(name)):
                yield f"{name} is not the same to {RELATIVE:g}"
        elif value != b.get(name):
            yield f"{name} is not the same"


def _cost_in_words(a: np.ndarray, b: np.ndarray) -> str:
    if a.ndim == 0:
        return f"cost {a:.10g} -> {b:.10g}"
    count = sum(not _costs_agree(one, other) for one, other in zip(a, b, strict=True))
    return f"cost of {count} of {len(a)} queries"


def _costs_agree(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and np.allclose(a, b, rtol=RELATIVE, atol=NOTHING, equal_nan=True)


def _numbers_agree(a: np.ndarray, b: Any) -> bool:
    """Compare relative to the largest number of the array."""
    if np.shape(a) != np.shape(b):
        return False
    largest = float(np.max(np.abs(a), initial=0.0, where=np.isfinite(a)))
    return bool(np.allclose(a, b, rtol=0.0, atol=ROUNDING + RELATIVE * largest, equal_nan=True))


def changed_rates(first: Recording, second: Recording) -> list[str]:
    """Return a line per group of cases whose success rates differ, and one for the total."""
    rates = [success_rates(recording) for recording in (first, second)]
    lines = [
        f"{group}: {rates[0][group][0]} -> {rates[1][group][0]} of {rates[0][group][1]} solved"
        for group in sorted(rates[0].keys() & rates[1].keys())
        if rates[0][group] != rates[1][group]
    ]
    totals = [sum(solved for solved, _ in by_group.values()) for by_group in rates]
    return [*lines, f"solved in all: {totals[0]} -> {totals[1]}"]


def success_rates(recording: Recording) -> dict[str, tuple[int, int]]:
    """Return group -> number of solved queries, and number of all."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for tag, values in recording.items():
        successes = np.atleast_1d(values.get("success", []))
        counts[group_of(tag)][0] += int(np.count_nonzero(successes))
        counts[group_of(tag)][1] += len(successes)
    return {group: (solved, count) for group, (solved, count) in counts.items() if count}
