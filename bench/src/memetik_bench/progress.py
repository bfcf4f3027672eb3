"""Progress bars of measurements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


def quiet_progress(console: Console) -> Progress:
    """Bars that are drawn on ``refresh()`` only, and only on a terminal.

    Measurements call it between queries: a thread that draws by itself would be in the measured time.
    """
    return Progress(console=console, auto_refresh=False, transient=True, disable=not console.is_terminal)


@contextmanager
def progress_bar(console: Console, what: str, total: int) -> Iterator[Callable[[int], None]]:
    """One bar; it yields a function that is told how many were done since last time."""
    with quiet_progress(console) as progress:
        task = progress.add_task(what, total=total)

        def show(done: int) -> None:
            progress.advance(task, done)
            progress.refresh()

        yield show
