"""Our methods beside the programs that they are written after."""

from __future__ import annotations

from ..contenders import ours
from ..experiment import Experiment
from ..published.originals import BIOIK_2
from ..tables import arm_table
from ..trial import Trial

_ARMS = {
    "UR5": "ur5",
    "iiwa14": "iiwa14",
    "panda": "panda",
    "PR2 arm": "pr2 arm",
    "Valkyrie arm": "valkyrie arm",
    "Valkyrie leg": "valkyrie leg",
}

EXPERIMENTS: tuple[Experiment, ...] = (
    arm_table(
        "original-bioik2",
        "The original BioIK 2",
        "measured on a machine like ours",
        BIOIK_2,
        asked="Random reachable poses from random starts, 5 ms, 1e-5 m and 1e-5 rad, an island a thread.",
        arms=_ARMS,
        trials={
            str(count): Trial(ours("BioIK2", threads=count, islands=count), queries=10_000)
            for count in (1, 2)
        },
    ),
)
