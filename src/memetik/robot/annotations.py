"""What a robot's file says besides the tree of links and joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ..transforms import Array


@dataclass(frozen=True)
class Annotations:
    """Faults of the file, and named postures: the values of some joints, by joint name."""

    warnings: tuple[str, ...] = ()
    postures: Mapping[str, Mapping[str, Array]] = field(default_factory=lambda: MappingProxyType({}))
