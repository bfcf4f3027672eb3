"""Broken and hostile URDFs: each is refused quickly, with a message that says what is wrong and where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memetik.io.safe_text import MAX_JOINTS
from memetik.io.urdf import read_urdf
from tests.io.refused_files import assert_refused

DIRECTORY = Path(__file__).parent / "malformed"
# A bound against hangs, not a benchmark: most take a millisecond.
SECONDS = 1.0

FRAGMENTS = {
    "arabic_digits_in_number.urdf": "origin (line 8): xyz: '١٢' is not a plain decimal number",
    "attribute_twice.urdf": "not well-formed XML (line 3,",
    "axis_without_xyz.urdf": "joint 'elbow' (line 5): axis (line 9): the attribute 'xyz' is missing",
    "bare_ampersand.urdf": "not well-formed XML (line 2,",
    "bare_doctype.urdf": "DOCTYPE (line 2): document types",
    "billion_laughs.urdf": "DOCTYPE (line 2): document types",
    "billion_laughs_in_attribute.urdf": "DOCTYPE (line 2): document types",
    "billion_laughs_unused.urdf": "DOCTYPE (line 2): document types",
    "capitalised_joint_type.urdf": "unknown joint type 'Revolute'; types are: revolute, ",
    "capitalised_robot.urdf": "the root element is <Robot> (line 1); a URDF has <robot>",
    "child_with_empty_link.urdf": "joint 'elbow' (line 5): child (line 7): the attribute 'link' is empty",
    "comma_decimal.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: '0,5' is not a number",
    "comma_separated_numbers.urdf": "xyz: '0,' is not a number; numbers are separated by spaces",
    "control_character.urdf": "not well-formed XML (line 2,",
    "cycle.urdf": "joint 'b_to_c' (line 11) is part of a cycle of joints",
    "cycle_without_root.urdf": "joint 'a_to_b' (line 6) is part of a cycle of joints",
    "default_attributes_from_dtd.urdf": "DOCTYPE (line 2): document types",
    "degrees_in_rpy.urdf": "joint 'elbow' (line 5): origin (line 8): rpy: '90°' is not a number",
    "doctype_in_utf16.urdf": "DOCTYPE: document types",
    "double_sign_number.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: '--1' is not a number",
    "duplicate_joint.urdf": "joint 'elbow' (line 13): joint 'elbow' (line 5) has the same name",
    "duplicate_link.urdf": "link 'hand' (line 12): link 'hand' (line 4) has the same name",
    "ebcdic.urdf": "not well-formed XML (line 1,",
    "empty.urdf": "the text is empty",
    "empty_numbers.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: expected 3 numbers, got 0: ''",
    "entity_loop.urdf": "DOCTYPE (line 2): document types",
    "entity_without_doctype.urdf": "not well-formed XML (line 2,",
    "external_dtd.urdf": "DOCTYPE (line 2): document types",
    "external_dtd_endless_device.urdf": "DOCTYPE (line 2): document types",
    "external_entity.urdf": "DOCTYPE (line 2): document types",
    "external_entity_endless_device.urdf": "DOCTYPE (line 2): document types",
    "external_entity_in_attribute.urdf": "DOCTYPE (line 2): document types",
    "external_parameter_entity.urdf": "DOCTYPE (line 2): document types",
    "floating_joint_that_mimics.urdf": "joint 'left_finger' (line 6): a floating joint cannot mimic another",
    "four_numbers_for_three.urdf": "origin (line 8): xyz: expected 3 numbers, got 4: '0 0 0 0.5'",
    "gitlfs_pointer.urdf": "not well-formed XML (line 1,",
    "gzipped.urdf": "not well-formed XML (line 1,",
    "harmless_internal_entity.urdf": "DOCTYPE (line 2): document types",
    "hexadecimal_number.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: '0x1p3' is not a number",
    "html.urdf": "the root element is <html> (line 1); a URDF has <robot>",
    "inertial_without_mass.urdf": "link 'base' (line 3): inertial (line 4): the <mass> element is missing",
    "inf_origin.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: '-inf' is not a finite number",
    "infinite_limit.urdf": "joint 'elbow' (line 5): limit (line 10): upper: 'inf' is not a finite number",
    "inverted_limits.urdf": "limits are inverted: lower 1.0, upper -1.0",
    "joint_to_itself.urdf": "joint 'elbow' (line 5): parent and child are the same link 'base'",
    "joint_with_blank_name.urdf": "joint '   ' (line 5): the attribute 'name' is empty",
    "joint_without_child.urdf": "joint 'elbow' (line 5): the <child> element is missing",
    "joint_without_name.urdf": "joint (line 5): the attribute 'name' is missing",
    "joint_without_parent.urdf": "joint 'elbow' (line 5): the <parent> element is missing",
    "joint_without_type.urdf": "joint 'elbow' (line 5): the attribute 'type' is missing",
    "joints_without_links.urdf": "robot 'arm' (line 1): no <link> directly inside it",
    "json.urdf": "not well-formed XML (line 1,",
    "latin1_undeclared.urdf": "not well-formed XML (line 2,",
    "less_than_in_attribute.urdf": "not well-formed XML (line 2,",
    "limit_without_range.urdf": 'a revolute joint needs lower and upper, or type="continuous"',
    "line_breaks_in_name.urdf": "joint 'elbow' (line 5): child: no link 'ha\\nnd'; did you mean 'hand'?",
    "link_with_blank_name.urdf": "link '\\n\\t' (line 2): the attribute 'name' is empty",
    "link_with_endless_name.urdf": "the attribute 'name' is longer than 1000 characters",
    "link_without_name.urdf": "link (line 2): the attribute 'name' is missing",
    "links_inside_a_wrapper.urdf": "robot 'arm' (line 1): no <link> directly inside it",
    "lone_exponent.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: 'e5' is not a number",
    "many_roots.urdf": "12 links have no parent, but a robot has only one root: link 'part_0' (line 3), ",
    "mass_without_value.urdf": "mass (line 5): the attribute 'value' is missing",
    "mimic_loop.urdf": "joint 'left_finger' (line 6): its mimics form a loop",
    "mimic_of_fixed_joint.urdf": "joint 'right_finger' (line 11): mimics 'left_finger', a fixed joint",
    "mimic_of_floating_joint.urdf": "joint 'right_finger' (line 11): mimics 'left_finger', a floating",
    "mimic_of_itself.urdf": "joint 'right_finger' (line 11): its mimics form a loop",
    "mimic_of_unknown_joint.urdf": "mimic: no joint 'left_fingr'; did you mean 'left_finger'?",
    "mimic_without_joint.urdf": "mimic (line 15): the attribute 'joint' is missing",
    "mismatched_tags.urdf": "not well-formed XML (line 11,",
    "mjcf.urdf": "the root element is <mujoco> (line 1): this is a MuJoCo model (MJCF), not a URDF",
    "nan_axis.urdf": "joint 'elbow' (line 5): axis (line 9): xyz: 'nan' is not a finite number",
    "nan_capsule.urdf": "geometry (line 5): capsule (line 6): radius: 'nan' is not a finite number",
    "nan_limit.urdf": "joint 'elbow' (line 5): limit (line 10): lower: 'nan' is not a finite number",
    "nan_mass.urdf": "mass (line 5): value: 'nan' is not a finite number",
    "nan_mimic_multiplier.urdf": "mimic (line 15): multiplier: 'nan' is not a finite number",
    "nan_origin.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: 'nan' is not a finite number",
    "nan_rpy.urdf": "joint 'elbow' (line 5): origin (line 8): rpy: 'nan' is not a finite number",
    "nan_velocity.urdf": "joint 'elbow' (line 5): limit (line 10): velocity: 'nan' is not a finite number",
    "negative_box.urdf": "box (line 6): box size: negative: [1.0, -1.0, 1.0]",
    "negative_cylinder_length.urdf": "cylinder (line 6): cylinder length: negative: -2.0",
    "negative_mass.urdf": "link 'base' (line 3): inertial (line 4): mass: negative: -1.0",
    "negative_velocity.urdf": "limit (line 10): velocity limit: expected a number of at least 0",
    "no_links.urdf": "robot 'arm' (line 2): no <link> directly inside it",
    "null_byte.urdf": "not well-formed XML (line 2,",
    "null_character_reference.urdf": "not well-formed XML (line 2,",
    "only_a_comment.urdf": "not well-formed XML (line 2,",
    "only_a_declaration.urdf": "not well-formed XML (line 2,",
    "only_positive_lower_limit.urdf": "limits are inverted: lower 1.0, upper 0.0",
    "overflowing_axis.urdf": "joint 'elbow' (line 5): axis [1e+300, 1e+300, 0.0] has no direction",
    "overflowing_origin.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: '1e999' is not a finite number",
    "parent_without_link.urdf": "joint 'elbow' (line 5): parent (line 6): the attribute 'link' is missing",
    "plain_text.urdf": "not well-formed XML (line 1,",
    "png.urdf": "not well-formed XML (line 1,",
    "prefixed_links.urdf": "robot 'arm' (line 1): no <link> directly inside it",
    "prefixed_robot.urdf": "a URDF has <robot>, without a namespace prefix",
    "prismatic_limit_without_range.urdf": "limit (line 10) has no range; a prismatic joint needs lower",
    "prismatic_without_limit.urdf": "the <limit> element is missing; a prismatic joint needs lower and upper",
    "public_dtd.urdf": "DOCTYPE (line 2): document types",
    "quadratic_blowup.urdf": "DOCTYPE (line 2): document types",
    "random_bytes.urdf": "not well-formed XML (line 1,",
    "revolute_without_limit.urdf": "the <limit> element is missing; a revolute joint needs",
    "right_to_left_name.urdf": "joint 'elbow' (line 5): child: no link '\\u202ednah'; links are: base, hand",
    "sdf.urdf": "the root element is <sdf> (line 2): this is an SDF file (Gazebo), not a URDF",
    "surrogate_in_utf8.urdf": "not well-formed XML (line 2,",
    "terminal_escape_in_name.urdf": "child: no link '\\x9b31mhand'; did you mean 'hand'?",
    "text_after_the_end.urdf": "not well-formed XML (line 13,",
    "tiny_axis.urdf": "joint 'elbow' (line 5): axis [0.0, 0.0, 1e-300] has no direction",
    "truncated.urdf": "not well-formed XML (line 10,",
    "truncated_between_elements.urdf": "not well-formed XML (line 11,",
    "truncated_utf16.urdf": "not well-formed XML (line 12,",
    "truncated_utf8.urdf": "not well-formed XML (line 2,",
    "two_axes.urdf": "joint 'elbow' (line 5): 2 <axis> elements (lines 9 and 10), expected one",
    "two_child_elements.urdf": "joint 'elbow' (line 5): 2 <child> elements (lines 7 and 8), expected one",
    "two_documents.urdf": "not well-formed XML (line 13,",
    "two_geometries.urdf": "collision (line 4): 2 <geometry> elements (lines 5 and 8), expected one",
    "two_inertials.urdf": "link 'base' (line 3): 2 <inertial> elements (lines 4 and 7), expected one",
    "two_limits.urdf": "joint 'elbow' (line 5): 2 <limit> elements (lines 10 and 11), expected one",
    "two_mimics.urdf": "joint 'right_finger' (line 11): 2 <mimic> elements (lines 15 and 16), expected one",
    "two_numbers_for_three.urdf": "origin (line 8): xyz: expected 3 numbers, got 2: '0 0.5'",
    "two_origins.urdf": "joint 'elbow' (line 5): 2 <origin> elements (lines 8 and 9), expected one",
    "two_parent_elements.urdf": "joint 'elbow' (line 5): 2 <parent> elements (lines 6 and 7), expected one",
    "two_parents.urdf": "link 'load' has two parents",
    "two_roots.urdf": "a robot has only one root: link 'base' (line 3), link 'camera' (line 5)",
    "unclosed_cdata.urdf": "not well-formed XML (line 13,",
    "unclosed_comment.urdf": "not well-formed XML (line 13,",
    "undefined_entity.urdf": "not well-formed XML (line 2,",
    "undefined_prefix.urdf": "not well-formed XML (line 12,",
    "underscore_in_number.urdf": "origin (line 8): xyz: '1_0' is not a plain decimal number",
    "unit_in_number.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: '0.5m' is not a number",
    "unknown_child.urdf": "joint 'elbow' (line 5): child: no link 'hnd'; did you mean 'hand'?",
    "unknown_joint_type.urdf": "joint 'elbow' (line 5): unknown joint type 'hinge'; types are: revolute, ",
    "unknown_parent.urdf": "joint 'elbow' (line 5): parent: no link 'bse'; did you mean 'base'?",
    "unquoted_attribute.urdf": "not well-formed XML (line 3,",
    "utf16_without_bom.urdf": "not well-formed XML (line 1,",
    "whitespace_only.urdf": "the text is empty",
    "word_for_number.urdf": "joint 'elbow' (line 5): origin (line 8): xyz: 'half' is not a number",
    "xacro_expression.urdf": "origin (line 8): xyz='0 0 ${length / 2}': this is xacro",
    "xacro_macro_calls_only.urdf": "<xacro:make_arm> (line 3): this is xacro",
    "xacro_property.urdf": "<xacro:property> (line 3): this is xacro",
    "xacro_root.urdf": "the root element is <xacro:robot> (line 1): this is xacro",
    "xinclude.urdf": "robot 'arm' (line 2): no <link> directly inside it",
    "xinclude_root.urdf": "the root element is <xi:include> (line 2); a URDF has <robot>",
    "zero_axis.urdf": "joint 'elbow' (line 5): axis [0.0, 0.0, 0.0] has no direction",
    "zeros.urdf": "not well-formed XML (line 1,",
}


@pytest.mark.parametrize("name", sorted(FRAGMENTS))
def test_file_is_refused_quickly_with_a_message_that_helps(name: str) -> None:
    assert_refused(read_urdf, DIRECTORY / name, FRAGMENTS[name], seconds=SECONDS, longest=5000)


def test_table_lists_exactly_the_files() -> None:
    assert {path.name for path in DIRECTORY.iterdir() if path.suffix != ".bvh"} == set(FRAGMENTS)


def links(count: int) -> str:
    return "".join(f'<link name="l{i}"/>\n' for i in range(count))


def chain(count: int, *, mimics: bool = False) -> str:
    """Joint i leads from link i to link i + 1; as mimics, each follows the next and the last the first."""
    return "".join(
        f'<joint name="j{i}" type="continuous"><parent link="l{i}"/><child link="l{i + 1}"/>'
        + (f'<mimic joint="j{(i + 1) % count}"/></joint>\n' if mimics else "</joint>\n")
        for i in range(count)
    )


def robot(inner: str) -> str:
    return f'<robot name="arm">\n{inner}</robot>\n'


# Files that would be large, so they are written when the tests run: text and expected fragment.
GENERATED: dict[str, tuple[Callable[[], str], str]] = {
    "too_large": (lambda: robot(f"<!--{'x' * 33 * 1024**2}-->"), "larger than 32 MiB"),
    "too_many_joints": (
        lambda: robot(links(2) + chain(MAX_JOINTS + 1)),
        f"{MAX_JOINTS + 1} joints; at most {MAX_JOINTS}",
    ),
    "too_many_links": (lambda: robot(links(MAX_JOINTS + 2)), f"{MAX_JOINTS + 2} links; at most"),
    "too_many_tags": (lambda: robot("<a/>" * 1_000_001), "more than 1000000 tags"),
    "deeply_nested": (lambda: robot("<a>" * 2000 + "</a>" * 2000), "not well-formed XML (line 2, column"),
    "nested_without_end": (lambda: robot("<a>" * 100_000), "not well-formed XML (line 2, column"),
    "long_chain_with_unknown_link": (
        lambda: robot(links(2000) + chain(2000)),
        "joint 'j1999' (line 4001): child: no link 'l2000'",
    ),
    "long_cycle": (
        lambda: robot(links(1000) + chain(1000).replace("l1000", "l0")),
        "joint 'j0' (line 1002) is part of a cycle",
    ),
    "long_mimic_loop": (
        lambda: robot(links(1001) + chain(1000, mimics=True)),
        "joint 'j0' (line 1003): its mimics form a loop",
    ),
    "two_thousand_roots": (lambda: robot(links(2000)), "2000 links have no parent"),
    # Beyond line 65535 libxml2 knows the line of the text nearby only.
    "far_down": (lambda: robot("\n" * 70_000 + "<link/>\n"), "link (line 7000"),
    "huge_attribute": (lambda: robot(f'<link name="{"a" * 20 * 1024**2}"/>'), "not well-formed XML (line 2"),
    "huge_name": (lambda: robot(f'<link name="{"a" * 1024**2}"/>'), "longer than 1000 characters"),
    "many_attributes": (
        lambda: robot("<link " + " ".join(f"a{i}='1'" for i in range(50_000)) + "/>"),
        "link (line 2): the attribute 'name' is missing",
    ),
    "huge_number": (
        lambda: robot(f'<link name="a"><inertial><mass value="{"9" * 1024**2}"/></inertial></link>'),
        "mass (line 2): value: '9999",
    ),
    "million_numbers": (
        lambda: robot(f'<link name="a"><inertial><origin xyz="{"1 " * 1024**2}"/></inertial></link>'),
        "origin (line 2): xyz: expected 3 numbers, got 1048576: '1 1 1",
    ),
    "many_macro_calls": (
        lambda: f'<robot name="arm" xmlns:xacro="urn:xacro">{"<xacro:arm/>" * 100_000}</robot>',
        "<xacro:arm> (line 1): this is xacro",
    ),
}


@pytest.mark.parametrize("name", sorted(GENERATED))
def test_large_file_is_refused_quickly_with_a_message_that_helps(name: str, tmp_path: Path) -> None:
    write, fragment = GENERATED[name]
    path = tmp_path / f"{name}.urdf"
    path.write_text(write(), encoding="utf-8")
    assert_refused(read_urdf, path, fragment, seconds=SECONDS, longest=5000)
