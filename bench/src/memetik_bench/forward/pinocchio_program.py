"""Times pinocchio in C++ with a small program, compiled against the headers of the package ``pin``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent / "pinocchio_fk.cpp"

# Two settings of pinocchio's own build, and AVX without changing the alignment that its library expects.
_SETTINGS = ("-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS")
_FLAGS = ("-std=c++17", "-O3", "-DNDEBUG", "-mavx2", "-mfma", "-DEIGEN_MAX_ALIGN_BYTES=16", *_SETTINGS)


def compile_pinocchio(folder: Path) -> Path | None:
    """Compile the program in ``folder`` and return its path; None without g++ or if it does not compile."""
    import pinocchio as pin

    if shutil.which("g++") is None:
        return None
    prefix = Path(pin.__file__).parents[4]
    program = folder / "pinocchio_fk"
    includes = [f"-I{prefix}/include", f"-isystem{prefix}/include/eigen3"]
    libraries = [
        f"-L{prefix}/lib",
        f"-Wl,-rpath,{prefix}/lib",
        "-lpinocchio_default",
        "-lboost_serialization",
    ]
    command = ["g++", *_FLAGS, *includes, str(SOURCE), "-o", str(program), *libraries]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(f"pinocchio in C++ did not compile:\n{result.stderr[:800]}", file=sys.stderr)
        return None
    return program


def run_pinocchio(program: Path, model: Path, link: str, *, rounds: int) -> tuple[float, float]:
    """Return the times [ns] of a pose, and of a pose with its Jacobian; ``model`` is a saved model."""
    command = [str(program), str(model), link, "20000", str(rounds)]
    output = subprocess.run(command, capture_output=True, text=True, check=True)
    pose, jacobian = map(float, output.stdout.split())
    return pose, jacobian
