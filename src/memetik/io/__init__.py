"""Robots from files and from the objects of other libraries."""
