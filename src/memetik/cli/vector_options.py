"""Options that take several numbers accept them with commas, too: ``--position 0.5,0.1,0.4``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperCommand


class VectorCommand(TyperCommand):
    """A command that also accepts ``--position 0.5,0.1,0.4`` and ``--position=0.5,0.1,0.4``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Split the numbers before the options are parsed."""
        sizes = {name: parameter.nargs for parameter in self.params for name in parameter.opts}
        vectors = {name: size for name, size in sizes.items() if size > 1}
        return super().parse_args(ctx, list(_without_commas(args, vectors)))


def one_or_two(text: str | None, option: str) -> tuple[float, ...] | None:
    """One number, or two with a comma; None if the option is not given.

    >>> one_or_two("0.001,0.01", "--tolerance")
    (0.001, 0.01)
    """
    if text is None:
        return None
    try:
        values = tuple(float(part) for part in text.split(","))
    except ValueError:
        values = ()
    if len(values) not in (1, 2):
        raise typer.BadParameter(f"{option}: expected a number, or two with a comma; got {text!r}")
    return values


def _without_commas(words: Sequence[str], sizes: Mapping[str, int]) -> Iterator[str]:
    """The words with ``0.5,0.1,0.4`` split, where it follows one of these options."""
    option = ""
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name in sizes:
            yield name
            yield from _split(name, value, sizes[name])
        elif option in sizes and "," in word:
            yield from _split(option, word, sizes[option])
        else:
            yield word
        option = word


def _split(option: str, text: str, size: int) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != size:
        example = ",".join(["0.5", "0.1", "0.4", "0"][:size])
        raise typer.BadParameter(f"{option}: expected {size} numbers, such as {example}; got {text!r}")
    return parts
