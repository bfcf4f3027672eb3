"""The robot: an immutable kinematic tree with names, limits, masses and shapes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError, RobotError
from ..transforms import Array, rigid_transform
from . import edit, plain
from .configurations import Configurations
from .description import Joint, Link
from .kinematics import Kinematics
from .sampling import random_configurations
from .text import tree_text
from .topology import Topology
from .variables import Variables

if TYPE_CHECKING:
    from ..io.bvh import Limits, Unit, Up
    from ..plot import Still


class Robot:
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

    # A robot has parts, and this class has their docstrings: the tree of links and joints (Topology), the
    # entries of q (Variables), checked configurations (Configurations), the core's tree (Kinematics). What
    # reads files and draws pictures is above this package and therefore imported where it is called.

    def __init__(self, name: str, links: Iterable[Link], joints: Iterable[Joint]) -> None:
        self._set_parts(name, Topology.of(links, joints))

    @classmethod
    def _from_topology(cls, name: str, topology: Topology) -> Robot:
        robot = cls.__new__(cls)
        robot._set_parts(name, topology)
        return robot

    def _set_parts(self, name: str, topology: Topology) -> None:
        self._name = name
        self._topology = topology
        self._variables = Variables(topology)
        self._configurations = Configurations(name, self._variables)
        self._kinematics = Kinematics(topology, self._configurations)

    # ---------------------------------------------------------------- loading and saving

    @classmethod
    def load(cls, source: Any) -> Robot:
        """A robot from a bundled name, a file, or an object of another library.

        A string without suffix or separator is a bundled robot's name (``"panda"``, ``"snake(40)"``;
        ``memetik robots`` lists them); any other string or path is a file: ``.urdf``, ``.xacro``, ``.xml``
        (MJCF or URDF, whichever it is), ``.mjcf``, ``.bvh``. Objects: a Robot, the plain form of
        :meth:`to_dict`, a ``yourdfpy.URDF``, a ``mujoco.MjModel`` or ``MjSpec``.
        """
        from ..io.load import load

        return load(source)

    @classmethod
    def from_urdf(
        cls,
        path: str | os.PathLike[str],
        *,
        package_dirs: Mapping[str, str | os.PathLike[str]] | Sequence[str | os.PathLike[str]] = (),
    ) -> Robot:
        """Read a URDF file, strictly: an error names the element and the line.

        A ``.xacro`` file is expanded first; that needs the package xacrodoc.

        ``package://`` mesh paths are looked up in ``package_dirs`` (directories, or a mapping from
        package to directory), in the ROS environment, and above the file. Missing meshes are no error.
        """
        from ..io.urdf import read_urdf

        return read_urdf(path, package_dirs=package_dirs)

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

        return parse_urdf(text, base_dir=base_dir, package_dirs=package_dirs)

    @classmethod
    def from_mjcf(cls, source: Any) -> Robot:
        """The robot in an MJCF file, a ``mujoco.MjModel`` or an ``MjSpec``; needs ``memetik[mujoco]``.

        Bodies and sites become links, and ``world`` the root of all. Joints that the model couples linearly
        become mimics. Variables count from the model's reference posture; :meth:`to_mujoco` and
        :meth:`from_mujoco` convert to and from ``qpos``. What a tree cannot have is left out: loops
        (``connect``, ``weld``) and nonlinear couplings with a :class:`~memetik.RobotWarning`.
        """
        from ..io.mjcf import read_mjcf, read_model

        return read_mjcf(source) if isinstance(source, (str, os.PathLike)) else read_model(source)

    @classmethod
    def from_mjcf_string(cls, text: str, *, base_dir: str | os.PathLike[str] | None = None) -> Robot:
        """Read MJCF given as text; ``base_dir`` is where its meshes are."""
        from ..io.mjcf import parse_mjcf

        return parse_mjcf(text, base_dir=base_dir)

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

        return read_skeleton(path, unit=unit, up=up, limits=limits)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Robot:
        """The robot whose plain form is ``data``."""
        return cls(*plain.robot_from_dict(data))

    def to_dict(self) -> dict[str, Any]:
        """The plain form: dictionaries, lists, numbers and strings, fit for JSON and YAML."""
        return plain.robot_to_dict(self.name, self._topology.links, self._topology.joints)

    # ---------------------------------------------------------------- names and limits

    @property
    def name(self) -> str:
        """What the robot is called."""
        return self._name

    @property
    def dof(self) -> int:
        """Number of entries of a configuration q."""
        return len(self._variables)

    @property
    def variable_names(self) -> tuple[str, ...]:
        """The name of each entry of q: the joint's, or ``"joint.component"`` where it has several."""
        return self._variables.names

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints that own variables (neither fixed nor mimic), depth-first."""
        return tuple(self._variables.slices)

    @property
    def link_names(self) -> tuple[str, ...]:
        """All links, depth-first, the root first."""
        return tuple(self._topology.links_by_name)

    @property
    def root(self) -> str:
        """The root link; all poses are in its frame."""
        return self._topology.root

    @property
    def tips(self) -> tuple[str, ...]:
        """The end links: those without children."""
        return self._topology.tips

    @property
    def links(self) -> Mapping[str, Link]:
        """Description of every link by name: masses, shapes."""
        return self._topology.links_by_name

    @property
    def joints(self) -> Mapping[str, Joint]:
        """Description of every joint by name, fixed and mimic ones included.

        A mimic joint follows a joint that is a variable, also where it was given to follow another mimic.
        """
        return self._topology.joints_by_name

    @property
    def lower(self) -> Array:
        """Lower limit of every variable (dof,), -inf where unlimited. Limits of mimics are included."""
        return self._variables.lower

    @property
    def upper(self) -> Array:
        """Upper limit of every variable (dof,), +inf where unlimited."""
        return self._variables.upper

    @property
    def velocity_limits(self) -> Array:
        """Largest speed of every variable (dof,) [rad/s, m/s], inf where unknown. Mimics are included."""
        return self._variables.velocity_limits

    @property
    def mass(self) -> float:
        """Total mass [kg]."""
        return self._kinematics.tree.mass

    @property
    def reach(self) -> float:
        """An upper bound of the distance from the root to any link [m]; unlimited travel not counted."""
        return self._kinematics.tree.reach

    # ---------------------------------------------------------------- configurations

    @property
    def neutral(self) -> Array:
        """A plain configuration: zero where the limits allow it, the middle of the range elsewhere."""
        return self._variables.neutral.copy()

    def pack(self, values: Mapping[str, npt.ArrayLike], *, base: npt.ArrayLike | None = None) -> Array:
        """The configuration with the named joints (or single variables) at ``values``.

        All others are as in ``base``, by default the neutral configuration.

        >>> import memetik as mk
        >>> mk.Robot.load("ur5").pack({"elbow_joint": 1.5})
        array([0. , 0. , 1.5, 0. , 0. , 0. ])
        """
        return self._configurations.pack(values, base)

    def unpack(self, q: npt.ArrayLike) -> dict[str, float | Array]:
        """Joint name -> value of a single configuration: a number, or an array for several variables."""
        return self._configurations.unpack(q)

    def random(self, n: int | None = None, rng: np.random.Generator | int | None = None) -> Array:
        """Uniform random configurations within the limits: (dof,), or (n, dof).

        Unlimited angles span ±π, unlimited translations ± the robot's reach; rotation vectors are
        uniform over rotations. ``rng`` is a numpy generator or an integer seed.
        """
        return random_configurations(self._topology, self._variables, self.reach, n, rng)

    def clip(self, q: npt.ArrayLike) -> Array:
        """``q`` with every variable brought inside its limits; rotation vectors wrapped to at most π."""
        return self._kinematics.clip(q)

    def within_limits(self, q: npt.ArrayLike, *, tolerance: float = 0.0) -> bool | npt.NDArray[np.bool_]:
        """Whether ``q`` respects all limits, to ``tolerance`` [rad, m]; (N,) for a batch."""
        return self._kinematics.within_limits(q, tolerance)

    def difference(self, q1: npt.ArrayLike, q2: npt.ArrayLike) -> Array:
        """The motion from ``q1`` to ``q2``, taken on the joint: (dof,) or (N, dof).

        Unlimited angles go the short way round, rotations by their relative rotation vector.
        """
        return self._kinematics.difference(q1, q2)

    # ---------------------------------------------------------------- kinematics

    @overload
    def fk(self, q: npt.ArrayLike, link: str, *, out: Array | None = None) -> Array: ...
    @overload
    def fk(self, q: npt.ArrayLike, link: None = None) -> dict[str, Array]: ...
    def fk(
        self, q: npt.ArrayLike, link: str | None = None, *, out: Array | None = None
    ) -> Array | dict[str, Array]:
        """Forward kinematics: the pose of ``link`` as (4, 4), or (N, 4, 4) for a batch of N.

        Without a link: a mapping from every link's name to the same. ``out``, a float64 array of the
        result's shape, is written instead of new memory, which is half the cost of a large batch.
        """
        if link is not None:
            return self._kinematics.pose(q, link, out)
        if out is not None:
            raise ConfigurationError("out= needs a link: without one the result is a mapping")
        return self._kinematics.poses(q)

    def jacobian(self, q: npt.ArrayLike, link: str) -> Array:
        """d(pose of ``link``)/dq: (6, dof) or (N, 6, dof), in the root's axes at the link's origin.

        Rows are the linear velocity, then the angular velocity, per unit of each variable.
        """
        return self._kinematics.jacobian(q, link)

    def center_of_mass(self, q: npt.ArrayLike) -> Array:
        """Centre of mass [m]: (3,) or (N, 3). Robots without masses have none: an error."""
        return self._kinematics.center_of_mass(q)

    def center_of_mass_jacobian(self, q: npt.ArrayLike) -> Array:
        """d(centre of mass)/dq: (3, dof) or (N, 3, dof)."""
        return self._kinematics.center_of_mass_jacobian(q)

    def manipulability(self, q: npt.ArrayLike, link: str) -> Any:
        """Yoshikawa's measure √det(J Jᵀ) of ``link``: a number, or (N,).

        A link moved by fewer than six variables has as many singular values as variables: their product.
        """
        return self._kinematics.manipulability(q, link)

    def condition(self, q: npt.ArrayLike, link: str) -> Any:
        """Condition number of the Jacobian, largest over smallest singular value; inf where singular."""
        return self._kinematics.condition(q, link)

    def build_start_table(self, link: str) -> _core.StartTable:
        """Starts for all poses of ``link``, learnt in half a second: makes batches two to three times faster.

        For serial chains that begin and end with a revolute joint. Give it to every solver of that link:
        ``mk.Solver(robot, goals, start_table=table)``. It then comes before the neutral posture, and after
        the user's start.
        """
        return self._kinematics.start_table(link)

    # ---------------------------------------------------------------- new robots from this one

    def lock(self, values: Mapping[str, npt.ArrayLike]) -> Robot:
        """This robot with joints fixed at ``values``; they are no longer variables."""
        if not isinstance(values, Mapping):
            raise ConfigurationError(f"lock takes a mapping from joint to value, got {values!r}")
        checked = {}
        for name, value in values.items():
            if name in self._variables.slices:
                checked[name] = self._configurations.joint_value(name, value)
                q = self.pack({name: checked[name]})
                if not self.within_limits(q, tolerance=1e-9):
                    raise ConfigurationError(
                        f"joint {name!r} cannot be locked at {checked[name]}: outside its limits"
                    )
            else:
                self._variables.slice_of(name)  # raises for unknown names and mimics
                raise ConfigurationError(f"{name!r} is part of a joint; lock the whole joint")
        return Robot._from_topology(self.name, edit.lock(self._topology, checked))

    def subtree(self, base: str, tips: str | Sequence[str] | None = None) -> Robot:
        """The part of this robot between ``base``, its new root, and ``tips`` (all below ``base`` if None).

        What is fixed to a kept link stays; everything else goes, with its mass.
        """
        names = [tips] if isinstance(tips, str) else tips
        for name in (base, *(names or ())):
            self._link(name)
        return Robot._from_topology(self.name, edit.subtree(self._topology, base, names))

    def with_floating_base(self, *, joint: str = "root", world: str = "world") -> Robot:
        """This robot free to move: six more variables ``root.x ... root.rz`` below a new root link."""
        return Robot._from_topology(self.name, edit.floating_base(self._topology, joint, world))

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
        joined = edit.attach(self._topology, other._topology, link, placed, prefix)
        return Robot._from_topology(f"{self.name}+{other.name}", joined)

    # ---------------------------------------------------------------- other libraries' conventions

    def to_pinocchio(self, q: npt.ArrayLike, model: Any, *, base: npt.ArrayLike | None = None) -> Array:
        """``q`` as a configuration of a ``pinocchio.Model``: (nq,) or (N, nq).

        Joints go by name, whatever their order; rotations become quaternions (x, y, z, w), continuous
        joints (cos, sin). Joints that this robot does not have are taken from ``base``. Mind that
        pinocchio's own URDF reader lets planar joints move normal to z, whatever axis the file gives.
        """
        from ..io.pinocchio import pinocchio_layout

        return pinocchio_layout(model).encode(self, q, base)

    def from_pinocchio(self, q: npt.ArrayLike, model: Any) -> Array:
        """The configuration of this robot from one of a ``pinocchio.Model``: (dof,) or (N, dof)."""
        from ..io.pinocchio import pinocchio_layout

        return pinocchio_layout(model).decode(self, q)

    def to_mujoco(self, q: npt.ArrayLike, model: Any, *, base: npt.ArrayLike | None = None) -> Array:
        """``q`` as the ``qpos`` of a ``mujoco.MjModel``; quaternions (w, x, y, z)."""
        from ..io.mjcf.qpos import mujoco_layout

        return mujoco_layout(model).encode(self, q, base)

    def from_mujoco(self, qpos: npt.ArrayLike, model: Any) -> Array:
        """The configuration of this robot from the ``qpos`` of a ``mujoco.MjModel``."""
        from ..io.mjcf.qpos import mujoco_layout

        return mujoco_layout(model).decode(self, qpos)

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
        count = len(self._topology.links)
        head = f"Robot {self.name!r}: {self.dof} DoF, {count} links, reach {self.reach:.4g} m{mass}"
        return f"{head}\n{tree_text(self._topology)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Robot) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.name, self.link_names, self.variable_names))

    def __reduce__(self) -> tuple[Any, ...]:
        return Robot.from_dict, (self.to_dict(),)

    # ---------------------------------------------------------------- for memetik's other packages

    @property
    def _tree(self) -> _core.Tree:
        return self._kinematics.tree

    @property
    def _neutral(self) -> Array:
        return self._variables.neutral

    def _link(self, name: str) -> int:
        return self._kinematics.link(name)

    def _slice(self, name: str) -> slice:
        return self._variables.slice_of(name)

    def _whole_variables(self, name: str) -> list[int]:
        return self._variables.whole(name)

    def _is_part_of_rotation(self, variable: str) -> bool:
        return self._variables.is_part_of_rotation(variable)

    def _row(self, q: npt.ArrayLike) -> Array:
        return self._configurations.row(q)

    def _usable_rows(self, q: npt.ArrayLike) -> tuple[Array, bool]:
        return self._configurations.usable_rows(q)
