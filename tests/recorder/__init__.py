"""Records what memetik computes, bit for bit, and compares two recordings: ``python -m tests.recorder``."""
