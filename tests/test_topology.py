"""Links and joints in any order become one tree, depth-first, or an error that names the culprit."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import memetik as mk
from memetik.robot.topology import depth_first, resolve_mimics
from tests.random_trees import seeds


def links(*names: str) -> list[mk.Link]:
    return [mk.Link(name) for name in names]


def hinge(name: str, parent: str, child: str, mimic: mk.Mimic | None = None) -> mk.Joint:
    return mk.Joint(name, "revolute", parent, child, mimic=mimic)


def names(elements: tuple[mk.Link, ...] | tuple[mk.Joint, ...]) -> list[str]:
    return [element.name for element in elements]


class TestDepthFirst:
    @given(n=st.integers(1, 40), seed=seeds)
    def test_any_order_of_the_same_tree(self, n: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        joints = [hinge(f"j{i}", f"l{rng.integers(i)}", f"l{i}") for i in range(1, n + 1)]
        shuffled = [joints[i] for i in rng.permutation(n)]
        found, ordered = depth_first(links(*(f"l{i}" for i in rng.permutation(n + 1))), shuffled)
        assert found[0].name == "l0"
        assert [joint.child for joint in ordered] == names(found)[1:]
        position = {link.name: i for i, link in enumerate(found)}
        for i, joint in enumerate(ordered):
            # the parent is the link before, or one of its ancestors
            above = {found[i].name}
            while not above >= {found[0].name}:
                above |= {j.parent for j in joints if j.child in above}
            assert joint.parent in above
        for parent in position:  # children in the order given
            given_order = [j.child for j in shuffled if j.parent == parent]
            assert sorted(given_order, key=position.__getitem__) == given_order

    def test_of_a_single_link(self) -> None:
        assert depth_first(links("rock"), []) == ((mk.Link("rock"),), ())

    def test_goes_down_before_it_goes_on(self) -> None:
        joints = [hinge("j1", "a", "b"), hinge("j2", "a", "c"), hinge("j3", "b", "d")]
        found, ordered = depth_first(links("a", "b", "c", "d"), joints)
        assert names(found) == ["a", "b", "d", "c"]
        assert names(ordered) == ["j1", "j3", "j2"]

    @pytest.mark.parametrize(
        ("found", "joints", "message"),
        [
            ("", [], "a robot needs at least one link"),
            ("aba", [], "link 'a': the name is taken already by link 'a'"),
            ("abc", [("j", "a", "b"), ("j", "b", "c")], "joint 'j': the name is taken already by joint 'j'"),
            ("ab", [("j", "x", "b")], "joint 'j': parent: no link 'x'; links are: a, b"),
            ("ab", [("j", "a", "x")], "joint 'j': child: no link 'x'; links are: a, b"),
            (
                "abc",
                [("j", "a", "c"), ("k", "b", "c")],
                "link 'c' has two parents: by joint 'j' and by joint 'k'",
            ),
            ("abc", [("j", "a", "b")], "2 links have no parent, a robot has one root: link 'a', link 'c'"),
            ("abc", [("j", "b", "c"), ("k", "c", "b")], "joint 'j' is part of a cycle of joints"),
            ("ab", [("j", "a", "b"), ("k", "b", "a")], "joint 'j' is part of a cycle of joints"),
        ],
    )
    def test_refuses_what_is_no_tree(
        self, found: str, joints: list[tuple[str, str, str]], message: str
    ) -> None:
        with pytest.raises(mk.RobotError, match=re.escape(message)):
            depth_first(links(*found), [hinge(*joint) for joint in joints])

    def test_labels_elements_as_the_file_does(self) -> None:
        with pytest.raises(mk.RobotError, match="a at line 1: the name is taken already by a at line 1"):
            depth_first(links("a", "a"), [], label=lambda element: f"{element.name} at line 1")


class TestMimics:
    def test_chains_lead_to_the_joint_that_is_a_variable(self) -> None:
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

    @given(
        value=st.floats(-2, 2), numbers=st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2)), max_size=8)
    )
    def test_resolved_chains_have_the_same_value(
        self, value: float, numbers: list[tuple[float, float]]
    ) -> None:
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
            ({"a": "a"}, "joint 'a': mimic joints follow each other in a loop"),
            ({"a": "b", "b": "c", "c": "b"}, "mimic joints follow each other in a loop"),
        ],
    )
    def test_refuses(self, mimics: dict[str, str], message: str) -> None:
        joints = tuple(
            hinge(name, str(i), str(i + 1), mk.Mimic(mimics[name]) if name in mimics else None)
            for i, name in enumerate("abc")
        )
        with pytest.raises(mk.RobotError, match=re.escape(message)):
            resolve_mimics(joints)

    @pytest.mark.parametrize("kind", ["fixed", "planar", "floating"])
    def test_refuses_masters_that_are_not_one_variable(self, kind: str) -> None:
        joints = (mk.Joint("a", kind, "0", "1"), hinge("b", "1", "2", mk.Mimic("a")))
        message = f"joint 'b': mimics 'a', a {kind} joint; only a joint of one variable can be followed"
        with pytest.raises(mk.RobotError, match=message):
            resolve_mimics(joints)

    def test_refuses_followers_that_can_never_be_within_limits(self) -> None:
        b = mk.RobotBuilder("stuck")
        b.revolute("a", "0", "1", lower=0.0, upper=1.0)
        b.revolute("b", "1", "2", lower=5.0, upper=6.0, mimic=mk.Mimic("a"))
        with pytest.raises(
            mk.RobotError, match="joint 'a' cannot move: its follower 'b' is never within limits"
        ):
            b.build()

    def test_a_standing_follower_must_stand_within_its_limits(self) -> None:
        b = mk.RobotBuilder("stuck")
        b.revolute("a", "0", "1", lower=0.0, upper=1.0)
        b.revolute("b", "1", "2", lower=-0.1, upper=0.1, mimic=mk.Mimic("a", 0.0, 3.0))
        with pytest.raises(mk.RobotError, match="'b' is never within limits"):
            b.build()
