"""Records the values that memetik computes, and compares recordings."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded: fixes the order of sums


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.recorder", description=__doc__)
    commands = parser.add_subparsers(required=True)

    def command(run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(run.__name__, help=text, description=text)
        added.set_defaults(run=run)
        return added

    def only(added: argparse.ArgumentParser) -> None:
        added.add_argument("--only", default="", metavar="PATTERN", help="cases whose tag matches this regex")

    added = command(record, "Compute all cases and write them to a file.")
    added.add_argument("file", type=Path)
    only(added)
    added = command(tags, "Print the tags of all cases.")
    only(added)
    added = command(compare, "Compare two files; the exit code is 1 if they differ.")
    added.add_argument("first", type=Path)
    added.add_argument("second", type=Path)
    added.add_argument("--facts", action="store_true", help="statuses, costs, limits and rates, not bits")
    added.add_argument("--show", type=int, default=40, metavar="N", help="print at most N differences")
    only(added)
    added = command(facts, "Write facts.json: what all of these files agree on.")
    added.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args()
    return int(options.run(options))


def record(options: argparse.Namespace) -> int:
    from tests.recorder import adapter, recording
    from tests.recorder.cases import all_cases, not_covered

    print(adapter.build())
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["MEMETIK_CACHE"] = cache  # an empty cache, so that networks are trained anew
        entries = ((case.tag, case.values()) for case in all_cases(options.only))
        count = recording.write(options.file, entries)
    if names := not_covered():
        print(f"no case is about: {', '.join(names)}")
    print(f"{count} cases in {time.perf_counter() - begin:.0f} s: {options.file}")
    return 0


def tags(options: argparse.Namespace) -> int:
    from tests.recorder.cases import all_cases

    for case in all_cases(options.only):
        print(case.tag)
    return 0


def compare(options: argparse.Namespace) -> int:
    from tests.recorder import compare, compare_facts, recording

    pattern = re.compile(options.only)
    first, second = (
        {tag: values for tag, values in recording.read(path).items() if pattern.search(tag)}
        for path in (options.first, options.second)
    )
    if options.facts:
        print("\n".join(compare_facts.changed_rates(first, second)))
    found = (compare_facts if options.facts else compare).differences(first, second)
    for tag, what in list(found.items())[: options.show]:
        print(f"{tag}: {', '.join(what)}")
    if len(found) > options.show:
        print(f"... and {len(found) - options.show} more")
    total = len(first.keys() | second.keys())
    print(f"{total - len(found)} of {total} cases agree {'in facts' if options.facts else 'bit for bit'}")
    return 1 if found or not total else 0


def facts(options: argparse.Namespace) -> int:
    from tests.recorder import corpus, recording

    count = corpus.write([recording.read(path) for path in options.files])
    print(f"{count} facts: {corpus.FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
