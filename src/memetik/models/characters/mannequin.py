"""A wooden artist's mannequin of human size."""

from __future__ import annotations

from ...collision.shapes import Capsule, Geometry, Sphere
from ...robot import Robot
from .bones import Turns
from .humanoid import ANKLE, LOW_CHEST, LUMBAR, THORACIC, WAIST, Looks, humanoid
from .loft import lathe, loft

_WOOD, _BALL = "#e0b983", "#a8743f"

_NECK: Turns = {"pitch": (-20.0, 25.0), "roll": (-25.0, 25.0)}
_HEAD: Turns = {"yaw": (-60.0, 60.0), "pitch": (-25.0, 20.0), "roll": (-20.0, 20.0)}


def mannequin() -> Robot:
    """Human mannequin of 42 DoF; the pelvis moves freely, upright.

    Source: Table 5.1 of S. Starke, Bio IK: A Memetic Evolutionary Algorithm for Generic Multi-Objective
    Inverse Kinematics (Universität Hamburg, 2020): pelvis 3, spine 6, head 5, arms and legs 7 each. The
    choice of joints and the shapes are our own. A person of 1.8 m and 75 kg: lengths after Drillis and
    Contini, masses after Dempster, both as in Winter's Biomechanics and Motor Control of Human Movement,
    ranges of motion after the American Academy of Orthopaedic Surgeons.

    At zero it stands on the link ``ground`` with hanging arms. The pelvis slides along x, y and z, because
    the dissertation's characters kneel and duck while their feet stay in place;
    ``robot.subtree("pelvis").with_floating_base()`` makes it turn as well. ``eyes`` look along their z.
    """
    spine = {"spine_1": (WAIST, LUMBAR), "spine_2": (LOW_CHEST, THORACIC)}
    return humanoid("mannequin", spine, _NECK, _HEAD, {**_trunk(), **_arm(), **_leg()}).build()


def _trunk() -> Looks:
    return {
        "pelvis": loft(
            ((0, 0, -0.062), 0.052, 0.035),
            ((0, 0, -0.02), 0.078, 0.066),
            ((0, 0, 0.035), 0.084, 0.08),
            ((0, 0, 0.08), 0.066, 0.06),
            color=_WOOD,
            spacing=0.12,
        ),
        "spine_1": loft(
            ((0, 0, 0.025), 0.056, 0.05),
            ((0, 0, 0.07), 0.07, 0.055),
            ((0, 0, 0.115), 0.06, 0.05),
            color=_BALL,
        ),
        "spine_2": loft(
            ((0, 0, 0.03), 0.064, 0.056),
            ((0.004, 0, 0.09), 0.092, 0.066),
            ((0.006, 0, 0.17), 0.106, 0.082),
            ((0, 0, 0.245), 0.085, 0.09),
            ((0, 0, 0.285), 0.055, 0.06),
            color=_WOOD,
            spacing=0.09,
        ),
        "neck": [
            Sphere(0.05).at((0, 0, 0.01), color=_BALL),
            *lathe((0.02, 0.045), (0.09, 0.041), color=_BALL),
        ],
        "head": loft(
            ((0.046, 0, 0.02), 0.045),
            ((0.030, 0, 0.055), 0.066),
            ((0.012, 0, 0.09), 0.084),
            ((-0.004, 0, 0.114), 0.093),
            color=_WOOD,
            spacing=0.1,
        ),
    }


def _arm() -> Looks:
    return {
        "upper_arm": [
            Sphere(0.056).at(color=_BALL),
            *lathe((-0.055, 0.043), (-0.13, 0.048), (-0.24, 0.039), (-0.297, 0.035), color=_WOOD),
        ],
        "forearm": [
            Sphere(0.038).at(color=_BALL),
            *lathe((-0.043, 0.034), (-0.09, 0.040), (-0.18, 0.031), (-0.232, 0.0255), color=_WOOD),
        ],
        "hand": [Sphere(0.0265).at(color=_BALL), *_palm(), *_fingers()],
    }


def _palm() -> list[Geometry]:
    return loft(
        ((0, 0, -0.032), 0.018, 0.006),
        ((0, 0.002, -0.06), 0.0165, 0.018),
        ((0, 0.002, -0.094), 0.013, 0.029),
        color=_WOOD,
        broad=(1, 0, 0),
    )


def _fingers() -> list[Geometry]:
    """The shapes of relaxed, slightly bent fingers; the palm is towards -y."""
    bones = []
    for x, length in ((0.031, 0.080), (0.0105, 0.091), (-0.0105, 0.085), (-0.031, 0.068)):
        middle = (0.97 * x, -0.008, -0.095 - 0.5 * length)
        bones.append(((x, 0.001, -0.095), middle, 0.0102))
        bones.append((middle, (0.94 * x, -0.026, -0.095 - 0.92 * length), 0.0094))
    bones.append(((0.024, -0.004, -0.04), (0.044, -0.013, -0.07), 0.014))
    bones.append(((0.044, -0.013, -0.07), (0.050, -0.026, -0.108), 0.0115))
    return [Capsule.between(start, end, radius, color=_WOOD) for start, end, radius in bones]


def _leg() -> Looks:
    return {
        "thigh": [
            Sphere(0.079).at(color=_BALL),
            *lathe((-0.075, 0.072), (-0.15, 0.079), (-0.28, 0.067), (-0.388, 0.051), color=_WOOD),
        ],
        "shin": [
            Sphere(0.053).at(color=_BALL),
            *loft(
                ((0, 0, -0.055), 0.046),
                ((-0.012, 0, -0.13), 0.056),
                ((-0.010, 0, -0.23), 0.047),
                ((0, 0, -0.34), 0.036),
                ((0, 0, -0.40), 0.034),
                color=_WOOD,
            ),
        ],
        "foot": [
            Sphere(0.037).at(color=_BALL),
            *loft(
                ((-0.042, 0, 0.032 - ANKLE), 0.032),
                ((0.03, 0, 0.034 - ANKLE), 0.034, 0.004),
                ((0.09, 0, 0.027 - ANKLE), 0.027, 0.014),
                ((0.135, 0, 0.02 - ANKLE), 0.02, 0.02),
                color=_WOOD,
            ),
            *loft(
                ((0, 0, -0.028), 0.036),
                ((0.06, 0, -0.035), 0.03),
                ((0.12, 0, 0.022 - ANKLE), 0.02),
                color=_WOOD,
            ),
        ],
        "toes": loft(
            ((0, 0, 0), 0.018, 0.024),
            ((0.03, 0, -0.002), 0.016, 0.024),
            ((0.052, -0.005, -0.005), 0.013, 0.016),
            color=_WOOD,
        ),
    }
