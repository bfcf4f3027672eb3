"""Any text is read as a clip or raises a RobotError; ``tests/io/bvh/fuzz.py`` tries more of them."""

from __future__ import annotations

import itertools
import time

import numpy as np

from tests.io.bvh.fuzz import SECONDS_ALLOWED, check, corpus, texts


def test_mutated_texts_are_clips_or_errors() -> None:
    slow, clips = [], 0
    for text in itertools.islice(texts(random_seed=1), 1500):
        start = time.perf_counter()
        clips += check(text)
        if time.perf_counter() - start > SECONDS_ALLOWED:
            slow.append(text)
    assert not slow
    assert 100 < clips < 1400, "mutations should break some texts and leave others whole"


def test_every_beginning_of_a_file_is_a_clip_or_an_error() -> None:
    for text in corpus("valid"):
        for end in range(0, len(text), 7):
            check(text[:end])


def test_noise_is_refused() -> None:
    rng = np.random.default_rng(0)
    for size in (1, 10, 1000, 100_000):
        assert not check(rng.integers(0, 256, size, dtype=np.uint8).tobytes())
        assert not check(rng.integers(1, 128, size, dtype=np.uint8).tobytes())
        assert not check(b"HIERARCHY\n" + rng.integers(1, 128, size, dtype=np.uint8).tobytes())
