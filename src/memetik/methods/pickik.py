"""PickIK as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_names import method
from .shared.core_method import CoreMethod


@method("pickik")
@dataclass(frozen=True, kw_only=True)
class PickIK(CoreMethod):
    """PickIK (pick_ik in its global mode): BioIK simplified, with gradient descent for the elites.

    ``population`` individuals, of which the ``elites`` are the start and random ones at first. In a
    generation the elites descend for up to ``descent_iterations`` steps, and the others become their
    children. What differs from BioIK (endoscopic IK thesis 3.1.5), and is kept here:

    - descent is along a gradient of numeric differences, of ``descent_step`` [rad, m], by f / f', on and on
      even where that does not gain; the best on the way counts;
    - only elites are parents, any two alike, instead of all by rank;
    - a child's momentum is its mutation alone, instead of a mixture of its parents';
    - there is no adoption;
    - a wipe-out follows when the best one's cost fell by less than ``wipe_out_tolerance`` [m²], whatever the
      other elites did, and forgets it, too: back to the start and random ones.

    The last is why it hardly ever meets a small tolerance, for progress from 1e-6 to 1e-10 is none to it, and
    why ``wipe_out_tolerance=0`` is so much better. The original's threshold of 1e-3 is not a method's here,
    but the goals' tolerance. There are ``islands`` that know nothing of each other, by default as many as the
    solver has threads.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3), tolerance=1e-3)
    >>> mk.solve("ur5", goal, method="pickik").success
    True
    """

    source: ClassVar[str] = "endoscopic IK thesis 3.1.5"
    advice: ClassVar[str] = "to compare with"
    evolves: ClassVar[bool] = True

    islands: int | None = None
    population: int = 16
    elites: int = 4
    descent_iterations: int = 25
    descent_step: float = 1e-4
    wipe_out_tolerance: float = 1e-5
