"""A clip as the text of a BVH file."""

from __future__ import annotations

from collections.abc import Iterator

from ._bvh_clip import Clip
from ._bvh_skeleton import Node

_DEEPEST_INDENT = 100


def text_lines(clip: Clip) -> Iterator[str]:
    """The lines, without their ends. Numbers are the shortest that are read back to the bit."""
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
