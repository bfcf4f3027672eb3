"""Shares as text."""

from __future__ import annotations


def percent(part: int, whole: int) -> str:
    """A share with two digits; never 100 % if something is missing.

    >>> percent(3, 3), percent(2, 3), percent(999_999, 1_000_000)
    ('100.00 %', '66.67 %', '> 99.99 %')
    """
    text = f"{100 * part / whole:.2f} %"
    return "> 99.99 %" if part < whole and text == "100.00 %" else text
