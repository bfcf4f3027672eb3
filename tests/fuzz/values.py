"""Random arguments for public functions: valid ones, nearly valid ones, and nonsense."""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np

import memetik as mk
from memetik import collision

ROBOTS = {name: mk.Robot.load(name) for name in ("ur5", "five_bar", "snake")}
ROBOT = ROBOTS["ur5"]
TIP = "tool0"
POSE = ROBOT.fk(ROBOT.neutral, TIP)
SOLVER = mk.Solver(ROBOT, mk.Pose(TIP, POSE, name="tip"))


class Opaque:
    """An object without any useful attribute, whose repr is long."""

    def __repr__(self) -> str:
        return "<" + "opaque " * 100 + ">"


class Raises:
    """An object whose conversions fail."""

    def __array__(self, *_: object, **__: object) -> np.ndarray:
        raise RuntimeError("no array")

    def __float__(self) -> float:
        raise RuntimeError("no float")


NUMBERS = (0, 1, -1, 2, 7, 0.5, 1e-9, -0.0, 1e3, 10**30, math.nan, math.inf, -math.inf, 1e308, True, 3 + 1j)
TEXTS = (
    "",
    " ",
    "ur5",
    TIP,
    "tip",
    "nope",
    "base_link",
    "auto",
    "memetic",
    "best",
    "required",
    "<robot/>",
    "x" * 5000,
    "\0",
    "../..",
    "é",
)
OBJECTS = (
    None,
    (),
    [],
    {},
    set(),
    object,
    Opaque,
    b"",
    b"\xff",
    print,
    math,
    slice(3),
    range(4),
    ...,
    NotImplemented,
)


def number(rng: random.Random) -> Any:
    return rng.choice(NUMBERS)


def array(rng: random.Random) -> Any:
    """Return an array of random shape and kind."""
    shape = tuple(rng.choice((0, 1, 2, 3, 4, 6, 7)) for _ in range(rng.randrange(4)))
    kind = rng.choice((float, float, float, np.float32, int, bool, complex, object, "U3", "datetime64[s]"))
    values = np.array([rng.choice((0, 1, -1, 2, 3)) for _ in range(math.prod(shape))])
    try:
        made = values.astype(kind).reshape(shape)
    except (TypeError, ValueError):
        return values.reshape(shape)
    if made.dtype == float and made.size and rng.random() < 0.2:
        made.flat[rng.randrange(made.size)] = rng.choice((math.nan, math.inf, 1e300))
    return made if rng.random() < 0.7 else made.tolist()


def goal(rng: random.Random) -> Any:
    """Return a valid goal of the ur5."""
    return rng.choice(
        (
            mk.Pose(TIP, POSE),
            mk.Pose(TIP, POSE, name="tip"),
            mk.Position(TIP, (0.4, 0.1, 0.5)),
            mk.StayClose(),
            mk.CenterJoints(priority="secondary"),
            mk.LookAt(TIP, (1.0, 0.0, 0.0), axis=(0, 0, 1)),
        )
    )


def shape(rng: random.Random) -> Any:
    """Return a solid."""
    return rng.choice((collision.Box((1, 1, 1)), collision.Sphere(0.1), collision.Cylinder(0.1, 1.0)))


def usual(rng: random.Random) -> Any:
    """Return something that some function expects."""
    return rng.choice(
        (
            lambda: rng.choice(tuple(ROBOTS.values())),
            lambda: SOLVER,
            lambda: mk.Problem(ROBOT, [mk.Pose(TIP, POSE)]),
            lambda: SOLVER.solve(),
            lambda: goal(rng),
            lambda: [goal(rng), goal(rng)],
            lambda: shape(rng),
            lambda: ROBOT.neutral,
            lambda: ROBOT.random(3, rng=1),
            lambda: POSE,
            lambda: np.stack([POSE] * 3),
            lambda: {"tip": POSE},
            lambda: lambda *_: rng.choice((True, False, None, math.nan, "no")),
            lambda: (0.4, 0.1, 0.5),
            lambda: (1.0, 0.0, 0.0, 0.0),
            lambda: ROBOT.to_dict(),
            lambda: goal(rng).to_dict(),
        )
    )()


def any_value(rng: random.Random, depth: int = 0) -> Any:
    """Return any value."""
    makers: tuple[Callable[[], Any], ...] = (
        lambda: number(rng),
        lambda: rng.choice(TEXTS),
        lambda: rng.choice(OBJECTS),
        lambda: array(rng),
        lambda: usual(rng),
        lambda: usual(rng),
        lambda: Opaque(),
        lambda: Raises(),
    )
    if depth < 2 and rng.random() < 0.15:
        nested = [any_value(rng, depth + 1) for _ in range(rng.randrange(4))]
        return rng.choice((nested, tuple(nested), {str(k): v for k, v in enumerate(nested)}))
    return rng.choice(makers)()


def arguments(function: Callable[..., Any], rng: random.Random) -> tuple[list[Any], dict[str, Any]]:
    """Return positional and keyword arguments that fit the signature in number and name, mostly."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [any_value(rng) for _ in range(rng.randrange(4))], {}
    positional, keywords = [], {}
    for parameter in parameters:
        optional = parameter.default is not inspect.Parameter.empty
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            positional += [any_value(rng) for _ in range(rng.randrange(3))]
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD or (optional and rng.random() < 0.7):
            continue
        elif parameter.kind is inspect.Parameter.KEYWORD_ONLY or (optional and rng.random() < 0.9):
            keywords[parameter.name] = _for(parameter.name, rng)
        elif not keywords:
            positional.append(_for(parameter.name, rng))
    if rng.random() < 0.02:
        keywords["nonsense"] = 1
    return positional, keywords


def _for(name: str, rng: random.Random) -> Any:
    """Return a value for a parameter, half of the time one that suits its name."""
    suits: dict[str, Callable[[], Any]] = {
        "robot": lambda: rng.choice(tuple(ROBOTS.values())),
        "solver": lambda: SOLVER,
        "link": lambda: TIP,
        "tip": lambda: TIP,
        "goals": lambda: [goal(rng)],
        "goal": lambda: goal(rng),
        "target": lambda: rng.choice((POSE, (0.4, 0.1, 0.5))),
        "q": lambda: ROBOT.random(rng=rng.randrange(100)),
        "start": lambda: ROBOT.random(rng=rng.randrange(100)),
        "targets": lambda: {"tip": POSE},
        "problem": lambda: mk.Problem(ROBOT, [goal(rng)]),
        "solution": lambda: SOLVER.solve(),
        "max_evaluations": lambda: rng.choice((1, 10, 100)),
        "method": lambda: rng.choice(("auto", "memetic", "bioik", "ccd")),
        "tolerance": lambda: rng.choice((1e-5, 1e-3, 0)),
        "count": lambda: rng.choice((1, 3)),
    }
    return suits[name]() if name in suits and rng.random() < 0.6 else any_value(rng)
