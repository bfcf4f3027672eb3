"""The robot: an immutable kinematic tree with names, limits, masses and shapes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, RobotError
from ..io import foreign
from ..io.parsed import ParsedRobot
from ..transforms import Array, rigid_transform
from . import edit as _edit
from . import plain
from .kinematic_tree import KinematicTree
from .text import tree_text

if TYPE_CHECKING:
    from ..io.bvh import Limits, Unit, Up
    from ..plot import Still


class Robot(KinematicTree):
    """A kinematic tree. Immutable, so it can be shared between threads; edits return new robots.

    A configuration ``q`` is a vector of ``robot.dof`` numbers ([rad] and [m]), named by
    ``robot.variable_names``; most methods also take a batch ``(N, dof)``. Poses are 4x4 transforms in
    the frame of the root link.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> robot.dof
    6
    >>> robot.fk(robot.neutral, "tool0").shape
    (4, 4)
    """

    # ---------------------------------------------------------------- loading and saving

    @classmethod
    def load(cls, source: Any) -> Robot:
        """A robot from a bundled name, a file, or an object of another library.

        A string without suffix or separator is a bundled robot's name (``"panda"``, ``"snake(40)"``;
        ``memetik robots`` lists them); any other string or path is a file: ``.urdf``, ``.xacro``, ``.xml``
        (MJCF or URDF, whichever it is), ``.mjcf``, ``.bvh``. Objects: a Robot, the plain form of
        :meth:`to_dict`, a ``yourdfpy.URDF``, a ``mujoco.MjModel`` or ``MjSpec``.
        """
        if isinstance(source, Robot):
            return source
        if isinstance(source, Mapping):
            return cls.from_dict(source)
        if isinstance(source, str) and not _looks_like_path(source):
            from ..models import load_bundled

            return load_bundled(source)
        if isinstance(source, (str, os.PathLike)):
            return cls._from_file(Path(source))
        library = type(source).__module__.partition(".")[0]
        if library == "yourdfpy":
            return cls.from_urdf_string(source.write_xml_string())
        if library == "mujoco":
            return cls.from_mjcf(source)
        raise RobotError(
            f"cannot make a robot of {type(source).__name__}; expected a bundled name, a path, a Robot, "
            "the plain form of Robot.to_dict(), a yourdfpy.URDF, or a mujoco.MjModel"
        )

    @classmethod
    def from_urdf(
        cls,
        path: str | os.PathLike[str],
        *,
        package_dirs: Mapping[str, str | os.PathLike[str]] | Sequence[str | os.PathLike[str]] = (),
    ) -> Robot:
        """Read a URDF file, strictly: an error names the element and the line.

        A ``.xacro`` file is expanded first, if the package xacrodoc is installed.

        ``package://`` mesh paths are looked up in ``package_dirs`` (directories, or a mapping from
        package to directory), in the ROS environment, and above the file. Missing meshes are no error.
        """
        from ..io.urdf import read_urdf

        return cls._from_parsed(read_urdf(path, package_dirs=package_dirs), Path(path).name)

    @classmethod
    def from_urdf_string(
        cls,
        text: str | bytes,
        *,
        base_dir: str | os.PathLike[str] | None = None,
        package_dirs: Mapping[str, str | os.PathLike[str]] | Sequence[str | os.PathLike[str]] = (),
    ) -> Robot:
        """Read a URDF given as text, such as ROS' ``robot_description``; ``base_dir`` for relative paths."""
        from ..io.urdf import parse_urdf

        base = None if base_dir is None else Path(base_dir)
        return cls._from_parsed(parse_urdf(text, base_dir=base, package_dirs=package_dirs))

    @classmethod
    def from_mjcf(cls, source: Any) -> Robot:
        """The robot in an MJCF file, a ``mujoco.MjModel`` or an ``MjSpec``; needs ``memetik[mujoco]``.

        Bodies and sites become links, and ``world`` the root of all. Joints that the model couples linearly
        become mimics. Variables count from the model's reference posture; :meth:`to_mujoco` and
        :meth:`from_mujoco` convert to and from ``qpos``. What a tree cannot have is left out: loops
        (``connect``, ``weld``) and nonlinear couplings with a :class:`~memetik.RobotWarning`.
        """
        from ..io import mjcf

        if isinstance(source, (str, os.PathLike)):
            return cls._from_parsed(mjcf.read_mjcf(source), Path(source).name)
        return cls._from_parsed(mjcf.read_model(source))

    @classmethod
    def from_mjcf_string(cls, text: str, *, base_dir: str | os.PathLike[str] | None = None) -> Robot:
        """Read MJCF given as text; ``base_dir`` is where its meshes are."""
        from ..io.mjcf import parse_mjcf

        return cls._from_parsed(parse_mjcf(text, base_dir=None if base_dir is None else Path(base_dir)))

    @classmethod
    def from_bvh(
        cls,
        path: str | os.PathLike[str],
        *,
        unit: Unit = "m",
        up: Up = "y",
        limits: Limits | None = None,
    ) -> Robot:
        """Read the skeleton of a BVH file, a character; :func:`memetik.io.bvh.read` has its motion, too.

        Every rotation is a continuous joint, ``"LeftArm.rz"``, every position a prismatic one, ``"Hips.x"``;
        zero is the rest pose. ``unit`` is the file's unit of length ("m", "cm", "mm", "in", "ft" or metres),
        ``up`` its axis that becomes z, ``limits`` maps variables to (lower, upper) [rad, m].

        ``mk.Robot.from_bvh("walk.bvh", unit="cm", limits={"LeftForeArm.rx": (0, 2.5)})``
        """
        from ..io.bvh import read_skeleton

        parsed = read_skeleton(path, unit=unit, up=up, limits=limits)
        return cls._from_parsed(parsed, Path(path).name)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Robot:
        """The robot whose plain form is ``data``."""
        return cls(*plain.robot_from_dict(data))

    def to_dict(self) -> dict[str, Any]:
        """The plain form: dictionaries, lists, numbers and strings, fit for JSON and YAML."""
        return plain.robot_to_dict(self.name, self._links, self._joints)

    @classmethod
    def _from_file(cls, path: Path) -> Robot:
        from ..io.files import read_file

        return cls._from_parsed(read_file(path), path.name)

    @classmethod
    def _from_parsed(cls, parsed: ParsedRobot, source: str = "") -> Robot:
        try:
            return cls(parsed.name, parsed.links, parsed.joints)
        except RobotError as error:
            raise RobotError(f"{source}: {error}" if source else str(error)) from None

    # ---------------------------------------------------------------- new robots from this one

    def lock(self, values: Mapping[str, npt.ArrayLike]) -> Robot:
        """This robot with joints frozen at ``values``; they are no longer variables."""
        if not isinstance(values, Mapping):
            raise ConfigurationError(f"lock takes a mapping from joint to value, got {values!r}")
        checked = {}
        for name, value in values.items():
            if name in self._compiled.slices:
                checked[name] = self._joint_value(name, value)
                q = self.pack({name: checked[name]})
                if not self.within_limits(q, tolerance=1e-9):
                    raise ConfigurationError(
                        f"joint {name!r} cannot be locked at {checked[name]}: outside its limits"
                    )
            else:
                self._slice(name)  # raises for unknown names and followers
                raise ConfigurationError(f"{name!r} is part of a joint; lock the whole joint")
        return Robot(self.name, *_edit.lock(self._links, self._joints, checked))

    def subtree(self, base: str, tips: str | Sequence[str] | None = None) -> Robot:
        """The part of this robot between ``base``, its new root, and ``tips`` (all below ``base`` if None).

        What is fixed to a kept link stays; everything else goes, with its mass.
        """
        names = [tips] if isinstance(tips, str) else tips
        for name in (base, *(names or ())):
            self._link(name)
        return Robot(self.name, *_edit.subtree(self._links, self._joints, base, names))

    def with_floating_base(self, *, joint: str = "root", world: str = "world") -> Robot:
        """This robot free to move: six more variables ``root.x ... root.rz`` below a new root link."""
        return Robot(self.name, *_edit.floating_base(self._links, self._joints, joint, world))

    def attach(
        self, other: Robot, link: str, pose: npt.ArrayLike | None = None, *, prefix: str = ""
    ) -> Robot:
        """This robot with the root of ``other`` fixed to ``link`` at ``pose`` (4, 4).

        ``prefix`` goes before all names of ``other``, for instance ``"left_"``.
        """
        self._link(link)
        if not isinstance(other, Robot):
            raise RobotError(f"cannot attach {other!r}: not a Robot")
        placed = np.eye(4) if pose is None else rigid_transform(pose, "pose")
        parts = (self._links, self._joints), (other._links, other._joints)
        return Robot(f"{self.name}+{other.name}", *_edit.attach(*parts, link, placed, prefix))

    # ---------------------------------------------------------------- other libraries' conventions

    def to_pinocchio(self, q: npt.ArrayLike, model: Any, *, base: npt.ArrayLike | None = None) -> Array:
        """``q`` as a configuration of a ``pinocchio.Model``: (nq,) or (N, nq).

        Joints go by name, whatever their order; rotations become quaternions (x, y, z, w), continuous
        joints (cos, sin). Joints that this robot does not have are taken from ``base``. Mind that
        pinocchio's own URDF reader lets planar joints move normal to z, whatever axis the file gives.
        """
        return foreign.to_foreign(self, *self._usable_rows(q), foreign.pinocchio_layout(model), base)

    def from_pinocchio(self, q: npt.ArrayLike, model: Any) -> Array:
        """The configuration of this robot from one of a ``pinocchio.Model``: (dof,) or (N, dof)."""
        return foreign.from_foreign(self, q, foreign.pinocchio_layout(model))

    def to_mujoco(self, q: npt.ArrayLike, model: Any, *, base: npt.ArrayLike | None = None) -> Array:
        """``q`` as the ``qpos`` of a ``mujoco.MjModel``; quaternions (w, x, y, z)."""
        return foreign.to_foreign(self, *self._usable_rows(q), foreign.mujoco_layout(model), base)

    def from_mujoco(self, qpos: npt.ArrayLike, model: Any) -> Array:
        """The configuration of this robot from the ``qpos`` of a ``mujoco.MjModel``."""
        return foreign.from_foreign(self, qpos, foreign.mujoco_layout(model))

    # ---------------------------------------------------------------- pictures

    def plot(self, q: npt.ArrayLike | None = None, *, goals: Any = (), **options: Any) -> Still:
        """A picture of this robot at ``q`` with the targets of ``goals``; needs ``memetik[plot]``.

        Notebooks show it, ``robot.plot(q).save("robot.png")`` writes it. ``options`` are those of
        :func:`memetik.plot.render`, for instance ``size=(960, 720)``, ``view=(azimuth, elevation)`` [rad].
        """
        from ..plot import Still, render

        return Still(render(self, q, goals=goals, **options))

    # ---------------------------------------------------------------- Python's own

    def __repr__(self) -> str:
        mass = f", {self.mass:.4g} kg" if self.mass else ""
        head = (
            f"Robot {self.name!r}: {self.dof} DoF, {len(self._links)} links, reach {self.reach:.4g} m{mass}"
        )
        return f"{head}\n{tree_text(self.root, self._joints)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Robot) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.name, self.link_names, self.variable_names))

    def __reduce__(self) -> tuple[Any, ...]:
        return Robot.from_dict, (self.to_dict(),)


def _looks_like_path(text: str) -> bool:
    return "/" in text or os.sep in text or "." in text.partition("(")[0]
