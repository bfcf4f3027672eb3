"""A Custom goal that can be stored, because its function has a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from memetik import Custom, Goal

from .functions import make_function


@dataclass(frozen=True)
class NamedCustom:
    """``function`` is a name in :data:`~.functions.FUNCTIONS`; the rest is as in :class:`~memetik.Custom`."""

    name: str
    function: str
    parameters: Mapping[str, Any]
    rows: int = 1
    links: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    tolerance: float = 1e-5
    weight: float = 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, and an entry ``goal`` with the name of the class."""
        return {"goal": type(self).__name__, **asdict(self)}

    def goal(self) -> Custom:
        """Return the goal."""
        return Custom(
            make_function(self.function, self.parameters),
            rows=self.rows,
            links=self.links,
            joints=self.joints,
            tolerance=self.tolerance,
            weight=self.weight,
            name=self.name,
        )


StorableGoal: TypeAlias = Goal | NamedCustom
"""A goal of a problem, in a form that can be stored."""
