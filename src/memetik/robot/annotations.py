"""What a robot's file says besides the tree of links and joints."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from ..errors import RobotError
from ..transforms import Array
from .loops import Loop
from .variables import Variables

Posture: TypeAlias = "Mapping[str, Array]"
"""The values of some joints, by joint name."""


@dataclass(frozen=True)
class Annotations:
    """The faults of a file, its postures by name, and the loops that it closes."""

    warnings: tuple[str, ...] = ()
    postures: Mapping[str, Posture] = field(default_factory=lambda: MappingProxyType({}))
    loops: tuple[Loop, ...] = ()

    def within(self, links: Container[str], variables: Variables) -> Annotations:
        """These annotations without joints that have no variables and without loops of other links.

        Edits of a robot remove links and variables.
        """
        return replace(
            self,
            postures=MappingProxyType(
                {name: _kept(posture, variables, name) for name, posture in self.postures.items()}
            ),
            loops=tuple(
                loop
                for loop in self.loops
                if all(end in (variables.slices if loop.kind == "joint" else links) for end in loop.ends)
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        """The plain form, without the warnings, which are about the file."""
        result: dict[str, Any] = {}
        if self.postures:
            result["postures"] = {
                name: {joint: values.tolist() for joint, values in posture.items()}
                for name, posture in self.postures.items()
            }
        if self.loops:
            result["loops"] = [
                {"name": loop.name, "kind": loop.kind, "ends": [*loop.ends], "numbers": [*loop.numbers]}
                for loop in self.loops
            ]
        return result

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Annotations:
        """The annotations in the plain form of a robot."""
        return cls(
            postures={
                str(name): {
                    str(joint): np.array(values, dtype=np.float64) for joint, values in posture.items()
                }
                for name, posture in data.get("postures", {}).items()
            },
            loops=tuple(
                Loop(str(loop["name"]), loop["kind"], tuple(loop["ends"]), tuple(map(float, loop["numbers"])))
                for loop in data.get("loops", ())
            ),
        )


def _kept(posture: Posture, variables: Variables, name: str) -> Posture:
    kept = {joint: np.atleast_1d(values) for joint, values in posture.items() if joint in variables.slices}
    for joint, values in kept.items():
        where = variables.slices[joint]
        if values.shape != (where.stop - where.start,) or not np.isfinite(values).all():
            raise RobotError(f"posture {name!r}: joint {joint!r}: not finite or too many numbers: {values}")
    return kept
