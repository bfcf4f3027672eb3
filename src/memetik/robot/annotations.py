"""What a robot's file says besides the tree of links and joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from ..errors import RobotError
from ..transforms import Array, finite_array
from .loops import Loop
from .topology import Topology
from .variables import Variables

Posture: TypeAlias = "Mapping[str, Array]"
"""The values of some joints, by joint name."""


@dataclass(frozen=True)
class Annotations:
    """The faults of a file, its postures by name, the loops that it closes, and the locked joints' values."""

    warnings: tuple[str, ...] = ()
    postures: Mapping[str, Posture] = field(default_factory=lambda: MappingProxyType({}))
    loops: tuple[Loop, ...] = ()
    locked: Posture = field(default_factory=lambda: MappingProxyType({}))

    def within(self, topology: Topology, variables: Variables) -> Annotations:
        """These annotations without joints that have no variables and without loops of other links.

        Edits of a robot remove links and variables.
        """
        fixed = {joint.name for joint in topology.joints if joint.type == "fixed"}
        return replace(
            self,
            postures=MappingProxyType(
                {name: _kept(posture, variables, name) for name, posture in self.postures.items()}
            ),
            loops=tuple(
                loop
                for loop in self.loops
                if all(
                    end in (variables.slices if loop.kind == "joint" else topology.links_by_name)
                    for end in loop.ends
                )
            ),
            locked=MappingProxyType({name: value for name, value in self.locked.items() if name in fixed}),
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
        if self.locked:
            result["locked"] = {joint: values.tolist() for joint, values in self.locked.items()}
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
            locked={
                str(joint): finite_array(values, np.shape(values), f"locked joint {joint!r}").ravel()
                for joint, values in data.get("locked", {}).items()
            },
        )


def _kept(posture: Posture, variables: Variables, name: str) -> Posture:
    kept = {joint: np.atleast_1d(values) for joint, values in posture.items() if joint in variables.slices}
    for joint, values in kept.items():
        where = variables.slices[joint]
        if values.shape != (where.stop - where.start,) or not np.isfinite(values).all():
            raise RobotError(f"posture {name!r}: joint {joint!r}: not finite or too many numbers: {values}")
    return kept
