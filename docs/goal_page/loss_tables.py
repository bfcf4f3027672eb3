"""The tables of losses."""

from __future__ import annotations

from memetik.cli.goals import call_of
from memetik.losses import KINDS
from memetik_bench.report.markdown import table

from .docstrings import read_docstring

USES = {
    "Quadratic": "Nearly everything; the search is fastest with it.",
    "Angle": "Large rotation errors: the chord flattens towards a half turn, the angle does not.",
    "Quaternion": "Comparisons with BioIK 2, which minimises it for orientations.",
    "Absolute": "A few large errors instead of many small ones: joints that need not move stay still.",
    "Huber": "Errors that may remain large and should not dominate the other goals, as with obstacles.",
    "Hinge": "A range of values that are all equally good.",
    "Groove": "Competing goals: inside its well the cost of every goal is between 0 and about 1.",
    "Swamp": "A range of equally good values with steep ends.",
    "SwampGroove": "A range with steep ends and a preferred value inside.",
}

THESIS_CALLS = {
    "pose": "Pose(link, target, loss=Groove(width=0.1))",
    "alignment": "AlignAxis(link, direction, loss=Groove(width=0.1))",
    "RCM": "PassThrough(links, place, loss=Groove(width=0.01))",
    "collision point distance": "PassThrough(links, place, shapes=True, loss=Groove(width=0.01))",
    "penetration depth": 'KeepClear(geometry, world, form="penetration", scale=epsilon, '
    "loss=Groove(width=0.01))",
    "collision distance": 'KeepClear(geometry, world, form="inverse", scale=epsilon, '
    "loss=Groove(width=2.5, steepness=0.035, power=4))",
    "scan": "Scan(link, place, normal=normal, distance=(0, 0), view_angle=0, normal_angle=0, "
    "loss=[Swamp(0, 0.02), Swamp(-0.2, 0.2), Swamp(-0.2, 0.2), Quadratic()])",
}
"""Objective of Engelke 2024 -> the call that reproduces it. Defaults: s = 0, r = 10 and g = 2 in
Groove; a₁ = 1, a₂ = 0.1, m = 2 and n = 8 in Swamp."""


def loss_table() -> str:
    rows = []
    for name, kind in KINDS.items():
        said = read_docstring(kind)
        call = call_of(name, kind)
        formula = f"{said.summary} {said.details}".replace("\n", " ").replace("|", "\\|").strip()
        rows.append([f"`{call.removeprefix('memetik.')}`", formula, USES.get(name, "")])
    return table(["loss", "ρ(x)", "use it for"], rows, align="---")


def thesis_table() -> str:
    rows = ([objective, f"`{call}`"] for objective, call in THESIS_CALLS.items())
    return table(["objective", "goal"], rows, align="---")
