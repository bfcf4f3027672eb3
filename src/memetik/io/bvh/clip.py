"""A motion clip: a character, its motion, and the data needed to write its file again."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ...errors import ConfigurationError, UnknownNameError
from ...robot import Robot
from ...transforms import Array
from .channels import Columns
from .skeleton import Node


@dataclass(frozen=True, eq=False, repr=False)
class Clip:
    """A character and its motion, as :func:`~memetik.io.bvh.read` returns them. Immutable.

    ``robot`` is the character, ``motion`` (frames, dof) its configurations [rad, m], ``frame_time`` [s] the
    time between frames. ``channels`` (frames, channels) are the numbers of the file, in degrees and
    its unit of length; ``skeleton`` is its hierarchy. A clip has a length and can be cut: ``clip[10:20]``.
    """

    robot: Robot
    channels: Array
    frame_time: float
    skeleton: tuple[Node, ...]
    _columns: Columns

    def __post_init__(self) -> None:
        self.channels.setflags(write=False)

    @functools.cached_property
    def motion(self) -> Array:
        """The configuration of every frame (frames, dof) [rad, m]; read-only.

        Positions are relative to the joint's OFFSET, so that zero is the rest pose.
        """
        motion = self._columns.to_motion(self.channels)
        motion.setflags(write=False)
        return motion

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each column of ``motion``: ``"Hips.x"``, ``"Hips.rz"``, ..."""
        return self.robot.variable_names

    def rotations(self, *joints: str) -> tuple[str, ...]:
        """The names of all angles of ``joints`` of the skeleton, by default of all its joints.

        ``mk.Solver(clip.robot, goals, joints=clip.rotations("LeftArm", "LeftForeArm"))`` moves only an arm.
        """
        known = {node.name: node for node in self.skeleton if not node.is_end}
        for joint in joints:
            if joint not in known:
                raise UnknownNameError("joint of the skeleton", joint, known)
        owners = [node.name for node in self.skeleton for _ in node.channels]
        chosen = set(joints or known)
        angles = self._columns.is_angle
        named = zip(self.names, owners, angles, strict=True)
        return tuple(name for name, owner, is_angle in named if is_angle and owner in chosen)

    def with_motion(self, motion: npt.ArrayLike, *, frame_time: float | None = None) -> Clip:
        """This clip with other configurations (frames, dof) [rad, m], of any number of frames.

        A value that is equal to this clip's in the same frame keeps exactly its number in the file; other
        values become the nearest number of degrees or units of length.
        """
        rows, _ = self.robot._usable_rows(motion)
        channels = self._columns.to_channels(rows)
        if len(rows) == len(self):
            same, column = rows == self.motion, self._columns.column
            channels[:, column] = np.where(same, self.channels[:, column], channels[:, column])
        seconds = self.frame_time if frame_time is None else frame_time
        if not (isinstance(seconds, (int, float, np.number)) and 0 <= seconds < np.inf):
            raise ConfigurationError(f"frame_time: expected a time [s] of at least 0, got {frame_time!r}")
        return replace(self, channels=channels, frame_time=float(seconds))

    def __len__(self) -> int:
        return len(self.channels)

    def __getitem__(self, frames: slice) -> Clip:
        if not isinstance(frames, slice):
            raise ConfigurationError(f"a clip is cut by frames, as in clip[10:20]; got clip[{frames!r}]")
        return replace(self, channels=self.channels[frames].copy())

    def __repr__(self) -> str:
        frames = f"{len(self)} frame{'' if len(self) == 1 else 's'}"
        return f"<Clip {self.robot.name!r}: {frames} of {self.frame_time:g} s, {self.robot.dof} DoF>"
