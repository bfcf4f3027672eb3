"""The animated characters, and what they are written with."""
