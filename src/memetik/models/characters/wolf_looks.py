"""The wolf's shapes, in the ground's frame of the standing wolf: x forward, y left, z up [m]."""

from __future__ import annotations

from ...collision.shapes import Capsule, Geometry, Sphere
from ..shared.body import Vector
from .humanoid import Looks
from .loft import loft

_FUR, _SADDLE, _LIGHT, _LEG = "#8b8882", "#595651", "#d3cabb", "#a79f93"
_BLACK, _AMBER = "#1d1c1b", "#dba02f"
_UP, _ALONG = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)

TAIL: tuple[Vector, ...] = tuple((-0.485 - 0.068 * k, 0.0, 0.685 - 0.030 * k) for k in range(7))
"""Positions of the tail's joints and tip."""
_TAIL_RADII = (0.036, 0.047, 0.054, 0.055, 0.050, 0.040, 0.016)


def looks() -> Looks:
    """The shapes of the trunk and of the left legs, by link."""
    return {**_trunk(), "neck": _neck(), "head": _head(), **_front_leg(), **_back_leg(), **_tail()}


def _trunk() -> Looks:
    """The shapes of the trunk in three layers: the fur, a dark saddle above it, a light belly below."""
    return {
        "pelvis": [
            *loft(
                ((-0.465, 0, 0.650), 0.070),
                ((-0.38, 0, 0.652), 0.097),
                ((-0.25, 0, 0.645), 0.094, 0.014),
                color=_FUR,
                broad=_UP,
            ),
            *loft(
                ((-0.49, 0, 0.675), 0.050),
                ((-0.40, 0, 0.690), 0.070),
                ((-0.25, 0, 0.685), 0.078),
                color=_SADDLE,
            ),
        ],
        "spine_1": [
            *loft(
                ((-0.25, 0, 0.645), 0.094, 0.014),
                ((-0.15, 0, 0.632), 0.100, 0.020),
                ((-0.06, 0, 0.617), 0.109, 0.032),
                color=_FUR,
                broad=_UP,
            ),
            *loft(((-0.25, 0, 0.685), 0.078), ((-0.06, 0, 0.685), 0.085), color=_SADDLE),
            *loft(((-0.24, 0, 0.626), 0.090), ((-0.06, 0, 0.567), 0.098), color=_LIGHT),
        ],
        "spine_2": [
            *loft(
                ((-0.06, 0, 0.617), 0.109, 0.032),
                ((0.03, 0, 0.610), 0.115, 0.045),
                ((0.12, 0, 0.610), 0.118, 0.060),
                color=_FUR,
                broad=_UP,
            ),
            *loft(((-0.06, 0, 0.685), 0.085), ((0.12, 0, 0.702), 0.088), color=_SADDLE),
            *loft(
                ((-0.06, 0, 0.567), 0.098), ((0.03, 0, 0.544), 0.102), ((0.12, 0, 0.529), 0.103), color=_LIGHT
            ),
        ],
        "spine_3": [
            *loft(
                ((0.12, 0, 0.610), 0.118, 0.060),
                ((0.22, 0, 0.617), 0.117, 0.065),
                ((0.30, 0, 0.630), 0.107, 0.055),
                ((0.36, 0, 0.645), 0.080, 0.020),
                color=_FUR,
                broad=_UP,
            ),
            *loft(
                ((0.12, 0, 0.702), 0.088), ((0.20, 0, 0.712), 0.090), ((0.28, 0, 0.710), 0.085), color=_SADDLE
            ),
            *loft(
                ((0.12, 0, 0.529), 0.103),
                ((0.22, 0, 0.526), 0.100),
                ((0.31, 0, 0.560), 0.100),
                ((0.365, 0, 0.640), 0.096),
                color=_LIGHT,
            ),
        ],
    }


def _neck() -> list[Geometry]:
    return [
        *loft(
            ((0.26, 0, 0.68), 0.122, 0.02),
            ((0.35, 0, 0.755), 0.113),
            ((0.46, 0, 0.845), 0.086),
            color=_FUR,
            broad=_UP,
        ),
        *loft(((0.22, 0, 0.735), 0.080), ((0.32, 0, 0.81), 0.078), ((0.42, 0, 0.88), 0.064), color=_SADDLE),
        *loft(((0.33, 0, 0.66), 0.100), ((0.40, 0, 0.725), 0.095), ((0.49, 0, 0.81), 0.070), color=_LIGHT),
    ]


def _head() -> list[Geometry]:
    shapes = [
        *loft(
            ((0.46, 0, 0.868), 0.076),
            ((0.52, 0, 0.878), 0.074, 0.012),
            ((0.575, 0, 0.868), 0.058, 0.008),
            color=_FUR,
        ),
        *loft(
            ((0.57, 0, 0.858), 0.051),
            ((0.635, 0, 0.845), 0.041, 0.004),
            ((0.698, 0, 0.837), 0.032, 0.006),
            color=_LEG,
        ),
        *loft(
            ((0.55, 0, 0.912), 0.032, 0.008),
            ((0.62, 0, 0.881), 0.021, 0.008),
            ((0.702, 0, 0.863), 0.014, 0.006),
            color=_SADDLE,
        ),
        *loft(
            ((0.57, 0, 0.820), 0.042),
            ((0.64, 0, 0.811), 0.031, 0.006),
            ((0.695, 0, 0.808), 0.022, 0.009),
            color=_LIGHT,
        ),
        *loft(((0.722, 0, 0.851), 0.0165, 0.008), ((0.730, 0, 0.843), 0.015, 0.005), color=_BLACK),
    ]
    for sign in (-1, 1):
        shapes += loft(
            ((0.475, sign * 0.052, 0.835), 0.056), ((0.55, sign * 0.036, 0.832), 0.047), color=_LIGHT
        )
        shapes += _eye_and_ear(sign)
    return shapes


def _eye_and_ear(sign: int) -> list[Geometry]:
    return [
        Sphere(0.0150).at((0.5960, sign * 0.0385, 0.8925), color=_BLACK),
        Sphere(0.0115).at((0.6025, sign * 0.0405, 0.8935), color=_AMBER),
        Sphere(0.0060).at((0.6095, sign * 0.0415, 0.8940), color=_BLACK),
        *loft(
            ((0.492, sign * 0.056, 0.925), 0.020, 0.024),
            ((0.490, sign * 0.065, 0.970), 0.014, 0.015),
            ((0.486, sign * 0.071, 1.008), 0.006),
            color=_SADDLE,
            spacing=0.35,
        ),
        *loft(
            ((0.505, sign * 0.056, 0.932), 0.012, 0.020),
            ((0.498, sign * 0.064, 0.968), 0.010, 0.010),
            ((0.490, sign * 0.070, 0.992), 0.005),
            color=_LIGHT,
            spacing=0.35,
        ),
    ]


def _front_leg() -> Looks:
    return {
        "shoulder_blade": loft(
            ((0.23, 0.066, 0.725), 0.045, 0.010),
            ((0.28, 0.082, 0.63), 0.060, 0.020),
            ((0.31, 0.095, 0.555), 0.058, 0.008),
            color=_FUR,
            broad=_ALONG,
            spacing=0.14,
        ),
        "upper_arm": loft(
            ((0.31, 0.095, 0.555), 0.058, 0.008),
            ((0.265, 0.10, 0.485), 0.056, 0.012),
            ((0.215, 0.105, 0.415), 0.042),
            color=_FUR,
            broad=_ALONG,
        ),
        "forearm": loft(
            ((0.215, 0.105, 0.415), 0.043),
            ((0.222, 0.105, 0.33), 0.035),
            ((0.225, 0.105, 0.22), 0.027),
            ((0.225, 0.105, 0.165), 0.027),
            color=_LEG,
        ),
        "front_pastern": loft(
            ((0.225, 0.105, 0.165), 0.0272),
            ((0.235, 0.105, 0.10), 0.0235),
            ((0.245, 0.105, 0.045), 0.026),
            color=_LIGHT,
        ),
        "front_paw": _paw(0.245, 0.105),
    }


def _back_leg() -> Looks:
    return {
        "thigh": loft(
            ((-0.385, 0.07, 0.625), 0.072, 0.035),
            ((-0.36, 0.085, 0.54), 0.070, 0.035),
            ((-0.29, 0.10, 0.41), 0.048),
            color=_FUR,
            broad=_ALONG,
            spacing=0.14,
        ),
        "shin": loft(
            ((-0.29, 0.10, 0.41), 0.049),
            ((-0.37, 0.10, 0.325), 0.042),
            ((-0.44, 0.10, 0.255), 0.029),
            ((-0.475, 0.10, 0.22), 0.027),
            color=_LEG,
        ),
        "back_pastern": loft(
            ((-0.475, 0.10, 0.22), 0.0272),
            ((-0.46, 0.10, 0.13), 0.0225),
            ((-0.445, 0.10, 0.045), 0.026),
            color=_LIGHT,
        ),
        "back_paw": _paw(-0.445, 0.10),
    }


def _paw(x: float, y: float) -> list[Geometry]:
    shapes = loft(((x - 0.005, y, 0.032), 0.0295, 0.004), ((x + 0.03, y, 0.028), 0.026, 0.012), color=_LIGHT)
    for place in (-1.5, -0.5, 0.5, 1.5):
        side, front = 0.0165 * place, x + 0.060 - 0.006 * abs(place)
        toe = (x + 0.03, y + 0.8 * side, 0.022), (front, y + side, 0.0155)
        claw = (front + 0.010, y + side, 0.012), (front + 0.022, y + side, 0.006)
        shapes += [Capsule.between(*toe, 0.0155, color=_LIGHT), Capsule.between(*claw, 0.004, color=_BLACK)]
    return shapes


def _tail() -> Looks:
    return {
        f"tail_{k + 1}": loft(
            (TAIL[k], _TAIL_RADII[k]), (TAIL[k + 1], _TAIL_RADII[k + 1]), color=_SADDLE if k == 5 else _FUR
        )
        for k in range(6)
    }
