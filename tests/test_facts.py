"""Solutions agree with facts that hold for every processor and compiler.

CONTRIBUTING.md explains how to regenerate them after a change that is meant to change solutions.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.recorder import corpus
from tests.recorder.case import Case
from tests.recorder.cases import all_cases

FACTS = corpus.read()
FAMILIES = sorted({tag.partition("/")[0] for tag in FACTS})


@cache
def cases() -> dict[str, Case]:
    return {case.tag: case for case in all_cases() if case.tag in FACTS}


@pytest.mark.parametrize("family", FAMILIES)
def test_facts_hold(family: str) -> None:
    facts = {tag: fact for tag, fact in FACTS.items() if tag.startswith(f"{family}/")}
    wrong = {tag: corpus.contradictions(cases()[tag].values(), fact) for tag, fact in facts.items()}
    assert {tag: what for tag, what in wrong.items() if what} == {}
