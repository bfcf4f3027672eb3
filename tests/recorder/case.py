"""A case: a tag, and the function that computes its values."""

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
    """Its unique ``tag`` goes from the general to the particular: ``solve/auto/panda/pose/far/seed3``."""

    tag: str
    compute: Callable[[], Values]

    def values(self) -> Values:
        """The values that memetik computes, or the type of the error that it raises."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return self.compute()
            except adapter.REFUSAL as error:
                return {"refused": type(error).__name__}


def rng_of(*parts: object) -> np.random.Generator:
    """A random generator per case, which does not depend on other cases."""
    return np.random.default_rng(zlib.crc32("/".join(map(str, parts)).encode()))
