"""A Custom goal that has a plain form, because its function has a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from memetik import Custom, Goal

from .functions import make_function


@dataclass(frozen=True)
class NamedCustom:
    """``function`` is one of :data:`~.functions.FUNCTIONS`, the rest as :class:`~memetik.Custom` has it."""

    name: str
    function: str
    parameters: Mapping[str, Any]
    rows: int = 1
    links: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    tolerance: float = 1e-5
    weight: float = 1.0

    def to_dict(self) -> dict[str, Any]:
        """The plain form: ``NamedCustom(**...)`` of it, less the entry ``goal``, is the same again."""
        return {"goal": type(self).__name__, **asdict(self)}

    def goal(self) -> Custom:
        """The goal itself."""
        return Custom(
            make_function(self.function, self.parameters),
            rows=self.rows,
            links=self.links,
            joints=self.joints,
            tolerance=self.tolerance,
            weight=self.weight,
            name=self.name,
        )


Wish: TypeAlias = Goal | NamedCustom
"""What a problem asks for."""
