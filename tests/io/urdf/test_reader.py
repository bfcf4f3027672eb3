"""The URDF reader reads every number of a file exactly."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memetik import Joint, Link, RobotError, RobotWarning
from memetik.collision.shapes import Box, Capsule, Cylinder, Mesh, Sphere
from memetik.io.urdf import parse_urdf, read_urdf

INF = math.inf

EVERYTHING = (Path(__file__).parent / "valid" / "crane.urdf").read_text(encoding="utf-8")


def rotation(axis: str, angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    matrices = {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }
    return np.array(matrices[axis])


def two_links(joint: str, *, link: str = "") -> str:
    return f'<robot name="r"><link name="a">{link}</link><link name="b"/>{joint}</robot>'


def joint(inner: str = "", *, type: str = "revolute", limit: str = '<limit lower="-1" upper="1"/>') -> Joint:
    text = f'<joint name="j" type="{type}"><parent link="a"/><child link="b"/>{inner}{limit}</joint>'
    (joint,) = parse_urdf(two_links(text)).joints.values()
    return joint


class TestEverything:
    robot = parse_urdf(EVERYTHING)

    def test_names_in_depth_first_order(self) -> None:
        assert self.robot.name == "crane"
        assert list(self.robot.links) == [
            "base", "tower", "trolley", "hook", "flag", "barge", "buoy",
        ]  # fmt: skip
        assert list(self.robot.joints) == [
            "turn", "slide", "spin", "mount", "swim", "drift",
        ]  # fmt: skip
        for k, joint in enumerate(self.robot.joints.values()):
            assert joint.child == self.robot.link_names[k + 1]

    def test_prismatic_joint(self) -> None:
        slide = self.robot.joints["slide"]
        assert (slide.type, slide.parent, slide.child) == ("prismatic", "tower", "trolley")
        assert slide.origin[:3, 3].tolist() == [0.1, -0.2, 0.3]
        fixed_axes = rotation("z", 0.6) @ rotation("y", -0.5) @ rotation("x", 0.4)
        np.testing.assert_allclose(slide.origin[:3, :3], fixed_axes, atol=1e-15)
        np.testing.assert_allclose(slide.axis, [0.6, 0.0, 0.8], atol=1e-15)
        assert (slide.lower, slide.upper, slide.velocity, slide.effort) == ((-0.25,), (1.5,), 0.75, 120.0)
        assert slide.mimic is None

    def test_revolute_joint_and_its_defaults(self) -> None:
        turn = self.robot.joints["turn"]
        assert (turn.type, turn.lower, turn.upper) == ("revolute", (-3.0,), (2.0,))
        assert (turn.velocity, turn.effort) == (INF, INF)
        assert turn.axis.tolist() == [1.0, 0.0, 0.0]
        assert turn.origin.tolist() == np.eye(4).tolist()

    def test_continuous_joint_keeps_rates_but_no_range(self) -> None:
        spin = self.robot.joints["spin"]
        assert (spin.type, spin.lower, spin.upper) == ("continuous", (-INF,), (INF,))
        assert (spin.velocity, spin.effort) == (6.0, 7.0)
        assert spin.axis.tolist() == [0.0, 0.0, -1.0]

    def test_fixed_joint_ignores_axis_and_mimic(self) -> None:
        mount = self.robot.joints["mount"]
        assert (mount.type, mount.mimic, mount.lower) == ("fixed", None, ())

    def test_floating_and_planar_joints_have_no_range(self) -> None:
        swim, drift = self.robot.joints["swim"], self.robot.joints["drift"]
        assert (swim.type, swim.lower, swim.upper) == ("floating", (-INF,) * 6, (INF,) * 6)
        assert (drift.type, drift.lower, drift.upper) == ("planar", (-INF,) * 3, (INF,) * 3)
        assert drift.axis.tolist() == [0.0, 0.0, 1.0]

    def test_inertia_is_turned_into_the_axes_of_the_link(self) -> None:
        inertial = self.robot.links["tower"].inertial
        assert inertial is not None
        assert inertial.mass == 12.5
        assert inertial.com.tolist() == [0.01, 0.02, 0.03]
        # A quarter turn about z: x becomes y, y becomes -x.
        expected = [[2, -0.1, -0.3], [-0.1, 1, 0.2], [-0.3, 0.2, 3]]
        np.testing.assert_allclose(inertial.inertia, expected, atol=1e-15)

    def test_shapes(self) -> None:
        tower = self.robot.links["tower"]
        assert [visual.shape for visual in tower.visuals] == [
            Box((0.1, 0.2, 2.0)),
            Mesh("mast.stl", None, (0.001, -0.001, 0.002)),
        ]
        assert [collision.shape for collision in tower.collisions] == [Cylinder(0.3, 2.0), Capsule(0.1, 0.4)]
        assert tower.visuals[0].origin[:3, 3].tolist() == [0.0, 0.0, 1.0]
        assert tower.visuals[1].origin.tolist() == np.eye(4).tolist()
        quarter = rotation("y", math.pi / 2)
        np.testing.assert_allclose(tower.collisions[1].origin[:3, :3], quarter, atol=1e-15)
        assert self.robot.links["trolley"].visuals[0].shape == Sphere(0.05)

    def test_colors(self) -> None:
        tower = self.robot.links["tower"]
        assert [visual.color for visual in tower.visuals] == [(0.5, 0.6, 0.7, 1.0), None]
        assert [collision.color for collision in tower.collisions] == [None, None]

    def test_bare_link_has_neither_mass_nor_shape(self) -> None:
        assert self.robot.links["base"] == Link("base")

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
    def test_every_encoding_says_the_same(self, encoding: str) -> None:
        declared = encoding.removesuffix("-sig")
        text = EVERYTHING.replace('version="1.0"', f'version="1.0" encoding="{declared}"')
        text = text.replace("crane", "Ausleger-Größe")
        from_bytes = parse_urdf(text.encode(encoding))
        from_text = parse_urdf(text)
        assert from_bytes.name == from_text.name == "Ausleger-Größe"
        assert list(from_bytes.joints) == list(self.robot.joints)

    def test_default_namespace_is_no_matter(self) -> None:
        text = EVERYTHING.replace('name="crane"', 'name="crane" xmlns="http://www.ros.org"')
        assert list(parse_urdf(text).joints) == list(self.robot.joints)

    def test_file_and_text_say_the_same(self, tmp_path: Path) -> None:
        path = tmp_path / "crane.urdf"
        path.write_text(EVERYTHING, encoding="utf-8")
        for source in (path, str(path)):
            assert list(read_urdf(source).joints) == list(self.robot.joints)


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3),
    st.sampled_from([repr, "{:.17e}".format, "{:+.17g}".format, "  {!r}\t".format]),
)
@pytest.mark.filterwarnings("ignore:(?s).*lengths are read as metres")
def test_numbers_are_read_exactly(xyz: list[float], written: object) -> None:
    assert callable(written)
    text = " ".join(written(x) for x in xyz)
    assert joint(f'<origin xyz="{text}"/>').origin[:3, 3].tolist() == xyz


class TestLimits:
    def test_missing_bound_is_zero(self) -> None:
        only_lower, only_upper = joint(limit='<limit lower="-2"/>'), joint(limit='<limit upper="2"/>')
        assert (only_lower.lower, only_lower.upper) == ((-2.0,), (0.0,))
        assert (only_upper.lower, only_upper.upper) == ((0.0,), (2.0,))

    def test_equal_bounds_are_allowed(self) -> None:
        with pytest.warns(RobotWarning, match=r"joint 'j' \(line 1\): lower and upper limit are both 0.5"):
            assert joint(limit='<limit lower="0.5" upper="0.5"/>').lower == (0.5,)

    @pytest.mark.parametrize("limit", ["", '<limit velocity="3"/>'])
    def test_missing_range_of_a_mimic_is_no_limit(self, limit: str) -> None:
        text = EVERYTHING.replace('<limit lower="-3" upper="2"/>', f'<mimic joint="slide"/>{limit}')
        turn = parse_urdf(text).joints["turn"]
        assert (turn.lower, turn.upper) == ((-INF,), (INF,))
        assert turn.velocity == (3.0 if limit else INF)


class TestMimic:
    def test_defaults_and_numbers(self) -> None:
        for attributes, expected in (
            ("", ("slide", 1.0, 0.0)),
            ('multiplier="-2" offset="0.5"', ("slide", -2.0, 0.5)),
        ):
            text = EVERYTHING.replace('<axis xyz="0 0 -1"/>', f'<mimic joint="slide" {attributes}/>')
            mimic = parse_urdf(text).joints["spin"].mimic
            assert mimic is not None
            assert (mimic.joint, mimic.multiplier, mimic.offset) == expected

    def test_chain_leads_to_the_joint_that_moves(self) -> None:
        inner = "".join(f'<link name="l{i}"/>' for i in range(4))
        for i, mimic in enumerate(
            (
                '<mimic joint="j1" multiplier="2" offset="1"/>',
                '<mimic joint="j2" multiplier="3" offset="-4"/>',
                "",
            )
        ):
            ends = f'<parent link="l{i}"/><child link="l{i + 1}"/>'
            inner += f'<joint name="j{i}" type="continuous">{ends}{mimic}</joint>'
        first = parse_urdf(f'<robot name="r">{inner}</robot>').joints["j0"].mimic
        # 2 (3 q - 4) + 1 = 6 q - 7
        assert first is not None
        assert (first.joint, first.multiplier, first.offset) == ("j2", 6.0, -7.0)


class TestColors:
    @staticmethod
    def colors(*materials: str, robot: str = "") -> list[object]:
        shape = '<geometry><sphere radius="1"/></geometry>'
        links = "".join(
            f'<link name="l{i}"><visual>{shape}{material}</visual></link>'
            for i, material in enumerate(materials)
        )
        joints = "".join(
            f'<joint name="j{i}" type="fixed"><parent link="l{i - 1}"/><child link="l{i}"/></joint>'
            for i in range(1, len(materials))
        )
        parsed = parse_urdf(f'<robot name="r">{links}{joints}{robot}</robot>')
        return [link.visuals[0].color for link in parsed.links.values()]

    def test_first_use_defines_the_name_for_all(self) -> None:
        named, defined = '<material name="m"/>', '<material name="m"><color rgba="1 0 0 1"/></material>'
        red = (1.0, 0.0, 0.0, 1.0)
        assert self.colors(named, defined, named) == [red, red, red]

    def test_robot_defines_before_links_but_own_color_comes_first(self) -> None:
        own = '<material name="m"><color rgba="0 1 0 1"/></material>'
        robot = '<material name="m"><color rgba="0 0 1 1"/></material>'
        colors = self.colors('<material name="m"/>', own, robot=robot)
        assert colors == [(0.0, 0.0, 1.0, 1.0), (0.0, 1.0, 0.0, 1.0)]

    def test_nameless_unknown_and_textured_materials(self) -> None:
        nameless = '<material name=""><color rgba="0.1 0.2 0.3 0.4"/></material>'
        textured = '<material name="t"><texture filename="t.png"/></material>'
        assert self.colors(nameless, '<material name="?"/>', '<material name=""/>', textured) == [
            (0.1, 0.2, 0.3, 0.4), None, None, None,
        ]  # fmt: skip

    def test_beyond_one_is_one(self) -> None:
        assert self.colors('<material name="m"><color rgba="255 -1 0.5 1"/></material>') == [
            (1.0, 0.0, 0.5, 1.0)
        ]


class TestMessages:
    @pytest.mark.parametrize("lines", [0, 1, 50])
    def test_line_is_where_the_element_stands(self, lines: int) -> None:
        text = '<robot name="r">' + "\n" * lines + '<link name="a">\n<collision/></link></robot>'
        with pytest.raises(RobotError) as caught:
            parse_urdf(text, source="arm.urdf")
        where = f"arm.urdf: link 'a' (line {lines + 1}): collision (line {lines + 2}): "
        assert str(caught.value).startswith(where + "the <geometry> element is missing")

    def test_source_is_the_string_or_the_file_name(self, tmp_path: Path) -> None:
        with pytest.raises(RobotError, match=r"^<string>: not well-formed XML \(line 1, column"):
            parse_urdf("<robot")
        path = tmp_path / "arm.urdf"
        path.write_text("<robot")
        with pytest.raises(RobotError, match=r"^arm\.urdf: not well-formed XML \(line 1, column"):
            read_urdf(path)

    def test_text_that_cannot_be_encoded(self) -> None:
        with pytest.raises(RobotError, match="surrogates not allowed"):
            parse_urdf('<robot name="\ud800"/>')

    def test_overflow_warns_nobody(self) -> None:
        with pytest.raises(RobotError, match="has no direction"):
            joint('<axis xyz="1e200 1e200 1e200"/>')

    def test_names_are_kept_as_written(self) -> None:
        text = two_links(
            '<joint name=" a  b/c.d-1 " type="fixed"><parent link="a"/><child link="b"/></joint>'
        ).replace('"b"', '"Gelenk µ 関節"')
        robot = parse_urdf(text)
        assert next(iter(robot.joints)) == " a  b/c.d-1 "
        assert robot.link_names[1] == "Gelenk µ 関節"

    def test_macro_that_xacro_left_behind_is_ignored_with_a_warning(self) -> None:
        text = EVERYTHING.replace("</robot>", '<xacro:lights side="left"/></robot>')
        with pytest.warns(UserWarning, match=r"<string>: ignored <xacro:lights> \(line \d+\)"):
            assert len(parse_urdf(text).links) == 7
