"""What the adapter hands out."""

from typing import Any

Values = dict[str, Any]  # name -> text, number, list of those, or array
