"""Errors name what is not a configuration, a link or a joint."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import memetik as mk

ARM = mk.Robot.load("ur5")
Q = ARM.neutral
METHODS: dict[str, tuple[Any, ...]] = {
    "fk": ("tool0",),
    "jacobian": ("tool0",),
    "center_of_mass": (),
    "center_of_mass_jacobian": (),
    "manipulability": ("tool0",),
    "condition": ("tool0",),
    "clip": (),
    "within_limits": (),
    "unpack": (),
    "difference": (Q,),
}


def gripper() -> mk.Robot:
    b = mk.RobotBuilder("gripper")
    b.fixed("wrist", "arm", "palm")
    b.revolute("finger", "palm", "left", lower=0.0, upper=1.0)
    b.revolute("thumb", "palm", "right", lower=0.0, upper=1.0, mimic=mk.Mimic("finger"))
    b.floating("ball", "palm", "toy")
    return b.build()


@pytest.mark.parametrize("method", METHODS)
class TestConfigurations:
    def refused(self, method: str, q: object, message: str) -> None:
        with pytest.raises(mk.ConfigurationError, match=re.escape(message)):
            getattr(ARM, method)(q, *METHODS[method])

    @pytest.mark.parametrize("shape", [(5,), (7,), (0,), (), (3, 5), (6, 1), (2, 3, 6)])
    def test_of_the_wrong_shape(self, method: str, shape: tuple[int, ...]) -> None:
        message = f"'ur5' has shape (6,), a batch (N, 6); got {shape}. Variables are: shoulder_pan_joint, "
        self.refused(method, np.zeros(shape), message)

    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300, -1.0000001e6])
    @pytest.mark.parametrize("column", [0, 2, 5])
    def test_that_are_not_finite_or_too_large(self, method: str, value: float, column: int) -> None:
        q = Q.copy()
        q[column] = value
        name = ARM.variable_names[column]
        self.refused(method, q, f"{name} = {value}: not a usable value (finite, at most a million)")

    def test_in_a_batch_are_named_by_row(self, method: str) -> None:
        for row in (0, 3, 6):
            q = np.zeros((7, 6))
            q[row, 4] = np.nan
            self.refused(method, q, f"wrist_2_joint = nan in row {row}: not a usable value")

    @pytest.mark.parametrize("q", ["abc", ["a"] * 6, [0.0, [1.0]], [1j] * 6, {"a": 1.0}], ids=repr)
    def test_that_are_not_numbers(self, method: str, q: object) -> None:
        self.refused(method, q, "a configuration is 6 numbers, got ")


def test_a_configuration_of_integers_beyond_all_floats() -> None:
    with pytest.raises(mk.ConfigurationError):
        ARM.fk([10**400] * 6, "tool0")


class TestBatches:
    def test_of_different_lengths_have_no_difference(self) -> None:
        with pytest.raises(mk.ConfigurationError):
            ARM.difference(np.zeros((2, 6)), np.zeros((3, 6)))

    def test_cannot_be_unpacked(self) -> None:
        with pytest.raises(
            mk.ConfigurationError, match=re.escape("expected one configuration (6,), got (2, 6)")
        ):
            ARM.unpack(np.zeros((2, 6)))

    def test_cannot_be_a_base(self) -> None:
        with pytest.raises(mk.ConfigurationError, match="expected one configuration"):
            ARM.pack({}, base=np.zeros((1, 6)))


class TestOut:
    FROZEN = np.empty((4, 4))
    FROZEN.setflags(write=False)

    @pytest.mark.parametrize(
        "out",
        [
            np.empty((3, 4)),
            np.empty((1, 4, 4)),
            np.empty((4, 4), dtype=np.float32),
            np.empty((4, 4)).T,
            np.empty((4, 8))[:, ::2],
            FROZEN,
            np.zeros(129, dtype=np.uint8)[1:].view(np.float64).reshape(4, 4),
            [[0.0] * 4] * 4,
        ],
        ids=["too small", "batch", "float32", "by columns", "strided", "read-only", "misaligned", "list"],
    )
    def test_that_does_not_fit(self, out: Any) -> None:
        with pytest.raises(mk.ConfigurationError, match=re.escape("out: ")):
            ARM.fk(Q, "tool0", out=out)

    def test_needs_a_link(self) -> None:
        with pytest.raises(mk.ConfigurationError, match="out"):
            ARM.fk(Q, out=np.empty((4, 4)))  # type: ignore[call-overload]


class TestLinks:
    @pytest.mark.parametrize("method", ["fk", "jacobian", "manipulability", "condition"])
    def test_that_do_not_exist(self, method: str) -> None:
        message = "no link 'toool0'; did you mean 'tool0'? links are: base_link, shoulder_link, "
        with pytest.raises(mk.UnknownNameError, match=re.escape(message)):
            getattr(ARM, method)(Q, "toool0")

    @pytest.mark.parametrize("link", [3, b"tool0", 1.5, ""])
    def test_that_are_no_names(self, link: object) -> None:
        with pytest.raises(mk.UnknownNameError, match=re.escape(f"no link {link!r};")):
            ARM.fk(Q, link)  # type: ignore[call-overload]


class TestJoints:
    @pytest.mark.parametrize(
        ("values", "error", "message"),
        [
            ({"fnger": 0.1}, mk.UnknownNameError, "no joint 'fnger'; did you mean 'finger'?"),
            (
                {"thumb": 0.1},
                mk.ConfigurationError,
                "joint 'thumb' mimics 'finger' and has no value of its own",
            ),
            ({"wrist": 0.1}, mk.ConfigurationError, "joint 'wrist' is fixed"),
            (
                {"finger": [0.1, 0.2]},
                mk.ConfigurationError,
                "value of 'finger': expected a finite number, got [0.1, 0.2]",
            ),
            ({"ball": 0.1}, mk.ConfigurationError, "value of 'ball': expected 6 finite numbers, got 0.1"),
            (
                {"ball.x": [1, 2]},
                mk.ConfigurationError,
                "value of 'ball.x': expected a finite number, got [1, 2]",
            ),
            (
                {"finger": np.nan},
                mk.ConfigurationError,
                "value of 'finger': expected a finite number, got nan",
            ),
            (
                {"finger": "half"},
                mk.ConfigurationError,
                "value of 'finger': expected a finite number, got 'half'",
            ),
        ],
    )
    def test_that_cannot_be_packed(
        self, values: dict[str, Any], error: type[mk.MemetikError], message: str
    ) -> None:
        with pytest.raises(error, match=re.escape(message)):
            gripper().pack(values)
