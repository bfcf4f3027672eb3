"""A requirement on all goals with a link and a frame."""

from __future__ import annotations

from typing import Any

import pytest

import memetik as mk

PANDA = mk.Robot.load("panda")


def assert_unknown_links_are_named(make: Any) -> None:
    """A goal of a link or in a frame that the robot does not have is refused with the nearest name."""
    with pytest.raises(mk.UnknownNameError, match="no link 'panda_hnd'; did you mean 'panda_hand'"):
        mk.Problem(PANDA, make(link="panda_hnd"))
    with pytest.raises(mk.UnknownNameError, match="no link 'panda_lnk5'; did you mean 'panda_link5'"):
        mk.Problem(PANDA, make(frame="panda_lnk5"))
