"""Tables of D on serial arms: KDL, TRAC-IK, gradients, evolution and Bio IK."""

from __future__ import annotations

from typing import Any

from ..experiment import Experiment
from ..goal_styles import GoalStyle
from ..published import dissertation
from ..solver_spec import KDL_LMA, bioik, own_method, unbounded
from ..tables import arm_table
from ..trial import Trial
from .bioik2_tables import BIOIK_1, BIOIK_2, KDL_TRIAL, TRAC_IK_TRIAL

_ARMS = {
    "PR2 Arm, 7 DoF": "pr2 arm",
    "Baxter Arm, 7 DoF": "baxter arm",
    "KuKA LBR iiwa 14 R820, 7 DoF": "iiwa14",
    "KuKA LBR iiwa, 7 DoF": "iiwa14",
    "KuKA KR120 R2500, 6 DoF": "kr120",
    "UR5, 6 DoF": "ur5",
    "Fanuc M-10iA, 6 DoF": "m10ia",
    "NASA Valkyrie Arm, 7 DoF": "valkyrie arm",
    "PR2": "pr2 arm",
    "UR5": "ur5",
    "Valkyrie Arm": "valkyrie arm",
    "Valkyrie Leg": "valkyrie leg",
    "LBR iiwa": "iiwa14",
}
TOLERANCE = (1e-4, 1e-3)
"""[m] and [rad], of Table 5.2."""
SINGLE_START = 0.05
"""[s]: D gives no timeout for its gradient methods, which end by themselves."""
_QUERIES = "Random reachable poses from random starts, 5 ms, 1e-5 m and 1e-5 rad."

BIOIK_1_S = Trial(bioik(), timeout=1.0, tolerance=TOLERANCE)
BIOIK_10_MS = Trial(bioik(), timeout=0.010, tolerance=TOLERANCE)
_LBFGS_WITHOUT_LIMITS = Trial(
    unbounded("L-BFGS-B", document="D"), timeout=2.0, tolerance=TOLERANCE, queries=100
)


def _single(method: str, goals: GoalStyle = "pose", **options: Any) -> Trial:
    """Return a trial with one start, which fails as soon as it violates a limit."""
    spec = own_method(method, goals=goals, restarts=False, stop_at_limits=True, **options)
    return Trial(spec, timeout=SINGLE_START, tolerance=TOLERANCE, queries=1_000)


def _evolution(method: str) -> Trial:
    return Trial(own_method(method, goals="bioik"), timeout=1.0, tolerance=TOLERANCE, queries=200)


EXPERIMENTS: tuple[Experiment, ...] = (
    arm_table(
        "d-3.1",
        "Orocos KDL on serial manipulators",
        "D, Table 3.1, from the authors of TRAC-IK",
        dissertation.TABLE_3_1,
        description=_QUERIES,
        arms=_ARMS,
        trials={
            "Orocos KDL": KDL_TRIAL,
            "newton (ours)": Trial(own_method("Newton"), queries=2_000),
            "KDL LMA": Trial(KDL_LMA, queries=2_000),
        },
    ),
    arm_table(
        "d-3.2",
        "TRAC-IK on serial manipulators",
        "D, Table 3.2, from the authors of TRAC-IK",
        dissertation.TABLE_3_2,
        description=_QUERIES,
        arms=_ARMS,
        trials={"TRAC-IK": TRAC_IK_TRIAL, "trac (ours)": Trial(own_method("Trac", threads=2, mode="speed"))},
    ),
    arm_table(
        "d-5.2",
        "Serial manipulators: gradients, evolution, Bio IK",
        "D, Table 5.2",
        dissertation.TABLE_5_2,
        description="Random reachable poses from random starts, 1e-4 m and 1e-3 rad. The first three have "
        "one start and fail as soon as they violate a limit.",
        arms=_ARMS,
        trials={
            "Jacobian-T": _single("Jacobian", inverse="transpose"),
            "Jacobian-DLS": _single("Jacobian", inverse="dls"),
            "L-BFGS-B": _single("LBFGSB", goals="bioik"),
            "GA, 1 s": _evolution("GA"),
            "DE, 1 s": _evolution("DE"),
            "Bio IK, 1 s": BIOIK_1_S,
            "Bio IK, 10 ms": BIOIK_10_MS,
            "Bio IK by exact gradients, 10 ms": Trial(
                bioik(gradients="exact"), timeout=0.010, tolerance=TOLERANCE
            ),
            "L-BFGS-B, limits checked at the end": _LBFGS_WITHOUT_LIMITS,
        },
    ),
    arm_table(
        "d-5.3",
        "Plugins of ROS",
        "D, Table 5.3, which is R, Tables 4.1 and 4.2",
        dissertation.TABLE_5_3,
        description=_QUERIES,
        arms=_ARMS,
        trials={"KDL": KDL_TRIAL, "TRAC-IK": TRAC_IK_TRIAL, "HGSA": BIOIK_1, "Bio IK": BIOIK_2},
    ),
)
