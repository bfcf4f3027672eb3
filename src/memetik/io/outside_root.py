"""Faults of an XML file outside its root element: they cannot change what the element means.

Published robot files have them, because the XML readers of ROS and of Bullet overlook them.
"""

from __future__ import annotations

import re

from lxml import etree

from .safe_text import shown

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_BEFORE_DECLARATION = re.compile(rb"\xef\xbb\xbf|\s+|<!--.*?-->", re.DOTALL)
_DECLARATION = re.compile(rb"<\?xml\s[^<>]*\?>")


def without_faults_outside_root(content: bytes) -> tuple[bytes, list[str]]:
    """``content`` without a faulty XML declaration and null bytes at its end, and a message for each fault.

    The declaration is replaced by spaces, so that every element stays in its line.
    """
    faults = []
    kept = content.rstrip(b"\0")
    if b"\0" in kept:  # UTF-16, or not XML at all
        return content, []
    if len(kept) < len(content):
        faults.append("null bytes after the end; they are ignored")
    declaration = _declaration(kept)
    if declaration is not None and (reason := _fault(declaration)):
        line = kept.count(b"\n", 0, declaration.start()) + 1
        text = shown(declaration[0].decode("utf-8", "replace"))
        faults.append(f"{text!r} (line {line}) is {reason}; it is ignored, and the file read as UTF-8")
        blank = re.sub(rb"[^\r\n]", b" ", declaration[0])
        kept = kept[: declaration.start()] + blank + kept[declaration.end() :]
    return kept, faults


def _declaration(content: bytes) -> re.Match[bytes] | None:
    """The XML declaration, if only white space and comments are before it."""
    place = 0
    while skipped := _BEFORE_DECLARATION.match(content, place):
        place = skipped.end()
    return _DECLARATION.match(content, place)


def _fault(declaration: re.Match[bytes]) -> str | None:
    """What is wrong with a declaration, or None."""
    if declaration.string[: declaration.start()] not in (b"", _BYTE_ORDER_MARK):
        return "not at the start of the file"
    try:
        etree.fromstring(declaration[0] + b"<robot/>")
    except etree.XMLSyntaxError:
        return "not a valid XML declaration"
    return None
