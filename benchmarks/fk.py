"""Forward kinematics: ours in the core and from Python, beside pinocchio, and the OFKT beside full sweeps.

Run: ``python benchmarks/fk.py`` (needs ``memetik[bench]``; for pinocchio in C++ also g++).
Best of several rounds, one thread. Results go to ``benchmarks/results/fk.json``.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pinocchio as pin
from rich.console import Console
from rich.table import Table

import memetik as mk
from memetik import _core
from memetik_bench.machine import describe_machine
from memetik_bench.pinocchio_model import pinocchio_model

ARMS = {"ur5": "tool0", "panda": "panda_hand", "iiwa14": "tool0"}
POSES = 100_000
ROUNDS = 15
HERE = Path(__file__).parent


def best_ns(call: Callable[[], object], count: int, rounds: int = ROUNDS) -> float:
    """Nanoseconds per item of ``call``, which does ``count`` items; the best of ``rounds``."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - start)
    return min(times) / count


def compile_pinocchio(folder: Path) -> Path | None:
    """The C++ timing program against the headers of the ``pin`` package; None where that fails."""
    if shutil.which("g++") is None:
        return None
    prefix = Path(pin.__file__).parents[4]
    program = folder / "pinocchio_fk"
    # Two settings of pinocchio's own build; and AVX without changing the alignment its library expects.
    settings = ["-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS"]
    flags = ["-std=c++17", "-O3", "-DNDEBUG", "-mavx2", "-mfma", "-DEIGEN_MAX_ALIGN_BYTES=16", *settings]
    includes = [f"-I{prefix}/include", f"-isystem{prefix}/include/eigen3"]
    libraries = [
        f"-L{prefix}/lib",
        f"-Wl,-rpath,{prefix}/lib",
        "-lpinocchio_default",
        "-lboost_serialization",
    ]
    source = str(HERE / "native" / "pinocchio_fk.cpp")
    command = ["g++", *flags, *includes, source, "-o", str(program), *libraries]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(f"pinocchio in C++ did not compile:\n{result.stderr[:800]}", file=sys.stderr)
        return None
    return program


def measure_arm(name: str, link: str, program: Path | None, folder: Path) -> dict[str, float]:
    robot = mk.Robot.load(name)
    index = robot.link_names.index(link)
    few, many = robot.random(1000, 1), robot.random(POSES, 2)
    poses = np.empty((POSES, 4, 4))
    one = few[0]
    row = {
        "core fk": min(_core.measure_forward(robot._tree, few, index, 20) for _ in range(ROUNDS)),
        "core fk+jacobian": min(_core.measure_jacobian(robot._tree, few, index, 20) for _ in range(ROUNDS)),
        "batch per pose": best_ns(lambda: robot.fk(many, link, out=poses), POSES),
        "batch per pose, new array": best_ns(lambda: robot.fk(many, link), POSES),
        "python call": best_ns(lambda: [robot.fk(one, link) for _ in range(2000)], 2000),
    }
    model = pinocchio_model(robot)
    data, q = model.createData(), robot.to_pinocchio(one, model)
    frame = model.getFrameId(link)

    def pinocchio_call() -> None:
        for _ in range(2000):
            pin.forwardKinematics(model, data, q)
            pin.updateFramePlacement(model, data, frame)

    row["pinocchio python call"] = best_ns(pinocchio_call, 2000)
    if program is not None:
        path = folder / f"{name}.txt"
        model.saveToText(str(path))
        output = subprocess.run(
            [str(program), str(path), link, "20000", str(ROUNDS)], capture_output=True, text=True, check=True
        )
        row["pinocchio core fk"], row["pinocchio core fk+jacobian"] = map(float, output.stdout.split())
    return row


def measure_snake(dof: int) -> dict[str, float]:
    """Full sweeps against the OFKT on a chain of ``dof`` joints.

    ``one tip``: the tip's pose if one joint changed. ``1 set``: one joint changed by name, all links
    follow. ``k changed``: a configuration in which k joints differ, all links follow.
    """
    robot = mk.Robot.load(f"snake({dof})")
    tip, q = robot.link_names.index("tip"), robot.random(4000, 3)
    tree = robot._tree
    full = min(_core.measure_forward(tree, q, tip, 5) for _ in range(ROUNDS))
    row = {"full": full}
    row["one tip"] = min(_core.measure_one_tip(tree, q, tip, 5) for _ in range(ROUNDS))
    row["1 set"] = min(_core.measure_set(tree, q, tip, 5) for _ in range(ROUNDS))
    for changes in (1, 2, 4, 8):
        row[f"{changes} changed"] = min(
            _core.measure_incremental(tree, q, tip, changes, 5) for _ in range(ROUNDS)
        )
    return row


def main() -> None:
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        with console.status("compiling pinocchio's part, about a minute"):
            program = compile_pinocchio(Path(folder))
        arms = {name: measure_arm(name, link, program, Path(folder)) for name, link in ARMS.items()}
    snakes = {dof: measure_snake(dof) for dof in (10, 20, 30, 60, 90, 120)}

    table = Table(title="Forward kinematics of an arm's tip (ns)")
    table.add_column("")
    for name in arms:
        table.add_column(name, justify="right")
    for key in next(iter(arms.values())):
        table.add_row(key, *(f"{row[key]:.1f}" for row in arms.values()))
    console.print(table)

    table = Table(title="OFKT against a full sweep, chain of n joints, ns (times cheaper)")
    for column in ("n", *next(iter(snakes.values()))):
        table.add_column(column, justify="right")
    for dof, row in snakes.items():
        cells = [f"{value:.0f} ({row['full'] / value:.1f}×)" for key, value in row.items() if key != "full"]
        table.add_row(str(dof), f"{row['full']:.0f}", *cells)
    console.print(table)

    machine = describe_machine(["pin"])
    console.print(machine)
    results = HERE / "results" / "fk.json"
    results.parent.mkdir(exist_ok=True)
    record = {"machine": machine, "unit": "ns", "arms": arms, "chains": snakes}
    results.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
