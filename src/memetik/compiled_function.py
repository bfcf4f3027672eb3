"""Compiled functions of the user, which the core calls by their addresses."""

from __future__ import annotations

from typing import Any

LOWEST_ADDRESS, END_OF_ADDRESSES = 4096, 2**64  # the first page of memory is never mapped


def address_of(function: Any) -> int | None:
    """The address of a compiled function (an integer, or numba's ``cfunc.address``), else None.

    >>> address_of(len) is None
    True
    """
    if isinstance(function, int) and not isinstance(function, bool):
        return function
    address = getattr(function, "address", None)
    return address if isinstance(address, int) else None


def may_be_address(address: int) -> bool:
    """Whether a function can be there."""
    return LOWEST_ADDRESS <= address < END_OF_ADDRESSES
