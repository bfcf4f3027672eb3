"""Calls public functions with random arguments: ``python -m tests.fuzz --calls 100000``.

Every call has to return, or raise a MemetikError, a TypeError or a ValueError, within two seconds. Anything
else is listed with the seed that repeats it (``--seed N --calls 1``); exit code 1. The calls run in child
processes, so that a crash of the core is found, too; their memory must not grow.
"""

from __future__ import annotations

import argparse
import sys

from .calls import callables_once, run_in_process

CALLS_PER_PROCESS = 2000


def main() -> int:
    """Parse the command line, run, and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first call")
    options = parser.parse_args()
    kinds: dict[str, list[str]] = {}
    for first in range(options.seed, options.seed + options.calls, CALLS_PER_PROCESS):
        count = min(CALLS_PER_PROCESS, options.seed + options.calls - first)
        for line in run_in_process(first, count):
            kind = line.split(": ")[-1] if "(" not in line else line[line.rindex("(") :]
            kinds.setdefault(kind, []).append(line)
            if len(kinds[kind]) == 1:
                print(line, flush=True)
    found = sum(map(len, kinds.values()))
    print(
        f"{options.calls} calls of {len(callables_once())} functions, {found} went wrong in {len(kinds)} ways"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
