"""The type of recorded values."""

from typing import Any

Values = dict[str, Any]  # name -> text, number, list of those, or array
