"""Reads XML that may be broken or hostile: expands no entities, and errors name the element and its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from lxml import etree

from ..errors import RobotError
from .faults import Faults
from .outside_root import without_faults_outside_root
from .safe_text import MAX_BYTES, MAX_NAME_LENGTH, located, plain_number, shown
from .xacro import XACRO_HELP

Element: TypeAlias = etree._Element

# Every tag costs about 100 bytes of memory; a robot of 10 000 joints has some 300 000.
_MAX_TAGS = 1_000_000


def parse_xml(text: str | bytes, faults: Faults | None = None) -> Element:
    """The root element of ``text``. No other file is read, no entity is expanded, a DOCTYPE is refused.

    Faults outside the root element are cosmetic; they are noted in ``faults``.
    """
    if not isinstance(text, (str, bytes)):
        raise RobotError(f"expected the text of an XML file, a string or bytes, got {type(text).__name__}")
    # A str is already decoded, so the encoding in its XML declaration does not apply.
    content, encoding = (text.encode("utf-8"), "utf-8") if isinstance(text, str) else (text, None)
    if len(content) > MAX_BYTES:
        raise RobotError(f"larger than {MAX_BYTES // 1024**2} MiB")
    if not content.strip():
        raise RobotError("the text is empty")
    if content.count(b"<") > _MAX_TAGS:
        raise RobotError(f"more than {_MAX_TAGS} tags")
    try:
        return _root(content, encoding)
    except RobotError:
        mended, found = without_faults_outside_root(content)
        if not found:
            raise
    root = _root(mended, encoding)
    if faults is not None:
        for fault in found:
            faults.note(fault)
    return root


def tag_of(element: Element) -> str:
    """The tag as written in the file: ``link``, ``xacro:macro``."""
    name = etree.QName(element).localname
    return name if element.prefix is None else f"{element.prefix}:{name}"


def describe(element: Element) -> str:
    """How error messages name an element: ``joint 'elbow' (line 12)``, ``origin (line 13)``."""
    name = element.get("name")
    called = "" if name is None else f" {shown(name)!r}"
    return f"{shown(tag_of(element))}{called} (line {element.sourceline})"


def children(element: Element, tag: str | None = None) -> list[Element]:
    """The direct children, or only those called ``tag``, without children that have a namespace prefix."""
    found = element.iterchildren(f"{{*}}{tag or '*'}")
    return [child for child in found if child.prefix is None]


def only_child(element: Element, tag: str) -> Element | None:
    """The child called ``tag``, or None if it is missing; an error if there are several."""
    found = children(element, tag)
    if len(found) > 1:
        lines = f"lines {found[0].sourceline} and {found[1].sourceline}"
        raise RobotError(f"{len(found)} <{tag}> elements ({lines}), expected one")
    return found[0] if found else None


def required_child(element: Element, tag: str) -> Element:
    """The only child called ``tag``; an error if it is missing or there are several."""
    child = only_child(element, tag)
    if child is None:
        raise RobotError(f"the <{tag}> element is missing")
    return child


def attribute(element: Element, name: str) -> str | None:
    """An attribute as written in the file, or None if it is missing."""
    text = element.get(name)
    if text is not None and ("${" in text or "$(" in text):
        raise RobotError(f"{name}={shown(text)!r}: {XACRO_HELP}")
    return text


def required_attribute(element: Element, name: str) -> str:
    """An attribute that exists and is not blank."""
    text = attribute(element, name)
    if text is None:
        raise RobotError(f"the attribute {name!r} is missing")
    if not text.strip():
        raise RobotError(f"the attribute {name!r} is empty")
    return text


def required_name(element: Element, attribute_name: str = "name") -> str:
    """The name of a link or joint as written in the file; it must not be blank or too long for messages."""
    text = required_attribute(element, attribute_name)
    if len(text) > MAX_NAME_LENGTH:
        raise RobotError(f"the attribute {attribute_name!r} is longer than {MAX_NAME_LENGTH} characters")
    return text


def numbers(
    element: Element, name: str, count: int, default: Sequence[float] | None = None
) -> tuple[float, ...]:
    """``count`` finite numbers from an attribute; without ``default`` the attribute is required."""
    text = attribute(element, name)
    if text is None:
        if default is None:
            raise RobotError(f"the attribute {name!r} is missing")
        return tuple(default)
    tokens = text.split()
    if len(tokens) != count:
        plural = "" if count == 1 else "s"
        raise RobotError(f"{name}: expected {count} number{plural}, got {len(tokens)}: {shown(text)!r}")
    with located(name):
        return tuple(plain_number(token) for token in tokens)


def number(element: Element, name: str, default: float | None = None) -> float:
    """One finite number from an attribute; without ``default`` the attribute is required."""
    return numbers(element, name, 1, None if default is None else (default,))[0]


def _root(content: bytes, encoding: str | None) -> Element:
    """The root element; without ``encoding``, the file declares its own."""
    parser = etree.XMLParser(
        encoding=encoding,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        if b"<!DOCTYPE" in content.partition(b"<robot")[0]:
            raise _doctype_error(content) from None
        raise _syntax_error(content, error) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise _doctype_error(content)
    return root


def _syntax_error(content: bytes, error: etree.XMLSyntaxError) -> RobotError:
    line, column = error.position
    reason = " ".join(str(error.msg).rpartition(", line ")[0].split()) or "broken"
    text = content.split(b"\n", line)[line - 1] if line > 0 else b""
    near = text[max(0, column - 50) : column + 30].strip().decode("utf-8", "replace")
    where = f"near {near!r}" if near else "nothing follows"
    return RobotError(f"not well-formed XML (line {line}, column {column}): {shown(reason)}; {where}")


def _doctype_error(content: bytes) -> RobotError:
    before, found, _ = content.partition(b"<!DOCTYPE")
    lines = before.count(b"\n") + 1
    where = f" (line {lines})" if found else ""
    return RobotError(f"DOCTYPE{where}: document types and entities are refused; a robot needs none")
