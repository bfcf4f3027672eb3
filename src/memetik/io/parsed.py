"""What readers of robot files return."""

from __future__ import annotations

from dataclasses import dataclass

from ..robot.description import Joint, Link


@dataclass(frozen=True)
class ParsedRobot:
    """What a robot file says: one tree in depth-first order, mimic chains resolved."""

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
