"""Random calls of public functions in child processes, and what is wrong with their outcomes."""

from __future__ import annotations

import contextlib
import gc
import io
import multiprocessing
import os
import random
import resource
import signal
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path

import memetik as mk

from . import values
from .public import callables

SECONDS_ALLOWED = 2
MEMORY_ALLOWED = 300  # [MB] growth in one process
EXPECTED = (mk.MemetikError, TypeError, ValueError, OSError)
"""OSError: a text may be taken as the path of a file."""


class TooSlowError(BaseException):
    """A call took too long; not an Exception, so that nothing catches it."""


@contextlib.contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise TooSlowError after so many seconds."""

    def interrupt(*_: object) -> None:
        raise TooSlowError

    signal.signal(signal.SIGALRM, interrupt)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def call(seed: int) -> str | None:
    """Make the random call of a seed. Return what is wrong with its outcome, if anything."""
    rng = random.Random(seed)
    functions = callables_once()
    name = rng.choice(sorted(functions))
    positional, keywords = values.arguments(functions[name], rng)
    shown = f"{name}{_short(positional)}{_short(keywords)}"
    try:
        with time_limit(SECONDS_ALLOWED), _silent():
            functions[name](*positional, **keywords)
    except EXPECTED as error:
        own = isinstance(error, mk.MemetikError) or bool(str(error))
        return None if own else f"{seed}: {shown}: {type(error).__name__} without a message"
    except TooSlowError:
        return f"{seed}: {shown}: more than {SECONDS_ALLOWED} s"
    except Exception as error:
        if "no array" in str(error) or "no float" in str(error):
            return None  # the user's own exception
        if isinstance(error, IndexError) and str(error).startswith("batch["):
            return None  # a batch is a sequence
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return f"{seed}: {shown}: {type(error).__name__}: {str(error)[:100]} ({where})"
    return None


_functions: dict[str, object] = {}


def callables_once() -> dict:
    """Return the public callables, found at the first call."""
    if not _functions:
        _functions.update(callables())
    return _functions


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def _short(argument: object) -> str:
    try:
        return repr(argument)[:120].replace("\n", " ")
    except Exception:
        return "<no repr>"


def _run(first: int, count: int, queue: multiprocessing.Queue) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        callables_once()
        for seed in range(first, first + min(count, 200)):
            queue.put(call(seed) or seed)
        before = _memory()
        for seed in range(first + min(count, 200), first + count):
            queue.put(call(seed) or seed)
        growth = _memory() - before
        if growth > MEMORY_ALLOWED:
            queue.put(f"{first}: memory grew by {growth:.0f} MB in {count} calls")


def _memory() -> float:
    """Return the resident memory of this process [MB]."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def run_in_process(first: int, count: int) -> list[str]:
    """Make calls in a child process. Return what went wrong, a crash of the process included."""
    queue = multiprocessing.get_context("spawn").SimpleQueue()
    process = multiprocessing.get_context("spawn").Process(target=_run, args=(first, count, queue))
    process.start()
    wrong, last = [], first - 1
    while process.is_alive() or not queue.empty():
        if queue.empty():
            process.join(0.01)
            continue
        item = queue.get()
        last += 1
        if isinstance(item, str):
            wrong.append(item)
    if process.exitcode != 0:
        wrong.append(f"{last + 1}: the process ended with exit code {process.exitcode}")
    return wrong
