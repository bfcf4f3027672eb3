"""Our methods compared with the rivals whose algorithms they implement."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

from ...engine.case import Measurement
from ...engine.valkyrie import SETUPS, Setup
from ..cells import NOT_MEASURED, cell, measured_cell
from ..experiment import Comparison, Experiment, Find, Scale
from ..rival_bio_ik import BIOIK_2, BIOIK_2_GOALS
from ..solver_spec import KDL_LMA, TOOLBOX_GN, TOOLBOX_LM, own_method
from ..tables import arm_table
from ..trial import Trial, arm_measurement, measurement
from .bioik2_tables import KDL_TRIAL, TRAC_IK_TRIAL
from .valkyrie import TOLERANCE, case_name, valkyrie_queries

_ARMS = {
    "UR5": "ur5",
    "iiwa14": "iiwa14",
    "panda": "panda",
    "PR2 arm": "pr2 arm",
    "Valkyrie arm": "valkyrie arm",
    "Valkyrie leg": "valkyrie leg",
}
_QUERIES = "Random reachable poses from random starts, 5 ms, 1e-5 m and 1e-5 rad"


def _with_fixed_pelvis(setup: Setup) -> Setup:
    joints = tuple(joint for joint in setup.joints if not joint.startswith("pelvis"))
    return replace(setup, name=f"{setup.name}, pelvis fixed", joints=joints)


_SETUPS = SETUPS[2], _with_fixed_pelvis(SETUPS[6]), _with_fixed_pelvis(SETUPS[7])
_BIOIK_2 = {str(n): Trial(own_method("BioIK2", threads=n, islands=n), queries=10_000) for n in (1, 2)}
_SEVERAL_GOALS = Trial(
    own_method("BioIK2", goals="bioik2", threads=2, islands=2),
    timeout=0.010,
    tolerance=TOLERANCE,
    queries=1_000,
)

_LIBRARIES = {
    "TRAC-IK": TRAC_IK_TRIAL,
    "trac (ours)": Trial(own_method("trac")),
    "KDL's Newton": KDL_TRIAL,
    "KDL's Levenberg-Marquardt": Trial(KDL_LMA, queries=2_000),
    "newton (ours)": Trial(own_method("newton")),
    "Robotics Toolbox, Gauss-Newton": Trial(TOOLBOX_GN, queries=2_000),
    "Robotics Toolbox, Levenberg-Marquardt": Trial(TOOLBOX_LM, queries=2_000),
    "jacobian (ours), pseudo-inverse": Trial(own_method("Jacobian", inverse="pinv")),
    "jacobian (ours), damped": Trial(own_method("jacobian")),
}
"""Each of our methods is below the rivals whose algorithm it implements."""


def _with_evaluations(experiment: Experiment) -> Experiment:
    """Add a line per number of threads with the mean evaluations of a call."""

    def compare(find: Find) -> Comparison:
        table = experiment.compare(find)
        for threads, trial in _BIOIK_2.items():
            rows = [find(trial.key(arm)) for arm in _ARMS.values()]
            means = [NOT_MEASURED if row is None else f"{row['mean_evaluations']:.0f}" for row in rows]
            table.lines.append([f"evaluations, {threads}", *means])
        return table

    return replace(experiment, compare=compare)


def _measure_goals(scale: Scale) -> Iterator[Measurement]:
    for setup in _SETUPS:
        make = functools.partial(valkyrie_queries, setup)
        yield measurement(_SEVERAL_GOALS, case_name(setup), scale, make)


def _compare_goals(find: Find) -> Comparison:
    as_published, corrected = BIOIK_2_GOALS.columns
    lines = []
    for label, setup in zip(BIOIK_2_GOALS.rows, _SETUPS, strict=True):
        row = find(_SEVERAL_GOALS.key(case_name(setup)))
        before = f"{BIOIK_2_GOALS.cells[label, as_published].percent:.1f} %"
        lines.append([label, before, cell(BIOIK_2_GOALS.cells[label, corrected], row)])
    return Comparison([BIOIK_2_GOALS.corner, as_published, f"{corrected}; ours"], lines)


def _measure_libraries(scale: Scale) -> Iterator[Measurement]:
    for arm in _ARMS.values():  # arm by arm, so that the load of the machine affects all solvers alike
        for trial in _LIBRARIES.values():
            yield arm_measurement(trial, arm, scale)


def _compare_libraries(find: Find) -> Comparison:
    lines = [
        [label, *(measured_cell(find(trial.key(arm))) for arm in _ARMS.values())]
        for label, trial in _LIBRARIES.items()
    ]
    return Comparison(["Solver", *_ARMS], lines)


EXPERIMENTS: tuple[Experiment, ...] = (
    _with_evaluations(
        arm_table(
            "rival-bioik2",
            "bio_ik, the rival BioIK 2",
            "Measured on a machine similar to ours",
            BIOIK_2,
            description=f"{_QUERIES}, one thread per island.",
            arms=_ARMS,
            trials=_BIOIK_2,
        )
    ),
    Experiment(
        "rival-goals",
        "bio_ik with several goals",
        "Measured on a machine similar to ours",
        "Targets of a random configuration, from an independent random start, 10 ms, 1e-4 m and 1e-3 rad, "
        "two islands on two threads.",
        _measure_goals,
        _compare_goals,
    ),
    Experiment(
        "rival-libraries",
        "TRAC-IK, KDL and the Robotics Toolbox compared with ours",
        "All measured on our machine",
        f"{_QUERIES}. TRAC-IK uses two threads, the others use one.",
        _measure_libraries,
        _compare_libraries,
    ),
)
