"""Explanation: why a solution is not solved, as data and in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from .clearances import InTheWay
from .derivatives import WrongDerivative
from .wording import human, listed

Side: TypeAlias = Literal["lower", "upper"]
SetBy: TypeAlias = Literal["robot", "max_change"]

_SHOWN = 5  # limits, and contacts, in a text; all are in the data
_STEP = {"rad": (0.017453292519943295, "1°"), "m": (1e-3, "1 mm")}  # the step that a limit's text names


@dataclass(frozen=True)
class Unmet:
    """An error of a required or primary goal beyond its tolerance, both in ``unit``: ``"m"``, ``"rad"`` or
    ``""``. ``name`` is that of the error; with a tolerance per axis it also names the axis. If it is not
    ``finite``, because a Custom goal returned NaN or infinity, the error is a large number in its place.
    """

    goal: str
    name: str
    error: float
    tolerance: float
    unit: str
    required: bool
    finite: bool = True

    def __str__(self) -> str:
        level = " (required)" if self.required else ""
        if not self.finite:
            return f"{self.goal}{level}: {self.name} is not finite at this q"
        error, allowed = human(self.error, self.unit), human(self.tolerance, self.unit)
        return f"{self.goal}{level}: {self.name} {error}, allowed {allowed}"


@dataclass(frozen=True)
class Limit:
    """A joint at a limit that the unmet goals push it beyond.

    ``variable`` is at its limit ``value`` on one ``side`` [rad, m], set by the ``robot`` or by
    ``max_change``. Each rad or m beyond would lower the cost of the unmet goals by ``gain``, to first order,
    and the error ``name`` of ``goal``, which profits most, by ``rate`` [its unit per rad or m].
    """

    variable: str
    side: Side
    value: float
    unit: str
    set_by: SetBy
    locked: bool
    gain: float
    goal: str
    name: str
    rate: float
    error_unit: str

    def __str__(self) -> str:
        if self.locked:
            place = "is locked"
        elif self.set_by == "max_change":
            place = f"is as {'low' if self.side == 'lower' else 'high'} as max_change allows"
        else:
            place = f"is at its {self.side} limit"
        step, what = _STEP[self.unit]
        way = "lower" if self.side == "lower" else "higher"
        error = f"{self.name} error" if self.name in ("position", "rotation") else self.name
        effect = f"{what} {way} would reduce the {error} of {self.goal}"
        less = human(step * self.rate, self.error_unit)
        return f"{self.variable} {place} ({human(self.value, self.unit)}): {effect} by {less}"


@dataclass(frozen=True)
class Conflict:
    """Two goals, or two errors of one goal, that pull in opposite directions: what one gains the other loses.

    ``goals`` are their names. ``errors`` are the names of the two errors if both are of one goal, else empty.
    ``required`` tells for each whether the goal is required. ``cosine`` is that of the angle between their
    gradients; ``joints`` are those with the largest share in the opposition, the largest first.
    """

    goals: tuple[str, str]
    errors: tuple[str, ...]
    required: tuple[bool, bool]
    cosine: float
    joints: tuple[str, ...]

    def __str__(self) -> str:
        first, second = self.goals
        through = f", mostly at {listed(self.joints)}"
        if self.errors:
            return (
                f"the {self.errors[0]} and the {self.errors[1]} of {first} pull against each other{through}"
            )
        if self.required == (True, False):
            return f"{first}, which is required, keeps {second} from its target{through}"
        return f"{first} and {second} pull against each other{through}"


@dataclass(frozen=True)
class BeyondReach:
    """A target that is out of reach by ``distance`` [m].

    If ``proven``, every configuration of the robot misses the tolerance by at least this distance, because
    the chain of links is too short, or too long if the target is ``too_near``; if ``with_rotation``, this
    holds as long as the link has the wanted rotation, and if ``held``, as long as the joints that may not
    move in this query are where they are. Otherwise it is the remaining position error in a posture in which
    no joint brings the link nearer, such as a stretched arm.
    """

    goal: str
    distance: float
    proven: bool
    too_near: bool = False
    with_rotation: bool = False
    held: bool = False

    def __str__(self) -> str:
        distance = human(self.distance, "m")
        if not self.proven:
            return f"{self.goal}: {distance} are left, and in this posture no joint brings it nearer"
        way = "too near to the base" if self.too_near else "too far away"
        rotation = " with the wanted rotation" if self.with_rotation else ""
        joints = " of the joints that may move" if self.held else ""
        return f"{self.goal}: its target is at least {distance} {way} for any posture{joints}{rotation}"


@dataclass(frozen=True)
class FarTarget:
    """A target whose ``distance`` [m] from the origin of its frame is many times the robot's reach, which is
    mostly a wrong unit: it is ``reaches`` times as far away.
    """

    goal: str
    distance: float
    reaches: float

    def __str__(self) -> str:
        away = f"{self.reaches:.0f} times the robot's reach away ({human(self.distance, 'm')})"
        return f"{self.goal}: its target is {away}; targets are in metres"


@dataclass(frozen=True)
class TooFewJoints:
    """A goal of one ``kind``, such as Pose, that is changed by ``count`` variables, but needs ``needed``.

    ``moving`` variables that may move are above its ``link``, some perhaps without an effect on the goal.
    ``held`` tells whether others are above it that may not move in this query.
    """

    goal: str
    link: str
    kind: str
    count: int
    moving: int
    needed: int
    held: bool

    def __str__(self) -> str:
        if not self.moving:
            return f"{self.goal}: no joint that may move moves {self.link}"
        if not self.count:
            return f"{self.goal}: no joint that may move changes the {self.kind} of {self.link}"
        joints = "1 joint moves" if self.count == 1 else f"{self.count} joints move"
        return f"{self.goal}: {joints} {self.link}, this {self.kind} needs {self.needed}"


@dataclass(frozen=True, repr=False)
class Explanation:
    """Why a solution is not solved; consoles and notebooks show it as text. Everything is empty if it is
    solved, except ``off``.

    - ``unmet``: the errors beyond their tolerances, those of required goals first.
    - ``off``: names of the goals that are switched off by a weight of 0: they do not count.
    - ``contacts``: what is nearer to what than the margin of a KeepClear, if that goal is unmet or in
      conflict with another, the deepest first.
    - ``wrong_derivatives``: the most wrong derivative of each unmet Custom goal that has its own derivatives.
    - ``too_few_joints``: goals whose link is moved by no joint, or by fewer than it takes to meet them.
    - ``far_targets``: targets that are many times the robot's reach away, which is mostly a wrong unit.
    - ``beyond_reach``: targets out of reach, and by how much.
    - ``limits``: the joints that would have to go beyond a limit, the most helpful first.
    - ``conflicts``: goals that pull against each other. If the search ended early, so that the solution is
      not the best near it, limits and conflicts are not known, and as a rule both are empty.
    - ``advice``: what helps, in one sentence; empty if nothing is known to.
    - ``invalid_input``: in a batch, why the query was not solved at all; else empty.

    ``status`` and ``stopped_by`` are those of the solution; ``goal_count`` is the number of required and
    primary goals that are switched on.

    >>> import memetik as mk
    >>> goal = mk.JointValue("panda_joint4", 0.5, name="elbow")
    >>> mk.solve("panda", goal).explain()
    Not solved: the goal is not met.
    - elbow: difference 32.6°, allowed 0.000573°
    Joints that would have to go beyond a limit:
    - panda_joint4 is at its upper limit (-4°): 1° higher would reduce the difference of elbow by 1°
    What helps: change the goal elbow, or widen the limit of panda_joint4 if the real robot allows it.
    """

    status: str
    stopped_by: str
    goal_count: int
    unmet: tuple[Unmet, ...] = ()
    off: tuple[str, ...] = ()
    contacts: tuple[InTheWay, ...] = ()
    wrong_derivatives: tuple[WrongDerivative, ...] = ()
    too_few_joints: tuple[TooFewJoints, ...] = ()
    far_targets: tuple[FarTarget, ...] = ()
    beyond_reach: tuple[BeyondReach, ...] = ()
    limits: tuple[Limit, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    advice: str = ""
    invalid_input: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as a dict of numbers, strings and lists, which JSON can store."""
        return asdict(self)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from ..report.explanation_html import explanation_html

        return explanation_html(self)

    def _lines(self) -> Iterator[str]:
        for heading, entries in self._sections():
            yield heading
            yield from (f"- {entry}" for entry in entries)
        if self.advice:
            yield f"What helps: {self.advice}"

    def _sections(self) -> Iterator[tuple[str, list[str]]]:
        """Headings and the entries below them; the first heading is the verdict."""
        unmet = [str(entry) for entry in self.unmet]
        if self.off:
            verb = "is" if len(self.off) == 1 else "are"
            unmet.append(f"{listed(self.off)} {verb} switched off (weight 0)")
        yield self._verdict(), unmet
        if self.contacts:
            yield "In the way:", self._shown(self.contacts, "not as near")
        findings = {
            "Wrong derivatives:": self.wrong_derivatives,
            "Too few joints:": self.too_few_joints,
            "Far away:": self.far_targets,
            "Out of reach:": self.beyond_reach,
        }
        for heading, entries in findings.items():
            if entries:
                yield heading, [str(entry) for entry in entries]
        if self.limits:
            more = len(self.limits) - _SHOWN
            rest = f"which help{'s' if more == 1 else ''} less"
            yield "Joints that would have to go beyond a limit:", self._shown(self.limits, rest)
        if self.conflicts:
            yield "Goals in conflict:", [str(entry) for entry in self.conflicts]

    @staticmethod
    def _shown(entries: Sequence[object], rest: str) -> list[str]:
        """The first entries as text, and how many more there are."""
        more = len(entries) - _SHOWN
        return [*map(str, entries[:_SHOWN]), *([f"and {more} more, {rest}"] if more > 0 else [])]

    def _verdict(self) -> str:
        if self.invalid_input:
            return f"Not solved, because the input is invalid: {self.invalid_input}."
        if self.status == "solved":
            met = "all required and primary goals are met" if self.goal_count else "no goal decides success"
            return f"Solved: {met}."
        if not self.unmet:
            met = "all goals are met" if self.goal_count else "no goal decides success"
            return f"Not solved: {met}, but valid rejects the configuration."
        unmet = len({entry.goal for entry in self.unmet})
        if self.goal_count == 1:
            what = "the goal is not met"
        else:
            what = f"{unmet} of {self.goal_count} goals {'is' if unmet == 1 else 'are'} not met"
        also = ", and valid rejects the configuration" if self.status == "invalid" else ""
        proof = ", and no configuration within the limits meets it" if self._is_proven() else ""
        return f"Not solved: {what}{also}{proof}."

    def _is_proven(self) -> bool:
        """Whether a closed form proves what no other entry says."""
        return self.status == "unreachable" and not any(entry.proven for entry in self.beyond_reach)
