"""Writes clips as BVH files and texts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ...errors import RobotError
from .clip import Clip
from .skeleton import Node

_DEEPEST_INDENT = 100


def write(path: str | os.PathLike[str], clip: Clip) -> None:
    """Write ``clip`` to a BVH file with the unit, axes and channels of the file it was read from.

    An unchanged clip is written with exactly the same numbers.
    ``mk.io.bvh.write("edited.bvh", clip.with_motion(q))`` writes the configurations q (frames, dof).
    """
    _require_clip(clip)
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in _text_lines(clip))


def to_text(clip: Clip) -> str:
    """The text that :func:`write` writes."""
    _require_clip(clip)
    return "".join(f"{line}\n" for line in _text_lines(clip))


def _text_lines(clip: Clip) -> Iterator[str]:
    """The lines, without line ends. Each number is the shortest text that reads back exactly."""
    yield "HIERARCHY"
    open_nodes: list[int] = []
    for index, node in enumerate(clip.skeleton):
        while open_nodes and open_nodes[-1] != node.parent:
            open_nodes.pop()
            yield f"{_indent(len(open_nodes))}}}"
        yield from _node_lines(node, len(open_nodes))
        open_nodes.append(index)
    while open_nodes:
        open_nodes.pop()
        yield f"{_indent(len(open_nodes))}}}"
    yield "MOTION"
    yield f"Frames: {len(clip)}"
    yield f"Frame Time: {clip.frame_time!r}"
    for row in clip.channels:
        yield " ".join(map(repr, row.tolist()))


def _node_lines(node: Node, depth: int) -> Iterator[str]:
    indent, inner = _indent(depth), _indent(depth + 1)
    kind = "End Site" if node.is_end else f"{'JOINT' if node.parent >= 0 else 'ROOT'} {node.label}"
    yield f"{indent}{kind}"
    yield f"{indent}{{"
    yield f"{inner}OFFSET {' '.join(map(repr, node.offset))}"
    if not node.is_end:
        yield f"{inner}{' '.join(['CHANNELS', str(len(node.channels)), *node.channels])}"


def _indent(depth: int) -> str:
    return "\t" * min(depth, _DEEPEST_INDENT)


def _require_clip(clip: Clip) -> None:
    if not isinstance(clip, Clip):
        raise RobotError(f"expected a Clip, as mk.io.bvh.read returns it, got {type(clip).__name__}")
