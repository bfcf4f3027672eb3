"""The README's tables of forward kinematics, from the results of ``memetik bench fk``."""

from __future__ import annotations

import json
from pathlib import Path

from .markdown import circumstances, table

ARM_ROWS = {
    "core fk": "one pose, in the core",
    "pinocchio core fk": "pinocchio, in C++",
    "core fk+jacobian": "pose and Jacobian, in the core",
    "pinocchio core fk+jacobian": "pinocchio, in C++",
    "batch per pose": "a batch of 100 000, per pose, from Python",
    "python call": "a single call from Python",
    "pinocchio python call": "pinocchio, two calls from Python",
    "python jacobian call": "a single Jacobian from Python",
    "pinocchio python jacobian call": "pinocchio, one call from Python",
}


def fk_tables(results: Path) -> dict[str, str]:
    """Return the table of arms, and that of chains."""
    record = json.loads(results.read_text())
    arms = record["arms"]
    head = ["forward kinematics of the tip", *arms]
    rows = [
        [label, *(f"{arm[key]:.0f}" for arm in arms.values())]
        for key, label in ARM_ROWS.items()
        if all(key in arm for arm in arms.values())
    ]
    chains = [
        [
            dof,
            f"{row['full']:.0f}",
            *(f"{row[key]:.0f} ({row['full'] / row[key]:.1f}×)" for key in ("one tip", "1 set")),
        ]
        for dof, row in record["chains"].items()
    ]
    chain_head = ["joints", "full sweep", "one changed, one tip", "one changed, all links"]
    machine = record["machine"]
    versions = {name: machine[name] for name in ("memetik", "pin", "numpy")}
    measured = circumstances(machine, versions, "memetik bench fk")
    return {
        "fk-table": f"{table(head, rows)}\n\nNanoseconds, {measured}",
        "ofkt-table": table(chain_head, chains),
    }
