"""Progress bars of measurements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


def quiet_progress(console: Console) -> Progress:
    """Return progress bars that are drawn only by ``refresh()``, and only on a terminal.

    Measurements call ``refresh`` between queries; a drawing thread would disturb the measured times.
    """
    return Progress(console=console, auto_refresh=False, transient=True, disable=not console.is_terminal)


@contextmanager
def progress_bar(console: Console, what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show one bar; yields a function that takes the number of items done since its last call."""
    with quiet_progress(console) as progress:
        task = progress.add_task(what, total=total)

        def show(done: int) -> None:
            progress.advance(task, done)
            progress.refresh()

        yield show
