"""Broken and hostile BVHs: each is refused quickly, with a message that says what is wrong and where."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

import memetik as mk
from memetik.io.bvh.lines import Lines, Words
from memetik.io.bvh.skeleton import Hierarchy
from tests.io.refused_files import assert_refused

pytestmark = pytest.mark.filterwarnings(
    "ignore:(?s).*lengths are read as metres"
)  # the unit does not matter here

DIRECTORY = Path(__file__).parent / "malformed"
# A bound against hangs, not a benchmark: most take a millisecond.
SECONDS = 10.0

FRAGMENTS = {
    "acclaim_skeleton.bvh": "line 1: a BVH file begins with HIERARCHY, got ':version'",
    "arabic_digits_in_value.bvh": "line 20: value 7: '١١' is not a plain decimal number",
    "blank.bvh": "the text is empty",
    "channels_of_an_end_site.bvh": "End Site (line 10): CHANNELS (line 13): an End Site has no channels",
    "channels_without_number.bvh": "CHANNELS (line 9): expected a number of channels, got 'Zrotation'",
    "comma_decimal_offset.bvh": "OFFSET (line 8): '0,2' is not a number; decimals are written with a point",
    "comma_decimal_value.bvh": "line 20: value 2: '0,9' is not a number; decimals are written with a point",
    "empty.bvh": "the text is empty",
    "endless_frames.bvh": "Frames (line 17): expected a whole number, got '",
    "endless_name.bvh": "aaaa...' (line 6): the name is longer than 1000 characters",
    "fewer_channels_than_announced.bvh": "3 channels announced, 2 follow: Zrotation Xrotation",
    "four_rotations.bvh": "CHANNELS (line 9): at most one position of each axis and three rotations",
    "frame_time_is_no_number.bvh": "Frame Time (line 18): '25 fps' is not a number",
    "huge_number_of_channels.bvh": "999999999999 channels announced, 3 follow: Zrotation Xrotation Yrotation",
    "infinite_offset.bvh": "JOINT 'Arm' (line 6): OFFSET (line 8): '1e999' is not a finite number",
    "infinite_value.bvh": "frame 2 (line 20): Arm.rx: inf is not a usable number",
    "joint_at_the_top.bvh": "line 2: expected ROOT or MOTION, got 'JOINT'",
    "joint_in_an_end_site.bvh": "End Site (line 10): line 13: expected OFFSET or }, got 'JOINT'",
    "joint_without_name.bvh": "ROOT 'Hips' (line 2): JOINT (line 6): a name is missing",
    "missing_closing_brace.bvh": "ROOT 'Hips' (line 2): not closed: a } is missing before MOTION (line 15)",
    "missing_frame_time.bvh": "line 18: expected 'Frame Time:' and a number, got '0 0.9 0 0 0 0 10 20 30'",
    "missing_frames.bvh": "line 17: expected 'Frames:' and a number, got 'Frame Time: 0.04'",
    "missing_hierarchy.bvh": "line 1: a BVH file begins with HIERARCHY, got 'ROOT'",
    "missing_offset.bvh": "JOINT 'Arm' (line 6): OFFSET is missing",
    "missing_offset_of_end_site.bvh": "End Site (line 10): OFFSET is missing",
    "missing_opening_brace.bvh": "JOINT 'Arm' (line 6): expected {, got 'OFFSET' (line 7)",
    "missing_space_between_values.bvh": "line 20: value 6: '0-11' is not a number",
    "missing_two_closing_braces.bvh": "not closed: a } is missing before MOTION (line 14)",
    "more_channels_than_announced.bvh": "2 channels announced, 3 follow: Zrotation Xrotation Yrotation",
    "motion_only.bvh": "line 1: a BVH file begins with HIERARCHY, got 'MOTION'",
    "nan_frame_time.bvh": "Frame Time (line 18): 'nan' is not a finite number",
    "nan_offset.bvh": "JOINT 'Arm' (line 6): OFFSET (line 8): 'nan' is not a finite number",
    "nan_value.bvh": "frame 2 (line 20): Arm.rx: nan is not a usable number",
    "nan_value_of_windows.bvh": "line 20: value 8: '-1.#IND00' is not a number",
    "negative_frame_time.bvh": "Frame Time (line 18): negative: -0.04",
    "negative_frames.bvh": "Frames (line 17): expected a whole number, got '-2'",
    "negative_number_of_channels.bvh": "CHANNELS (line 9): expected a number of channels, got '-3'",
    "no_root.bvh": "line 2: no ROOT; a skeleton needs at least one",
    "offset_after_a_joint.bvh": "OFFSET (line 14) must come before the first JOINT and End Site",
    "offset_of_four_numbers.bvh": "line 8: expected OFFSET, CHANNELS, JOINT, End Site or }, got '0'",
    "offset_of_two_numbers.bvh": "JOINT 'Arm' (line 6): OFFSET (line 8): expected 3 numbers, got 2",
    "offset_too_far.bvh": "JOINT 'Arm' (line 6): origin: farther than 1e+06 m: [0.2, 1000000000.0, 0.0]",
    "one_closing_brace_too_many.bvh": "line 16: expected ROOT or MOTION, got '}'",
    "overflowing_value.bvh": "frame 2 (line 20): Arm.rx: inf is not a usable number",
    "picture.bvh": "contains NUL bytes: not a BVH text, or one in UTF-16; save it as UTF-8",
    "position_twice.bvh": "CHANNELS (line 5): at most one position of each axis and three rotations",
    "root_in_a_joint.bvh": "ROOT 'Hips' (line 2): not closed: a } is missing before ROOT (line 6)",
    "root_without_name.bvh": "ROOT (line 2): a name is missing",
    "scale_channels.bvh": "CHANNELS (line 9): unknown channel 'Xscale'; channels are: Xposition, ",
    "second_motion.bvh": "line 21: value 1: 'MOTION' is not a number",
    "too_few_values.bvh": "frame 2 (line 20): 8 values; the skeleton has 9 channels",
    "too_many_values.bvh": "frame 1 (line 19): 10 values; the skeleton has 9 channels",
    "trillion_frames_in_science.bvh": "Frames (line 17): expected a whole number, got '1e12'",
    "truncated_after_frames.bvh": "the text ends before 'Frame Time:'",
    "truncated_after_joint.bvh": "JOINT 'Arm' (line 6): expected {, got the end of the text",
    "truncated_after_motion.bvh": "the text ends before 'Frames:'",
    "truncated_in_a_frame.bvh": "frame 2 (line 20): 7 values; the skeleton has 9 channels",
    "truncated_in_hierarchy.bvh": "not closed: a } is missing before the end of the text",
    "truncated_in_offset.bvh": "JOINT 'Arm' (line 6): OFFSET (line 8): expected 3 numbers, got 1",
    "two_channels_lines.bvh": "JOINT 'Arm' (line 6): CHANNELS (line 10): given twice",
    "two_offsets.bvh": "JOINT 'Arm' (line 6): OFFSET (line 9): given twice",
    "underscore_in_value.bvh": "line 20: value 7: '1_1' is not a plain decimal number",
    "unknown_channel.bvh": "CHANNELS (line 9): unknown channel 'Wrotation'; channels are: Xposition, ",
    "unknown_keyword.bvh": "line 6: expected OFFSET, CHANNELS, JOINT, End Site or }, got 'LIMITS'",
    "urdf_by_mistake.bvh": "line 1: a BVH file begins with HIERARCHY, got '<robot'",
    "utf16.bvh": "contains NUL bytes: not a BVH text, or one in UTF-16; save it as UTF-8",
    "value_too_large.bvh": "frame 2 (line 20): Hips.y: 10000000.0 is not a usable number",
    "words_after_the_motion.bvh": "line 21: value 1: 'END' is not a number",
    "zipped.bvh": "line 1: a BVH file begins with HIERARCHY, got '\\x8b",
}


@pytest.mark.parametrize("name", sorted(FRAGMENTS))
def test_file_is_refused_quickly_with_a_message_that_helps(name: str) -> None:
    assert_refused(mk.io.bvh.read, DIRECTORY / name, FRAGMENTS[name], seconds=SECONDS)


def test_table_lists_exactly_the_files() -> None:
    assert {path.name for path in DIRECTORY.glob("*.bvh")} == set(FRAGMENTS)


def skeleton(inner: str, channels: str = "CHANNELS 0") -> str:
    return f"HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\n{channels}\n{inner}}}\n"


def motion(frames: str, values: str) -> str:
    text = skeleton("", "CHANNELS 3 Zrotation Xrotation Yrotation")
    return f"{text}MOTION\nFrames: {frames}\nFrame Time: 0.01\n{values}"


def nested(depth: int, inside: str = "OFFSET 0 0 1\n", after: str = "}\n") -> str:
    return f"JOINT a\n{{\n{inside}" * depth + after * depth


# Files that would be large, so they are written when the tests run: text and expected fragment.
GENERATED: dict[str, tuple[Callable[[], str], str]] = {
    "too_large": (lambda: motion("1", "0 " * (65 * 1024**2)), "larger than 128 MiB"),
    "too_many_joints": (
        lambda: skeleton("JOINT a\n{\nOFFSET 0 0 0\n}\n" * 10_001),
        "JOINT 'a' (line 40002): more than 10000 joints",
    ),
    "too_many_channels": (
        lambda: skeleton("JOINT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation Yrotation\n}\n" * 5001),
        "more than 10000 joints, where every channel counts as one",
    ),
    "nested_too_deep": (lambda: skeleton(nested(10_001)), "more than 10000 joints"),
    "nested_without_end": (lambda: skeleton(nested(9_000, after="")), "not closed: a } is missing before"),
    "nested_braces": (lambda: skeleton("{" * 1_000_000), "got '{'"),
    "endless_line": (lambda: f"HIERARCHY {'a ' * 1024**2}", "line 1 is longer than 1048576 characters"),
    "endless_word": (lambda: "a" * 1_000_000, "begins with HIERARCHY, got 'aaaa"),
    "endless_name": (
        lambda: skeleton(f"JOINT {'a ' * 400_000}{{"),
        "the name is longer than 1000 characters",
    ),
    "endless_channels": (
        lambda: skeleton("", f"CHANNELS 3 {'Xrotation ' * 100_000}"),
        "3 channels announced, 7 follow",
    ),
    "endless_number_of_channels": (lambda: skeleton("", f"CHANNELS {'9' * 10_000}"), "channels announced, 0"),
    "endless_offset": (lambda: f"HIERARCHY ROOT a {{ OFFSET {'9' * 500_000}", "is not a finite number"),
    "blanks_in_frames": (lambda: motion(f"{' ' * 500_000}1 2", ""), "Frames (line 8): expected a whole"),
    "far_down": (
        lambda: motion("100001", "1 2 3\n" * 100_000 + "1 2\n"),
        "frame 100001 (line 100010): 2 values",
    ),
    "blank_lines": (lambda: "\n" * 2_000_001, "more than 2000000 lines"),
    "blank_lines_in_motion": (lambda: motion("1", "\n" * 2_000_000), "more than 2000000 lines"),
    "values_in_one_line": (lambda: motion("1", "0 " * 500_000), "frame 1 (line 10): 500000 values"),
}


@pytest.mark.parametrize("name", sorted(GENERATED))
def test_large_file_is_refused_quickly_with_a_message_that_helps(name: str, tmp_path: Path) -> None:
    write, fragment = GENERATED[name]
    path = tmp_path / f"{name}.bvh"
    path.write_text(write(), encoding="utf-8")
    assert_refused(mk.io.bvh.read, path, fragment, seconds=SECONDS)


def test_too_many_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memetik.io.bvh.motion._MAX_VALUES", 3000)  # or it would take seconds
    with pytest.raises(mk.RobotError, match=r"line 1010: more than 3000 values"):
        mk.io.bvh.parse(motion("1001", "1 2 3\n" * 1001))


def test_a_deep_skeleton_is_a_robot_and_is_written_back() -> None:
    """The depth is above Python's recursion limit."""
    depth = 3000
    text = skeleton(nested(depth, "OFFSET 0 0 1\nCHANNELS 1 Zrotation\n"))
    clip = mk.io.bvh.parse(f"{text}MOTION\nFrames: 1\nFrame Time: 1\n{'0 ' * depth}", up="z")
    assert clip.robot.dof == depth
    assert clip.robot.fk(clip.motion[0], f"a_{depth + 1}")[2, 3] == depth
    written = mk.io.bvh.to_text(clip)
    assert written.count("\t") < 500 * depth, "the indentation grows with the depth"
    assert mk.io.bvh.parse(written, up="z").skeleton[-1].offset == (0, 0, 1)


def test_many_joints_called_alike_are_told_apart_quickly() -> None:
    text = skeleton(nested(1, after="}\n") * 9_000)
    start = time.perf_counter()
    nodes = Hierarchy(Words(Lines(text))).nodes
    assert time.perf_counter() - start < SECONDS / 4
    assert nodes[-1].name == "a_9001"
    assert len({node.name for node in nodes}) == 9_001


def test_a_frame_in_several_lines_is_named_by_its_number_alone() -> None:
    with pytest.raises(mk.RobotError, match=r"^<string>: frame 2: a\.rx: nan is not a usable number"):
        mk.io.bvh.parse(motion("2", "1\n2\n3\n4 nan 6\n"))


def test_a_trillion_frames_need_no_memory() -> None:
    with pytest.warns(UserWarning, match="Frames: 999999999999, but there are 1; all of these were read"):
        assert len(mk.io.bvh.parse(motion("999999999999", "1 2 3"))) == 1


def test_missing_files_directories_and_impossible_names(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path / "no.bvh", r"^no\.bvh: no such file"),
        (tmp_path, "is a directory, not a file"),
        ("a\0b.bvh", "cannot be read"),
        ("", "is a directory"),
    ):
        for reader in (mk.io.bvh.read, mk.Robot.from_bvh):
            with pytest.raises(mk.RobotError, match=message):
                reader(path)


def test_a_broken_motion_leaves_the_skeleton_usable() -> None:
    for name in ("nan_value.bvh", "truncated_in_a_frame.bvh", "missing_frames.bvh"):
        assert mk.Robot.load(DIRECTORY / name).dof == 9
