"""D 5.11, Figs. 5.26 to 5.32: pictures of evolutions."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

import memetik as mk

from ...engine.bodies import body_queries
from ...engine.case import Measurement, OnProgress, Row
from ...engine.link_goals import Kind, link_goal
from ...engine.queries import Queries
from ...engine.valkyrie import SETUPS
from ..cells import NOT_MEASURED, measured_cell
from ..experiment import Comparison, Draw, Experiment, Find, Scale
from ..goal_styles import in_style
from ..solver_spec import OwnMethod, bioik
from ..trial import MakeQueries, Trial, arm_queries, measurement
from .valkyrie import TOLERANCE, valkyrie_queries

_Layer: TypeAlias = Literal["fitness", "procreation", "elites"]

_EVALUATIONS = 200_000
"""Budget of the solve that is drawn; it has no timeout, so that it is reproducible."""
_UPPER_BODY = ("spine", "neck", "head", "shoulder", "elbow", "wrist")
_HANDS_AND_GAZE: tuple[tuple[Kind, str], ...] = (
    ("pose", "left_hand"),
    ("pose", "right_hand"),
    ("look at", "eyes"),
)


def mannequin_queries(count: int, random_seed: int) -> Queries:
    """Return queries for both hands and the gaze of the mannequin, in which only its upper body moves."""
    robot, rng = mk.Robot.load("mannequin"), np.random.default_rng(random_seed)
    joints = tuple(name for name in robot.variable_names if any(part in name for part in _UPPER_BODY))
    moved = [robot.variable_names.index(name) for name in joints]
    solutions, starts = (np.tile(robot.neutral, (count, 1)) for _ in range(2))
    for postures in (solutions, starts):
        postures[:, moved] = robot.random(count, rng)[:, moved]
    goals, targets = [], {}
    for kind, link in _HANDS_AND_GAZE:
        goal, targets[link] = link_goal(kind, link, robot.fk(solutions, link), TOLERANCE, rng)
        goals.append(goal)
    return Queries(robot, tuple(goals), targets, starts, solutions, joints)


@dataclass(frozen=True)
class Subject:
    """An evolution to draw: that of the first of the queries that ``make`` returns."""

    name: str
    make: MakeQueries
    solver: OwnMethod
    random_seed: int = 0

    @property
    def title(self) -> str:
        """The title of its pictures."""
        options = {"population": 100, "elites": 3, **dict(self.solver.options)}
        return f"{self.name}: Bio IK with {options['population']} individuals, {options['elites']} elites"

    def key(self) -> dict[str, object]:
        """Return the key of its row."""
        case = f"evolution: {self.name}, random seed {self.random_seed}"
        return {"case": case, "who": self.solver.name, "budget": _EVALUATIONS}


def _step_by_step(**options: int) -> OwnMethod:
    """Return Bio IK with only a few gradients per elite and generation, so that it takes more generations."""
    return bioik(gradients="differences", **options)


_VALKYRIE = Subject(
    "valkyrie, hands, feet and gaze",
    functools.partial(valkyrie_queries, SETUPS[-1]),
    bioik(population=50, elites=3),
)
_MANNEQUIN = {
    k: Subject("mannequin's upper body", mannequin_queries, _step_by_step(elites=k)) for k in (1, 3, 6)
}
_KYLE = Subject("kyle", functools.partial(body_queries, "kyle", tolerance=TOLERANCE), _step_by_step())
_SHADOW_HAND = Subject(
    "shadow hand, five fingertips",
    functools.partial(body_queries, "shadow_hand", tolerance=TOLERANCE),
    _step_by_step(),
)
_VALKYRIE_ARM = {
    seed: Subject(
        "valkyrie's arm",
        functools.partial(arm_queries, "valkyrie arm", tolerance=TOLERANCE),
        _step_by_step(),
        random_seed=seed,
    )
    for seed in range(3)
}


@functools.cache
def evolve(subject: Subject) -> tuple[Queries, mk.Solution]:
    """Return the query, and its reproducible solution with all generations in the trace."""
    queries = in_style(subject.make(1, 1), subject.solver.goals)
    solver = queries.solver(method=subject.solver.build(), max_evaluations=_EVALUATIONS)
    targets = {name: rows[0] for name, rows in queries.targets.items()}
    solution = solver.solve(queries.starts[0], targets=targets, random_seed=subject.random_seed, trace=True)
    return queries, solution


def generations_of(subject: Subject) -> mk.Generations:
    """Return all individuals of the evolution."""
    trace = evolve(subject)[1].trace
    if trace is None or not len(trace.generations):
        raise mk.ConfigurationError(f"{subject.solver.name} records no generations")
    return trace.generations


def _measure(subject: Subject, on_progress: OnProgress) -> Row:
    """Return the outcome, and the fitness and the spread of the last generation."""
    queries, solution = evolve(subject)
    generations = generations_of(subject)
    last = generations.generation == generations.last_whole
    fitness, spans = generations.fitness[last], np.ptp(generations.q, axis=0)
    on_progress(1)
    return {
        "count": 1,
        "solved": float(queries.met(solution.q[None])[0]),
        "evaluations": solution.evaluations,
        "generations": generations.count,
        "variables": len(generations.names),
        "individuals": int(last.sum()),
        "best_fitness": float(fitness.min()),
        "median_fitness": float(np.median(fitness)),
        "spread": float(np.mean(generations.q[last].std(axis=0) / np.where(spans > 0.0, spans, 1.0))),
        "wipe_outs": len(generations.wipe_outs),
    }


def _measurements(subjects: tuple[Subject, ...], scale: Scale) -> Iterator[Measurement]:
    for subject in subjects:
        yield Measurement(subject.key(), 1, functools.partial(_measure, subject))


def _compare(subjects: tuple[Subject, ...], find: Find) -> Comparison:
    head = [
        "evolution",
        "variables",
        "solved",
        "generations",
        "wipe-outs",
        "fitness: best",
        "median",
        "spread",
    ]
    lines = []
    for subject in subjects:
        row = find(subject.key())
        lines.append([subject.solver.name, *(_facts(row) if row else [NOT_MEASURED, *[""] * 6])])
    return Comparison(head, lines)


def _facts(row: Row) -> list[str]:
    counts = [str(row["variables"]), "yes" if row["solved"] else "no"]
    counts += [str(row["generations"]), str(row["wipe_outs"])]
    return [*counts, f"{row['best_fitness']:.2g}", f"{row['median_fitness']:.2g}", f"{row['spread']:.2f}"]


def _elites_trial(elites: int) -> Trial:
    """Return a trial on many queries, to compare numbers of elites."""
    return Trial(bioik(elites=elites), timeout=0.010, tolerance=TOLERANCE, queries=1_000)


def _measure_elites(scale: Scale) -> Iterator[Measurement]:
    yield from _measurements(tuple(_MANNEQUIN.values()), scale)
    for elites, subject in _MANNEQUIN.items():
        yield measurement(_elites_trial(elites), subject.name, scale, subject.make)


def _compare_elites(find: Find) -> Comparison:
    compared = _compare(tuple(_MANNEQUIN.values()), find)
    head = [*compared.head, "many queries, 10 ms"]
    for elites, line in zip(_MANNEQUIN, compared.lines, strict=True):
        line.append(measured_cell(find(_elites_trial(elites).key(_MANNEQUIN[elites].name))))
    return Comparison(head, compared.lines)


def _draw_fitness(find: Find, path: Path) -> None:
    mk.plot.fitness(generations_of(_VALKYRIE), title=_VALKYRIE.title).save(path)


def _draw_postures(first: int, find: Find, path: Path) -> None:
    queries, _ = evolve(_VALKYRIE)
    generations = generations_of(_VALKYRIE)
    chart = mk.plot.population(
        queries.robot,
        generations,
        generation=-1,
        first=first,
        base=queries.starts[0],
        title=f"{_VALKYRIE.title}: individuals {first} to {first + 24}",
    )
    chart.save(path)


def _draw_landscape(subject: Subject, rows: tuple[_Layer, ...], find: Find, path: Path) -> None:
    queries, _ = evolve(subject)
    generations = generations_of(subject)
    mk.plot.landscape(generations, rows=rows, robot=queries.robot, title=subject.title).save(path)


def _draw_stacked(subjects: Mapping[str, Subject], find: Find, path: Path) -> None:
    """Draw only the individuals, one evolution below the other."""
    several = {label: generations_of(subject) for label, subject in subjects.items()}
    one = next(iter(subjects.values()))
    chart = mk.plot.landscape(several, rows=["fitness"], robot=evolve(one)[0].robot, title=one.name)
    chart.save(path)


def _experiment(
    number: str, title: str, description: str, subjects: tuple[Subject, ...], pictures: Mapping[str, Draw]
) -> Experiment:
    return Experiment(
        f"d-fig-{number}",
        title,
        f"D, Fig. {number}, without numbers",
        description,
        functools.partial(_measurements, subjects),
        functools.partial(_compare, subjects),
        pictures,
    )


def _landscape(
    number: str, title: str, description: str, subject: Subject, rows: tuple[_Layer, ...]
) -> Experiment:
    draw = functools.partial(_draw_landscape, subject, rows)
    return _experiment(number, title, description, (subject,), {f"fig_{number.replace('.', '_')}.png": draw})


_WHOLE_BODY = "50 individuals, 3 elites: poses of hands and feet, and a gaze"

EXPERIMENTS: tuple[Experiment, ...] = (
    _experiment(
        "5.26",
        "Fitness of a population after its evolution, Valkyrie",
        f"{_WHOLE_BODY}; the fitness of all individuals when one is a solution.",
        (_VALKYRIE,),
        {"fig_5_26.png": _draw_fitness},
    ),
    _experiment(
        "5.27",
        "Evolved postures of the individuals 1 to 25",
        f"{_WHOLE_BODY}; the fitter half of the last generation.",
        (_VALKYRIE,),
        {"fig_5_27.png": functools.partial(_draw_postures, 1)},
    ),
    _experiment(
        "5.28",
        "Evolved postures of the individuals 26 to 50",
        f"{_WHOLE_BODY}; the other half of the last generation.",
        (_VALKYRIE,),
        {"fig_5_28.png": functools.partial(_draw_postures, 26)},
    ),
    Experiment(
        "d-fig-5.29",
        "Landscapes of the mannequin's upper body with 1, 3 and 6 elites",
        "D, Fig. 5.29, without numbers",
        "Both hands and the gaze; the same query with each number of elites, and success on many queries.",
        _measure_elites,
        _compare_elites,
        {
            "fig_5_29.png": functools.partial(
                _draw_stacked, {f"{k} elite{'s' * (k > 1)}": subject for k, subject in _MANNEQUIN.items()}
            )
        },
    ),
    _landscape(
        "5.30",
        "Landscape of Kyle's whole body",
        "Poses of hands and feet, and a gaze: all individuals, their procreation, the elites.",
        _KYLE,
        ("fitness", "procreation", "elites"),
    ),
    _landscape(
        "5.31",
        "Landscape of a grasp of the Shadow hand",
        "Positions of five fingertips: all individuals, and their procreation.",
        _SHADOW_HAND,
        ("fitness", "procreation"),
    ),
    _experiment(
        "5.32",
        "Landscape of Valkyrie's arm",
        "One pose. D shows several rows without saying how they differ; ours differ in the random seed.",
        tuple(_VALKYRIE_ARM.values()),
        {
            "fig_5_32.png": functools.partial(
                _draw_stacked, {f"random seed {k}": subject for k, subject in _VALKYRIE_ARM.items()}
            )
        },
    ),
)
