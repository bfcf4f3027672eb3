"""The tables of R: BioIK 1 and its changes, gradients, BioIK 2 and the contributions of its parts."""

from __future__ import annotations

from ..experiment import Experiment
from ..goal_styles import GoalStyle
from ..published import bioik2_thesis as thesis
from ..published.table import PublishedTable
from ..solver_spec import KDL, TRAC_IK, SolverSpec, bioik2, hgsa, own_method, unbounded
from ..tables import arm_table
from ..trial import Trial

_ARMS = {
    "PR2": "pr2 arm",
    "UR5": "ur5",
    "Valkyrie arm": "valkyrie arm",
    "Valkyrie foot": "valkyrie leg",
    "iiwa": "iiwa14",
}
_QUERIES = "Random reachable poses from random starts, 5 ms, 1e-5 m and 1e-5 rad."
_OFTEN_FAILING = 2_000
"""Queries for solvers that often fail, which takes the whole 5 ms."""

_SCIPY_TIMEOUT = 0.1
"""[s]: an evaluation from Python takes 20 times as long as one in the core."""


def _often(spec: SolverSpec) -> Trial:
    return Trial(spec, queries=_OFTEN_FAILING)


KDL_TRIAL, TRAC_IK_TRIAL = _often(KDL), _often(TRAC_IK)
BIOIK_2 = Trial(bioik2())
BIOIK_1_LINEAR = _often(hgsa(fitness="linear"))
BIOIK_1_QUADRATIC = _often(hgsa(fitness="quadratic"))
BIOIK_1 = _often(hgsa(fitness="quadratic", islands=4))
"""BioIK 1 with all changes of R 3.4, which R 4.1 compares with BioIK 2."""

_RIVALS = {"KDL": KDL_TRIAL, "TRAC-IK": TRAC_IK_TRIAL}
_RIVALS_LATER = {"TRAC_IK": TRAC_IK_TRIAL, "KDL": KDL_TRIAL}


def _jacobian(runners: int) -> Trial:
    return _often(own_method("Jacobian", threads=runners, inverse="pinv", restarts=False, runners=runners))


def _descent(stuck: str, runners: int = 1) -> Trial:
    goals: GoalStyle = "bioik2"
    return _often(own_method("GradientDescent", goals=goals, threads=runners, stuck=stuck, runners=runners))


def _scipy(algorithm: str) -> Trial:
    """Return a trial of an optimiser that supports bounds, from one start."""
    spec = own_method("SciPy", goals="bioik2", algorithm=algorithm, restarts=False)
    return Trial(spec, timeout=_SCIPY_TIMEOUT, queries=500)


def _unbounded(algorithm: str) -> Trial:
    return Trial(unbounded(algorithm, document="R"), timeout=_SCIPY_TIMEOUT, queries=500)


def _table(
    number: str, title: str, published: PublishedTable, trials: dict[str, Trial], description: str = _QUERIES
) -> Experiment:
    return arm_table(
        f"r-{number}",
        title,
        f"R, Table {number}",
        published,
        description=description,
        arms=_ARMS,
        trials=trials,
    )


EXPERIMENTS: tuple[Experiment, ...] = (
    _table(
        "3.1",
        "BioIK 1, ported to C++",
        thesis.TABLE_3_1,
        {"Evolution": BIOIK_1_LINEAR, **_RIVALS},
    ),
    _table(
        "3.2",
        "Linear and quadratic fitness",
        thesis.TABLE_3_2,
        {"Linear Fitness": BIOIK_1_LINEAR, "Quadratic Fitness": BIOIK_1_QUADRATIC, **_RIVALS},
    ),
    _table(
        "3.3",
        "Islands for BioIK 1",
        thesis.TABLE_3_3,
        {
            "Original": BIOIK_1_LINEAR,
            "Modified 1 Thread": BIOIK_1_QUADRATIC,
            "Modified 4 Threads": BIOIK_1,
            **_RIVALS,
        },
    ),
    _table(
        "3.4",
        "The pseudo-inverse Jacobian",
        thesis.TABLE_3_4,
        {"Jac 1 T": _jacobian(1), "Jac 4 T": _jacobian(4), **_RIVALS},
    ),
    _table(
        "3.5",
        "Gradient descent that stops, resets or continues when it is stuck",
        thesis.TABLE_3_5,
        {
            "GD": _descent("stop"),
            "GD R": _descent("reset"),
            "GD C": _descent("continue"),
            "GD C 4": _descent("continue", 4),
            "Jac 1": _jacobian(1),
            "Jac 4": _jacobian(4),
            **_RIVALS,
        },
    ),
    _table(
        "3.6",
        "General optimisers",
        thesis.TABLE_3_6,
        {
            "BFGS": _unbounded("BFGS"),
            "Conjugate GD": _unbounded("CG"),
            "Gradient Descent": _descent("stop"),
            "L-BFGS-B": _scipy("L-BFGS-B"),
            "L-BFGS": _unbounded("L-BFGS-B"),
            "Nelder-Mead / Simplex": _scipy("Nelder-Mead"),
            "Newton Descent": _scipy("TNC"),
        },
        "Random reachable poses from random starts, 1e-5 m and 1e-5 rad; 5 ms in R, 100 ms in ours.",
    ),
    _table(
        "3.7",
        "BioIK 2",
        thesis.TABLE_3_7,
        {"BioIK 2": BIOIK_2, **_RIVALS_LATER},
    ),
    _table(
        "3.8",
        "The size of mutations: per individual or per gene",
        thesis.TABLE_3_8,
        {
            "BioIK 2, with memetics, per-individual mutation size": BIOIK_2,
            "BioIK 2, no memetics, per-individual mutation size": Trial(bioik2(memetics="none")),
            "BioIK 2, no memetics, per-gene mutation size": _often(bioik2(memetics="none", mutation="gene")),
            **_RIVALS_LATER,
        },
    ),
    _table(
        "3.9",
        "Islands",
        thesis.TABLE_3_9,
        {
            "BioIK 2, 4 islands (4 threads)": BIOIK_2,
            "BioIK 2, 2 islands (2 threads)": Trial(bioik2(islands=2)),
            "BioIK 2, 1 island (1 thread)": Trial(bioik2(islands=1)),
            "TRAC_IK (2 threads)": TRAC_IK_TRIAL,
            "KDL (1 thread)": KDL_TRIAL,
        },
    ),
    _table(
        "3.10",
        "Wipe-outs",
        thesis.TABLE_3_10,
        {
            "BioIK 2, with wipeouts": BIOIK_2,
            "BioIK 2, no wipeouts": Trial(bioik2(wipe_outs=False)),
            **_RIVALS_LATER,
            "no wipe-outs, islands begin at random (ours)": Trial(bioik2(wipe_outs=False, random_start=True)),
        },
    ),
    _table(
        "3.11",
        "Starting at random",
        thesis.TABLE_3_11,
        {
            "BioIK 2, initial guess": BIOIK_2,
            "BioIK 2, random initialization": Trial(bioik2(random_start=True)),
            **_RIVALS_LATER,
        },
    ),
    _table(
        "3.12",
        "Momentum",
        thesis.TABLE_3_12,
        {
            "BioIK 2, with particle swarm optimization": BIOIK_2,
            "BioIK 2, no particle swarm optimization": Trial(bioik2(momentum=False)),
            **_RIVALS_LATER,
        },
    ),
    _table(
        "3.13",
        "Memetics",
        thesis.TABLE_3_13,
        {
            "BioIK 2, quadratic memetics": BIOIK_2,
            "BioIK 2, linear memetics": Trial(bioik2(memetics="linear")),
            "BioIK 2, LBFGS-B memetics": Trial(bioik2(memetics="lbfgs")),
            "BioIK 2, no memetics": Trial(bioik2(memetics="none")),
            **_RIVALS_LATER,
        },
    ),
    _table(
        "3.14",
        "Measures of rotation",
        thesis.TABLE_3_14,
        {
            "Square distance": BIOIK_2,
            "Norm and dot product": Trial(bioik2(goals="bioik2 dot product")),
            "Square angle": Trial(bioik2(goals="bioik2 angle")),
            **_RIVALS_LATER,
        },
    ),
    _table(
        "4.1",
        "Success",
        thesis.TABLE_4_1,
        {
            "BioIK 2": BIOIK_2,
            "BioIK 1": BIOIK_1,
            **_RIVALS_LATER,
            "trac (ours)": Trial(own_method("Trac", threads=2, mode="speed")),
            "newton (ours)": _often(own_method("Newton")),
            "auto (ours)": Trial(own_method("auto")),
        },
    ),
    _table(
        "4.2",
        "Mean time, failures included",
        thesis.TABLE_4_2,
        {
            "BioIK 2": BIOIK_2,
            "TRAC_IK": TRAC_IK_TRIAL,
            "BioIK 1": BIOIK_1,
            "KDL": KDL_TRIAL,
            "trac (ours)": Trial(own_method("Trac", threads=2, mode="speed")),
            "newton (ours)": _often(own_method("Newton")),
            "auto (ours)": Trial(own_method("auto")),
        },
    ),
)
