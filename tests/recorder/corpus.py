"""The committed corpus: facts that hold on every machine and with every compiler, instead of bits.

A fact is a value on which several recordings with different rounding agree, such as those of two SIMD levels.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.recorder.recording import Recording, Values

FILE = Path(__file__).with_name("facts.json")
Fact = dict[str, Any]

# Fast cases of every kind.
SELECTED = (
    r"^problem/panda/(?!custom_numba)\w+$",  # numba may be missing
    r"^problem/every_joint/(pose|orientation|look_at|keep_clear|scan|touch|stand_on_ball|stay_close_primary)$",
    r"^solve/auto/[^/]+/pose/(near|far|contradicting)/seed0$",
    r"^solve/(restarts|memetic)/(ur5|panda|snake)/pose/(near|far|contradicting)/seed0$",
    r"^goal/auto/ur5/(pose|look_at|scan|touch|keep_clear|balance|on_line|pass_through|joint_value)/seed0$",
    r"^method/[^/:,]+/panda/(pose|position)/(near|far)/seed0$",
    r"^custom/auto/panda/custom(_derivative|_address)?/reachable/seed0$",
    r"^option/(valid_never|max_change|locked|joints|copied)/auto/(ur5|panda)/seed0$",
    r"^all/auto/(ur5|ur10e|kr120)/pose/seed0$",
    r"^rate/(auto|restarts|memetic|bioik2|jacobian|trac|lbfgsb|pso)/(ur5|panda|iiwa14|kr120)/pose$",
)

SETTLED = r"^problem/|/contradicting/"  # costs of given configurations, and at well-conditioned minima
RELATIVE = 1e-6  # tolerance of costs; the recordings that facts are made of agree much better
AGREED = 1e-8
NOTHING = 1e-9  # as a cost
SPARE = 3  # tolerance of the number of solved queries of a batch


def selected(tags: Iterable[str]) -> list[str]:
    patterns = [re.compile(pattern) for pattern in SELECTED]
    return [tag for tag in tags if any(pattern.search(tag) for pattern in patterns)]


def facts(recordings: Sequence[Recording]) -> dict[str, Fact]:
    """Return for every selected case the facts on which all recordings agree."""
    found = {}
    for tag in selected(recordings[0]):
        cases = [recording[tag] for recording in recordings]
        fact = _same(cases, "count") or _solved(cases) or _same(cases, "status")
        if re.search(SETTLED, tag):
            fact |= _cost(cases)
        elif fact.get("status") == "approximate":
            continue  # a slightly larger budget or another seed might solve it
        if fact:
            found[tag] = fact
    return found


def _same(cases: Sequence[Values], name: str) -> Fact:
    first = cases[0].get(name)
    return {name: first} if first is not None and all(values[name] == first for values in cases) else {}


def _solved(cases: Sequence[Values]) -> Fact:
    """Return the smallest and the largest number of solved queries of a batch."""
    if not isinstance(cases[0].get("success"), list):
        return {}
    counts = [sum(values["success"]) for values in cases]
    return {"solved": [min(counts), max(counts)], "of": len(cases[0]["success"])}


def _cost(cases: Sequence[Values]) -> Fact:
    first = cases[0]["cost"]
    return {"cost": _rounded(first.tolist())} if all(_close(v["cost"], first, AGREED) for v in cases) else {}


def _rounded(numbers: Any) -> Any:
    """Round a number, or a list of them, to ten significant digits."""
    return [_rounded(x) for x in numbers] if isinstance(numbers, list) else float(f"{numbers:.10g}")


def contradictions(values: Values, fact: Fact) -> list[str]:
    """Describe how the values contradict the fact."""
    found = [
        f"{name} is {values.get(name)!r}, not {fact[name]!r}"
        for name in ("status", "count")
        if name in fact and values.get(name) != fact[name]
    ]
    if "cost" in fact and not _close(values.get("cost", np.nan), np.array(fact["cost"]), RELATIVE):
        found.append(f"cost is {values.get('cost')}, not {fact['cost']}")
    if "solved" in fact:
        solved, (least, most) = sum(values.get("success", [])), fact["solved"]
        if not least - SPARE <= solved <= most + SPARE:
            found.append(f"{solved} of {fact['of']} are solved, not {least} to {most}")
    if not np.all(values.get("within_limits", True)):
        found.append("limits do not hold")
    return found


def _close(a: Any, b: Any, relative: float) -> bool:
    return bool(np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=relative, atol=NOTHING))


def write(recordings: Sequence[Recording]) -> int:
    found = facts(recordings)
    lines = (f"  {json.dumps(tag)}: {json.dumps(fact)}" for tag, fact in sorted(found.items()))
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return len(found)


def read() -> dict[str, Fact]:
    return dict(json.loads(FILE.read_text(encoding="utf-8")))
