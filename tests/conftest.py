"""How the tests run: the same examples every time, unless ``--hypothesis-profile=explore``."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Drawing a robot of 25 joints is slow only beside a test of microseconds.
_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=150, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile("explore", deadline=None, max_examples=3000, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile("repeatable")
