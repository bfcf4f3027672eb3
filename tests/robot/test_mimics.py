"""Mimic joints follow a joint that is a variable, at the value that their chain gives, or are refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import memetik as mk
from memetik.robot.mimics import resolve_mimics


def hinge(name: str, parent: str, child: str, mimic: mk.Mimic | None = None) -> mk.Joint:
    return mk.Joint(name, "revolute", parent, child, mimic=mimic)


def test_chains_lead_to_the_joint_that_is_a_variable() -> None:
    joints = (
        hinge("a", "0", "1"),
        hinge("b", "1", "2", mk.Mimic("a", 2.0, 0.1)),
        hinge("c", "2", "3", mk.Mimic("b", -3.0, 0.5)),
    )
    a, b, c = resolve_mimics(joints)
    assert (a.mimic, b.mimic) == (None, mk.Mimic("a", 2.0, 0.1))
    assert c.mimic is not None
    assert (c.mimic.joint, c.mimic.multiplier) == ("a", -6.0)
    assert c.mimic.offset == pytest.approx(-3.0 * 0.1 + 0.5)


@given(value=st.floats(-2, 2), numbers=st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2)), max_size=8))
def test_resolved_chains_have_the_same_value(value: float, numbers: list[tuple[float, float]]) -> None:
    joints = [hinge("j0", "l0", "l1")]
    expected = value
    for i, (multiplier, offset) in enumerate(numbers, start=1):
        joints.append(hinge(f"j{i}", f"l{i}", f"l{i + 1}", mk.Mimic(f"j{i - 1}", multiplier, offset)))
        expected = multiplier * expected + offset
    last = resolve_mimics(tuple(joints))[-1].mimic or mk.Mimic("j0")
    assert last.joint == "j0"
    assert last.multiplier * value + last.offset == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(
    ("mimics", "message"),
    [
        ({"a": "x"}, "joint 'a': mimic: no joint 'x'; joints are: a, b, c"),
        ({"a": "a"}, "joint 'a': its mimics form a loop"),
        ({"a": "b", "b": "c", "c": "b"}, "its mimics form a loop"),
    ],
)
def test_refuses(mimics: dict[str, str], message: str) -> None:
    joints = tuple(
        hinge(name, str(i), str(i + 1), mk.Mimic(mimics[name]) if name in mimics else None)
        for i, name in enumerate("abc")
    )
    with pytest.raises(mk.RobotError, match=re.escape(message)):
        resolve_mimics(joints)


@pytest.mark.parametrize("kind", ["fixed", "planar", "floating"])
def test_refuses_masters_that_are_not_one_variable(kind: str) -> None:
    joints = (mk.Joint("a", kind, "0", "1"), hinge("b", "1", "2", mk.Mimic("a")))
    message = f"joint 'b': mimics 'a', a {kind} joint; only a joint with one variable can be mimicked"
    with pytest.raises(mk.RobotError, match=message):
        resolve_mimics(joints)


def test_refuses_mimics_that_can_never_be_within_limits() -> None:
    b = mk.RobotBuilder("stuck")
    b.revolute("a", "0", "1", lower=0.0, upper=1.0)
    b.revolute("b", "1", "2", lower=5.0, upper=6.0, mimic=mk.Mimic("a"))
    with pytest.raises(
        mk.RobotError, match="joint 'a' has no valid value: none keeps its mimic 'b' within limits"
    ):
        b.build()


def test_a_mimic_that_stands_still_must_stand_within_its_limits() -> None:
    b = mk.RobotBuilder("stuck")
    b.revolute("a", "0", "1", lower=0.0, upper=1.0)
    b.revolute("b", "1", "2", lower=-0.1, upper=0.1, mimic=mk.Mimic("a", 0.0, 3.0))
    with pytest.raises(mk.RobotError, match="none keeps its mimic 'b' within limits"):
        b.build()
