"""The robot: an immutable kinematic tree with names, limits, masses and shapes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.kept_checks import smallest_clearance
from ..errors import ConfigurationError, GoalError, RobotError
from ..option_names import known_options
from ..transforms import Array, rigid_transform
from . import edit, limits, plain
from .annotations import Annotations
from .configurations import Configurations
from .description import Joint, Link
from .kinematics import Kinematics
from .sampling import random_configurations
from .seven_joint_arm import LinkPoint, seven_joint_arm
from .topology import Topology
from .tree_text import tree_text
from .variables import Variables

if TYPE_CHECKING:
    from ..goals import Goal
    from ..io.bvh import Limits, Unit, Up
    from ..io.urdf.mesh_paths import PackageDirs
    from ..plot import Still

_NOT_GIVEN: Any = None


class Robot:
    """A kinematic tree. It is immutable, so threads can share it; edits return new robots.

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

    # This class is a documented facade. Its parts do the work: Topology (the tree of links and joints),
    # Variables (the entries of q), Configurations (checks of q) and Kinematics (the core's tree). Readers and
    # plots are in packages that import this one, so methods import them when they are called.

    def __init__(
        self, name: str, links: Iterable[Link] = _NOT_GIVEN, joints: Iterable[Joint] = _NOT_GIVEN
    ) -> None:
        if links is _NOT_GIVEN or joints is _NOT_GIVEN:
            raise RobotError(
                f"a Robot is made of a name, links and joints: to load one, write mk.Robot.load({name!r}); "
                "to build one, mk.RobotBuilder"
            )
        if not isinstance(name, str) or not name.strip():
            raise RobotError(f"a robot needs a name, got {name!r}")
        self._set_parts(name, Topology.of(links, joints), Annotations())

    @classmethod
    def _from_topology(
        cls,
        name: str,
        topology: Topology,
        annotations: Annotations = Annotations(),  # noqa: B008 (frozen)
    ) -> Robot:
        robot = cls.__new__(cls)
        robot._set_parts(name, topology, annotations)
        return robot

    def _set_parts(self, name: str, topology: Topology, annotations: Annotations) -> None:
        self._name = name
        self._topology = topology
        self._variables = Variables(topology)
        self._annotations = annotations.within(topology, self._variables)
        self._configurations = Configurations(
            name, self._variables, self._annotations.postures, self._annotations.locked
        )
        self._kinematics = Kinematics(topology, self._configurations)
        self._arms: dict[str, tuple[LinkPoint, LinkPoint, LinkPoint]] = {}  # by link, as they are needed

    # ---------------------------------------------------------------- loading and saving

    @classmethod
    @known_options()
    def load(
        cls,
        source: Any,
        *,
        strict: bool = True,
        package_dirs: PackageDirs = (),
        arguments: Mapping[str, object] | None = None,
    ) -> Robot:
        """Load a robot by its bundled name, from a file, or from an object of another library.

        A string without suffix or separator is the name of a bundled robot (``"panda"``, ``"snake(40)"``;
        ``memetik robots`` lists them). Any other string or path is a file: ``.urdf``, ``.xacro``, ``.xml``
        (MJCF or URDF, detected by its root element), ``.mjcf``, ``.bvh``; or ``.json`` and, with PyYAML,
        ``.yaml``, which have the plain form of :meth:`to_dict`. Accepted objects are a Robot, that plain
        form, a ``yourdfpy.URDF``, a ``mujoco.MjModel``, an ``MjSpec``, a ``pinocchio.Model`` and a module of
        the package robot_descriptions.

        Faults of a file that cannot affect kinematics, such as two materials of one shape, are shown in one
        :class:`~memetik.RobotWarning` and listed in :attr:`warnings`. Any other fault is an error that names
        the element and the line; with ``strict=False``, faults of a URDF for which a repair is known are
        repaired, and the warning says how. ``package_dirs`` and ``arguments`` are those of :meth:`from_urdf`.

        ``mk.Robot.load("arm.urdf.xacro", arguments={"dof": 7}, package_dirs="/ros/src")``
        """
        from ..io.load import load

        return load(source, strict=strict, package_dirs=package_dirs, arguments=arguments)

    @classmethod
    def from_urdf(
        cls,
        path: str | os.PathLike[str],
        *,
        package_dirs: PackageDirs = (),
        arguments: Mapping[str, object] | None = None,
        strict: bool = True,
    ) -> Robot:
        """Read a URDF file; ``strict`` is that of :meth:`load`.

        A ``.xacro`` file is expanded first, which needs ``memetik[xacro]``; ``arguments`` are the values of
        its ``<xacro:arg>`` elements, and ``$(find name)`` is also looked up in ``package_dirs``.

        ``package://`` mesh paths are looked up in ``package_dirs`` (directories, or a mapping from
        package to directory), in the ROS environment, and in the directories above the file. Missing
        meshes are not an error.
        """
        from ..io.urdf import read_urdf

        return read_urdf(path, package_dirs=package_dirs, arguments=arguments, strict=strict)

    @classmethod
    def from_urdf_string(
        cls,
        text: str | bytes,
        *,
        base_dir: str | os.PathLike[str] | None = None,
        package_dirs: PackageDirs = (),
        strict: bool = True,
    ) -> Robot:
        """Read a URDF given as text, such as ROS' ``robot_description``.

        Relative mesh paths are relative to ``base_dir``; ``package_dirs`` and ``strict`` are those of
        :meth:`from_urdf`.
        """
        from ..io.urdf import parse_urdf

        return parse_urdf(text, base_dir=base_dir, package_dirs=package_dirs, strict=strict)

    @classmethod
    def from_mjcf(cls, source: Any) -> Robot:
        """The robot in an MJCF file, a ``mujoco.MjModel`` or an ``MjSpec``; needs ``memetik[mujoco]``.

        Bodies and sites become links below the root link ``world``. Joints that the model couples linearly
        become mimics. Variables are zero in the model's reference posture; :meth:`to_mujoco` and
        :meth:`from_mujoco` convert to and from ``qpos``. A tree has no loops (``connect``, ``weld``) and no
        nonlinear couplings: :attr:`loops` has the goals that close them, and a
        :class:`~memetik.RobotWarning` says so.
        """
        from ..io.mjcf import read_mjcf, read_model

        return read_mjcf(source) if isinstance(source, (str, os.PathLike)) else read_model(source)

    @classmethod
    def from_mjcf_string(cls, text: str, *, base_dir: str | os.PathLike[str] | None = None) -> Robot:
        """Read MJCF given as text; ``base_dir`` is the directory of its meshes."""
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
        """Read the skeleton of a BVH file; :func:`memetik.io.bvh.read` also reads its motion.

        Every rotation channel becomes a continuous joint (``"LeftArm.rz"``), every position channel a
        prismatic joint (``"Hips.x"``); zero is the rest pose. ``unit`` is the file's unit of length ("m",
        "cm", "mm", "in", "ft", or its length in metres), ``up`` is the file's axis that becomes z, and
        ``limits`` maps variables to (lower, upper) [rad, m].

        ``mk.Robot.from_bvh("walk.bvh", unit="cm", limits={"LeftForeArm.rx": (0, 2.5)})``
        """
        from ..io.bvh import read_skeleton

        return read_skeleton(path, unit=unit, up=up, limits=limits)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Robot:
        """The robot whose plain form is ``data``."""
        name, links, joints, annotations = plain.robot_from_dict(data)
        return cls._from_topology(name, Topology.of(links, joints), annotations)

    def to_dict(self) -> dict[str, Any]:
        """The plain form: dictionaries, lists, numbers and strings, which JSON and YAML can store.

        ``memetik convert panda panda.json`` writes it to a file, which :meth:`load` reads again.
        """
        links, joints = self._topology.links, self._topology.joints
        return plain.robot_to_dict(self.name, links, joints, self._annotations)

    def to_urdf(self, *, base_dir: str | os.PathLike[str] | None = None) -> str:
        """This robot as the text of a URDF file, with the same kinematics to 1e-12 when it is read again.

        It has links with masses, shapes and colours, and joints with origins, axes, limits and mimics. What
        would change the kinematics is an error: loops, spherical and cylindrical joints, limits of floating
        and planar joints. What else has no place in a URDF, such as postures and acceleration limits, is
        listed in one :class:`~memetik.RobotWarning`. A capsule becomes a cylinder and two spheres, which
        every reader knows; collision shapes have no colours; 1e9 stands for no limit.

        Mesh files are named as in the robot's file. With ``base_dir``, the folder where the URDF will be,
        relative names are relative to it.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("ur5")
        >>> mk.Robot.from_urdf_string(robot.to_urdf()).mass == robot.mass
        True
        """
        from ..io.urdf import urdf_text

        return urdf_text(self, base_dir=base_dir)

    # ---------------------------------------------------------------- names and limits

    @property
    def name(self) -> str:
        """The robot's name, from its file or its builder."""
        return self._name

    @property
    def dof(self) -> int:
        """Number of entries of a configuration q."""
        return len(self._variables)

    @property
    def variable_names(self) -> tuple[str, ...]:
        """The name of each entry of q: its joint's name, or ``"joint.component"`` if that has several."""
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
        """The links without children."""
        return self._topology.tips

    @property
    def links(self) -> Mapping[str, Link]:
        """Every link by its name, with its mass and its shapes."""
        return self._topology.links_by_name

    @property
    def joints(self) -> Mapping[str, Joint]:
        """Every joint by its name, including fixed and mimic joints.

        A mimic joint that was declared to follow another mimic follows the joint at the end of that chain.
        """
        return self._topology.joints_by_name

    @property
    def lower(self) -> Array:
        """Lower limit of every variable (dof,) [rad, m], -inf if unlimited; includes the limits of mimics."""
        return self._variables.lower

    @property
    def upper(self) -> Array:
        """Upper limit of every variable (dof,) [rad, m], +inf if unlimited; includes the limits of mimics."""
        return self._variables.upper

    @property
    def velocity_limits(self) -> Array:
        """Maximum speed of every variable (dof,) [rad/s, m/s], inf if unknown; includes limits of mimics."""
        return self._variables.velocity_limits

    @property
    def acceleration_limits(self) -> Array:
        """Maximum acceleration of every variable (dof,) [rad/s², m/s²], inf if unknown.

        No file format has it; :meth:`with_limits` sets it.
        """
        return self._variables.acceleration_limits

    @property
    def warnings(self) -> tuple[str, ...]:
        """The faults of the robot's file that were ignored or repaired; empty if there are none.

        :class:`~memetik.RobotWarning` shows them when the file is loaded; ``memetik doctor FILE`` lists them.
        :meth:`to_dict` does not store them.
        """
        return self._annotations.warnings

    @property
    def mass(self) -> float:
        """Total mass [kg]."""
        return self._kinematics.tree.mass

    @property
    def reach(self) -> float:
        """An upper bound of the distance [m] from the root to any link, without unlimited translations."""
        return self._kinematics.tree.reach

    # ---------------------------------------------------------------- configurations

    @property
    def neutral(self) -> Array:
        """The neutral posture: each variable is zero if its limits allow it, else the middle of its range."""
        return self._variables.neutral.copy()

    @property
    def postures(self) -> Mapping[str, Array]:
        """The postures that the robot's file names, as read-only configurations (dof,).

        They are the keyframes of an MJCF file (``key0`` is the first without a name), or the group states of
        an SRDF file that has a URDF's name: ``arm.srdf`` beside ``arm.urdf``, or in a folder ``srdf`` beside
        the URDF's folder. Joints that a group state does not mention are as in :attr:`neutral`. States of the
        same name are one posture; if they contradict each other, their names are ``"group/state"``. The name
        of a posture is accepted wherever a configuration is: ``mk.solve(robot, goals, start="home")``,
        ``robot.fk("home", link)``, ``mk.StayClose("home")``.
        """
        return self._configurations.postures

    @property
    def locked(self) -> Mapping[str, float | Array]:
        """The joints that :meth:`lock` fixed, with their values; empty if there are none."""
        return self._configurations.locked

    @property
    def loops(self) -> tuple[Goal, ...]:
        """The goals, of priority ``"required"``, that close the loops of the robot's file.

        A robot is a tree. What an MJCF file joins by ``<equality>`` (``connect``, ``weld``, and ``joint`` if
        it is not linear) is open in it until these goals close it: ``mk.solve(robot, [goal, *robot.loops])``.
        :func:`memetik.close_loops` does the same with a tolerance, also for bundled parallel robots.
        """
        return tuple(loop.goal(self.root) for loop in self._annotations.loops)

    def pack(self, values: Mapping[str, npt.ArrayLike], *, base: npt.ArrayLike | None = None) -> Array:
        """The configuration with the named joints (or single variables) at ``values``.

        All other variables are as in ``base``, by default the neutral posture. Joints that :meth:`lock` fixed
        may be among ``values``, with the value that they are locked at.

        >>> import memetik as mk
        >>> mk.Robot.load("ur5").pack({"elbow_joint": 1.5})
        array([0. , 0. , 1.5, 0. , 0. , 0. ])
        """
        return self._configurations.pack(values, base)

    def unpack(self, q: npt.ArrayLike) -> dict[str, float | Array]:
        """Map joint names to values of one configuration: a number, or an array if there are several.

        The values of :attr:`locked` joints are included: the robot before :meth:`lock` can ``pack`` them.
        """
        return self._configurations.unpack(q)

    @known_options(seed="rng=", random_seed="rng=", count="n=")
    def random(self, n: int | None = None, rng: np.random.Generator | int | None = None) -> Array:
        """Uniform random configurations within the limits: (dof,), or (n, dof).

        Unlimited angles are between -π and π, unlimited translations between minus and plus the robot's
        reach; rotation vectors are uniform over rotations. ``rng`` is a numpy generator or an integer seed.
        """
        return random_configurations(self._topology, self._variables, self.reach, n, rng)

    def clip(self, q: npt.ArrayLike) -> Array:
        """``q`` with every variable brought inside its limits; rotation vectors wrapped to at most π."""
        return self._kinematics.clip(q)

    def within_limits(self, q: npt.ArrayLike, *, tolerance: float = 0.0) -> bool | npt.NDArray[np.bool_]:
        """Whether ``q`` violates no limit by more than ``tolerance`` [rad, m]; (N,) for a batch."""
        return self._kinematics.within_limits(q, tolerance)

    def difference(self, q1: npt.ArrayLike, q2: npt.ArrayLike) -> Array:
        """The shortest joint motion from ``q1`` to ``q2``: (dof,) or (N, dof).

        For unlimited angles this is q2 - q1 wrapped to ±π, for rotation vectors the rotation vector of the
        relative rotation, for all other variables q2 - q1.
        """
        return self._kinematics.difference(q1, q2)

    # ---------------------------------------------------------------- kinematics

    @overload
    def fk(  # type: ignore[overload-overlap]  # a string is an iterable of strings, too
        self, q: npt.ArrayLike, link: str, *, out: Array | None = None
    ) -> Array: ...
    @overload
    def fk(self, q: npt.ArrayLike, link: Iterable[str] | None = None) -> dict[str, Array]: ...
    def fk(
        self, q: npt.ArrayLike, link: str | Iterable[str] | None = None, *, out: Array | None = None
    ) -> Array | dict[str, Array]:
        """Forward kinematics: the pose of ``link`` as (4, 4), or (N, 4, 4) for a batch of N.

        With a list of links it returns a mapping from their names to their poses, which takes less time than
        a call for each; without a link, the poses of all links. ``out`` is a float64 array of the result's
        shape to write to; for a large batch, allocating
        a new one is half the cost.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("ur5")
        >>> list(robot.fk(robot.neutral, ["tool0", "base_link"]))
        ['tool0', 'base_link']
        """
        if isinstance(link, str):
            return self._kinematics.pose(q, link, out)
        if out is not None:
            raise ConfigurationError("out: give one link, too; without one the result is a mapping")
        return self._kinematics.poses(q, link)

    def jacobian(self, q: npt.ArrayLike, link: str) -> Array:
        """d(pose of ``link``)/dq: (6, dof) or (N, 6, dof), in the root's axes at the link's origin.

        Rows are the linear velocity, then the angular velocity, per unit of each variable.
        """
        return self._kinematics.jacobian(q, link)

    def center_of_mass(self, q: npt.ArrayLike) -> Array:
        """Centre of mass [m]: (3,) or (N, 3). It is an error if the robot has no masses."""
        return self._kinematics.center_of_mass(q)

    def center_of_mass_jacobian(self, q: npt.ArrayLike) -> Array:
        """d(centre of mass)/dq: (3, dof) or (N, 3, dof)."""
        return self._kinematics.center_of_mass_jacobian(q)

    def manipulability(self, q: npt.ArrayLike, link: str) -> Any:
        """Yoshikawa's measure √det(J Jᵀ) of ``link``: a number, or (N,).

        If fewer than six variables move the link, it is the product of as many singular values of J.
        """
        return self._kinematics.manipulability(q, link)

    def condition(self, q: npt.ArrayLike, link: str) -> Any:
        """Condition number of the Jacobian: largest over smallest singular value, inf if singular."""
        return self._kinematics.condition(q, link)

    def swivel(
        self,
        q: npt.ArrayLike,
        links: str | Sequence[str],
        *,
        reference: npt.ArrayLike = (0.0, 0.0, 1.0),
        offsets: Any = None,
        frame: str | None = None,
    ) -> Any:
        """The swivel angle [rad] of an arm, from -π to π: a number for one q (dof,), or an array (N,).

        It tells how far the elbow is turned about the line from shoulder to wrist; :class:`~memetik.Swivel`
        explains it and asks for it. ``links`` is one link of an arm with seven revolute joints, such as its
        tool, or the links of shoulder, elbow and wrist of any robot.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("iiwa14")
        >>> round(robot.swivel([0.1, 0.5, -0.3, -1.2, 0.4, 0.9, 0.2], "tool0"), 4)
        -0.1622
        """
        from ..goals.swivel import Swivel

        return Swivel(links, 0.0, reference=reference, offsets=offsets, frame=frame)._angle(self, q)

    def distance(
        self, q: npt.ArrayLike, world: Any = (), *, geometry: Any = None, self_pairs: Any = "auto"
    ) -> Any:
        """The smallest clearance [m] of this robot at ``q`` from the objects of a world and from itself,
        negative in collision: a number for one q (dof,), or an array (N,).

        Spheres stand for the robot, by default ``mk.collision.SphereRobot.fit(self)``. They cover its shapes
        and protrude by at most the tolerance of the fit, 20 mm by default; so this is a lower bound of the
        true distance. ``world`` and ``self_pairs`` are those of :class:`~memetik.KeepClear`.

        >>> import memetik as mk
        >>> robot, ball = mk.Robot.load("ur5"), mk.collision.Sphere(0.1).at((0, 0, 2))
        >>> tool = {"tool0": (0, 0, 0, 0.05)}
        >>> tip = robot.fk(robot.neutral, "tool0")[:3, 3]
        >>> room = robot.distance(robot.neutral, ball, geometry=tool)
        >>> bool(np.isclose(room, np.linalg.norm(tip - (0, 0, 2)) - 0.15))
        True
        """
        return smallest_clearance(self, q, world, geometry, self_pairs)

    def build_start_table(self, link: str) -> _core.StartTable:
        """Tabulate starts for all poses of ``link``, which makes batches almost twice as fast.

        It takes about a third of a second and needs a serial chain that begins and ends with a revolute
        joint. Pass the table to every solver for that link: ``mk.Solver(robot, goals, start_table=table)``.
        The solver tries the user's start, if one is given, then the table's starts, then stored and random
        configurations.
        """
        return self._kinematics.start_table(link)

    # ---------------------------------------------------------------- new robots from this one

    def lock(self, values: Mapping[str, npt.ArrayLike]) -> Robot:
        """This robot with joints fixed at ``values``; they are no longer variables.

        :attr:`locked` has their values. ``robot.pack(solution.joints)`` and ``robot.pack(locked.unpack(q))``
        are the way back, from a configuration of the locked robot to one of this robot.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("ur5")
        >>> locked = robot.lock({"elbow_joint": 1.5})
        >>> locked.dof, robot.pack(locked.unpack([1, 2, 3, 4, 5])).tolist()
        (5, [1.0, 2.0, 1.5, 3.0, 4.0, 5.0])
        """
        checked = edit.checked_lock(values, self._configurations, self._kinematics)
        annotations = replace(self._annotations, locked={**self._annotations.locked, **checked})
        return Robot._from_topology(self.name, edit.lock(self._topology, checked), annotations)

    def subtree(self, base: str, tips: str | Sequence[str] | None = None) -> Robot:
        """The part of this robot between ``base``, its new root, and ``tips`` (all below ``base`` if None).

        Links fixed to a kept link are kept; all others are removed with their mass.
        """
        names = [tips] if isinstance(tips, str) else tips
        if not isinstance(names, (Sequence, type(None))):
            raise RobotError(f"tips: expected the name of a link, or several, got {tips!r}")
        for name in (base, *(names or ())):
            self._link(name)
        return self._with_topology(edit.subtree(self._topology, base, names))

    def with_floating_base(self, *, joint: str = "root", world: str = "world") -> Robot:
        """This robot on a floating joint with six variables ``root.x ... root.rz``, below a new root link."""
        return self._with_topology(edit.floating_base(self._topology, joint, world))

    def with_limits(
        self,
        *,
        position: Mapping[str, npt.ArrayLike] | npt.ArrayLike | None = None,
        velocity: Mapping[str, npt.ArrayLike] | npt.ArrayLike | None = None,
        acceleration: Mapping[str, npt.ArrayLike] | npt.ArrayLike | None = None,
    ) -> Robot:
        """This robot with other limits of its joints; those that are not given stay as they are.

        ``velocity`` [rad/s, m/s] and ``acceleration`` [rad/s², m/s²] are one number for all joints, an array
        (dof,), or map names of joints to numbers; inf means unlimited. ``position`` [rad, m] is a pair
        (lower, upper) for all joints, an array (dof, 2), or maps names of joints, or of single variables such
        as ``"base.x"``, to pairs. Limits of mimics still hold.

        >>> import memetik as mk
        >>> robot = mk.Robot.load("ur5").with_limits(velocity=1, position={"elbow_joint": (-2, 2)})
        >>> robot.velocity_limits
        array([1., 1., 1., 1., 1., 1.])
        >>> float(robot.upper[2])
        2.0
        """
        return self._with_topology(
            limits.limited(self._topology, self._variables, position, velocity, acceleration)
        )

    def attach(
        self, other: Robot, link: str, pose: npt.ArrayLike | None = None, *, prefix: str = ""
    ) -> Robot:
        """This robot with the root of ``other`` fixed to ``link`` at ``pose`` (4, 4).

        ``prefix``, for instance ``"left_"``, is put before all names of ``other``. The postures are those of
        this robot.
        """
        self._link(link)
        if not isinstance(other, Robot):
            raise RobotError(f"attach: expected a Robot, got {other!r}")
        if not isinstance(prefix, str):
            raise RobotError(f"prefix: expected a string, got {prefix!r}")
        placed = np.eye(4) if pose is None else rigid_transform(pose, "pose")
        joined = edit.attach(self._topology, other._topology, link, placed, prefix)
        return Robot._from_topology(f"{self.name}+{other.name}", joined, self._annotations)

    # ---------------------------------------------------------------- other libraries' conventions

    def to_pinocchio(self, q: npt.ArrayLike, model: Any, *, base: npt.ArrayLike | None = None) -> Array:
        """``q`` as a configuration of a ``pinocchio.Model``: (nq,) or (N, nq).

        Joints are matched by name, so their order may differ. Rotations become quaternions (x, y, z, w),
        continuous joints (cos, sin). Values of joints that this robot does not have are taken from ``base``.
        Note that pinocchio's URDF reader makes planar joints move normal to z, whatever axis the file gives.
        """
        from ..io.pinocchio import pinocchio_layout

        return pinocchio_layout(model).encode(self, q, base)

    def from_pinocchio(self, q: npt.ArrayLike, model: Any) -> Array:
        """Convert a configuration of a ``pinocchio.Model`` to one of this robot: (dof,) or (N, dof)."""
        from ..io.pinocchio import pinocchio_layout

        return pinocchio_layout(model).decode(self, q)

    def to_mujoco(self, q: npt.ArrayLike, model: Any, *, base: npt.ArrayLike | None = None) -> Array:
        """``q`` as the ``qpos`` of a ``mujoco.MjModel``: (nq,) or (N, nq).

        Joints are matched by name; rotations become quaternions (w, x, y, z). Values of joints that this
        robot does not have are taken from ``base``.
        """
        from ..io.mjcf.qpos import mujoco_layout

        return mujoco_layout(model).encode(self, q, base)

    def from_mujoco(self, qpos: npt.ArrayLike, model: Any) -> Array:
        """Convert ``qpos`` of a ``mujoco.MjModel`` to configurations of this robot: (dof,) or (N, dof)."""
        from ..io.mjcf.qpos import mujoco_layout

        return mujoco_layout(model).decode(self, qpos)

    # ---------------------------------------------------------------- pictures

    def plot(
        self,
        q: npt.ArrayLike | None = None,
        *,
        goals: Any = (),
        quality: Literal["draft", "preview", "final"] = "draft",
        **options: Any,
    ) -> Still:
        """A picture of this robot at ``q`` with the targets of ``goals``.

        Without ``q``, the robot is in a typical posture. Notebooks show the picture,
        ``robot.plot(q).save("robot.png")`` writes it. A draft needs no other package, the
        other qualities need mitsuba. ``options`` are those of :func:`memetik.plot.render`, for instance
        ``size=(960, 720)``, ``view=(azimuth, elevation)`` [rad].

        >>> import memetik as mk
        >>> mk.Robot.load("ur5").plot(size=(320, 240))
        Still(320 x 240); .save('picture.png') writes it
        """
        from ..goals import Goal
        from ..plot import Still, render

        several = isinstance(goals, Iterable) and not isinstance(goals, str)
        wanted = list(goals) if several else [goals]
        if not all(isinstance(goal, Goal) for goal in wanted):
            raise GoalError(f"goals: expected goals, such as mk.Pose(link, target); got {goals!r}")
        return Still(render(self, q, goals=wanted, quality=quality, **options))

    # ---------------------------------------------------------------- Python's special methods

    def __repr__(self) -> str:
        mass = f", {self.mass:.4g} kg" if self.mass else ""
        count = len(self._topology.links)
        head = f"Robot {self.name!r}: {self.dof} DoF, {count} links, reach {self.reach:.4g} m{mass}"
        return f"{head}\n{tree_text(self._topology, self._variables)}"

    def _repr_html_(self) -> str:
        from ..report.robot_html import robot_html

        return robot_html(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Robot) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.name, self.link_names, self.variable_names))

    def __reduce__(self) -> tuple[Any, ...]:
        return Robot.from_dict, (self.to_dict(),)

    # ---------------------------------------------------------------- for memetik's other packages

    def _with_topology(self, topology: Topology) -> Robot:
        return Robot._from_topology(self.name, topology, self._annotations)

    def _annotated(self, annotations: Annotations) -> Robot:
        return Robot._from_topology(self.name, self._topology, annotations)

    @property
    def _tree(self) -> _core.Tree:
        return self._kinematics.tree

    @property
    def _neutral(self) -> Array:
        return self._variables.neutral

    def _link(self, name: str) -> int:
        return self._kinematics.link(name)

    def _arm(self, link: str) -> tuple[LinkPoint, LinkPoint, LinkPoint]:
        if link not in self._arms:
            self._arms[link] = seven_joint_arm(self, link)
        return self._arms[link]

    def _slice(self, name: str) -> slice:
        return self._variables.slice_of(name)

    def _whole_variables(self, name: str) -> list[int]:
        return self._variables.whole(name)

    def _is_part_of_rotation(self, variable: str) -> bool:
        return self._variables.is_part_of_rotation(variable)

    def _row(self, q: npt.ArrayLike) -> Array:
        return self._configurations.row(q)

    def _by_joint(self, row: Array) -> dict[str, float | Array]:
        return self._configurations.by_joint(row)

    def _usable_rows(self, q: npt.ArrayLike) -> tuple[Array, bool]:
        return self._configurations.usable_rows(q)
