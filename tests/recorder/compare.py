"""Compares two recordings bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.recorder.recording import Recording, Values


def differences(first: Recording, second: Recording) -> dict[str, list[str]]:
    """Return tag -> descriptions of the differences, for every case that is not identical bit for bit."""
    found = {tag: ["only in the first"] for tag in first if tag not in second}
    found |= {tag: ["only in the second"] for tag in second if tag not in first}
    for tag in first.keys() & second.keys():
        if what := _of_case(first[tag], second[tag]):
            found[tag] = what
    return dict(sorted(found.items()))


def _of_case(first: Values, second: Values) -> list[str]:
    names = dict.fromkeys([*first, *second])
    described = (_of_value(name, first.get(name), second.get(name)) for name in names)
    return [what for what in described if what]


def _of_value(name: str, a: Any, b: Any) -> str:
    """Describe how two values differ; empty if they are equal."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return f"{name} {_of_arrays(a, b)}" if a.shape != b.shape or a.tobytes() != b.tobytes() else ""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return f"{name} is an array in one of them only"
    if a == b:
        return ""
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        places = [i for i in range(len(a)) if a[i] != b[i]]
        i = places[0]
        return f"{name}[{i}] {a[i]!r} -> {b[i]!r} ({len(places)} of {len(a)} differ)"
    return f"{name} {_short(a)} -> {_short(b)}"


def _of_arrays(a: np.ndarray, b: np.ndarray) -> str:
    if a.shape != b.shape:
        return f"of shape {a.shape} -> {b.shape}"
    if a.ndim == 0:
        return f"{float(a)!r} -> {float(b)!r} (by {_largest(a, b):.3g})"
    count = np.count_nonzero(a.view("<u8") != b.view("<u8"))
    return f"by up to {_largest(a, b):.3g} ({count} of {a.size} numbers)"


def _largest(a: np.ndarray, b: np.ndarray) -> float:
    """Return the largest difference; infinite if only one of two numbers is finite."""
    with np.errstate(invalid="ignore"):
        change = np.abs(a - b)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    return float(np.max(np.where(same, 0.0, np.where(np.isnan(change), np.inf, change)), initial=0.0))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
