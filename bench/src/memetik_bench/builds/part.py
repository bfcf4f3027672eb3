"""Part: queries of one solver, as they are sent to a build of memetik."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..engine.queries import Queries

Call: TypeAlias = Literal["solve", "solve_all", "solve_batch", "solver", "fk", "jacobian"]


@dataclass(frozen=True)
class Part:
    """``queries``, the ``options`` of their solver, and which ``call`` answers them.

    The call "solver" constructs the solver, "fk" and "jacobian" are those of ``link``, once per query. With
    ``table`` the solver has a start table for that link; without ``starts`` the queries give none.
    """

    queries: Queries
    call: Call = "solve"
    options: dict[str, Any] = field(default_factory=dict)
    table: str | None = None
    link: str | None = None
    starts: bool = True

    def __len__(self) -> int:
        return len(self.queries)

    def message(self) -> dict[str, Any]:
        """Return what a worker needs, as objects that other builds of memetik can read, too."""
        queries = self.queries
        return {
            "call": self.call,
            "robot": queries.robot,
            "goals": queries.goals,
            "options": {"joints": queries.joints, "threads": 1, **self.options},
            "targets": dict(queries.targets),
            "starts": queries.starts if self.starts else None,
            "count": len(queries),
            "table": self.table,
            "link": self.link,
            "rows": queries.starts,
        }
