"""Links and joints in any order become one tree, depth-first, or an error that names the wrong element."""

from __future__ import annotations

import re
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import memetik as mk
from memetik.robot.topology import Topology, depth_first
from tests.random_trees import robots, seeds


def links(*names: str) -> list[mk.Link]:
    return [mk.Link(name) for name in names]


def hinge(name: str, parent: str, child: str) -> mk.Joint:
    return mk.Joint(name, "revolute", parent, child)


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
            ("aba", [], "link 'a': link 'a' has the same name"),
            ("abc", [("j", "a", "b"), ("j", "b", "c")], "joint 'j': joint 'j' has the same name"),
            ("ab", [("j", "x", "b")], "joint 'j': parent: no link 'x'; links are: a, b"),
            ("ab", [("j", "a", "x")], "joint 'j': child: no link 'x'; links are: a, b"),
            (
                "abc",
                [("j", "a", "c"), ("k", "b", "c")],
                "link 'c' has two parents: by joint 'j' and by joint 'k'",
            ),
            (
                "abc",
                [("j", "a", "b")],
                "2 links have no parent, but a robot has only one root: link 'a', link 'c'",
            ),
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
        with pytest.raises(mk.RobotError, match="a at line 1: a at line 1 has the same name"):
            depth_first(links("a", "a"), [], label=lambda element: f"{element.name} at line 1")


class TestTopology:
    @given(robot=robots())
    def test_has_the_joint_above_and_the_children_of_every_link(self, robot: mk.Robot) -> None:
        topology = robot._topology
        assert topology.joint_above(topology.root) is None
        for joint in topology.joints:
            assert topology.joint_above(joint.child) is joint
            assert joint in topology.children[joint.parent]
        assert sum(map(len, topology.children.values())) == len(topology.joints)
        assert set(topology.tips) == set(robot.links) - set(topology.children)

    @given(robot=robots())
    def test_a_chain_leads_from_its_base_to_its_tip(self, robot: mk.Robot) -> None:
        topology = robot._topology
        for tip in robot.tips:
            chain = topology.chain(tip)
            ends = [robot.root, *(joint.child for joint in chain)]
            assert [joint.parent for joint in chain] == ends[:-1]
            assert ends[-1] == tip
            for k, base in enumerate(ends):
                assert topology.chain(tip, base) == chain[k:]

    def test_is_ordered_once_and_not_again_by_edits(self) -> None:
        text = '<robot name="r"><link name="a"/><link name="b"/>{}</robot>'.format(
            '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
        )
        with mock.patch("memetik.robot.topology.depth_first", wraps=depth_first) as ordering:
            robot = mk.Robot.from_urdf_string(text)
            robot.lock({"j": 0.1}).subtree("a", "b").with_floating_base()
        assert ordering.call_count == 1

    def test_a_chain_from_beside_or_below_is_refused(self) -> None:
        fork = Topology.of(links("a", "b", "c"), [hinge("j", "a", "b"), hinge("k", "a", "c")])
        with pytest.raises(mk.RobotError, match="link 'b' is not below 'c'; it is below: a"):
            fork.chain("b", "c")
        with pytest.raises(mk.RobotError, match="link 'a' is not below 'b'; it is below: nothing"):
            fork.chain("a", "b")
