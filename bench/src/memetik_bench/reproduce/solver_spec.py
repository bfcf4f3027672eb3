"""The solvers of trials: one of memetik's methods with its options, or a rival by its name."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from memetik import UnknownNameError

from ..machine import usable_cores
from .goal_styles import GoalStyle


@dataclass(frozen=True)
class OwnMethod:
    """A class of ``memetik.methods`` with its ``options``, or the name of a method.

    ``goals`` are the cost functions that it minimises; ``threads`` is limited by the number of cores.
    """

    method: str
    options: tuple[tuple[str, object], ...] = ()
    goals: GoalStyle = "pose"
    threads: int = 1

    @property
    def name(self) -> str:
        """Its Python expression, or the name of the method.

        >>> own_method("BioIK2", islands=4).name
        'BioIK2(islands=4)'
        """
        if self.method.islower():
            return self.method
        return f"{self.method}({', '.join(f'{name}={value!r}' for name, value in self.options)})"

    def build(self) -> Any:
        """Return the argument ``method`` of ``mk.Solver``."""
        if self.method.islower():
            return self.method
        methods = importlib.import_module("memetik.methods")
        if not hasattr(methods, self.method):
            raise UnknownNameError("method", self.method, [n for n in methods.__all__ if n[0].isupper()])
        method = getattr(methods, self.method)
        known = [field.name for field in fields(method)]
        for name, _ in self.options:
            if name not in known:
                raise UnknownNameError("option", name, known)
        return method(**dict(self.options))

    def usable_threads(self) -> int:
        """Return ``threads``, limited by the number of cores."""
        return min(self.threads, usable_cores())


@dataclass(frozen=True)
class NamedRival:
    """A rival by its name in :mod:`memetik_bench.solvers` or in :mod:`.unbounded`."""

    name: str


SolverSpec: TypeAlias = OwnMethod | NamedRival

KDL = NamedRival("kdl-newton")
KDL_LMA = NamedRival("kdl-lma")
TRAC_IK = NamedRival("trac-ik")
TOOLBOX_GN = NamedRival("rtb-gn")
TOOLBOX_LM = NamedRival("rtb-lm")


def unbounded(algorithm: str, *, document: str) -> NamedRival:
    """Return SciPy's optimiser with the losses of D or R, without joint limits."""
    return NamedRival(f"scipy {algorithm} without limits, {document}'s losses")


def own_method(method: str, *, goals: GoalStyle = "pose", threads: int = 1, **options: Any) -> OwnMethod:
    """Return one of memetik's methods; ``options`` are its options."""
    return OwnMethod(method, tuple(options.items()), goals, threads)


def bioik(*, threads: int = 1, gradients: str = "incremental differences", **options: Any) -> OwnMethod:
    """Return the dissertation's algorithm, with its losses and, by default, its kind of gradients."""
    return own_method("BioIK", goals="bioik", threads=threads, gradients=gradients, **options)


def bioik2(*, islands: int = 4, goals: GoalStyle = "bioik2", **options: Any) -> OwnMethod:
    """Return the thesis' algorithm, with its losses and one thread per island."""
    return own_method("BioIK2", goals=goals, threads=islands, islands=islands, **options)


def hgsa(*, fitness: str, islands: int = 1) -> OwnMethod:
    """Return BioIK 1, which has its own ``fitness`` of poses."""
    return own_method("HGSA", goals="bioik2", threads=islands, fitness=fitness, islands=islands)
