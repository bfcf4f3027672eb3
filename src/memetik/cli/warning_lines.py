"""Warnings of a command: lines ``warning: ...`` on stderr, without the place in the program."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer


@contextmanager
def warnings_as_lines() -> Iterator[None]:
    """Print each warning of the code inside as lines for the user of a command; the same one only once."""
    printed: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if str(message) in printed:
            return
        printed.add(str(message))
        for line in str(message).splitlines():
            typer.secho(f"warning: {line}", fg="yellow", err=True)

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)  # whatever the filters of the process are
        warnings.showwarning = show
        yield
