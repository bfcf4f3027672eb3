"""A BVH file that is read and written again has the same numbers, bit for bit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import memetik as mk
from tests.io.bvh.random_skeletons import Array, Skeleton, random_skeleton, skeletons

pytestmark = pytest.mark.filterwarnings(
    "ignore:(?s).*lengths are read as metres"
)  # the unit does not matter here

FILES = sorted((Path(__file__).parent / "valid").glob("*.bvh"))
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"unit": "cm"},
    {"unit": "in", "up": "z", "positions": "add"},
    {"unit": 0.0564, "up": "x"},
]


def bits(values: Any) -> Array:
    """The bits of the numbers, which distinguish 0.0 and -0.0."""
    return np.asarray(values, dtype=np.float64).reshape(-1).view(np.int64)


def numbers(text: str) -> list[float]:
    """All words of a text that are numbers, whatever they mean."""
    words = text.replace("{", " ").replace("}", " ").split()
    return [float(word) for word in words if NUMBER.fullmatch(word)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_files_of_many_dialects(path: Path, options: dict[str, Any], tmp_path: Path) -> None:
    clip = mk.io.bvh.read(path, **options)
    mk.io.bvh.write(tmp_path / "again.bvh", clip)
    before, after = path.read_text(encoding="utf-8-sig"), (tmp_path / "again.bvh").read_text(encoding="utf-8")
    np.testing.assert_array_equal(bits(numbers(before)), bits(numbers(after)))
    again = mk.io.bvh.read(tmp_path / "again.bvh", **options)
    np.testing.assert_array_equal(bits(clip.motion), bits(again.motion))
    assert again.names == clip.names
    assert [node.label for node in again.skeleton] == [node.label for node in clip.skeleton]
    assert mk.io.bvh.to_text(again) == after


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_an_edit_does_not_touch(path: Path, options: dict[str, Any]) -> None:
    clip = mk.io.bvh.read(path, **options)
    q = clip.motion.copy()
    q[-1, 0] += 0.125
    edited = clip.with_motion(q)
    differ = bits(clip.channels) != bits(edited.channels)
    assert differ.sum() == 1
    np.testing.assert_allclose(edited.motion, q, rtol=1e-15)


DECIMALS = st.builds(lambda n, d: float(f"{n}e-{d}"), st.integers(-(10**9), 10**9), st.integers(4, 9))


@given(
    st.lists(DECIMALS, min_size=6, max_size=6),
    st.lists(DECIMALS, min_size=3, max_size=3),
    st.sampled_from(OPTIONS),
)
def test_decimals_come_back_from_radians_and_metres(
    values: list[float], offset: list[float], options: dict[str, Any]
) -> None:
    """Also in new frames, whose numbers follow from the configuration alone."""
    channels = ("Xposition", "Yposition", "Zposition", "Zrotation", "Xrotation", "Yrotation")
    skeleton = Skeleton([-1], np.array([offset]), [channels], [None], np.array([values]))
    clip = mk.io.bvh.parse(skeleton.text(), **options)
    repeated = clip.with_motion(np.repeat(clip.motion, 2, axis=0))
    np.testing.assert_array_equal(bits(repeated.channels), bits([values, values]))


@given(skeletons(max_joints=5), st.sampled_from(OPTIONS))
def test_any_number_comes_back_to_its_last_digit(skeleton: Skeleton, options: dict[str, Any]) -> None:
    clip = mk.io.bvh.parse(skeleton.text(), **options)
    again = clip.with_motion(np.repeat(clip.motion, 2, axis=0))[::2]
    np.testing.assert_allclose(again.channels, clip.channels, rtol=1e-15, atol=1e-15)
    np.testing.assert_allclose(again.motion, clip.motion, rtol=3e-16, atol=1e-16)
    same = clip.with_motion(clip.motion)
    np.testing.assert_array_equal(bits(same.channels), bits(clip.channels))


def test_the_number_of_frames_and_the_frame_time_can_change(tmp_path: Path) -> None:
    clip = mk.io.bvh.parse(random_skeleton(3, [("Zrotation", "Xrotation")] * 3).text())
    one = clip.with_motion(clip.motion[1], frame_time=0.25)
    mk.io.bvh.write(tmp_path / "one.bvh", one)
    again = mk.io.bvh.read(tmp_path / "one.bvh")
    assert (len(again), again.frame_time) == (1, 0.25)
    np.testing.assert_array_equal(again.motion, one.motion)


def test_what_cannot_be_written() -> None:
    clip = mk.io.bvh.parse(random_skeleton(3, [("Zrotation", "Xrotation")]).text())
    with pytest.raises(mk.ConfigurationError, match=r"has shape \(2,\), a batch"):
        clip.with_motion(np.zeros((4, 3)))
    with pytest.raises(mk.ConfigurationError, match=r"joint_0\.rx = nan in row 1"):
        clip.with_motion([[0, 0], [0, np.nan]])
    for wrong in (-1.0, np.inf, "fast"):
        with pytest.raises(mk.ConfigurationError, match="frame_time"):
            clip.with_motion(clip.motion, frame_time=wrong)  # type: ignore[arg-type]
    with pytest.raises(mk.RobotError, match="expected a Clip"):
        mk.io.bvh.to_text(clip.robot)  # type: ignore[arg-type]
