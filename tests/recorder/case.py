"""A case: a tag, and what computes its values."""

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
        """What memetik computes, or the kind of error by which it refuses."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return self.compute()
            except adapter.REFUSAL as error:
                return {"refused": type(error).__name__}


def rng_of(*parts: object) -> np.random.Generator:
    """Random numbers of its own for every case, whatever cases there are besides."""
    return np.random.default_rng(zlib.crc32("/".join(map(str, parts)).encode()))
