"""The frozen files of the scenarios: targets, and apart from them certificates and hashes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from memetik import MemetikError, Robot
from memetik.transforms import Array

DATA = Path(__file__).parent / "data"
"""Has ``targets/NAME.npz``, ``certificates/NAME.npz`` and ``hashes.json``."""

_HASHES = DATA / "hashes.json"


def read_targets(name: str) -> Array:
    """Return the poses (N, 4, 4) of a scenario."""
    return poses_of(_read("targets", name)["poses"])


def read_certificates(name: str) -> Array:
    """Return the verified configurations (N, dof) of a scenario."""
    return np.asarray(_read("certificates", name)["q"], dtype=np.float64)


def read_samples(name: str) -> npt.NDArray[np.intp]:
    """Return which samples of the source the targets are (N,); those between them were replaced."""
    return np.asarray(_read("certificates", name)["samples"], dtype=np.intp)


def write_frozen(name: str, poses: Array, q: Array, samples: npt.NDArray[np.intp]) -> None:
    """Write targets (N, 4, 4) and certificates (N, dof); the same arrays give the same bytes."""
    for part, arrays in {
        "targets": {"poses": rows_of(poses)},
        "certificates": {"q": q.astype(np.float32), "samples": samples.astype(np.int32)},
    }.items():
        (DATA / part).mkdir(parents=True, exist_ok=True)
        np.savez_compressed(DATA / part / f"{name}.npz", **arrays)  # type: ignore[arg-type]


def read_hashes() -> dict[str, str]:
    """Return the content hash of every scenario when it was frozen."""
    hashes: dict[str, str] = json.loads(_HASHES.read_text())
    return hashes


def write_hash(name: str, content_hash: str) -> None:
    """Enter the content hash of a scenario."""
    known = read_hashes() if _HASHES.exists() else {}
    known[name] = content_hash
    _HASHES.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")


def storable(robot: Robot, q: Array) -> Array:
    """Return configurations (N, dof) as they are stored, in single precision, and within the limits."""
    rows = robot.clip(q).astype(np.float32)
    outside = (rows.astype(np.float64) < robot.lower) | (rows.astype(np.float64) > robot.upper)
    rows[outside] = np.nextafter(rows[outside], np.float32(0))
    return rows.astype(np.float64)


def rows_of(poses: Array) -> Array:
    """Return poses (N, 4, 4) as rows x y z qw qx qy qz, rounded to 1e-12.

    >>> rows_of(np.eye(4)[None])
    array([[0., 0., 0., 1., 0., 0., 0.]])
    """
    from scipy.spatial.transform import Rotation

    quaternions = Rotation.from_matrix(poses[:, :3, :3]).as_quat(canonical=True)
    rows = np.column_stack([poses[:, :3, 3], quaternions[:, 3], quaternions[:, :3]])
    return np.asarray(np.round(rows, 12) + 0.0)


def poses_of(rows: Array) -> Array:
    """Return rows x y z qw qx qy qz as poses (N, 4, 4)."""
    from scipy.spatial.transform import Rotation

    poses = np.tile(np.eye(4), (len(rows), 1, 1))
    poses[:, :3, :3] = Rotation.from_quat(rows[:, [4, 5, 6, 3]]).as_matrix()
    poses[:, :3, 3] = rows[:, :3]
    return poses


def _read(part: str, name: str) -> dict[str, Array]:
    path = DATA / part / f"{name}.npz"
    if not path.is_file():
        raise MemetikError(f"{path} is missing: python -m memetik_bench.scenarios.generate {name}")
    with np.load(path, allow_pickle=False) as file:
        return dict(file)
