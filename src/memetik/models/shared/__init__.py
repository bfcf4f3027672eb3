"""What several bundled robots are written with."""
