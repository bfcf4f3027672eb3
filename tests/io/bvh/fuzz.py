"""Looks for BVH texts that make the reader misbehave: ``python tests/io/bvh/fuzz.py --seconds 60``.

Mutates the valid and malformed files of the tests. Every text must either give a clip that is written and
read back to the bit, or a RobotError, within a second. The first that does not is written to ``--output``.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import memetik as mk

FILES = Path(__file__).parent
SECONDS_ALLOWED = 1.0
SHARE_OF_VALID = 0.8
NASTY_WORDS = (
    b"{ } 0 -1 1e7 1e999 nan inf 1_0 1,5 0x1 99999999999999999999 HIERARCHY ROOT JOINT End Site OFFSET "
    b"CHANNELS MOTION Frames: Frame Time: 3 6 Xposition zrotation Xscale hand \xc3\xa4 \xff \xd9\xa1"
).split()
ODD_NUMBERS = b"0 -0 +1 .5 -3. 1e-320 1E5 0.1 -179.99999999999997 2.2250738585072014e-308 1e400".split()
NASTY_BYTES = [b"\0", b"\r", b"\n\n", b"\xef\xbb\xbf", b"\xc2\xa0", b"\x85", b" " * 300, b"9" * 400]
NUMBER = re.compile(rb"(?<![\w.+:-])[-+]?[0-9]*\.[0-9]+(?![\w.])")


def bent(text: bytes, rng: random.Random) -> bytes:
    """``text`` with a change that most readers accept."""
    match rng.randrange(4):
        case 0 | 1:
            found = list(NUMBER.finditer(text))
            if found:
                where = rng.choice(found)
                return text[: where.start()] + rng.choice(ODD_NUMBERS) + text[where.end() :]
        case 2:
            separator = rng.choice([b" ", b"\n", b"{", b"}"])
            wider = rng.choice([b" %b ", b"%b\n", b"\t%b", b"%b\r\n"]) % separator
            return text.replace(separator, wider if separator != b" " else b" \t", rng.randint(1, 30))
        case 3:
            old, new = rng.choice(
                [(b"rotation", b"ROTATION"), (b"JOINT", b"joint"), (b"Frames:", b"frames ")]
            )
            return text.replace(old, new)
    return text


def broken(text: bytes, other: bytes, rng: random.Random) -> bytes:
    """``text`` with words, lines or bytes changed, doubled or lost."""
    separator = rng.choice([b" ", b"\n", b""])
    pieces = text.split(separator) if separator else [text[i : i + 1] for i in range(len(text))]
    others = other.split(separator) if separator else NASTY_BYTES
    if not pieces:
        return other
    i, j = sorted(rng.randrange(len(pieces)) for _ in range(2))
    match rng.randrange(7):
        case 0:
            pieces[i] = rng.choice(NASTY_WORDS)
        case 1:
            pieces.insert(i, rng.choice(NASTY_WORDS if separator else NASTY_BYTES))
        case 2:
            del pieces[i : min(j, i + 5) + 1]
        case 3:
            pieces[j:j] = pieces[i : i + 8]
        case 4:
            pieces[i], pieces[j] = pieces[j], pieces[i]
        case 5:
            del pieces[j + 1 :]
        case _:
            pieces[i : i + 1] = others[rng.randrange(len(others)) :][:8]
    return separator.join(pieces)


def mutated(text: bytes, other: bytes, rng: random.Random) -> bytes:
    """``text`` after a few changes."""
    for _ in range(rng.randint(1, 4)):
        text = bent(text, rng)
    for _ in range(max(0, rng.randint(-2, 3))):
        text = broken(text, other, rng)
    return text


def check(text: bytes) -> bool:
    """Whether ``text`` is a clip; raises an exception if the reader misbehaves."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # an overflow may be refused, but must not warn
        warnings.filterwarnings("ignore", message=".*all of these were read")
        warnings.filterwarnings("ignore", message="(?s).*lengths are read as metres")
        try:
            clip = mk.io.bvh.parse(text, source="fuzzed")
        except mk.RobotError as error:
            assert str(error).startswith("fuzzed: "), f"the message does not name the source: {error}"
            assert len(str(error)) < 2000, "an endless message"
            return False
        assert np.isfinite(clip.motion).all(), "motion not finite"
        again = mk.io.bvh.parse(mk.io.bvh.to_text(clip))
        assert again.channels.tobytes() == clip.channels.tobytes(), "not the same when written back"
        assert again.robot == mk.Robot(
            again.robot.name, clip.robot.links.values(), clip.robot.joints.values()
        )
        clip.robot.fk(clip.motion, clip.robot.tips[0])
    return True


def corpus(directory: str) -> list[bytes]:
    """All BVH files of the tests in ``directory``."""
    return [path.read_bytes() for path in sorted((FILES / directory).glob("*.bvh"))]


def texts(random_seed: int) -> Iterator[bytes]:
    """Mutated texts without end, the same for the same seed."""
    rng = random.Random(random_seed)
    valid, malformed = corpus("valid"), corpus("malformed")
    while True:
        text = rng.choice(valid if rng.random() < SHARE_OF_VALID else malformed)
        yield mutated(text, rng.choice(valid + malformed), rng)


def main() -> int:
    """Run the fuzzer; 1 if it found anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--random-seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=Path(tempfile.gettempdir()) / "memetik_fuzz.bvh")
    arguments = parser.parse_args()
    start = shown = time.perf_counter()
    count, clips, slowest = 0, 0, 0.0
    for text in texts(arguments.random_seed):
        began = time.perf_counter()
        try:
            clips += check(text)
            elapsed = time.perf_counter() - began
            assert elapsed < SECONDS_ALLOWED, f"took {elapsed:.1f} s"
        except Exception:
            arguments.output.write_bytes(text)
            sys.stderr.write(f"\n{arguments.output}\n")
            raise
        count, slowest = count + 1, max(slowest, elapsed)
        if began - shown > 0.5:
            shown = began
            sys.stderr.write(f"\r{count} texts, {clips} of them clips, slowest {slowest:.2f} s ")
        if began - start > arguments.seconds:
            break
    sys.stderr.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
