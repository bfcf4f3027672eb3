"""Generates the frozen files: the first targets of each scenario's source that have a certificate.

``python -m memetik_bench.scenarios.generate [NAME]...`` writes them into the package, and prints how many
candidates were replaced. The frozen files must not change: results before and after would not be comparable.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

from memetik.transforms import Array

from .catalog import SCENARIOS, find_scenario
from .certify import Certifier, Effort
from .frozen import poses_of, rows_of, write_frozen, write_hash
from .scenario import Scenario
from .unreachable import provably_unreachable
from .verifier import OK, Verifier

COUNT = 1000
"""Targets of each scenario."""

_EASY = Effort(fine_batches=0, methods=())
"""The search where the source knows configurations: for certificates whose spheres are clear."""

_FINITE = 6
"""Arms with at most so many joints have finitely many solutions, at most 16 but for whole turns."""

_FEW_BRANCHES = Effort(fine_batches=1, rejections=200, methods=("restarts",))


def candidates(scenario: Scenario, count: int) -> Array:
    """Return the first candidates (N, 4, 4) of a scenario's source, rounded as targets are stored."""
    poses, _ = scenario.source.poses(scenario, count)
    return poses_of(rows_of(poses))


def generate(scenario: Scenario, count: int = COUNT) -> tuple[Array, Array, npt.NDArray[np.intp]]:
    """Return targets (N, 4, 4), certificates (N, dof), and the numbers (N,) of their samples."""
    wanted = count
    certified = np.empty((0, scenario.load_robot().dof))
    while True:
        poses, known = scenario.source.poses(scenario, wanted)
        poses = poses_of(rows_of(poses))
        new = poses[len(certified) :]
        certified = np.vstack([certified, _certificates(scenario, new, known, len(certified))])
        samples = np.flatnonzero(~np.isnan(certified[:, 0]))
        if len(samples) >= count:
            samples = samples[:count]
            return poses[samples], certified[samples], samples
        wanted += count - len(samples) + 5


def _certificates(scenario: Scenario, poses: Array, known: Array | None, first: int) -> Array:
    """Return certificates (N, dof); configurations that the source knows are used where none is found."""
    q = np.full((len(poses), scenario.load_robot().dof), np.nan)
    possible = ~provably_unreachable(scenario, poses)
    effort = _EASY if known is not None else Effort() if q.shape[1] > _FINITE else _FEW_BRANCHES
    q[possible] = Certifier(scenario, effort).certify(poses[possible])
    if known is not None:
        missing = np.flatnonzero(np.isnan(q[:, 0]))
        verdicts = Verifier(scenario).check_batch(poses[missing], known[first:][missing])
        good = missing[[verdict == OK for verdict in verdicts]]
        q[good] = known[first:][good]
    return q


def freeze(scenario: Scenario) -> int:
    """Write the files of a scenario; return how many candidates were replaced."""
    poses, q, samples = generate(scenario)
    write_frozen(scenario.name, poses, q, samples)
    scenario.__dict__.pop("targets", None)  # they may have been read before
    scenario.__dict__.pop("content_hash", None)
    write_hash(scenario.name, scenario.content_hash)
    return int(samples[-1]) + 1 - len(samples)


def main() -> None:
    """Write the files of the scenarios that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", default=list(SCENARIOS))
    for name in parser.parse_args().names:
        replaced = freeze(find_scenario(name))
        print(f"{name}: {COUNT} targets with certificates; {replaced} candidates were replaced", flush=True)


if __name__ == "__main__":
    main()
