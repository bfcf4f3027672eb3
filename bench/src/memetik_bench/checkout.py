"""The checkout of memetik: its results, pages and pictures."""

from __future__ import annotations

from pathlib import Path

from memetik import MemetikError

RESULTS = Path("benchmarks/results")


def find_checkout() -> Path:
    """Return the checkout that contains the current folder, or else the one that contains this package."""
    here = Path.cwd()
    for folder in (here, *here.parents, *Path(__file__).resolve().parents):
        if (folder / "bench" / "pyproject.toml").is_file() and (folder / RESULTS).is_dir():
            return folder
    raise MemetikError(
        f"{here} is not in a checkout of memetik (a folder with bench/pyproject.toml and {RESULTS}): "
        "run the command in a checkout, or choose a folder for the results with --results DIR"
    )


def results_folder(given: Path | None) -> Path:
    """Return the folder ``given``, created if missing; by default that of the checkout."""
    folder = find_checkout() / RESULTS if given is None else given
    folder.mkdir(parents=True, exist_ok=True)
    return folder
