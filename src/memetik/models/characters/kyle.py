"""A robot-like game character with fingers."""

from __future__ import annotations

import math

from ...collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ...robot import Robot
from .bones import SIDES, Turns
from .fingers import FINGERS, add_fingers
from .humanoid import ANKLE, SOLIDS, WAIST, WHOLE_SPINE, Looks, humanoid
from .loft import lathe, loft

_SHELL, _GREY, _DARK, _ACCENT, _GLOW = "#eef0f2", "#aab2bb", "#2b3038", "#f08a24", "#4fd8ff"

_NECK: Turns = {"pitch": (-20.0, 25.0), "roll": (-25.0, 25.0), "yaw": (-20.0, 20.0)}
_HEAD: Turns = {"yaw": (-40.0, 40.0), "pitch": (-25.0, 20.0), "roll": (-20.0, 20.0)}


def kyle() -> Robot:
    """Robot-like game character of 78 DoF with two 19-DoF hands; the pelvis moves freely, upright.

    Source: Table 5.1 of S. Starke, Bio IK: A Memetic Evolutionary Algorithm for Generic Multi-Objective
    Inverse Kinematics (Universität Hamburg, 2020): pelvis, spine, neck and head 3 each, arms and legs 7 each,
    fingers 19 on each hand. The choice of joints and the shapes are our own. Lengths, masses and ranges of
    motion are those of a person of 1.8 m and 75 kg, with the sources of the bundled mannequin.

    At zero it stands on the link ``ground`` with hanging arms. The pelvis slides along x, y and z;
    ``robot.subtree("pelvis").with_floating_base()`` makes it turn as well. ``eyes`` look along their z.
    """
    looks = {**_trunk(), "head": _head(), **_arm(), **_leg()}
    solids = {**SOLIDS, "hand": [Capsule.between((0, 0, -0.03), (0, 0, -0.075), 0.03)]}  # without fingers
    b = humanoid("kyle", {"spine": (WAIST, WHOLE_SPINE)}, _NECK, _HEAD, looks, solids)
    for side in SIDES:
        add_fingers(b, side, (_DARK, _SHELL, _DARK))
    return b.build()


def _trunk() -> Looks:
    return {
        "pelvis": [
            *loft(
                ((0, 0, -0.06), 0.05, 0.035),
                ((0, 0, -0.01), 0.076, 0.062),
                ((0, 0, 0.04), 0.074, 0.068),
                color=_SHELL,
                spacing=0.12,
            ),
            Capsule.between((0, -0.062, 0.075), (0, 0.062, 0.075), 0.058, color=_DARK),
            Box((0.03, 0.075, 0.03)).at((0.066, 0, 0.045), color=_ACCENT),
        ],
        "spine": [*_belly(), *_chest(), *_backpack()],
        "neck": [
            *(
                cylinder_between((0, 0, z), (0, 0, z + 0.012), 0.05, color=_GREY)
                for z in (0.025, 0.05, 0.075)
            ),
            cylinder_between((0, 0, -0.02), (0, 0, 0.1), 0.043, color=_DARK),
        ],
    }


def _belly() -> list[Geometry]:
    """The shapes of a flexible waist behind three plates."""
    shapes = loft(
        ((0, 0, 0), 0.06, 0.045),
        ((0, 0, 0.09), 0.062, 0.04),
        ((0, 0, 0.18), 0.07, 0.05),
        color=_DARK,
        spacing=0.3,
    )
    for z in (0.035, 0.08, 0.125):
        shapes.append(Box((0.03, 0.1, 0.034)).at((0.056, 0, z), color=_GREY))
        shapes += (Capsule.between((-0.01, y, z), (0.03, y, z), 0.018, color=_GREY) for y in (-0.095, 0.095))
    return shapes


def _chest() -> list[Geometry]:
    shell = loft(
        ((0, 0, 0.19), 0.072, 0.05),
        ((0.008, 0, 0.26), 0.102, 0.076),
        ((0.010, 0, 0.33), 0.110, 0.094),
        ((0, 0, 0.40), 0.082, 0.094),
        ((0, 0, 0.43), 0.055, 0.066),
        color=_SHELL,
        spacing=0.09,
    )
    lamp = [
        cylinder_between((0.09, 0, 0.31), (0.122, 0, 0.31), 0.046, color=_DARK),
        cylinder_between((0.09, 0, 0.31), (0.125, 0, 0.31), 0.035, color=_GLOW),
    ]
    return [*shell, *lamp, cylinder_between((0, 0, 0.42), (0, 0, 0.472), 0.06, color=_DARK)]


def _backpack() -> list[Geometry]:
    tanks = (Capsule.between((-0.14, y, 0.23), (-0.14, y, 0.39), 0.036, color=_GREY) for y in (-0.06, 0.06))
    nozzles = (
        cylinder_between((-0.14, y, 0.16), (-0.14, y, 0.2), 0.022, color=_ACCENT) for y in (-0.06, 0.06)
    )
    return [Box((0.09, 0.17, 0.2)).at((-0.095, 0, 0.31), color=_DARK), *tanks, *nozzles]


def _head() -> list[Geometry]:
    shapes = loft(
        ((0.034, 0, 0.028), 0.046, 0.018),
        ((0.022, 0, 0.062), 0.072, 0.010),
        ((-0.002, 0, 0.108), 0.097),
        color=_SHELL,
        spacing=0.1,
    )
    for step in range(-7, 8):  # the visor, bent around the face
        turn = 0.14 * step
        shapes.append(Sphere(0.036).at((0.069 * math.cos(turn), 0.069 * math.sin(turn), 0.1), color=_DARK))
    for sign in (-1, 1):
        eye = (0.096 * math.cos(0.36), sign * 0.096 * math.sin(0.36), 0.103)
        ear = (-0.005, sign * 0.072, 0.088)
        shapes += [
            Sphere(0.0135).at(eye, color=_GLOW),
            cylinder_between(ear, (-0.005, sign * 0.108, 0.088), 0.036, color=_ACCENT),
            cylinder_between(ear, (-0.005, sign * 0.112, 0.088), 0.02, color=_DARK),
        ]
    return [
        *shapes,
        Capsule.between((-0.01, 0.1, 0.1), (-0.03, 0.106, 0.21), 0.005, color=_DARK),
        Sphere(0.01).at((-0.03, 0.106, 0.215), color=_ACCENT),
    ]


def _arm() -> Looks:
    return {
        "upper_arm": [
            Sphere(0.055).at(color=_DARK),
            *loft(((0, 0.006, 0.012), 0.066), ((0, 0.012, -0.03), 0.064), color=_SHELL),
            Capsule.between((0, 0, -0.05), (0, 0, -0.31), 0.036, color=_DARK),
            *lathe((-0.12, 0.044), (-0.18, 0.05), (-0.25, 0.043), color=_SHELL),
            cylinder_between((0, 0, -0.176), (0, 0, -0.194), 0.0515, color=_ACCENT),
        ],
        "forearm": [
            cylinder_between((0, -0.043, 0), (0, 0.043, 0), 0.036, color=_GREY),
            cylinder_between((0, -0.046, 0), (0, 0.046, 0), 0.02, color=_ACCENT),
            Capsule.between((0, 0, -0.02), (0, 0, -0.26), 0.028, color=_DARK),
            *lathe((-0.066, 0.038), (-0.12, 0.047), (-0.2, 0.05), color=_SHELL),
            cylinder_between((0, 0, -0.2), (0, 0, -0.243), 0.046, color=_GREY),
        ],
        "hand": [
            Box((0.07, 0.025, 0.075)).at((0, 0, -0.06), color=_DARK),
            Box((0.06, 0.01, 0.062)).at((0, 0.016, -0.058), color=_SHELL),
            Capsule.between((0.012, 0, -0.02), (0.03, -0.006, -0.035), 0.0135, color=_DARK),
            *(
                Capsule.between((0.9 * knuckle[0], 0, -0.05), knuckle, 0.0122, color=_DARK)
                for knuckle, _ in FINGERS.values()
            ),
        ],
    }


def _leg() -> Looks:
    return {
        "thigh": [
            Sphere(0.076).at(color=_DARK),
            cylinder_between((0, 0.05, 0), (0, 0.083, 0), 0.045, color=_ACCENT),
            cylinder_between((0, 0.05, 0), (0, 0.086, 0), 0.025, color=_DARK),
            *lathe((-0.09, 0.07), (-0.17, 0.078), (-0.28, 0.067), (-0.355, 0.056), color=_SHELL, y=0.003),
            Capsule.between((0, 0, -0.3), (0, 0, -0.43), 0.045, color=_DARK),
        ],
        "shin": [
            cylinder_between((0, -0.055, 0), (0, 0.055, 0), 0.048, color=_GREY),
            cylinder_between((0, -0.058, 0), (0, 0.058, 0), 0.026, color=_ACCENT),
            *loft(((0.02, 0, 0.012), 0.04), ((0.022, 0, -0.03), 0.038), color=_SHELL),
            *lathe((-0.085, 0.05), (-0.16, 0.061), (-0.27, 0.054), (-0.36, 0.05), color=_SHELL, x=-0.006),
            cylinder_between((-0.004, 0, -0.35), (0, 0, -0.405), 0.049, color=_GREY),
            Capsule.between((0, 0, -0.05), (0, 0, -0.44), 0.036, color=_DARK),
        ],
        "foot": [
            Sphere(0.042).at(color=_DARK),
            Box((0.2, 0.086, 0.02)).at((0.03, 0, 0.01 - ANKLE), color=_DARK),
            *loft(
                ((-0.032, 0, 0.046 - ANKLE), 0.036, 0.004),
                ((0.03, 0, 0.046 - ANKLE), 0.035, 0.006),
                ((0.12, 0, 0.032 - ANKLE), 0.022, 0.02),
                color=_SHELL,
            ),
        ],
        "toes": [
            Box((0.064, 0.086, 0.018)).at((0.032, 0, -0.009), color=_DARK),
            *loft(((0, 0, 0.012), 0.021, 0.021), ((0.048, 0, 0.003), 0.016, 0.022), color=_SHELL),
        ],
    }
