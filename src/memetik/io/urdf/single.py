"""Elements of a URDF that may occur once, but are sometimes repeated."""

from __future__ import annotations

from ..faults import Faults
from ..safe_xml import Element, children, only_child


def first_child(element: Element, tag: str, faults: Faults, *, cosmetic: bool = False) -> Element | None:
    """The child called ``tag``, or None; several are a fault, after which the first is used."""
    handle = faults.cosmetic if cosmetic else faults.repaired
    first = next(iter(children(element, tag)), None)
    return handle(lambda: only_child(element, tag), first, "the first is used")
