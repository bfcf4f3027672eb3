"""Broken and hostile MJCF: each file is refused quickly, with a message that says what is wrong and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from memetik import Robot, RobotError
from tests.io.refused_files import assert_refused

DIRECTORY = Path(__file__).parent / "malformed"
SECONDS = 5.0  # a bound against hangs; the first file imports mujoco

FRAGMENTS = {
    "billion_laughs.xml": "DOCTYPE (line 2): document types and entities are refused",
    "coupled_in_a_loop.xml": "joint 'elbow': its mimics form a loop",
    "coupled_to_a_ball.xml": "only HINGE and SLIDE joint allowed in constraint",
    "coupled_to_itself.xml": "element 'elbow' is repeated in equality constraint 0",
    "coupled_to_unknown_joint.xml": "unknown element 'wrist' in equality constraint 0",
    "duplicate_body.xml": "Error: repeated name 'arm' in body Element 'body', line 7",
    "duplicate_joint.xml": "Error: repeated name 'elbow' in joint Element 'joint', line 8",
    "empty.xml": "the text is empty",
    "endless_flex.xml": "flexcomp 'cloth' (line 3): expands to more than 1000000 elements",
    "endless_height_field.xml": "hfield 'h' (line 5): 1000000 x 1000000 samples; at most 100000000 are read",
    "endless_memory.xml": "engine error: Could not allocate memory",
    "endless_replicate.xml": "replicate (line 3): expands to more than 1000000 elements",
    "external_entity.xml": "DOCTYPE (line 2): document types and entities are refused",
    "far_away.xml": "body 'arm': origin: farther than 1e+06 m: [1e+300, 0.0, 0.0]",
    "free_joint_below_the_top.xml": "free joint can only be used on top level",
    "html.xml": "the root element is <html>, not <mujoco>",
    "includes_itself.xml": "File 'includes_itself.xml' already included Element 'include', line 3",
    "inverted_range.xml": "range[0] should be smaller than range[1] in joint",
    "massless_moving_body.xml": "mass and inertia of moving bodies must be larger than mjMINVAL",
    "mesh_from_endless_device.xml": "no decoder found for mesh file '/dev/zero'",
    "mismatched_tags.xml": "not well-formed XML (line 3,",
    "missing_include.xml": "Error opening file 'missing.xml' Element 'include', line 3",
    "nan_anchor.xml": "body 'arm': origin: not finite",
    "nan_position.xml": "body 'arm': origin: not finite",
    "nan_range.xml": "body 'arm': limits are inverted or not numbers: lower nan, upper 0.0174532925199",
    "nan_reference.xml": "body 'arm': joint 'elbow': reference nan is not a finite number",
    "nan_site.xml": "site 'tip': origin: not finite",
    "nested_replicates.xml": "replicate (line 3): expands to more than 1000000 elements",
    "only_an_include.xml": "the root element is <mujocoinclude>: a part for other files to include, not a",
    "overflowing_position.xml": "number is too large in attribute 'pos' Element 'body', line 3",
    "plain_text.xml": "not well-formed XML (line 1,",
    "random_bytes.xml": "not well-formed XML (line 1,",
    "truncated.xml": "not well-formed XML (line 4,",
    "two_free_joints.xml": "more than 6 dofs in body 'arm' Element name 'arm', id 1, line 3",
    "two_numbers_for_three.xml": "attribute 'pos' does not have enough data Element 'body', line 3",
    "unknown_attribute.xml": "Schema violation: unrecognized attribute: 'lower' Element 'joint', line 4",
    "unknown_default_class.xml": "unknown default class name 'strong' Element 'joint', line 4",
    "unknown_element.xml": "Schema violation: unrecognized element Element 'hinge', line 3",
    "unknown_joint_type.xml": "invalid keyword: 'revolute' Element 'joint', line 4",
    "urdf.mjcf": "the root element is <robot>, not <mujoco>",
    "whitespace_only.xml": "the text is empty",
    "word_for_number.xml": "bad format in attribute 'pos' Element 'body', line 3",
    "zero_axis.xml": "axis too small in joint Element name 'elbow', id 0, line 4",
    "zero_quaternion.xml": "zero quaternion is not allowed Element 'body', line 3",
}


@pytest.mark.parametrize("name", sorted(FRAGMENTS))
def test_file_is_refused_quickly_with_a_message_that_helps(name: str) -> None:
    assert_refused(Robot.from_mjcf, DIRECTORY / name, FRAGMENTS[name], seconds=SECONDS)


def test_table_lists_exactly_the_files() -> None:
    assert {path.name for path in DIRECTORY.iterdir()} == set(FRAGMENTS)


def test_a_hostile_part_of_an_included_file_is_named(tmp_path: Path) -> None:
    part = (DIRECTORY / "endless_replicate.xml").read_text()
    (tmp_path / "part.xml").write_text(part)
    (tmp_path / "whole.xml").write_text('<mujoco><include file="part.xml"/></mujoco>')
    with pytest.raises(RobotError, match=r"whole\.xml: replicate \(line 3\): expands to"):
        Robot.from_mjcf(tmp_path / "whole.xml")


def test_too_many_bodies_are_refused() -> None:
    bodies = "".join('<body><geom size=".1"/></body>' for _ in range(10_001))
    with pytest.raises(RobotError, match="10002 bodies and 0 joints; at most 10000"):
        Robot.from_mjcf_string(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
