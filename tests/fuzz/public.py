"""Every public function, constructor and method of memetik."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import memetik as mk

from . import values

MODULES = (
    "memetik",
    "memetik.collision",
    "memetik.goals",
    "memetik.io.bvh",
    "memetik.io.srdf",
    "memetik.losses",
    "memetik.methods",
    "memetik.models",
    "memetik.transforms",
)

# They draw, train or ask for files by design, and take seconds.
SLOW = {"Robot.plot", "Solution.plot", "Robot.build_start_table"}

# memetik makes them, not users.
RETURNED = {
    "BatchExplanation",
    "BatchSolution",
    "Clip",
    "Explanation",
    "Generations",
    "Search",
    "Solution",
    "Trace",
}

OBJECTS: dict[str, Callable[[], Any]] = {
    "Robot": lambda: values.ROBOT,
    "Solver": lambda: values.SOLVER,
    "Problem": lambda: mk.Problem(values.ROBOT, [mk.Pose(values.TIP, values.POSE)]),
    "Solution": lambda: values.SOLVER.solve(),
    "BatchSolution": lambda: values.SOLVER.solve_batch({"tip": [values.POSE] * 2}),
    "RobotBuilder": lambda: mk.RobotBuilder("built"),
    "Pose": lambda: mk.Pose(values.TIP, values.POSE),
    "Box": lambda: mk.collision.Box((1, 1, 1)),
}
"""Objects whose methods are called, by the name of their class."""


def names_of(module: Any) -> list[str]:
    """Return the public names of a module."""
    listed = getattr(module, "__all__", None)
    return [name for name in (listed or vars(module)) if not name.startswith("_")]


def callables() -> dict[str, Callable[..., Any]]:
    """Return everything that a user can call, by its full name."""
    found: dict[str, Callable[..., Any]] = {}
    for path in MODULES:
        module = importlib.import_module(path)
        for name in names_of(module):
            value = getattr(module, name)
            home = getattr(value, "__module__", None) or ""
            listed = hasattr(module, "__all__")
            if not callable(value) or not (home.startswith("memetik") if listed else home == path):
                continue
            if inspect.isclass(value) and (issubclass(value, Exception) or name in RETURNED):
                continue
            found[f"{path.removeprefix('memetik.')}.{name}"] = value
    return found | dict(_methods())


def _methods() -> Iterator[tuple[str, Callable[..., Any]]]:
    for kind, make in OBJECTS.items():
        example = make()
        for name in dir(type(example)):
            if name.startswith("_") or f"{kind}.{name}" in SLOW:
                continue
            if callable(getattr(type(example), name)):
                yield f"{kind}.{name}", _method(make, name)


def _method(make: Callable[[], Any], name: str) -> Callable[..., Any]:
    method = getattr(make(), name)

    def call(*positional: Any, **keywords: Any) -> Any:
        return getattr(make(), name)(*positional, **keywords)

    call.__signature__ = inspect.signature(method)  # type: ignore[attr-defined]
    return call
