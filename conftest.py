"""How the tests run: the same examples every time, unless ``--hypothesis-profile=explore``."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# What a shell without job control starts in the background ignores interrupts, and so do Python and all that
# the tests start, unless told otherwise.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Drawing a robot of 25 joints is slow only beside a test of microseconds.
_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=150, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile("explore", deadline=None, max_examples=3000, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Networks that tests train are not kept among the user's."""
    os.environ["MEMETIK_CACHE"] = str(tmp_path_factory.mktemp("cache"))
