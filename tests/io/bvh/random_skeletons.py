"""Random BVH skeletons with motion, their text, and their kinematics by the definition of the format.

``skeletons()`` is a hypothesis strategy: it draws the channels, which shrink well, and a seed for the rest.
Nothing here uses memetik.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

Array = npt.NDArray[np.float64]

ROTATIONS = ("Xrotation", "Yrotation", "Zrotation")
POSITIONS = ("Xposition", "Yposition", "Zposition")
ROTATION_ORDERS = tuple(itertools.permutations(ROTATIONS))


@dataclass(frozen=True)
class Skeleton:
    """Node k is called ``joint_k``; ``parents`` come before their children, -1 is above a root."""

    parents: list[int]
    offsets: Array
    channels: list[tuple[str, ...]]
    ends: list[Array | None]
    values: Array

    def text(self) -> str:
        lines = ["HIERARCHY"]
        for root in (k for k, parent in enumerate(self.parents) if parent < 0):
            lines += self._lines(root)
        lines += ["MOTION", f"Frames: {len(self.values)}", "Frame Time: 0.01"]
        return "\n".join([*lines, *(" ".join(map(str, row.tolist())) for row in self.values)])

    def _lines(self, k: int) -> list[str]:
        lines = [f"{'ROOT' if self.parents[k] < 0 else 'JOINT'} joint_{k}", "{"]
        lines += [f"OFFSET {' '.join(map(str, self.offsets[k].tolist()))}"]
        lines += [f"CHANNELS {len(self.channels[k])} {' '.join(self.channels[k])}"]
        end = self.ends[k]
        if end is not None:
            lines += ["End Site", "{", f"OFFSET {' '.join(map(str, end.tolist()))}", "}"]
        for child in (child for child, parent in enumerate(self.parents) if parent == k):
            lines += self._lines(child)
        return [*lines, "}"]

    def order(self) -> list[int]:
        """The nodes in the order in which the text has them, and so their channels."""
        found: list[int] = []

        def visit(parent: int) -> None:
            for k in (k for k, other in enumerate(self.parents) if other == parent):
                found.append(k)
                visit(k)

        visit(-1)
        return found

    def poses(self, frame: int, positions: str) -> dict[str, Array]:
        """Where every node is in the file's axes and units: parent · T(offset, positions) · R₁ · R₂ · R₃."""
        column, poses = 0, {-1: np.eye(4)}
        result = {}
        for k in self.order():
            place, turn = self.offsets[k].copy(), np.eye(4)
            for channel in self.channels[k]:
                value, axis = self.values[frame, column], "XYZ".index(channel[0])
                column += 1
                if channel in ROTATIONS:
                    turn = turn @ elementary_rotation(axis, value)
                elif positions == "replace":
                    place[axis] = value
                else:
                    place[axis] += value
            shift = np.eye(4)
            shift[:3, 3] = place
            poses[k] = result[f"joint_{k}"] = poses[self.parents[k]] @ shift @ turn
            end = self.ends[k]
            if end is not None:
                shift = np.eye(4)
                shift[:3, 3] = end
                result[f"joint_{k}_end"] = poses[k] @ shift
        return result


def elementary_rotation(axis: int, degrees: float) -> Array:
    """About one coordinate axis, as 4x4."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    result = np.eye(4)
    angle = math.pi * degrees / 180
    result[i, i] = result[j, j] = math.cos(angle)
    result[j, i] = math.sin(angle)
    result[i, j] = -math.sin(angle)
    return result


def random_skeleton(seed: int, channels: list[tuple[str, ...]], frames: int = 3) -> Skeleton:
    rng = np.random.default_rng(seed)
    parents = [-1 if k == 0 or rng.random() < 0.05 else int(rng.integers(k)) for k in range(len(channels))]
    ends = [rng.uniform(-0.3, 0.3, 3) if rng.random() < 0.4 else None for _ in channels]
    kinds = [channel for k in _order(parents) for channel in channels[k]]
    scales = np.array([400.0 if channel in ROTATIONS else 1.0 for channel in kinds])
    values = rng.uniform(-1, 1, (frames, len(kinds))) * scales
    return Skeleton(parents, rng.uniform(-0.3, 0.3, (len(channels), 3)), channels, ends, values)


def _order(parents: list[int]) -> list[int]:
    return Skeleton(parents, np.empty(0), [], [], np.empty(0)).order()


def _channels() -> st.SearchStrategy[tuple[str, ...]]:
    """Any subset in any order; now and then proper Euler angles, such as z, x, z."""
    subsets = st.permutations([*POSITIONS, *ROTATIONS]).flatmap(
        lambda names: st.integers(0, 6).map(lambda count: tuple(names[:count]))
    )
    return st.one_of(st.sampled_from(ROTATION_ORDERS), subsets, st.tuples(*[st.sampled_from(ROTATIONS)] * 3))


def skeletons(max_joints: int = 12) -> st.SearchStrategy[Skeleton]:
    listed = st.lists(_channels(), min_size=1, max_size=max_joints)
    return st.builds(random_skeleton, st.integers(0, 2**32 - 1), listed)
