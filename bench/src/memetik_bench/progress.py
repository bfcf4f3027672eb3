"""Progress of measurements."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from rich.console import Console
from rich.progress import Progress

REPORT_EVERY = 0.2
"""Shortest time between two reports of progress [s]; a report leaves cold caches to the next timed call."""


class ThrottledProgress:
    """Reports the number of new items to ``on_progress``, but not more often than :data:`REPORT_EVERY`."""

    def __init__(self, on_progress: Callable[[int], object]) -> None:
        self._on_progress = on_progress
        self._reported, self._reported_at = 0, time.perf_counter()

    def update(self, done: int) -> None:
        """Take the total number of items done; report it if it is time."""
        now = time.perf_counter()
        if now - self._reported_at > REPORT_EVERY:
            self.finish(done)
            self._reported_at = now

    def finish(self, done: int) -> None:
        """Report all items up to ``done``."""
        self._on_progress(done - self._reported)
        self._reported = done


def quiet_progress(console: Console) -> Progress:
    """Return progress bars that are drawn only by ``refresh()``, and only on a terminal.

    Measurements call ``refresh`` between queries; a drawing thread would disturb the measured times.
    """
    return Progress(console=console, auto_refresh=False, transient=True, disable=not console.is_terminal)


Watch: TypeAlias = Callable[[str, int], Callable[[int], object]]
"""Takes what is measured and its number of items; returns a function of those done since its last call."""


def no_watch(what: str, total: int) -> Callable[[int], object]:
    """Ignore progress."""
    return lambda done: None


@contextmanager
def changing_bar(console: Console) -> Iterator[Watch]:
    """Show one bar for one measurement after the other."""
    with quiet_progress(console) as progress:
        task = progress.add_task("")

        def watch(what: str, total: int) -> Callable[[int], object]:
            progress.reset(task, description=what, total=total)
            progress.refresh()

            def show(done: int) -> None:
                progress.advance(task, done)
                progress.refresh()

            return show

        yield watch


@contextmanager
def progress_bar(console: Console, what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show one bar; yields a function that takes the number of items done since its last call."""
    with quiet_progress(console) as progress:
        task = progress.add_task(what, total=total)

        def show(done: int) -> None:
            progress.advance(task, done)
            progress.refresh()

        yield show
