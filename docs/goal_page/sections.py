"""The overview of all goals, and a section for each."""

from __future__ import annotations

import inspect
import textwrap
from pathlib import Path

from memetik.cli.goals import call_of
from memetik.goals import Goal
from memetik.goals.kinds import all_kinds
from memetik_bench.report.markdown import table

from .docstrings import read_docstring

GROUPS = {
    "Places and poses": ("Pose", "Position", "Orientation", "OnLine", "OnPlane"),
    "Axes and directions": ("LookAt", "AlignAxis", "WithinCone", "FaceAway", "Swivel"),
    "Distances and contacts": ("KeepDistance", "KeepClear", "Touch", "StandOn", "PassThrough", "Scan"),
    "The whole body": ("Balance", "Manipulability", "Smooth"),
    "Joints and postures": (
        *("StayClose", "CenterJoints", "AvoidJointLimits", "JointValue", "LinearJoints"),
    ),
    "Your own": ("Custom",),
}


PICTURES = Path(__file__).parents[1] / "images" / "goals"


def grouped_kinds() -> dict[str, dict[str, type[Goal]]]:
    """Return the goal classes by group; goals without a group come last."""
    kinds = all_kinds()
    groups = {group: {name: kinds.pop(name) for name in names} for group, names in GROUPS.items()}
    return {**groups, "More": kinds} if kinds else groups


def overview() -> str:
    rows = [
        [
            f"[{name}](#{name.lower()})",
            read_docstring(kind).summary,
            str(inspect.signature(kind).parameters["priority"].default),
            ", ".join(_errors(kind)),
        ]
        for kinds in grouped_kinds().values()
        for name, kind in kinds.items()
    ]
    return table(["goal", "asks for", "priority", "errors"], rows, align="---")


def _errors(kind: type[Goal]) -> list[str]:
    pairs = zip(kind.error_names, kind.error_units, strict=True)
    return [f"{name} [{unit}]" if unit else name for name, unit in pairs]


def goal_sections() -> str:
    parts = []
    for group, kinds in grouped_kinds().items():
        parts.append(f"## {group}")
        parts += [_section(name, kind) for name, kind in kinds.items()]
    return "\n\n".join(parts)


def _section(name: str, kind: type[Goal]) -> str:
    said = read_docstring(kind)
    picture = f"![{name}: {said.summary.replace('`', '')}](images/goals/{name}.svg)"
    pictures = [picture] if (PICTURES / f"{name}.svg").exists() else []
    # py instead of python, because a test runs all python blocks and a signature cannot run
    call = f"```py\n{_call(name, kind)}\n```"
    return "\n\n".join(
        [f"### {name}", *pictures, said.summary, said.details, call, f"```python\n{said.example}\n```"]
    )


def _call(name: str, kind: type) -> str:
    """Return the signature that ``memetik goals NAME`` prints, wrapped."""
    call = call_of(name, kind)
    return textwrap.fill(call, 108, subsequent_indent="    ", break_long_words=False)
