"""Who is asked: one of our methods with its options, or a rival by its name."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from memetik import UnknownNameError

from .goal_styles import GoalStyle


@dataclass(frozen=True)
class Ours:
    """A class of ``memetik.methods`` with its ``options``, or a method's plain name.

    ``goals`` is how a pose is put to it; ``threads`` are at most as many as the machine has cores.
    """

    method: str
    options: tuple[tuple[str, object], ...] = ()
    goals: GoalStyle = "pose"
    threads: int = 1

    @property
    def name(self) -> str:
        """As one would write it.

        >>> ours("BioIK2", islands=4).name
        'BioIK2(islands=4)'
        """
        if self.method.islower():
            return self.method
        return f"{self.method}({', '.join(f'{name}={value!r}' for name, value in self.options)})"

    def build(self) -> Any:
        """What ``mk.Solver`` takes as its ``method``."""
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
        """``threads``, or as many as there are cores."""
        return min(self.threads, _cores())


@dataclass(frozen=True)
class NamedRival:
    """A rival by its name in :mod:`memetik_bench.solvers` or in :mod:`.unbounded`."""

    name: str


Who: TypeAlias = Ours | NamedRival

KDL = NamedRival("kdl-newton")
KDL_LMA = NamedRival("kdl-lma")
TRAC_IK = NamedRival("trac-ik")
TOOLBOX_GN = NamedRival("rtb-gn")
TOOLBOX_LM = NamedRival("rtb-lm")


def unbounded(algorithm: str, *, document: str) -> NamedRival:
    """SciPy's optimiser on the losses of D or R, as if there were no limits."""
    return NamedRival(f"scipy {algorithm} without limits, {document}'s losses")


def ours(method: str, *, goals: GoalStyle = "pose", threads: int = 1, **options: Any) -> Ours:
    """Ours, its options as keywords."""
    return Ours(method, tuple(options.items()), goals, threads)


def bioik(*, threads: int = 1, gradients: str = "incremental differences", **options: Any) -> Ours:
    """The dissertation's algorithm, on its own losses and by its own gradients."""
    return ours("BioIK", goals="bioik", threads=threads, gradients=gradients, **options)


def bioik2(*, islands: int = 4, goals: GoalStyle = "bioik2", **options: Any) -> Ours:
    """The thesis' algorithm on its own losses, an island a thread."""
    return ours("BioIK2", goals=goals, threads=islands, islands=islands, **options)


def hgsa(*, fitness: str, islands: int = 1) -> Ours:
    """BioIK 1, which has its own fitness of poses."""
    return ours("HGSA", goals="bioik2", threads=islands, fitness=fitness, islands=islands)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
