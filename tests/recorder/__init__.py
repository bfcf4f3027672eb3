"""Records results of memetik bit for bit, and compares two recordings: ``python -m tests.recorder``."""
