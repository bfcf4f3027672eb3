"""Writes the tables of the README from ``benchmarks/results``: no figure is typed by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

ARM_ROWS = {
    "core fk": "one pose, in the core",
    "pinocchio core fk": "pinocchio, in C++",
    "core fk+jacobian": "pose and Jacobian, in the core",
    "pinocchio core fk+jacobian": "pinocchio, in C++",
    "batch per pose": "a batch of 100 000, per pose, from Python",
    "python call": "a single call from Python",
    "pinocchio python call": "pinocchio, two calls from Python",
}


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def machine_line(machine: dict[str, Any]) -> str:
    peers = ", ".join(f"{name} {machine[name]}" for name in ("memetik", "pin", "numpy") if name in machine)
    return (
        f"Nanoseconds, one thread of {machine['processor']} ({machine['system']}, {machine['simd']}), "
        f"{machine['date']}; {peers}. Measured by `benchmarks/fk.py`."
    )


def fk_tables(record: dict[str, Any]) -> dict[str, str]:
    arms = record["arms"]
    head = ["forward kinematics of the tip", *arms]
    rows = [
        [label, *(f"{arm[key]:.0f}" for arm in arms.values())]
        for key, label in ARM_ROWS.items()
        if all(key in arm for arm in arms.values())
    ]
    chains = {
        dof: [
            dof,
            f"{row['full']:.0f}",
            *(f"{row[key]:.0f} ({row['full'] / row[key]:.1f}×)" for key in ("one tip", "1 set")),
        ]
        for dof, row in record["chains"].items()
    }
    chain_head = ["joints", "full sweep", "one changed, one tip", "one changed, all links"]
    return {
        "fk-table": f"{table(head, rows)}\n\n{machine_line(record['machine'])}",
        "ofkt-table": table(chain_head, list(chains.values())),
    }


def main() -> None:
    readme = ROOT / "README.md"
    text = readme.read_text()
    record = json.loads((ROOT / "benchmarks/results/fk.json").read_text())
    for name, content in fk_tables(record).items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
        text, count = re.subn(pattern, lambda m, c=content: f"{m[1]}{c}\n{m[2]}", text, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"README.md: no place for the table {name!r}")
    readme.write_text(text)


if __name__ == "__main__":
    main()
