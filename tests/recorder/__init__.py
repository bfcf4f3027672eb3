"""Records the values that memetik computes, and compares two recordings: ``python -m tests.recorder``."""
