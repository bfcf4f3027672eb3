"""Tables and shapes that several bundled robots use."""
