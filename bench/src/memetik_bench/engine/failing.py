"""Goals that cannot all be met: cost, cost of the search, motion of irrelevant joints, and the posture."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..verify import limits_held
from .best_secondary import best_secondary
from .case import Case, Measurement, OnProgress, Row, Run, percent
from .descents import best_of_descents
from .failing_problems import FAMILIES, FailingProblem, failing_problem, with_start
from .goal_errors import goals_met
from .goal_levels import LevelProblem
from .irrelevant import irrelevant_variables, largest_motion
from .references import References
from .selection import may_leave_branch

_COUNT = 1_000
_DESCENTS = 300
_BUDGET = 20_000
_LONG_RUN = 200_000
_NEAR, _NEAR_SECONDARY = 1.01, 1.05
_NO_POSTURE = 1e-6  # [rad², m²]: lower secondary costs are equal
_PROVEN_US = 200.0

MODES: dict[str, dict[str, Any]] = {
    "best": {"prefer": "best"},
    "no start": {},
    "start": {},
}
"""How problems are solved -> options of the solver; "no start" gives none."""

HURRIED: tuple[dict[str, Any], ...] = ({"max_evaluations": 30}, {"timeout": 5e-5}, {"local": True})
"""Options of further solves, which end early: irrelevant joints must not move in these, either."""


class Tally:
    """Sums over the problems of one family."""

    def __init__(self) -> None:
        self.near: dict[str, list[bool]] = {}
        self.evaluations: dict[str, list[int]] = {}
        self.status: Counter[str] = Counter()
        self.stopped_by: Counter[str] = Counter()
        self.moved, self.could_move, self.false, self.outside = 0.0, 0, 0, 0
        self.proven_times: list[float] = []
        self.posture_ratios: list[float] = []

    def add(self, mode: str, near: bool, solution: mk.Solution) -> None:
        """Count an answer, and whether its cost is near enough to the best known."""
        self.near.setdefault(mode, []).append(near)
        self.evaluations.setdefault(mode, []).append(solution.evaluations)

    def verify(self, problem: FailingProblem, start: Array, solution: mk.Solution) -> None:
        """Count false success, limits that do not hold, and motion of irrelevant joints."""
        rows = solution.q[None]
        decide = {str(i): goal for i, goal in enumerate(problem.goals) if goal.priority != "secondary"}
        targets = {name: np.asarray(goal.target)[None] for name, goal in decide.items()}  # type: ignore[attr-defined]
        if solution.success and not goals_met(problem.robot, decide, targets, rows)[0]:
            self.false += 1
        self.outside += int(not limits_held(problem.robot, rows)[0])
        if not any(isinstance(goal, mk.CenterJoints) for goal in problem.goals):
            links = tuple(goal.link for goal in decide.values())  # type: ignore[attr-defined]
            irrelevant = _irrelevant(problem.robot, links)
            self.could_move += bool(irrelevant)
            self.moved = max(self.moved, largest_motion(start, solution.q, irrelevant))


@functools.cache
def _irrelevant(robot: mk.Robot, links: tuple[str, ...]) -> list[int]:
    return irrelevant_variables(robot, links)


def measure_failing(family: str, run: Run, on_progress: OnProgress) -> Row:
    """Measure one family of problems, with the default budget."""
    settings = run.settings
    references = References(
        run.references, evaluations=settings.reference_evaluations, random_seed=settings.random_seed
    )
    tally = Tally()
    for index in range(settings.count(_COUNT)):
        _solve(family, index, failing_problem(family, index, settings.random_seed), references, tally)
        on_progress(1)
    return {"is_arm": FAMILIES[family].is_arm, "count": settings.count(_COUNT), **_row(tally)}


def _solve(family: str, index: int, problem: FailingProblem, references: References, tally: Tally) -> None:
    level = LevelProblem(problem.robot, with_start(problem.goals, problem.start), problem.start)
    solvers = {mode: mk.Solver(problem.robot, problem.goals, **options) for mode, options in MODES.items()}
    thorough: dict[str, Any] = {"thorough": True, "max_evaluations": _BUDGET}
    answers = {}
    for mode, solver in solvers.items():
        start = None if mode == "no start" else problem.start
        answers[mode] = solver.solve(start)
        answers[f"{mode}, thorough"] = solver.solve(start, **thorough)
    best = _best_known(family, index, level, answers, references)
    for mode, answer in answers.items():
        cost = level.at(answer.q).primary
        near = not may_leave_branch(cost, best) if mode.startswith("start") else cost <= _NEAR * best
        tally.add(mode, bool(near), answer)
        tally.verify(problem, problem.robot.neutral if mode.startswith("no start") else problem.start, answer)
    for options in HURRIED:
        tally.verify(problem, problem.start, solvers["start"].solve(problem.start, **options))
    answer = answers["start"]
    tally.status[answer.status] += 1
    tally.stopped_by[answer.stopped_by] += 1
    if answer.status == "unreachable":
        again = [solvers["start"].solve(problem.start).time for _ in range(3)]  # the machine is noisy
        tally.proven_times.append(min(again))
    if level.secondary is not None:
        own, reference = level.secondary.cost(answer.q), best_secondary(level, answer.q)
        tally.posture_ratios.append((own + _NO_POSTURE) / (reference + _NO_POSTURE))


def _best_known(
    family: str, index: int, level: LevelProblem, answers: dict[str, mk.Solution], references: References
) -> float:
    """Return the lowest primary cost of reference and answers; a better answer becomes the reference."""
    primary = level.primary
    assert primary is not None
    kind = f"failing, {family}"
    starts = level.robot.random(_DESCENTS, index)

    def find() -> Array:
        solver = mk.Solver(primary, prefer="best")
        long_run = solver.solve(max_evaluations=_LONG_RUN, thorough=True, random_seed=1)
        return min(best_of_descents(primary, starts), long_run.q, key=primary.cost)

    known = references.known(kind, index, "descents and a long run", find)
    lowest = min((answer.q for answer in answers.values()), key=primary.cost)
    best = float(primary.cost(known))
    if primary.cost(lowest) < best * (1.0 - 1e-6) and limits_held(level.robot, lowest[None])[0]:
        references.improve(kind, index, lowest)
    return min(best, float(primary.cost(lowest)))


def _row(tally: Tally) -> Row:
    ratios = np.array(tally.posture_ratios)
    proven = np.array(tally.proven_times)
    return {
        "near": {mode: float(np.mean(flags)) for mode, flags in tally.near.items()},
        "far": {mode: np.flatnonzero(~np.array(flags)).tolist()[:20] for mode, flags in tally.near.items()},
        "mean_evaluations": {mode: float(np.mean(all_)) for mode, all_ in tally.evaluations.items()},
        "moved": tally.moved,
        "could_move": tally.could_move,
        "postures": len(ratios),
        "posture_within_5_percent": float((ratios <= _NEAR_SECONDARY).mean()) if len(ratios) else 1.0,
        "posture_p99_ratio": float(np.percentile(ratios, 99)) if len(ratios) else 1.0,
        "proven": len(proven),
        "proven_mean_us": float(1e6 * proven.mean()) if len(proven) else 0.0,
        "false_success": tally.false,
        "limit_violations": tally.outside,
        "statuses": dict(tally.status),
        "stopped_by": dict(tally.stopped_by),
    }


def spent_share(row: Row) -> float:
    """Return the largest mean number of evaluations of any mode, as a share of the whole budget."""
    return float(max(row["mean_evaluations"][mode] for mode in MODES) / _BUDGET)


def _measurements(run: Run) -> Iterator[Measurement]:
    for family in FAMILIES:
        measure = functools.partial(measure_failing, family, run)
        yield Measurement({"case": family}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    near = ", ".join(f"{mode} {percent(row['near'][mode])}" for mode in MODES)
    whole = ", ".join(percent(row["near"][f"{mode}, thorough"]) for mode in MODES)
    spent = f"{100 * spent_share(row):.1f} % of the evaluations"
    posture = f"posture {percent(row['posture_within_5_percent'])}"
    proven = f"proven {row['proven']} in {row['proven_mean_us']:.0f} µs"
    moved = f"moved {row['moved']:.3g} in {row['could_move']} answers"
    return f"{near} (whole budget {whole}); {spent}; {moved}; {posture}; {proven}"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    if row["moved"] or row["false_success"] or row["limit_violations"]:
        return False
    if row["posture_within_5_percent"] < 0.99:
        return False
    if row["is_arm"]:
        near = all(row["near"][mode] >= 0.99 for mode in MODES)
        return near and spent_share(row) <= 1 / 8 and row["proven_mean_us"] <= _PROVEN_US
    near = all(row["near"][mode] >= row["near"][f"{mode}, thorough"] - 0.03 for mode in MODES)
    return near and spent_share(row) <= 1 / 5


FAILING = Case(
    "failing",
    "Goals that cannot all be met, cost within 1 % of the best of 300 descents; from a given start, within "
    "the margin for leaving its branch",
    "arms ≥ 99 % with 1/8 of the budget, bodies the whole budget's share - 3 points with 1/5; irrelevant "
    "joints moved by 0; posture within 5 % of SLSQP's in ≥ 99 %; proven out of reach ≤ 200 µs on arms",
    _measurements,
    _outcome,
    _met,
)
