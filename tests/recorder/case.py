"""A case: a tag, and a function that computes its values."""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.recorder import adapter
from tests.recorder.adapter import Values


@dataclass(frozen=True)
class Case:
    """Its ``tag`` is unique, with the most general part first: ``solve/auto/panda/pose/far/seed3``."""

    tag: str
    compute: Callable[[], Values]

    def values(self) -> Values:
        """Return the values that memetik computes, or the type of the error that it raises."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return self.compute()
            except adapter.REFUSAL as error:
                return {"refused": type(error).__name__}


def rng_of(*parts: object) -> np.random.Generator:
    """Return a random generator that depends only on ``parts``, so that cases are independent."""
    return np.random.default_rng(zlib.crc32("/".join(map(str, parts)).encode()))
