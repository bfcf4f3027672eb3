"""Checks a frozen scenario: all certificates, its hash, and that its source gives the same targets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from memetik.collision import SphereRobot

from .frozen import read_hashes, read_samples
from .generate import candidates
from .scenario import Scenario
from .unreachable import provably_unreachable
from .verifier import OK, Verifier

_ROUNDING = 1e-9


@dataclass(frozen=True)
class FrozenReport:
    """What :func:`check_frozen` found.

    ``refused`` counts certificates by the reason why they are none. ``replaced`` candidates of the source
    are not among the targets; of these, ``unreachable`` ones are proved to be so. ``clear`` is the share of
    certificates whose ``spheres`` are clear.
    """

    name: str
    count: int
    refused: dict[str, int]
    same_hash: bool
    same_targets: bool
    replaced: int
    unreachable: int
    spheres: int
    clear: float
    problems: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        problems = [f"{count} certificates: {reason}" for reason, count in self.refused.items()]
        if not self.same_hash:
            problems.append("its content has another hash than when it was frozen")
        if not self.same_targets:
            problems.append("its source gives other targets")
        object.__setattr__(self, "problems", tuple(problems))


def check_frozen(scenario: Scenario) -> FrozenReport:
    """Verify every certificate by pinocchio and coal, and compare targets and hash with the frozen ones."""
    verdicts = Verifier(scenario).check_batch(scenario.targets, scenario.certificates)
    samples = read_samples(scenario.name)
    drawn = candidates(scenario, int(samples[-1]) + 1)
    left_out = np.setdiff1d(np.arange(len(drawn)), samples)
    spheres = scenario.spheres()
    return FrozenReport(
        scenario.name,
        len(scenario.targets),
        dict(Counter(verdict for verdict in verdicts if verdict != OK)),
        scenario.content_hash == read_hashes().get(scenario.name),
        bool(np.abs(drawn[samples] - scenario.targets).max() < _ROUNDING),
        len(left_out),
        int(provably_unreachable(scenario, drawn[left_out]).sum()),
        len(spheres),
        clear_share(scenario, spheres),
    )


def clear_share(scenario: Scenario, spheres: SphereRobot) -> float:
    """Return the share of certificates at which the spheres touch nothing."""
    robot = scenario.load_robot()
    return float(np.mean(spheres.free(scenario.certificates, scenario.world(), robot=robot)))
