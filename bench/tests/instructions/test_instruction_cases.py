"""All cases can be made, and what is known to meet them is accepted."""

from __future__ import annotations

import pytest

from memetik_bench.builds import own_build
from memetik_bench.builds.answers import solved_queries
from memetik_bench.instructions import CASES, InstructionSettings, counted_cases

MADE = list(counted_cases(CASES, InstructionSettings(most=2)))
QUICK = [case for case in MADE if case[0] not in ("all-solutions", "secondary-best")]


def test_names_are_unique() -> None:
    assert len({(section, case) for section, case, _ in MADE}) == len(MADE)
    assert {section for section, _, _ in MADE} == set(CASES)


@pytest.mark.parametrize("made", QUICK, ids=[f"{section}: {case}" for section, case, _ in QUICK])
def test_a_case(made: tuple[str, str, object]) -> None:
    section, case, make = made
    counted = make()  # type: ignore[operator]
    assert (counted.section, counted.case, counted.count) == (section, case, 2)
    for part in counted.parts:
        solutions = part.queries.solutions
        if solutions is not None and part.call != "solver":
            answer = {"q": solutions, "query": range(len(part))}
            assert solved_queries(part, answer) == len(part)


def test_this_build_is_where_it_is() -> None:
    assert (own_build().folder / "memetik" / "__init__.py").is_file()
