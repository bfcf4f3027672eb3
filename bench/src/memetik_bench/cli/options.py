"""Options, console and handling of interruptions, shared by the commands."""

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
CaseNames: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[CASE]...", help="Cases to measure, all by default; 'list' lists them.", show_default=False
    ),
]
Beside: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Another build of memetik for the same queries, made by pip install CHECKOUT --no-deps -t DIR.",
        show_default=False,
    ),
]
BesideName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        help="What tables call the other build, by default the name of its folder.",
        show_default=False,
    ),
]
Fresh: TypeAlias = Annotated[bool, typer.Option("--fresh", help="Discard stored results and start over.")]
Rounds: TypeAlias = Annotated[int, typer.Option(min=1, help="Repetitions; the minimum time counts.")]


def make_console() -> Console:
    """Return a console that is wide enough for the tables if the output is not a terminal."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 180)


def chosen(kind: str, names: Iterable[str] | None, known: Iterable[str]) -> list[str]:
    """Return ``names``, or all ``known`` names if none are given; an unknown name raises an error."""
    known = tuple(known)
    for name in names or ():
        if name not in known:
            raise UnknownNameError(kind, name, known)
    return list(names or known)


@contextmanager
def resumable(console: Console) -> Iterator[None]:
    """On an interruption, print how to resume and end the command."""
    try:
        yield
    except KeyboardInterrupt:
        console.print("stopped: the results so far are stored; run the same command again to resume")
        raise typer.Exit(INTERRUPTED) from None
