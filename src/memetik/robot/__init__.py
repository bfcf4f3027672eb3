"""Robots: kinematic trees with names, limits and geometry, and how they are made."""
