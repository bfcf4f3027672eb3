"""The optional packages of an extra, as requirements for pip."""

from __future__ import annotations

import re

_REQUIREMENT = re.compile(r"\s*([^;]+?)\s*;.*\bextra\s*==\s*['\"]([\w-]+)['\"]")


def requirements(extra: str) -> tuple[str, ...]:
    """Requirements of an extra, such as ``mitsuba>=3.6``; empty if memetik's metadata are not installed.

    >>> from memetik.extras import requirements
    >>> requirements("mujoco")
    ('mujoco>=3.1',)
    """
    import importlib.metadata  # takes long to load, and only errors need it

    try:
        listed = importlib.metadata.requires("memetik") or []
    except importlib.metadata.PackageNotFoundError:
        return ()
    matches = (match for match in map(_REQUIREMENT.match, listed) if match)
    return tuple(match[1] for match in matches if match[2] == extra)


def install_command(extra: str) -> str:
    """The pip command that installs the packages of an extra, wherever memetik itself came from."""
    packages = requirements(extra)
    quoted = " ".join(f"'{package}'" for package in packages)
    return f"pip install {quoted}" if packages else f"install the extra {extra!r} of memetik"
