"""Masses and shapes of Baxter's links. Names of arm links have no prefix ``left_`` or ``right_``."""

from __future__ import annotations

from itertools import product
from math import radians

from ...collision.shapes import Box, Capsule, Cylinder, Geometry, Sphere, cylinder_between
from ..shared.body import Body, centred

RED, DARK, SILVER, GLASS = "#a3161d", "#2f3033", "#c4c7ca", "#7f97ac"

SCREEN_TILT = radians(15.0)
"""The screen is tilted down by this angle about the x of its frame [rad]."""

TOKEN = centred(0.0001, 1e-8, 1e-8, 1e-8)
"""The nominal mass that the published description gives frames and small sensors."""

BODIES: dict[str, Body] = {
    "torso": Body(35.336455, (0.0, 0.0, 0.0), (1.849155, -0.000354, -0.154188, 1.662671, 0.003292, 0.802239)),
    "pedestal": Body(
        60.86397744, (0.0, 0.0, 0.0), (5.0635929, 0.00103417, 0.80199628, 6.08689388, 0.00105311, 4.96191932)
    ),
    "head": Body(0.547767, (0.0, 0.0, 0.0), (0.004641, 0.000159, 0.000242, 0.003295, -0.001324, 0.003415)),
    "screen": Body(0.440171, (0.0, 0.0, 0.0), (0.004006, 0.00023, 0.000002, 0.0028, 0.000029, 0.001509)),
    "display": TOKEN,
    "head_camera_link": TOKEN,
    "sonar_ring": TOKEN,
    "arm_mount": TOKEN,
    "upper_shoulder": Body(
        5.70044,
        (0.01783, 0.00086, 0.19127),
        (0.04709102262, 0.00012787556, 0.00614870039, 0.03766976455, 0.00078086899, 0.03595988478),
    ),
    "lower_shoulder": Body(
        3.22698,
        (0.06845, 0.00269, -0.00529),
        (0.01175209419, -0.00030096398, 0.00207675762, 0.0278859752, -0.00018821993, 0.02078749298),
    ),
    "upper_elbow": Body(
        4.31272,
        (-0.00276, 0.00132, 0.18086),
        (0.02661733557, 0.00029270634, 0.00392189887, 0.02844355207, 0.0010838933, 0.01248008322),
    ),
    "lower_elbow": Body(
        2.07206,
        (0.02611, 0.00159, -0.01117),
        (0.00711582686, 0.00036036173, 0.0007459496, 0.01318227876, -0.00019663418, 0.00926852064),
    ),
    "upper_forearm": Body(
        2.24665,
        (-0.00168, 0.0046, 0.13952),
        (0.01667742825, 0.00018403705, 0.00018657629, 0.01675457264, -0.00064732352, 0.0037463115),
    ),
    "lower_forearm": Body(
        1.60979,
        (0.06041, 0.00697, 0.006),
        (0.00387607152, -0.00044384784, -0.00021115038, 0.00700537914, 0.00015348067, 0.0055275524),
    ),
    "wrist": Body(
        0.35093,
        (0.00198, 0.00125, 0.01855),
        (0.00025289155, 0.00000575311, -0.00000159345, 0.0002688601, -0.00000519818, 0.0003074118),
    ),
    "hand_link": Body(
        0.19125,
        (0.01093, 0.00042, -0.01532),
        (0.00017588, 0.00000147073, 0.0000243633, 0.00021166377, 0.00000172689, 0.00023745397),
    ),
    "hand_camera_link": TOKEN,
    "hand_camera_axis_link": TOKEN,
    "hand_range_link": TOKEN,
    "gripper_base_link": centred(0.3, 2e-8, 2e-8, 3e-8),
    "gripper": centred(0.0001, 0.0, 0.0, 0.0),
}


def _bend(radius: float, width: float, reach: float) -> tuple[Geometry, Geometry, Geometry]:
    """The shapes of a link that bends about z: a drum with dark caps, and a stub along x to the next axis."""
    return (
        Cylinder(radius, width).at(color=RED),
        Cylinder(0.82 * radius, width + 0.012).at(color=DARK),
        cylinder_between((0.0, 0.0, 0.0), (reach, 0.0, 0.0), 0.97 * radius, color=RED),
    )


def _twist(radius: float, start: float, end: float, x: float = 0.0) -> tuple[Geometry, Geometry]:
    """The shapes of a link that twists about z: a tube with a round end, shifted by ``x`` [m]."""
    return (
        cylinder_between((x, 0.0, start), (x, 0.0, end), radius, color=RED),
        Sphere(radius).at((x, 0.0, end), color=RED),
    )


def _pedestal_leg(x: float, y: float) -> tuple[Geometry, Geometry]:
    return (
        Capsule.between((0.0, 0.0, -0.69), (x, y, -0.7), 0.045, color=DARK),
        Capsule.between((x, y, -0.7), (x, y, -0.889), 0.035, color=DARK),
    )


SHAPES: dict[str, tuple[Geometry, ...]] = {
    "torso": (
        cylinder_between((0.0, 0.0, -0.06), (0.0, 0.0, 0.02), 0.18, color=DARK),
        Box((0.31, 0.32, 0.16)).at((-0.045, 0.0, 0.09), color=DARK),
        Box((0.11, 0.5, 0.11)).at((0.055, 0.0, 0.09), color=DARK),
        *(cylinder_between((0.064, y, 0.017), (0.064, y, 0.16), 0.077, color=DARK) for y in (0.259, -0.259)),
        Box((0.17, 0.33, 0.4)).at((-0.115, 0.0, 0.37), color=DARK),
        Box((0.16, 0.112, 0.4)).at((0.047, 0.0, 0.37), color=DARK),
        Capsule.between((-0.15, 0.0, 0.55), (-0.03, 0.0, 0.77), 0.036, color=DARK),
        cylinder_between((0.06, 0.0, 0.73), (0.06, 0.0, 0.875), 0.08, color=DARK),
    ),
    "pedestal": (
        cylinder_between((0.0, 0.0, -0.178), (0.0, 0.0, -0.06), 0.187, color=DARK),
        cylinder_between((0.0, 0.0, -0.69), (0.0, 0.0, -0.17), 0.104, color=DARK),
        *(leg for x, y in product((0.35, -0.43), (0.36, -0.36)) for leg in _pedestal_leg(x, y)),
    ),
    "sonar_ring": (Cylinder(0.085, 0.01).at((-0.0347, 0.0, 0.00953), color=SILVER),),
    "head": (
        cylinder_between((0.0, 0.0, -0.064), (0.0, 0.0, 0.036), 0.072, color=DARK),
        Box((0.06, 0.07, 0.04)).at((0.075, 0.0, -0.01), color=DARK),
    ),
    "screen": (Box((0.268, 0.185, 0.03)).at((0.0, -0.016, -0.014), rpy=(SCREEN_TILT, 0.0, 0.0), color=RED),),
    "display": (Box((0.218, 0.16, 0.004)).at((0.0, 0.0, 0.004), rpy=(SCREEN_TILT, 0.0, 0.0), color=GLASS),),
    "upper_shoulder": _twist(0.07, 0.032, 0.26, x=-0.015),
    "lower_shoulder": _bend(0.072, 0.182, 0.105),
    "upper_elbow": _twist(0.074, 0.014, 0.24, x=-0.012),
    "lower_elbow": _bend(0.067, 0.16, 0.098),
    "upper_forearm": _twist(0.068, -0.005, 0.19),
    "lower_forearm": _bend(0.057, 0.145, 0.166),
    "wrist": (
        cylinder_between((0.0, 0.0, 0.052), (0.0, 0.0, 0.076), 0.056, color=DARK),
        cylinder_between((0.0, 0.0, 0.076), (0.0, 0.0, 0.11), 0.038, color=DARK),
    ),
    "gripper_base_link": (
        Box((0.064, 0.104, 0.05)).at((-0.006, 0.0, 0.0), color=SILVER),
        *(Box((0.01, 0.01, 0.11)).at((0.0, y, 0.078), color=SILVER) for y in (0.0155, -0.0155)),
    ),
}
