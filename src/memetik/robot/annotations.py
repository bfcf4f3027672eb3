"""What a robot's file says besides the tree of links and joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from ..errors import RobotError
from ..transforms import Array
from .variables import Variables

Posture: TypeAlias = "Mapping[str, Array]"
"""The values of some joints, by joint name."""


@dataclass(frozen=True)
class Annotations:
    """The faults of a file, and its postures by name."""

    warnings: tuple[str, ...] = ()
    postures: Mapping[str, Posture] = field(default_factory=lambda: MappingProxyType({}))

    def within(self, variables: Variables) -> Annotations:
        """These annotations without joints that have no variables, for instance after an edit."""
        return replace(
            self,
            postures=MappingProxyType(
                {name: _kept(posture, variables, name) for name, posture in self.postures.items()}
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        """The plain form, without the warnings, which are about the file."""
        if not self.postures:
            return {}
        return {
            "postures": {
                name: {joint: values.tolist() for joint, values in posture.items()}
                for name, posture in self.postures.items()
            }
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Annotations:
        """The annotations in the plain form of a robot."""
        return cls(
            postures={
                str(name): {
                    str(joint): np.array(values, dtype=np.float64) for joint, values in posture.items()
                }
                for name, posture in data.get("postures", {}).items()
            }
        )


def _kept(posture: Posture, variables: Variables, name: str) -> Posture:
    kept = {joint: np.atleast_1d(values) for joint, values in posture.items() if joint in variables.slices}
    for joint, values in kept.items():
        where = variables.slices[joint]
        if values.shape != (where.stop - where.start,) or not np.isfinite(values).all():
            raise RobotError(f"posture {name!r}: joint {joint!r}: not finite or too many numbers: {values}")
    return kept
