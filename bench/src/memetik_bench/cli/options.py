"""What the commands have in common: options, the console, what an interruption says."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from memetik import UnknownNameError

if TYPE_CHECKING:
    from rich.console import Console

INTERRUPTED = 130
"""The exit status of a command that was interrupted."""

Results: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Where results are stored; by default benchmarks/results of the checkout.",
        show_default=False,
    ),
]
Fresh: TypeAlias = Annotated[bool, typer.Option("--fresh", help="Discard what is stored and start over.")]
Rounds: TypeAlias = Annotated[int, typer.Option(min=1, help="Rounds, of which the best counts.")]


def make_console() -> Console:
    """Wide enough for the tables where the output is no terminal."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 180)


def chosen(kind: str, names: Iterable[str] | None, known: Iterable[str]) -> list[str]:
    """``names``, or all that are ``known`` if none is given; an error lists them if one is unknown."""
    known = tuple(known)
    for name in names or ():
        if name not in known:
            raise UnknownNameError(kind, name, known)
    return list(names or known)


@contextmanager
def resumable(console: Console) -> Iterator[None]:
    """An interruption ends the command with a line that says how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        console.print("stopped: what was measured is kept, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
