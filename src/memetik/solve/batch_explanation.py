"""BatchExplanation: why queries of a batch are not solved, counted by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .explanation import Explanation

_SHOWN = 12  # reasons in a text; ``reasons`` has all


@dataclass(frozen=True, repr=False)
class BatchExplanation:
    """How many of ``count`` queries are not solved, and why; consoles and notebooks show it as text.

    ``unsolved`` maps the rows that are not solved to their explanations. A query can have several reasons.
    """

    count: int
    unsolved: Mapping[int, Explanation]

    @property
    def reasons(self) -> dict[str, int]:
        """Reason -> number of queries with it, the most frequent first."""
        counts = Counter(reason for entry in self.unsolved.values() for reason in _reasons(entry))
        return dict(counts.most_common())

    def __str__(self) -> str:
        return "\n".join([self._verdict(), *(f"- {entry}" for entry in self._entries()), *self._hint()])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from ..report.html import block, bullets, heading, note

        return block(heading(self._verdict()), bullets(self._entries()), *map(note, self._hint()))

    def _verdict(self) -> str:
        solved = f"{self.count - len(self.unsolved)} of {self.count} solved."
        if not self.unsolved:
            return solved
        return f"{solved} Of the {len(self.unsolved)} other{'s' if len(self.unsolved) > 1 else ''}:"

    def _entries(self) -> list[str]:
        reasons = self.reasons
        entries = [f"{number}: {reason}" for reason, number in list(reasons.items())[:_SHOWN]]
        return [*entries, *([f"and {len(reasons) - _SHOWN} rarer reasons"] if len(reasons) > _SHOWN else [])]

    def _hint(self) -> list[str]:
        return [f"batch.explain({row}) explains the first of them." for row in list(self.unsolved)[:1]]


def _reasons(explanation: Explanation) -> Iterator[str]:
    """The reasons of one query in a few words, each once, so that they can be counted."""
    if explanation.invalid_input:
        yield "the input is invalid"
    yield from dict.fromkeys(f"{entry.goal} is not met" for entry in explanation.unmet)
    for contact in explanation.contacts[:1]:
        yield f"{contact.other} is in the way of {contact.link}"
    yield from dict.fromkeys(f"{entry.goal} is out of reach" for entry in explanation.beyond_reach)
    for limit in explanation.limits:
        place = "locked" if limit.locked else f"at its {limit.side} limit"
        yield f"{limit.variable} is {place}" + (" by max_change" if limit.set_by == "max_change" else "")
    for conflict in explanation.conflicts:
        first, second = conflict.errors or conflict.goals
        of = f" of {conflict.goals[0]}" if conflict.errors else ""
        yield f"{first} and {second}{of} pull against each other"
    if explanation.status == "invalid":
        yield "valid rejects the configuration"
