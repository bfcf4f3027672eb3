"""Looks for URDF texts that make the reader misbehave: ``python tests/io/urdf/fuzz.py --seconds 300``.

Mutates the valid and malformed files of the tests. Every text must either give a robot that is a tree of
finite numbers, or a RobotError, within a second. What does not is written to ``--output``; exit code 1.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import math
import random
import sys
import tempfile
import time
import traceback
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from lxml import etree

import memetik as mk
from memetik.io.urdf import parse_urdf

FILES = Path(__file__).parent
SOURCE = "fuzzed"
SECONDS_ALLOWED = 1.0
SECONDS_BETWEEN_LINES = 0.5
SHARE_OF_VALID = 0.6
SHARE_OF_XML = 0.7
ENCODINGS = ("utf-8", "utf-8", "utf-16", "ascii")

NASTY_NUMBERS = "0 -0 1 -1 nan inf -inf 1e999 1e308 -1.7e308 1e200 1e-320 1_0 0x10 1,5 ½ ٣ --1 e5 ."
NASTY_VECTORS = "0 0 0|1 2 3|1e308 1e308 1e308|1e-200 0 0|0 0|1 1 1 1|1.5707963267948966 0 0|3 4 5"
NASTY_PATHS = "${x} $(x) package:// package://a/../b file:///%00 file:// / // \U0001f916"
JOINT_TYPES = "revolute continuous prismatic fixed floating planar spherical cylindrical"
NASTY_VALUES = [
    *(*NASTY_NUMBERS.split(), *NASTY_VECTORS.split("|"), *NASTY_PATHS.split(), *JOINT_TYPES.split()),
    *("", " ", "a\nb", "]]>", "&", "<", "'", '"', "\u0085", "\u2028", "\u202e"),
    *("9" * 400, "a" * 1200, "../" * 400),
]
MARKUP = b"< > & \" ' <!-- --> <![CDATA[ ]]> &a; &#0; &#x110000; <?a?> <a:b/> <xacro:arm/>"
NASTY_BYTES = [
    *MARKUP.split(),
    *(b"\0", b"\r\n", b"\xff\xfe", b"\xef\xbb\xbf", b"<!DOCTYPE robot [<!ENTITY a 'b'>]>"),
    *(b"<?xml version='1.1'?>", b"<?xml version='1.0' encoding='utf-16'?>", b" xmlns:xacro='urn:x' "),
]
TAGS = (
    "robot link joint parent child origin axis limit mimic inertial mass inertia visual collision geometry "
    "box sphere cylinder capsule mesh material color gazebo {urn:x}link {urn:xacro}macro"
)
ATTRIBUTES = (
    "name type link xyz rpy lower upper velocity effort joint multiplier offset value ixx iyy izz ixy "
    "size radius length filename scale rgba"
)


def mutate_bytes(text: bytes, other: bytes, rng: random.Random) -> bytes:
    """One change of bytes, regardless of the XML."""
    i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    match rng.randrange(6):
        case 0:
            return text[:i]
        case 1:
            return text[:i] + other[rng.randrange(len(other) + 1) :]
        case 2:
            return text[:j] + text[i:]
        case 3:
            return text[:i] + text[min(j, i + 30) :]
        case 4:
            return text[:i] + rng.choice(NASTY_BYTES) + text[i:]
    flipped = bytes(byte ^ (1 << rng.randrange(8)) for byte in text[i : i + rng.randint(1, 4)])
    return text[:i] + flipped + text[i + len(flipped) :]


def mutate_tree(root: etree._Element, rng: random.Random) -> None:
    """One change of elements or attributes; the text stays well-formed."""
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    element, other = rng.choice(elements), rng.choice(elements)
    parent = element.getparent()
    attributes = [(owner, name) for owner in elements for name in owner.attrib]
    owner, name = rng.choice(attributes or [(element, "name")])
    match rng.randrange(10):
        case 0 if parent is not None:
            parent.remove(element)
        case 1 if parent is not None:
            parent.insert(rng.randrange(len(parent) + 1), copy.deepcopy(element))
        case 2 if parent is not None:
            other.append(copy.deepcopy(element))
        case 3:
            element.tag = rng.choice(TAGS.split())
        case 4:
            element.set(rng.choice(ATTRIBUTES.split()), rng.choice(NASTY_VALUES))
        case 5:
            owner.attrib.pop(name, "")
        case 6:
            owner.set(name, rng.choice(NASTY_VALUES))
        case 7 if attributes:
            # Names of other elements make cycles, double parents and mimic loops.
            other, other_name = rng.choice(attributes)
            owner.set(name, other.get(other_name) or "")
        case _:
            tokens = (owner.get(name) or "0").split() or ["0"]
            tokens[rng.randrange(len(tokens))] = rng.choice(NASTY_NUMBERS.split())
            owner.set(name, " ".join(tokens))


def mutated(text: bytes, other: bytes, rng: random.Random) -> bytes:
    """``text`` after one to six changes."""
    count = min(rng.randint(1, 6), rng.randint(1, 6))
    root = None
    if rng.random() < SHARE_OF_XML:
        with contextlib.suppress(etree.XMLSyntaxError):
            root = etree.fromstring(text, etree.XMLParser(resolve_entities=False, recover=True))
    # lxml crashes when it removes attributes that a document type declares.
    if root is None or root.getroottree().docinfo.internalDTD is not None:
        for _ in range(count):
            text = mutate_bytes(text, other, rng)
        return text
    for _ in range(count):
        with contextlib.suppress(ValueError):  # from lxml, for what no XML can hold
            mutate_tree(root, rng)
    written = etree.tostring(root.getroottree(), encoding=rng.choice(ENCODINGS))
    assert isinstance(written, bytes)
    return written


def check_robot(robot: mk.Robot) -> None:
    """Assert that the robot is one tree in depth-first order with finite numbers."""
    links = {link: k for k, link in enumerate(robot.links)}
    assert len(links) == len(robot.joints) + 1, "not a tree"
    assert len(robot.neutral) == robot.dof, "neutral posture of the wrong size"
    for k, joint in enumerate(robot.joints.values()):
        assert links[joint.child] == k + 1, "joint and link out of order"
        assert links[joint.parent] <= k, "child before parent"
        assert np.isfinite(joint.origin).all(), "origin not finite"
        assert math.isclose(float(np.linalg.norm(joint.axis)), 1.0, abs_tol=1e-12), "axis not of unit length"
        assert all(low <= high for low, high in zip(joint.lower, joint.upper, strict=True))
        if joint.mimic is not None:
            assert robot.joints[joint.mimic.joint].mimic is None, "mimic of a mimic"
            assert math.isfinite(joint.mimic.multiplier), "multiplier not finite"
            assert math.isfinite(joint.mimic.offset), "offset not finite"
    for link in robot.links.values():
        if link.inertial is not None:
            assert link.inertial.mass >= 0, "negative mass"
            assert np.isfinite(link.inertial.com).all(), "centre of mass not finite"
            assert np.isfinite(link.inertial.inertia).all(), "inertia not finite"
        for geometry in (*link.visuals, *link.collisions):
            assert np.isfinite(geometry.origin).all(), "geometry not finite"


def check(text: bytes) -> bool:
    """Whether ``text`` is a robot; raises an exception if the reader misbehaves, strict or not."""
    return [_is_robot(text, strict) for strict in (False, True)][1]


def _is_robot(text: bytes, strict: bool) -> bool:
    try:
        check_robot(parse_urdf(text, source=SOURCE, strict=strict))
    except mk.RobotError as error:
        assert str(error).startswith(f"{SOURCE}: "), f"the message does not name the source: {error}"
        return False
    return True


@dataclass
class Fuzzer:
    """Keeps the texts that misbehaved, one for each kind of misbehaviour."""

    valid: list[bytes]
    broken: list[bytes]
    output: Path
    rng: random.Random
    runs: int = 0
    robots: int = 0
    slowest: float = 0.0
    findings: dict[str, Path] = field(default_factory=dict)

    def run(self, seconds: float) -> None:
        """Fuzz for ``seconds``, with a line that shows the progress."""
        self.output.mkdir(parents=True, exist_ok=True)
        # The current text stays on disk if the interpreter crashes.
        current = self.output / "current.urdf"
        start = shown = time.perf_counter()
        while shown - start < seconds:
            while time.perf_counter() - shown < SECONDS_BETWEEN_LINES:
                texts = self.valid if self.rng.random() < SHARE_OF_VALID else self.broken
                text = mutated(self.rng.choice(texts), self.rng.choice(self.valid + self.broken), self.rng)
                current.write_bytes(text)
                self.try_one(text)
            shown = time.perf_counter()
            sys.stderr.write(f"\r{shown - start:6.0f} / {seconds:.0f} s: {self} ")
            sys.stderr.flush()
        current.unlink()
        sys.stderr.write("\n")

    def try_one(self, text: bytes) -> None:
        """Check one text and note what is wrong with it."""
        elapsed = self._timed_check(text)
        if elapsed > SECONDS_ALLOWED:
            # The machine may be busy: only a text that is slow again counts.
            elapsed = min(elapsed, self._timed_check(text))
        if elapsed > SECONDS_ALLOWED:
            self._note("slow", f"{elapsed:.1f} s", text)
        self.slowest = max(self.slowest, elapsed)
        self.runs += 1

    def __str__(self) -> str:
        return (
            f"{self.runs} texts, {self.robots} of them robots, slowest {self.slowest:.2f} s, "
            f"{len(self.findings)} findings"
        )

    def _timed_check(self, text: bytes) -> float:
        start = time.perf_counter()
        try:
            self.robots += check(text)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
            self._note(kind, str(error), text)
        return time.perf_counter() - start

    def _note(self, kind: str, what: str, text: bytes) -> None:
        if kind not in self.findings:
            self.findings[kind] = self.output / f"finding_{len(self.findings):03d}.urdf"
            self.findings[kind].write_bytes(text)
            sys.stderr.write(f"\n{self.findings[kind]}: {kind}: {what[:500]}\n")


def _urdfs(directory: str) -> list[Path]:
    return sorted((FILES / directory).iterdir())


def main() -> int:
    """Run the fuzzer; 1 if it found anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--random-seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=Path(tempfile.gettempdir()) / "memetik_fuzz_urdf")
    parser.add_argument("--more", type=Path, nargs="*", default=[], help="further valid files to mutate")
    arguments = parser.parse_args()
    # An overflow may be refused, but must not warn.
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", mk.RobotWarning)
    fuzzer = Fuzzer(
        [path.read_bytes() for path in (*_urdfs("valid"), *arguments.more)],
        [path.read_bytes() for path in (*_urdfs("malformed"), *_urdfs("cosmetic"))],
        arguments.output,
        random.Random(arguments.random_seed),
    )
    fuzzer.run(arguments.seconds)
    return 1 if fuzzer.findings else 0


if __name__ == "__main__":
    sys.exit(main())
