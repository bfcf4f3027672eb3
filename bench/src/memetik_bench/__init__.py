"""Measuring: the machine, the peers, the clock."""
