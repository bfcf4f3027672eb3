"""All cases, in the order of tables."""

from __future__ import annotations

from .all_solutions import ALL_SOLUTIONS
from .best_cost import OUT_OF_REACH, TOO_FEW_JOINTS
from .bodies import BODIES
from .budgets import BUDGETS_CASE
from .case import Case
from .closed_forms import CLOSED_FORMS
from .compilation import COMPILATION
from .continuity import CONTINUITY
from .deadlines import DEADLINES
from .failing import FAILING
from .irrelevant_joints import IRRELEVANT_JOINTS
from .levels import LEVELS
from .limbs import LIMBS_CASE
from .method_threads import METHOD_THREADS
from .secondary import SECONDARY
from .small_batches import SMALL_BATCHES
from .snakes import SNAKES
from .soak import SOAK
from .special_poses import BOUNDARY, SINGULAR
from .threads import THREADS
from .valkyrie import VALKYRIE, VALKYRIE_EXACT

_ALL = (
    VALKYRIE,
    VALKYRIE_EXACT,
    BODIES,
    SNAKES,
    LIMBS_CASE,
    COMPILATION,
    BOUNDARY,
    SINGULAR,
    OUT_OF_REACH,
    TOO_FEW_JOINTS,
    FAILING,
    IRRELEVANT_JOINTS,
    BUDGETS_CASE,
    LEVELS,
    CONTINUITY,
    SECONDARY,
    ALL_SOLUTIONS,
    CLOSED_FORMS,
    DEADLINES,
    SOAK,
    THREADS,
    METHOD_THREADS,
    SMALL_BATCHES,
)

CASES: dict[str, Case] = {case.name: case for case in _ALL}
"""Cases by name."""
