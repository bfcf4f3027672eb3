"""PairTable: which pairs of links may touch each other, found by sampling, with the reason for each."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from ..errors import ConfigurationError
from ..number_checks import is_integer
from .collision_check import CollisionCheck
from .self_pairs import as_self_pairs
from .sphere_robot import Pair, SphereRobot

if TYPE_CHECKING:
    from ..robot.robot import Robot

Reason: TypeAlias = Literal["allowed", "forbidden", "adjacent", "neutral", "always", "sometimes", "never"]
_MAY_TOUCH = ("allowed", "adjacent", "neutral", "always")
_ALWAYS = 0.95  # of the samples


@dataclass(frozen=True)
class PairEntry:
    """A pair of links, the reason why they may touch or not, and how many samples ``touching`` were."""

    links: Pair
    reason: Reason
    touching: int

    @property
    def may_touch(self) -> bool:
        """Whether contacts of the two links are no collision."""
        return self.reason in _MAY_TOUCH


class PairTable:
    """All pairs of links of a sphere robot, each with a reason.

    ``"adjacent"`` links are joined by one joint, ``"neutral"`` ones touch in the neutral posture, and
    ``"always"`` ones in 95 % of the samples: these may touch. ``"sometimes"`` and ``"never"`` ones must not;
    that a pair never touched in the samples is a guess, so it stays among the ``pairs``. Your own decisions
    go first: ``allow`` (for instance ``disabled_pairs`` of an SRDF file) and ``forbid``.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("panda")
    >>> ball = (0, 0, 0, 0.1)
    >>> spheres = {"panda_link0": (0, 0, 0.1, 0.1), "panda_link1": ball, "panda_hand": ball}
    >>> table = mk.collision.PairTable.sample(robot, spheres, samples=1000)
    >>> print(table)
    2 of 3 pairs must not touch; 1000 samples, seed 0
    panda_link0 panda_link1  adjacent       0
    panda_link0 panda_hand   sometimes     23
    panda_link1 panda_hand   sometimes     18
    >>> goal = mk.KeepClear(spheres, self_pairs=table.pairs)
    """

    def __init__(self, entries: Iterable[PairEntry], samples: int, random_seed: int) -> None:
        self._entries, self.samples, self.random_seed = tuple(entries), samples, random_seed

    @classmethod
    def sample(
        cls,
        robot: Robot,
        geometry: Any,
        *,
        samples: int = 10_000,
        random_seed: int = 0,
        allow: Iterable[Pair] = (),
        forbid: Iterable[Pair] = (),
    ) -> PairTable:
        """Count how often every pair of links touches in random configurations within the limits."""
        if not is_integer(samples, 1, 10**7):
            raise ConfigurationError(f"samples: expected an integer from 1 to 10000000, got {samples!r}")
        spheres = geometry if isinstance(geometry, SphereRobot) else SphereRobot(geometry)
        every = tuple(itertools.combinations(spheres.spheres, 2))
        given: dict[frozenset[str], Reason] = {}
        given |= {frozenset(pair): "allowed" for pair in as_self_pairs(allow, "allow")}
        given |= {frozenset(pair): "forbidden" for pair in as_self_pairs(forbid, "forbid")}
        check = CollisionCheck(robot, spheres, self_pairs=every)
        joined = {frozenset((joint.parent, joint.child)) for joint in robot.joints.values()}
        neutral = check._touching_counts(robot.neutral[None])
        counts = Counter(check._touching_counts(robot.random(samples, rng=random_seed)))

        def reason_of(pair: frozenset[str]) -> Reason:
            if pair in given:
                return given[pair]
            if pair in joined:
                return "adjacent"
            if pair in neutral:
                return "neutral"
            if counts[pair] >= _ALWAYS * samples:
                return "always"
            return "sometimes" if counts[pair] else "never"

        entries = (PairEntry(pair, reason_of(frozenset(pair)), counts[frozenset(pair)]) for pair in every)
        return cls(entries, samples, random_seed)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of links that must not touch each other."""
        return tuple(entry.links for entry in self._entries if not entry.may_touch)

    def __iter__(self) -> Iterator[PairEntry]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        counts = Counter(entry.reason for entry in self._entries)
        listed = ", ".join(f"{counts[reason]} {reason}" for reason in get_args(Reason) if counts[reason])
        return f"PairTable({listed})"

    def __str__(self) -> str:
        wide = max((len(link) for entry in self._entries for link in entry.links), default=0)
        lines = [
            f"{len(self.pairs)} of {len(self)} pairs must not touch; {self.samples} samples, "
            f"seed {self.random_seed}"
        ]
        for entry in self._entries:
            a, b = entry.links
            lines.append(f"{a:{wide}} {b:{wide}}  {entry.reason:9}  {entry.touching:5}")
        return "\n".join(lines)
