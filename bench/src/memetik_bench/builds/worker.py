"""The program that runs in the process of a build: it answers queries, timed or under callgrind.

The script takes the build's folder as its argument. It imports only memetik and numpy, so that it works with
other versions of memetik. It reads pickled pairs (command, arguments) from its input and writes
pickled pairs (whether it succeeded, result or error).
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import importlib
import mmap
import os
import pickle
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

_WARM_UP = 10

# callgrind's requests, from valgrind/callgrind.h: "CT" in the upper half, then their order.
_REQUEST = (ord("C") << 24) | (ord("T") << 16)
DUMP, ZERO, START = _REQUEST, _REQUEST + 1, _REQUEST + 4

# rax = the address of the request's six words, rdx = the answer without valgrind; then the sequence by which
# valgrind recognises requests on x86-64, from valgrind/valgrind.h: rotations by 128 in total do nothing.
_CODE = bytes.fromhex("4889f831d248c1c703 48c1c70d 48c1c73d 48c1c733 4887db4889d0c3")


class Valgrind:
    """Sends requests to valgrind, which runs this process; without valgrind they do nothing."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self._memory.write(_CODE)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._call = ctypes.PYFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p)(address)
        self._words = (ctypes.c_size_t * 6)()
        self._address = ctypes.addressof(self._words)

    def request(self, code: int) -> int:
        """Return the answer to a request without arguments."""
        self._words[0] = code
        return int(self._call(self._address))


class Prepared:
    """A solver and its queries, in the form in which they are passed to the solver."""

    def __init__(self, mk: Any, message: dict[str, Any]) -> None:
        self._mk, self.message = mk, message
        self.robot, self.call, self.count = message["robot"], message["call"], message["count"]
        self.targets, self.starts = message["targets"], message["starts"]
        self.options = {name: value for name, value in message["options"].items() if value is not None}
        if message["table"] is not None:
            self.options["start_table"] = self.robot.build_start_table(message["table"])
        self.solver = self.construct()
        self.rows = list(message["rows"])
        self.singles = [
            (
                None if self.starts is None else self.starts[i],
                {"targets": {name: rows[i] for name, rows in self.targets.items()}} if self.targets else {},
            )
            for i in range(self.count)
        ]
        self.run(0, min(self.count, 100 if self.call == "solve_batch" else _WARM_UP))

    def construct(self) -> Any:
        """Construct a solver."""
        return self._mk.Solver(self.robot, self.message["goals"], **self.options)

    def run(self, first: int, last: int) -> list[Any]:
        """Return what the calls for these queries return; a batch is one call."""
        if self.call == "solve_batch":
            targets = {name: rows[first:last] for name, rows in self.targets.items()}
            starts = None if self.starts is None else self.starts[first:last]
            return [self.solver.solve_batch(targets, starts)]
        if self.call == "solver":
            return [self.construct() for _ in range(first, last)]
        if self.call in ("fk", "jacobian"):
            call, link = getattr(self.robot, self.call), self.message["link"]
            return [call(q, link) for q in self.rows[first:last]]
        call = getattr(self.solver, self.call)
        return [call(start, **options) for start, options in self.singles[first:last]]

    def time_each(self, first: int, last: int) -> tuple[list[Any], list[float]]:
        """Return the answers of single calls, and the duration of each call [s].

        Some calls before them warm the caches, which another process may have used.
        """
        self.run(first, min(first + _WARM_UP, last))
        call, clock = getattr(self.solver, self.call), time.perf_counter
        answers, wall = [], []
        for start, options in self.singles[first:last]:
            begin = clock()
            answer = call(start, **options)
            wall.append(clock() - begin)
            answers.append(answer)
        return answers, wall

    def read(self, returned: list[Any]) -> dict[str, Any]:
        """Return configurations and facts of answers; ``query`` has the index of the query of each."""
        if self.call == "solve_batch":
            (batch,) = returned
            q, claimed, evaluations = batch.q, batch.success, batch.evaluations
            return {"q": q, "claimed": claimed, "evaluations": evaluations, "query": range(len(q))}
        if self.call in ("solver", "fk", "jacobian"):
            return {}
        if self.call == "solve":
            returned = [[solution] for solution in returned]
        flat = [(i, solution) for i, solutions in enumerate(returned) for solution in solutions]
        return {
            "q": [solution.q for _, solution in flat],
            "claimed": [bool(solution.success) for _, solution in flat],
            "evaluations": [s[0].evaluations if len(s) else 0 for s in returned],
            "query": [i for i, _ in flat],
        }


class Service:
    """The commands; each public method is one."""

    def __init__(self) -> None:
        self._mk = importlib.import_module("memetik")
        self._valgrind = Valgrind() if os.uname().machine == "x86_64" else None
        self._prepared: dict[str, list[Prepared]] = {}

    def describe(self) -> dict[str, str]:
        """Return the version of memetik, where it was imported from, and the build of its core."""
        mk = self._mk
        core = importlib.import_module(f"memetik._core_{mk.simd}")
        build = hashlib.sha256(Path(str(core.__file__)).read_bytes()).hexdigest()[:12]
        where = str(Path(str(mk.__file__)).resolve().parents[1])
        return {"version": mk.__version__, "simd": mk.simd, "core build": build, "folder": where}

    def prepare(self, name: str, messages: list[dict[str, Any]]) -> None:
        """Construct solvers, and answer some queries of each, so that nothing is done for the first time."""
        self._prepared[name] = [Prepared(self._mk, message) for message in messages]

    def forget(self, name: str) -> None:
        """Free what was prepared."""
        del self._prepared[name]

    def time_each(self, name: str, first: int, last: int) -> dict[str, Any]:
        """Answer queries one by one; durations of calls and in the core [s]."""
        (part,) = self._prepared[name]
        answers, wall = part.time_each(first, last)
        return {**part.read(answers), "wall": wall, "core": [answer.time for answer in answers]}

    def time_all(self, name: str, first: int, last: int, repeats: int) -> dict[str, Any]:
        """Answer queries together; the duration of all [s], the shortest of some repetitions in a row."""
        (part,) = self._prepared[name]
        wall = []
        for _ in range(repeats):
            begin = time.perf_counter()
            answers = part.run(first, last)
            wall.append(time.perf_counter() - begin)
        return {**part.read(answers), "wall": min(wall)}

    def start_counting(self) -> bool:
        """Switch callgrind's instrumentation on; return whether this process runs under valgrind."""
        running = self._valgrind is not None and self._valgrind.request(0x1001) > 0  # RUNNING_ON_VALGRIND
        if self._valgrind is not None:
            self._valgrind.request(START)
        return running

    def count(self, name: str) -> list[dict[str, Any]]:
        """Answer all queries and let callgrind write the instructions that it took."""
        assert self._valgrind is not None
        parts = self._prepared[name]
        self._valgrind.request(ZERO)
        returned = [part.run(0, part.count) for part in parts]
        self._valgrind.request(DUMP)
        return [part.read(answers) for part, answers in zip(parts, returned, strict=True)]


def main() -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed here is no answer
    sys.path[0] = sys.argv[1]  # instead of this script's folder
    service = None
    gc.disable()  # it would run in a timed call
    while True:
        try:
            command, arguments = pickle.load(source)
            if service is None:
                service = Service()
            answer = True, getattr(service, command)(*arguments)
        except EOFError:
            return
        except Exception:
            answer = False, traceback.format_exc()
        pickle.dump(answer, sink)
        sink.flush()


if __name__ == "__main__":
    main()
