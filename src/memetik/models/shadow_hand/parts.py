"""Masses and shapes of the Shadow hand's links."""

from __future__ import annotations

from ...collision.shapes import Box, Capsule, Cylinder, Geometry, Sphere, cylinder_between
from ..shared.body import Body, Vector, centred

BLACK, DARK, STEEL, ALUMINIUM, RUBBER = "#2b2d30", "#3d4145", "#9a9fa4", "#cfd2d5", "#6c7278"

FINGER_TIP: Vector = (0.0, 0.0, 0.026)
THUMB_TIP: Vector = (0.0, 0.0, 0.0275)
"""Positions of the fingertip frames in the last bones [m]."""
FINGERS = ("ff", "mf", "rf", "lf")


def _along_z(mass: float, z: float, xx: float, yy: float, zz: float) -> Body:
    """A body whose centre of mass is on the link's z axis and whose principal axes are the link's axes."""
    return Body(mass, (0.0, 0.0, z), (xx, 0.0, 0.0, yy, 0.0, zz))


_FINGER_BODIES = {
    "knuckle": centred(0.008, 2.6e-7, 2.6e-7, 3.2e-7),
    "proximal": _along_z(0.03, 0.0225, 9.8e-6, 1e-5, 1.8e-6),
    "middle": _along_z(0.017, 0.0125, 2.6e-6, 2.7e-6, 8.7e-7),
    "distal": _along_z(0.012, 0.012, 9.4e-7, 1.1e-6, 5.3e-7),
    "tip": centred(0.001, 0.0, 0.0, 0.0),
}
BODIES: dict[str, Body] = {
    "forearm": _along_z(3.0, 0.09, 0.0138, 0.0138, 0.00744),
    "wrist": _along_z(0.1, 0.029, 3.5e-5, 6.4e-5, 4.38e-5),
    "palm": _along_z(0.3, 0.035, 3.581e-4, 5.287e-4, 1.91e-4),
    "lfmetacarpal": _along_z(0.03, 0.04, 1.45e-5, 1.638e-5, 4.272e-6),
    **{f"{finger}{bone}": body for finger in FINGERS for bone, body in _FINGER_BODIES.items()},
    "thbase": centred(0.01, 1.6e-7, 1.6e-7, 1.6e-7),
    "thproximal": _along_z(0.04, 0.019, 1.36e-5, 1.36e-5, 3.13e-6),
    "thhub": centred(0.005, 1e-6, 1e-6, 3e-7),
    "thmiddle": _along_z(0.02, 0.016, 5.1e-6, 5.1e-6, 1.21e-6),
    "thdistal": _along_z(0.016, 0.01375, 2.1e-6, 2.2e-6, 1e-6),
    "thtip": centred(0.001, 0.0, 0.0, 0.0),
}


def _axle(radius: float, width: float) -> Geometry:
    """The axle along x on which a bone turns."""
    return cylinder_between((-width / 2, 0, 0), (width / 2, 0, 0), radius, color=STEEL)


def _bone(start: float, end: float, radius: float, color: str = BLACK) -> Geometry:
    return Capsule.between((0, 0, start), (0, 0, end), radius, color=color)


_FINGER_SHAPES: dict[str, tuple[Geometry, ...]] = {
    "knuckle": (Sphere(0.009).at(color=STEEL),),
    "proximal": (_bone(0.01, 0.037, 0.0098),),
    "middle": (_axle(0.005, 0.0186), _bone(0.005, 0.0185, 0.0089)),
    "distal": (_axle(0.0045, 0.0172), _bone(0.0065, 0.0215, 0.0081, RUBBER)),
}
_POSTS = ((0.033, 0.083), (0.011, 0.087), (-0.011, 0.083))  # under the knuckles: x, z in the palm [m]
SHAPES: dict[str, tuple[Geometry, ...]] = {
    "forearm": (
        Cylinder(0.0675, 0.012).at((0, 0, 0.006), color=ALUMINIUM),
        Cylinder(0.064, 0.14).at((0, 0, 0.08), color=DARK),
        Cylinder(0.066, 0.008).at((0, 0, 0.151), color=ALUMINIUM),
        Sphere(0.064).at((0, 0, 0.13), color=DARK),
        *(Box((0.03, 0.007, 0.045)).at((0, y, 0.1905), color=ALUMINIUM) for y in (-0.03, 0.01)),
        *(
            cylinder_between((0, y - 0.0035, 0.213), (0, y + 0.0035, 0.213), 0.015, color=ALUMINIUM)
            for y in (-0.03, 0.01)
        ),
    ),
    "wrist": (
        cylinder_between((0, -0.0155, 0), (0, 0.0155, 0), 0.0135, color=STEEL),
        Capsule.between((-0.004, 0, 0.004), (-0.026, 0, 0.03), 0.0075, color=STEEL),
        Capsule.between((0.004, 0, 0.004), (0.031, 0, 0.03), 0.0075, color=STEEL),
        cylinder_between((-0.031, 0, 0.034), (-0.021, 0, 0.034), 0.011, color=STEEL),
        cylinder_between((0.026, 0, 0.034), (0.036, 0, 0.034), 0.011, color=STEEL),
    ),
    "palm": (
        cylinder_between((-0.02, 0, 0), (0.025, 0, 0), 0.0105, color=BLACK),
        Box((0.05, 0.022, 0.07)).at((0.005, 0, 0.047), color=BLACK),
        Capsule.between((0.031, 0, 0.024), (0.031, 0, 0.071), 0.011, color=BLACK),
        Capsule.between((-0.033, 0, 0.008), (0.028, 0, 0.008), 0.011, color=BLACK),
        *(Box((0.018, 0.016, 0.012)).at((x, 0, z), color=STEEL) for x, z in _POSTS),
        Capsule.between((0.03, -0.009, 0.008), (0.034, -0.0086, 0.026), 0.0135, color=BLACK),
        Box((0.05, 0.004, 0.05)).at((0.003, -0.0125, 0.05), color=RUBBER),
    ),
    "lfmetacarpal": (
        Capsule.between((0, 0, 0.008), (0, 0, 0.044), 0.0108, color=BLACK),
        Box((0.018, 0.016, 0.008)).at((0, 0, 0.057), color=STEEL),
    ),
    **{f"{finger}{bone}": shapes for finger in FINGERS for bone, shapes in _FINGER_SHAPES.items()},
    "thbase": (Sphere(0.013).at(color=STEEL),),
    "thproximal": (_bone(0.014, 0.027, 0.0118),),
    "thhub": (Sphere(0.0112).at(color=STEEL),),
    "thmiddle": (_bone(0.011, 0.024, 0.0106),),
    "thdistal": (_axle(0.006, 0.0205), _bone(0.008, 0.0255, 0.0096, RUBBER)),
}
