"""The types of values that the adapter returns."""

from typing import Any

Values = dict[str, Any]  # name -> text, number, list of those, or array
