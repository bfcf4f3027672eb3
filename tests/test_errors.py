"""Errors: base classes, messages and pickling."""

from __future__ import annotations

import copy
import pickle

import pytest

import memetik as mk

ALL = [
    mk.MemetikError("a"),
    mk.RobotError("b"),
    mk.ConfigurationError("c"),
    mk.TransformError("d"),
    mk.UnknownNameError("link", "tol0", ["tool0", "base"]),
    mk.MissingDependencyError("drawing", "plot"),
]


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_survive_pickling_and_copying(error: mk.MemetikError, again: object) -> None:
    other = again(error)  # type: ignore[operator]
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert vars(other) == vars(error)


@pytest.mark.parametrize(
    ("kind", "python"),
    [
        (mk.RobotError, ValueError),
        (mk.ConfigurationError, ValueError),
        (mk.TransformError, ValueError),
        (mk.UnknownNameError, LookupError),
        (mk.MissingDependencyError, ImportError),
    ],
)
def test_are_caught_as_ours_and_as_pythons(kind: type[Exception], python: type[Exception]) -> None:
    assert issubclass(kind, mk.MemetikError)
    assert issubclass(kind, python)


class TestUnknownName:
    def test_suggests_the_closest_and_lists_all(self) -> None:
        error = mk.UnknownNameError("link", "tol0", ["tool0", "base"])
        assert str(error) == "no link 'tol0'; did you mean 'tool0'? links are: tool0, base"
        assert (error.kind, error.name, error.valid) == ("link", "tol0", ("tool0", "base"))

    def test_suggests_nothing_far_fetched(self) -> None:
        assert str(mk.UnknownNameError("joint", "xyz", ["elbow"])) == "no joint 'xyz'; joints are: elbow"

    def test_knows_the_plural_of_axis(self) -> None:
        assert str(mk.UnknownNameError("axis", "w", ["x"])) == "no axis 'w'; axes are: x"

    def test_says_when_there_are_none(self) -> None:
        assert str(mk.UnknownNameError("joint", "elbow", [])) == "no joint 'elbow'; joints are: (none)"

    def test_cuts_long_lists(self) -> None:
        message = str(mk.UnknownNameError("link", "x", [f"link_{i}" for i in range(1000)]))
        assert message.endswith("link_38, link_39, ... (1000 in all)")

    def test_takes_any_object_and_names_of_any_length(self) -> None:
        assert str(mk.UnknownNameError("link", None, ["a"])) == "no link None; links are: a"
        assert "did you mean" not in str(mk.UnknownNameError("link", "x" * 100_000, ["a"]))


def test_missing_dependency_says_how_to_install_it() -> None:
    error = mk.MissingDependencyError("drawing", "plot")
    assert str(error).startswith("drawing needs optional packages: pip install 'mitsuba")
    assert (error.purpose, error.extra) == ("drawing", "plot")


class TestSuggestions:
    @pytest.mark.parametrize(
        ("name", "valid", "meant"),
        [
            ("Right_index_q2", ["Left_index_q2", "Right_index_joint_2"], "Right_index_joint_2"),
            ("Right_index_q2", ["Left_index_q2", "Left_index_q1"], None),
            ("LeftArm", ["RightArm", "LeftForeArm"], "LeftForeArm"),
            ("l_elbow", ["r_elbow", "l_elbow_pitch"], "l_elbow_pitch"),
            ("elbow", ["left_elbow", "shoulder"], "left_elbow"),
            ("seed", ["timeout", "random_seed"], "random_seed"),
            ("hand", ["left_palm_hand", "right_palm_hand"], None),  # either may be meant
        ],
    )
    def test_are_of_the_same_side(self, name: str, valid: list[str], meant: str | None) -> None:
        message = str(mk.UnknownNameError("joint", name, valid))
        assert (f"did you mean {meant!r}?" in message) == (meant is not None)
        assert ("did you mean" in message) == (meant is not None)

    def test_replace_the_list_of_names_in_the_faults_of_a_file(self) -> None:
        urdf = """<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
        <joint name="elbow" type="revolute"><parent link="a"/><child link="b"/>
          <limit lower="0" upper="1" velocity="1" effort="1"/></joint>
        <joint name="finger" type="revolute"><parent link="b"/><child link="c"/>
          <limit lower="0" upper="1" velocity="1" effort="1"/><mimic joint="elbw"/></joint></robot>"""
        with pytest.raises(mk.RobotError, match=r"mimic: no joint 'elbw'; did you mean 'elbow'\? \(with"):
            mk.Robot.from_urdf_string(urdf)
