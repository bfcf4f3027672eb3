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
