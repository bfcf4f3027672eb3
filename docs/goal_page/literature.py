"""Objectives of the literature, and the memetik goals that reproduce them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memetik_bench.report.markdown import table

BIO_IK = "Starke 2020"
BIO_IK_2 = "Ruppel 2017"
BIO_IK_CODE = "bio_ik"
ENGELKE = "Engelke 2024"
RELAXED = "RelaxedIK family"
LECTURE = "lecture"


@dataclass(frozen=True)
class Objective:
    """A cost from the literature, the goals that reproduce it (by variant), and how they differ from it."""

    name: str
    cost: str
    sources: tuple[str, ...]
    goals: str | Mapping[str, str]
    differs: str = ""


OBJECTIVES = (
    Objective(
        "Position",
        "‖p − p_g‖²; normalised: (π d / √((L + d)(λ + d)))², d = ‖p − p_g‖",
        (BIO_IK, BIO_IK_2),
        {"": "Position(link, place)", "normalised": 'Position(link, place, metric="normalized")'},
    ),
    Objective(
        "Orientation",
        "min(‖Q_g − Q‖², ‖Q_g + Q‖²); angle: (2 acos |Q · Q_g|)²",
        (BIO_IK, BIO_IK_2),
        {
            "": "Orientation(link, rotation, loss=Quaternion())",
            "angle": "Orientation(link, rotation, loss=Angle())",
        },
    ),
    Objective(
        "Pose",
        "position + s² · orientation, rotation scale s",
        (BIO_IK_2,),
        "Pose(link, target, rotation_scale=s, loss=[Quadratic(), Quaternion()])",
    ),
    Objective(
        "Direction, Alignment",
        "‖R a − d‖²",
        (BIO_IK_2, ENGELKE),
        "AlignAxis(link, direction, axis=axis)",
    ),
    Objective(
        "LookAt (in the dissertation: Direction)",
        "‖R a − unit(p_t − p)‖²; angle: acos²",
        (BIO_IK, BIO_IK_2, ENGELKE),
        {"": "LookAt(link, place, axis=axis)", "angle": "LookAt(link, place, axis=axis, loss=Angle())"},
    ),
    Objective("Line", "‖f − d (d · (f − p)) − p‖²", (BIO_IK_2, ENGELKE), "OnLine(link, place, direction)"),
    Objective("Plane", "(n · (f − p))²", (BIO_IK_CODE,), "OnPlane(link, place, normal)"),
    Objective(
        "MinDistance, MaxDistance",
        "hinge², nothing when satisfied",
        (BIO_IK_2,),
        {
            "at least": "KeepDistance(link, place, min=least)",
            "at most": "KeepDistance(link, place, max=most)",
        },
    ),
    Objective(
        "Distance, the soft wall",
        "1/(d − r)² for every pair of points, ∞ if d ≤ r; weight 10⁻⁴",
        (BIO_IK,),
        'KeepClear(geometry, world, form="reciprocal", weight=1e-4)',
        "Below d − r = `scale` the wall continues along its tangent, so that a search that starts inside can "
        "escape. The goal is met if d ≥ r − tolerance.",
    ),
    Objective(
        "Displacement",
        "(1/n) Σ ε_i |x_i − seed_i|",
        (BIO_IK,),
        "StayClose(loss=Absolute(), joint_weights={joint: epsilon**2}, weight=1 / n)",
        "|x| is smoothed below 10⁻⁶. The cost is the sum; the dissertation squares it.",
    ),
    Objective(
        "MinimalDisplacement",
        "Σ ((j_i − seed_i) / v_i)², v the velocity limits",
        (BIO_IK_2,),
        "StayClose(per_velocity=True)",
        "Continuous joints use the shortest difference; free rotations use rotation vectors.",
    ),
    Objective(
        "Regularization", "Σ (j_i − seed_i)²", (BIO_IK_CODE,), "StayClose()", "See MinimalDisplacement."
    ),
    Objective(
        "CenterJoints",
        "Σ (j − (h + l)/2)²",
        (BIO_IK_2,),
        "CenterJoints()",
        "Joints without two limits are left out.",
    ),
    Objective(
        "AvoidJointLimits",
        "Σ max(0, 2 |j − (h + l)/2| − (h − l)/2)²",
        (BIO_IK_2,),
        "AvoidJointLimits()",
        "See CenterJoints.",
    ),
    Objective("JointVariable", "(j − g)²", (BIO_IK, BIO_IK_2), "JointValue(joint, value)"),
    Objective(
        "JointFunction",
        "Σ (x − h(x))²",
        (BIO_IK, BIO_IK_2),
        {
            "any h": "Custom(function, joints=joints, rows=n)",
            "linear": "LinearJoints({joint: 1, other_joint: -2}, value)",
        },
        "The function returns the differences x − h(x).",
    ),
    Objective(
        "LinkFunction",
        "any function of link poses",
        (BIO_IK_2,),
        "Custom(function, links=links)",
        "See custom.",
    ),
    Objective("Side", "max(0, R a · d)²", (BIO_IK_2,), "FaceAway(link, direction, axis=axis)"),
    Objective(
        "Cone",
        "hinge² on the angle, optionally with a position",
        (BIO_IK_2,),
        {
            "": "WithinCone(link, direction, axis=axis, angle=angle)",
            "with a position, in addition": "Position(link, place)",
        },
    ),
    Objective(
        "Touch",
        "(support of the link along −n)²",
        (BIO_IK_2,),
        "Touch(link, place, normal)",
        "The lowest corner of a mesh, or the lowest point of a box, sphere, cylinder or capsule.",
    ),
    Objective(
        "Balance",
        "‖centre of mass − target, across gravity‖²",
        (BIO_IK_2,),
        "Balance(place, up=up)",
    ),
    Objective(
        "Projection",
        "((position of the hit H + angle from V to −N) / 2)²",
        (BIO_IK,),
        "StandOn(link, terrain, weight=1 / 2, loss=[Quadratic(), Angle()])",
        "The cost is the sum of the squares, not the square of the sum; the depth is in metres, not "
        "normalised. The ray passes through the sole at the current configuration, with a direction fixed in "
        "the root's frame. Meshes are hit where their interpolated distance is zero. To follow an "
        "animation where the ray hits nothing, add a secondary `Pose`.",
    ),
    Objective(
        "RCM, single link",
        "‖p_trocar − p_rcm‖, p_rcm the nearest point of the link",
        (ENGELKE, "PivotIK"),
        "PassThrough(link, place, offsets=[start, end])",
        "The cost is the square of the distance; a loss applies to the distance.",
    ),
    Objective(
        "RCM, any link",
        "the minimum of these over consecutive links",
        (ENGELKE,),
        "PassThrough(links, place)",
        "See RCM, single link.",
    ),
    Objective(
        "Collision point distance",
        "distance of the link's geometry to a small sphere at the RCM",
        (ENGELKE,),
        {
            "to the point": "PassThrough(links, place, shapes=True)",
            "to a sphere": "PassThrough(links, place, shapes=True, loss=Hinge(-radius, radius))",
        },
        "See RCM, single link. The distance from meshes is interpolated.",
    ),
    Objective(
        "CollisionDistance",
        "(2ε / (ε + d))² of the clearance d",
        (ENGELKE,),
        {
            "the smallest clearance": 'KeepClear(geometry, world, form="inverse", over="minimum", '
            "scale=epsilon, loss=Groove(width=2.5, steepness=0.035, power=4))",
            "all pairs": 'KeepClear(geometry, world, form="inverse", scale=epsilon)',
        },
        "Below d = 0 the cost continues along its tangent; in the thesis it is constant. The groove loss of "
        "the square is the one of the thesis; over all pairs, a loss applies to 2ε/(ε + d).",
    ),
    Objective(
        "PenetrationDepth",
        "(d / ε)² of the penetration d",
        (ENGELKE,),
        {
            "the deepest": 'KeepClear(geometry, world, form="penetration", over="minimum", scale=epsilon, '
            "loss=Groove(width=0.01))",
            "all pairs": 'KeepClear(geometry, world, form="penetration", scale=epsilon)',
        },
        "The groove loss of the square is the one of the thesis; over all pairs, a loss applies to d/ε.",
    ),
    Objective(
        "Self-collision, world collision with margin",
        "hinge with a quadratic buffer, then linear",
        ("cuRobo", ENGELKE),
        {
            "world": "KeepClear(geometry, world, margin=m, loss=Huber(m), weight=1 / (2 * m))",
            "self": "KeepClear(geometry, margin=m, loss=Huber(m), weight=1 / (2 * m))",
        },
        "Summed over all pairs; cuRobo's self-collision counts only the deepest. `self_pairs` are the "
        "pairs of links.",
    ),
    Objective(
        "Scan, surface inspection",
        "distance in [0, 0.02 m], view and normal angle within ±0.2 rad; optionally line of sight",
        (ENGELKE,),
        {
            "": "Scan(link, place, normal=normal)",
            "line of sight": "Scan(link, place, normal=normal, obstacles=obstacles)",
        },
        "A query's target may have its own normal: one solver scans a surface. "
        "The cost is quadratic outside of the ranges; the table above has the walls of the thesis.",
    ),
    Objective(
        "Smoothness",
        "squared finite differences over the last solutions",
        (RELAXED, LECTURE),
        {
            "velocity": 'Smooth("velocity")',
            "acceleration": 'Smooth("acceleration")',
            "jerk": 'Smooth("jerk")',
            "velocity of a tip": 'Smooth("velocity", link=link)',
        },
        "The differences are divided by dt, dt² or dt³; `solve` uses dt = 1 by default.",
    ),
    Objective(
        "Manipulability",
        "µ = √det(J Jᵀ) above a floor, or as large as possible",
        ("TRAC-IK", RELAXED),
        {"floor": "Manipulability(link, floor=least)", "large": "Manipulability(link)"},
        "To maximise µ, the cost is (1 / (1 + µ))². TRAC-IK has no such cost: it chooses the best of many "
        "solutions.",
    ),
    Objective(
        "Similarity to an example posture, comfort posture",
        "k ‖θ_e − θ‖²",
        (LECTURE,),
        "StayClose(posture, weight=k)",
        "See MinimalDisplacement.",
    ),
    Objective(
        "RelativePose, loop closure",
        "that of Pose, in another link's frame",
        (BIO_IK, "pink"),
        "Pose(link, target, frame=frame, rotation_scale=s, loss=[Quadratic(), Quaternion()])",
    ),
    Objective(
        "custom",
        "the user's cost or residual",
        (BIO_IK, BIO_IK_2),
        {
            "residuals": "Custom(function, links=links, joints=joints, rows=n)",
            "a cost f ≥ 0": "Custom(function, links=links, loss=Absolute())",
        },
        "With Absolute the cost is f itself, up to the rounding of 10⁻⁶.",
    ),
)


def literature_table() -> str:
    rows = (
        [
            f"**{objective.name}**<br>{', '.join(objective.sources)}",
            objective.cost.replace("|", "\\|"),
            _calls(objective.goals),
            objective.differs.replace("|", "\\|"),
        ]
        for objective in OBJECTIVES
    )
    return table(["objective", "cost", "goal", "where it differs"], rows, align="---")


def _calls(goals: str | Mapping[str, str]) -> str:
    forms = {"": goals} if isinstance(goals, str) else goals
    return "<br>".join(f"{form}: `{call}`" if form else f"`{call}`" for form, call in forms.items())
