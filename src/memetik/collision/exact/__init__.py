"""Exact checks: shapes as geometries of coal, a collision library that is imported only when it is used."""
