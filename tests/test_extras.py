"""Errors give an install command that works regardless of how memetik was installed."""

from __future__ import annotations

import importlib.metadata

import pytest

from memetik import extras


def test_every_extra_has_packages_of_its_own_or_of_others() -> None:
    names = importlib.metadata.metadata("memetik").get_all("Provides-Extra") or []
    assert {"plot", "mesh", "mujoco", "methods"} <= set(names)
    for name in names:
        assert extras.requirements(name), name


def test_requirements_are_those_of_the_extra_alone() -> None:
    assert extras.requirements("mujoco") == ("mujoco>=3.1",)
    assert extras.requirements("no such extra") == ()


def test_the_command_names_packages_and_not_memetik_itself() -> None:
    command = extras.install_command("plot")
    assert command.startswith("pip install 'mitsuba>=")
    assert "'matplotlib>=" in command
    assert "memetik" not in command


def test_without_metadata_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> list[str]:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", missing)
    assert extras.install_command("plot") == "install the extra 'plot' of memetik"
