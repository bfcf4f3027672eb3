"""How the tests run: the same examples every time, unless ``--hypothesis-profile=explore``."""

from __future__ import annotations

import signal

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
