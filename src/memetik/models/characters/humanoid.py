"""The skeleton of a person, for characters of human proportions.

Lengths and heights are fractions of the stature after Drillis and Contini (Body Segment Parameters, New York
University, 1966), masses and their centres after Dempster (1955), both as in D. A. Winter, Biomechanics and
Motor Control of Human Movement. Joint limits are those of healthy people after the American Academy of
Orthopaedic Surgeons (Joint Motion, 1965). Positions of the trunk's joints and all thicknesses are our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from ...collision.shapes import Capsule, Geometry
from ...robot import RobotBuilder
from ..shared.body import Vector
from .bones import GAZE, SIDES, Bone, Flesh, Turns, add_bone, add_chain, add_root

STATURE, MASS = 1.80, 75.0  # [m], [kg]

# Heights above the ground and lengths, as fractions of the stature.
HIP, KNEE, ANKLE = 0.530 * STATURE, 0.285 * STATURE, 0.039 * STATURE
SHOULDER, EYES = 0.818 * STATURE, 0.936 * STATURE
UPPER_ARM, FOREARM, HAND, FOOT = 0.186 * STATURE, 0.146 * STATURE, 0.108 * STATURE, 0.152 * STATURE
THIGH, SHIN = HIP - KNEE, KNEE - ANKLE

# Our own choice: joints within the breadth of hips (0.191) and shoulders (0.259), and along the spine.
HIP_SIDE, SHOULDER_SIDE = 0.052 * STATURE, 0.110 * STATURE
WAIST, LOW_CHEST, NECK, ATLAS = 0.585 * STATURE, 0.665 * STATURE, 0.838 * STATURE, 0.885 * STATURE
BALL, HEEL = 0.493 * FOOT, -0.270 * FOOT  # x of the foot's ball and heel, from the ankle

Spine: TypeAlias = Mapping[str, tuple[float, Turns]]
"""Link -> height of its joint [m] and its turns, from bottom to top."""
Looks: TypeAlias = Mapping[str, Sequence[Geometry]]

# Limits of a spine with two joints, and of one with a single joint, whose limits are their sums.
LUMBAR: Turns = {"pitch": (-15, 50), "roll": (-20, 20), "yaw": (-10, 10)}
THORACIC: Turns = {"pitch": (-10, 30), "roll": (-15, 15), "yaw": (-35, 35)}
WHOLE_SPINE: Turns = {"pitch": (-25, 80), "roll": (-35, 35), "yaw": (-45, 45)}

# At zero the arm hangs and the palm faces the thigh.
ARM = (
    # An arm raised sideways beyond 135 degrees can be reached by raising it to the front, too.
    Bone("shoulder", "upper_arm", (0, 0, 0), {"pitch": (-180, 60), "roll": (-45, 135), "yaw": (-70, 90)}),
    Bone("elbow", "forearm", (0, 0, -UPPER_ARM), {"pitch": (-150, 0), "yaw": (-80, 80)}),
    Bone("wrist", "hand", (0, 0, -FOREARM), {"roll": (-80, 70), "pitch": (-20, 30)}),
)
LEG = (
    Bone("hip", "thigh", (0, HIP_SIDE, 0), {"pitch": (-120, 30), "roll": (-30, 45), "yaw": (-45, 45)}),
    Bone("knee", "shin", (0, 0, -THIGH), {"pitch": (0, 135)}),
    Bone("ankle", "foot", (0, 0, -SHIN), {"pitch": (-20, 50), "roll": (-35, 15)}),
    Bone("toes", "toes", (BALL, 0, 0.018 - ANKLE), {"pitch": (-70, 45)}),
)

# Link -> fraction of the body's mass, centre and half axes of its ellipsoid [m].
MASSES: dict[str, tuple[float, Vector, Vector]] = {
    "pelvis": (0.142, (0.0, 0.0, 0.01), (0.09, 0.15, 0.09)),
    "spine_1": (0.139, (0.0, 0.0, 0.08), (0.08, 0.13, 0.09)),
    "spine_2": (0.216, (0.0, 0.0, 0.15), (0.11, 0.17, 0.16)),
    "spine": (0.355, (0.0, 0.0, 0.20), (0.10, 0.16, 0.25)),  # for a spine with a single joint
    "neck": (0.012, (0.0, 0.0, 0.04), (0.05, 0.05, 0.05)),
    "head": (0.069, (0.01, 0.0, 0.09), (0.10, 0.08, 0.12)),
    "upper_arm": (0.028, (0.0, 0.0, -0.436 * UPPER_ARM), (0.045, 0.045, 0.17)),
    "forearm": (0.016, (0.0, 0.0, -0.430 * FOREARM), (0.035, 0.035, 0.14)),
    "hand": (0.006, (0.0, 0.0, -0.506 * HAND), (0.045, 0.02, 0.09)),
    "thigh": (0.100, (0.0, 0.0, -0.433 * THIGH), (0.08, 0.08, 0.22)),
    "shin": (0.0465, (0.0, 0.0, -0.433 * SHIN), (0.05, 0.05, 0.21)),
    "foot": (0.0115, (0.03, 0.0, -0.035), (0.10, 0.04, 0.04)),
    "toes": (0.003, (0.03, 0.0, 0.0), (0.04, 0.04, 0.02)),
}

# Shapes for collision; visual shapes may be more detailed.
SOLIDS: Looks = {
    "pelvis": [Capsule.between((0, -0.075, 0.0), (0, 0.075, 0.0), 0.09)],
    "spine_1": [Capsule.between((0, -0.05, 0.07), (0, 0.05, 0.07), 0.08)],
    "spine_2": [
        Capsule.between((0, -0.065, 0.1), (0, 0.065, 0.1), 0.1),
        Capsule.between((0, -0.09, 0.2), (0, 0.09, 0.2), 0.1),
    ],
    "spine": [
        Capsule.between((0, -0.05, 0.07), (0, 0.05, 0.07), 0.08),
        Capsule.between((0, -0.065, 0.24), (0, 0.065, 0.24), 0.1),
        Capsule.between((0, -0.09, 0.34), (0, 0.09, 0.34), 0.1),
    ],
    "neck": [Capsule.between((0, 0, 0), (0, 0, 0.08), 0.05)],
    "head": [Capsule.between((0.02, 0, 0.06), (0, 0, 0.11), 0.095)],
    "upper_arm": [Capsule.between((0, 0, 0), (0, 0, 0.03 - UPPER_ARM), 0.047)],
    "forearm": [Capsule.between((0, 0, 0), (0, 0, 0.02 - FOREARM), 0.038)],
    "hand": [Capsule.between((0, 0, -0.03), (0, 0, 0.03 - HAND), 0.03)],
    "thigh": [Capsule.between((0, 0, 0), (0, 0, 0.05 - THIGH), 0.078)],
    "shin": [Capsule.between((0, 0, -0.03), (0, 0, 0.03 - SHIN), 0.052)],
    "foot": [Capsule.between((HEEL + 0.035, 0, 0.035 - ANKLE), (BALL, 0, 0.035 - ANKLE), 0.035)],
    "toes": [Capsule.between((0, -0.02, 0), (0.04, -0.01, 0), 0.018)],
}


def humanoid(
    name: str, spine: Spine, neck: Turns, head: Turns, looks: Looks, solids: Looks = SOLIDS
) -> RobotBuilder:
    """A builder of a person who stands on the link ``ground``; ``spine`` has its links from bottom to top."""
    b = RobotBuilder(name)
    flesh = {link: _flesh(link, looks[link], solids[link]) for link in looks}
    add_root(b, "pelvis", (0.0, 0.0, HIP), flesh["pelvis"])
    chest, height = "pelvis", HIP
    for link, (above_ground, turns) in spine.items():
        bone = Bone(link, link, (0.0, 0.0, above_ground - height), turns)
        chest, height = add_bone(b, chest, bone, flesh[link]), above_ground
    column = (
        Bone("neck", "neck", (0.0, 0.0, NECK - height), neck),
        Bone("head", "head", (0.0, 0.0, ATLAS - NECK), head),
    )
    skull = add_chain(b, chest, ((bone, flesh[bone.link]) for bone in column))
    b.fixed("eyes_joint", skull, "eyes", xyz=(0.09, 0.0, EYES - ATLAS), rpy=GAZE)
    arm = (replace(ARM[0], xyz=(0.0, SHOULDER_SIDE, SHOULDER - height)), *ARM[1:])
    for side in SIDES:
        add_chain(b, chest, ((bone, flesh[bone.link]) for bone in arm), side)
        add_chain(b, "pelvis", ((bone, flesh[bone.link]) for bone in LEG), side)
    return b


def _flesh(link: str, shapes: Sequence[Geometry], solid: Sequence[Geometry]) -> Flesh:
    fraction, center, size = MASSES[link]
    return Flesh(shapes, solid, fraction * MASS, center, size)
