"""The cache returns stored arrays, and ignores broken files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from memetik import disk_cache


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_arrays_come_back_as_they_were() -> None:
    arrays = {"a": np.arange(6.0).reshape(2, 3), "b": np.float32([1, 2])}
    assert disk_cache.store("kind", "key", arrays)
    kept = disk_cache.load("kind", "key")
    assert kept is not None
    assert kept.keys() == arrays.keys()
    assert all(
        (kept[name] == array).all() and kept[name].dtype == array.dtype for name, array in arrays.items()
    )


def test_nothing_is_kept_under_other_keys() -> None:
    assert disk_cache.load("kind", "key") is None


@pytest.mark.parametrize("keep", [0, 1, 30, 100])
def test_what_is_cut_short_is_not_there(own: Path, keep: int) -> None:
    disk_cache.store("kind", "key", {"a": np.arange(100.0)})
    file = own / "kind" / "key.npz"
    file.write_bytes(file.read_bytes()[:keep])
    assert disk_cache.load("kind", "key") is None


def test_objects_are_never_made_of_a_file(own: Path) -> None:
    (own / "kind").mkdir(parents=True)
    np.savez(own / "kind" / "key.npz", a=np.array([{}], dtype=object))
    assert disk_cache.load("kind", "key") is None


def test_no_half_written_file_stays(own: Path) -> None:
    disk_cache.store("kind", "key", {"a": np.zeros(3)})
    assert [path.name for path in (own / "kind").iterdir()] == ["key.npz"]


def test_where_nothing_can_be_written_that_is_said(own: Path) -> None:
    own.write_text("a file, not a directory")
    assert not disk_cache.store("kind", "key", {"a": np.zeros(3)})


def test_keys_are_of_what_is_in_them() -> None:
    assert disk_cache.key_of({"a": 1, "b": [2]}) == disk_cache.key_of({"b": [2], "a": 1})
    assert disk_cache.key_of({"a": 1}) != disk_cache.key_of({"a": 2})


def test_the_platform_has_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(disk_cache.VARIABLE)
    assert "memetik" in str(disk_cache.directory())
