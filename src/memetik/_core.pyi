from collections.abc import Sequence
import enum
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


simd: str = 'avx2'

max_value: float = 1000000.0

class Tree:
    """
    An immutable kinematic tree. Configurations are the rows of (N, dof) arrays.
    """

    def __init__(self, *, kinds: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], origins: Annotated[NDArray[numpy.float64], dict(shape=(None, 4, 4), order='C', device='cpu', writable=False)], axes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], variables: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], is_mimic: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], multipliers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], masses: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], centers: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], lower: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], upper: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def reach(self) -> float: ...

    @property
    def mass(self) -> float: ...

    def center_of_mass(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> bool: ...

    def center_of_mass_jacobian(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> bool: ...

    def dexterity(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], link: int, out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def clip(self, q: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def within_limits(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], tolerance: float, out: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def difference(self, start: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], end: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def pose(self, q: object, link: object, links: dict[str, int], out: object) -> NDArray[numpy.float64] | None: ...

    def poses(self, q: object, names: list[str], links: dict[str, int]) -> dict[str, NDArray[numpy.float64]] | None: ...

    def jacobian(self, q: object, link: object, links: dict[str, int]) -> NDArray[numpy.float64] | None: ...

class LossKind(enum.Enum):
    quadratic = 0

    angle = 1

    quaternion = 2

    absolute = 3

    huber = 4

    hinge = 5

    groove = 6

    swamp = 7

    swamp_groove = 8

class Loss:
    """A loss; its parameters are those of the formulas in loss.hpp."""

    def __init__(self, kind: LossKind) -> None: ...

    @property
    def d(self) -> float: ...

    @d.setter
    def d(self, arg: float, /) -> None: ...

    @property
    def lower(self) -> float: ...

    @lower.setter
    def lower(self, arg: float, /) -> None: ...

    @property
    def upper(self) -> float: ...

    @upper.setter
    def upper(self, arg: float, /) -> None: ...

    @property
    def s(self) -> float: ...

    @s.setter
    def s(self, arg: float, /) -> None: ...

    @property
    def c(self) -> float: ...

    @c.setter
    def c(self, arg: float, /) -> None: ...

    @property
    def r(self) -> float: ...

    @r.setter
    def r(self, arg: float, /) -> None: ...

    @property
    def g(self) -> int: ...

    @g.setter
    def g(self, arg: int, /) -> None: ...

    @property
    def m(self) -> int: ...

    @m.setter
    def m(self, arg: int, /) -> None: ...

    @property
    def n(self) -> int: ...

    @n.setter
    def n(self, arg: int, /) -> None: ...

    @property
    def b(self) -> float: ...

    @b.setter
    def b(self, arg: float, /) -> None: ...

    @property
    def a1(self) -> float: ...

    @a1.setter
    def a1(self, arg: float, /) -> None: ...

    @property
    def a2(self) -> float: ...

    @a2.setter
    def a2(self, arg: float, /) -> None: ...

    @property
    def f1(self) -> float: ...

    @f1.setter
    def f1(self, arg: float, /) -> None: ...

    @property
    def f2(self) -> float: ...

    @f2.setter
    def f2(self, arg: float, /) -> None: ...

    @property
    def f3(self) -> float: ...

    @f3.setter
    def f3(self, arg: float, /) -> None: ...

    @property
    def minimum(self) -> float: ...

    @minimum.setter
    def minimum(self, arg: float, /) -> None: ...

    def values(self, x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

class PrimitiveKind(enum.Enum):
    half_space = 0

    sphere = 1

    box = 2

    cylinder = 3

    capsule = 4

class Primitive:
    """
    A solid whose distance has a formula; primitive.hpp documents its sizes.
    """

    def __init__(self, kind: PrimitiveKind, size: Sequence[float], frame: Sequence[Sequence[float]]) -> None: ...

    def distances(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

class LinkSolid:
    """A solid fixed to one of a goal's links; link -1 is the root."""

    def __init__(self, link: int, solid: Primitive) -> None: ...

class Disc:
    """A disc, inflated by a rounding radius."""

    def __init__(self, center: Sequence[float], axis: Sequence[float], radius: float, rounding: float) -> None: ...

def repair_mesh(vertices: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], triangles: Annotated[NDArray[numpy.int32], dict(shape=(None, 3), order='C', device='cpu', writable=False)], open: bool) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, 3))], Annotated[NDArray[numpy.int32], dict(shape=(None, 3))], dict[str, int]]:
    """
    Return vertices and triangles of the repaired mesh, and the report; mesh.hpp documents them.
    """

def triangulate(polygon: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int32], dict(shape=(None, 3))]:
    """Return the triangles of a planar polygon, which may be concave."""

class MeshDistance:
    """The signed distance of points from a repaired mesh."""

    def __init__(self, vertices: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], triangles: Annotated[NDArray[numpy.int32], dict(shape=(None, 3), order='C', device='cpu', writable=False)], open: bool) -> None: ...

    @property
    def report(self) -> dict[str, int]: ...

    def distances(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

class Field:
    """A signed distance field; field.hpp documents it."""

    def __init__(self, values: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], origin: Sequence[float], spacing: float, padding: float) -> None: ...

    @staticmethod
    def of_mesh(mesh: MeshDistance, spacing: float, padding: float, threads: int) -> Field: ...

    @property
    def values(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]: ...

    @property
    def origin(self) -> list[float]: ...

    @property
    def spacing(self) -> float: ...

    @property
    def padding(self) -> float: ...

    def distances(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def gradients(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def overestimate(self, radius: float) -> float: ...

class PlacedField:
    """A field at a pose on one of a goal's links; link -1 is the root."""

    def __init__(self, link: int, field: Field, frame: Sequence[Sequence[float]]) -> None: ...

class LinkSphere:
    """A sphere fixed to one of a goal's links; link -1 is the root."""

    def __init__(self, link: int, center: Sequence[float], radius: float) -> None: ...

class SphereRobot:
    """Spheres on links; sphere_robot.hpp documents the pairs."""

    def __init__(self, spheres: Sequence[LinkSphere], pairs: Sequence[Sequence[int]], never_pairs: Sequence[Sequence[int]]) -> None: ...

class Obstacle:
    """A solid in its own frame; obstacle.hpp documents its sizes."""

    @overload
    def __init__(self, kind: PrimitiveKind, size: Sequence[float], touched_by: Sequence[int]) -> None: ...

    @overload
    def __init__(self, field: Field, touched_by: Sequence[int]) -> None: ...

class Contact:
    """Two links, or a link and an obstacle, that are too near to each other."""

    @property
    def link(self) -> int: ...

    @property
    def other(self) -> int: ...

    @property
    def obstacle(self) -> int: ...

    @property
    def clearance(self) -> float: ...

    @property
    def point(self) -> list[float]: ...

    @property
    def normal(self) -> list[float]: ...

class CollisionCheck:
    """Checks configurations; collision_check.hpp documents it."""

    def __init__(self, tree: Tree, links: Sequence[int], robot: SphereRobot, obstacles: Sequence[Obstacle], poses: Sequence[Sequence[Sequence[float]]]) -> None: ...

    def place(self, poses: Sequence[Sequence[Sequence[float]]]) -> None: ...

    def are_free(self, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], margin: float, out: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def count_touching(self, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

    def clearance(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float: ...

    def contacts(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], margin: float) -> list[Contact]: ...

class PartTree:
    """The convex parts of a shape; part_tree.hpp documents it."""

    def __init__(self, frames: Annotated[NDArray[numpy.float64], dict(shape=(None, 4, 4), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], hulls: Sequence[tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]]], hull_of_part: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

class PartSearch:
    """Finds parts that may be near; part_search.hpp documents it."""

    def __init__(self, tree: Tree, links: Sequence[int], poses: Annotated[NDArray[numpy.float64], dict(shape=(None, 4, 4), order='C', device='cpu', writable=False)], shapes: Sequence[PartTree], obstacles: Sequence[PartTree], pairs: Sequence[Sequence[int]]) -> None: ...

    def place_obstacles(self, poses: Annotated[NDArray[numpy.float64], dict(shape=(None, 4, 4), order='C', device='cpu', writable=False)]) -> None: ...

    def near(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], limit: float, poses: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> list[int]: ...

    def begin(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], limit: float, poses: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def next(self, limit: float) -> tuple[int, int, int] | None: ...

    def limit_pair(self, pair: int, limit: float) -> None: ...

largest_weight: float = 1000000000000.0

undefined_residual: float = 1000000.0

def goal_fields(kind: str) -> list[str]:
    """Return the names of the data that a kind of goal needs."""

class Priority(enum.StrEnum):
    required = 'required'

    primary = 'primary'

    secondary = 'secondary'

    hint = 'hint'

class Goal:
    """
    A goal of the core: its kind and the data of this kind, with indices instead of names.
    """

    def __init__(self, kind: str, **data: object) -> None: ...

    @property
    def priority(self) -> Priority: ...

    @priority.setter
    def priority(self, arg: Priority, /) -> None: ...

    @property
    def links(self) -> list[int]: ...

    @links.setter
    def links(self, arg: Sequence[int], /) -> None: ...

    @property
    def frame(self) -> int: ...

    @frame.setter
    def frame(self, arg: int, /) -> None: ...

    @property
    def weight(self) -> float: ...

    @weight.setter
    def weight(self, arg: float, /) -> None: ...

    @property
    def tolerance(self) -> list[float]: ...

    @tolerance.setter
    def tolerance(self, arg: Sequence[float], /) -> None: ...

    @property
    def losses(self) -> list[Loss]: ...

    @losses.setter
    def losses(self, arg: Sequence[Loss], /) -> None: ...

    @property
    def variables(self) -> list[int]: ...

    @variables.setter
    def variables(self, arg: Sequence[int], /) -> None: ...

    @property
    def target(self) -> list[float]: ...

    @target.setter
    def target(self, arg: Sequence[float], /) -> None: ...

    @property
    def follows_start(self) -> bool: ...

    @follows_start.setter
    def follows_start(self, arg: bool, /) -> None: ...

    @property
    def smooths(self) -> int: ...

    @smooths.setter
    def smooths(self, arg: int, /) -> None: ...

    @property
    def rows(self) -> int: ...

    @rows.setter
    def rows(self, arg: int, /) -> None: ...

    @property
    def knows_derivative(self) -> bool: ...

    @knows_derivative.setter
    def knows_derivative(self, arg: bool, /) -> None: ...

    def set_region(self, axis: Sequence[float], depth: float) -> None:
        """Make this hint one for targets that are up to `depth` behind its own."""

class PythonGoal:
    def __init__(self, function: object, derivative: object | None, links: int, variables: int, rows: int, name: str) -> None: ...

class Problem:
    """A robot and its goals, compiled."""

    def __init__(self, tree: Tree, goals: Sequence[Goal], functions: Sequence[object], movable: Sequence[bool]) -> None: ...

    @property
    def rows(self) -> list[tuple[int, int]]: ...

    @property
    def target_parameters(self) -> list[tuple[int, int]]: ...

    @property
    def active(self) -> list[int]: ...

    @property
    def parameters(self) -> list[float]: ...

    def costs(self, parameters: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def residuals(self, parameters: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def gradients(self, parameters: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def jacobians(self, parameters: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def linearize_lanes(self, parameters: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], residuals: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')], jacobians: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> None: ...

    def measure(self, parameters: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], errors: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')], accepted: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def beyond_reach(self, parameters: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[tuple[int, float, bool]]: ...

def measure_forward(tree: Tree, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], link: int, rounds: int) -> float: ...

def measure_jacobian(tree: Tree, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], link: int, rounds: int) -> float: ...

def measure_one_tip(tree: Tree, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], link: int, rounds: int) -> float: ...

def measure_set(tree: Tree, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], link: int, rounds: int) -> float: ...

def measure_incremental(tree: Tree, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], link: int, changes: int, rounds: int) -> float: ...

def measure_problem(problem: Problem, q: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], with_jacobian: bool, in_lanes: bool, rounds: int) -> float: ...

class StartTable:
    """
    Starts for poses of a serial chain's end link, see Robot.build_start_table.
    """

    def __init__(self, tree: Tree, link: int) -> None: ...

    def serves(self, problem: Problem) -> bool:
        """
        Return whether the problem has a pose goal for this table's link and may move all joints of its chain.
        """

    @property
    def bytes(self) -> int: ...

    def __repr__(self) -> str: ...

class MethodOption:
    """An option of a method, and its allowed values."""

    @property
    def name(self) -> str: ...

    @property
    def choices(self) -> list[str]: ...

    @property
    def default(self) -> object: ...

    @property
    def expected(self) -> str:
        """The allowed values in words."""

    def allows(self, value: object | None) -> bool:
        """Return whether the value is allowed."""

class EngineFactory:
    pass

def method_names() -> list[str]:
    """Return the names of the core's methods."""

def method_options(method: str) -> list[MethodOption]: ...

def engine_factory(method: str, options: dict[str, object]) -> EngineFactory:
    """Make an engine factory; ValueError if an option is invalid."""

class SearchOver(RuntimeError):
    pass

class Search:
    @property
    def start(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def parameters(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def sampled_lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def sampled_upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def active(self) -> list[int]: ...

    @property
    def random_seed(self) -> int: ...

    @property
    def max_evaluations(self) -> int: ...

    @property
    def max_change(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def evaluations_left(self) -> int: ...

    @property
    def time_left(self) -> float: ...

    def spend(self, evaluations: int) -> None: ...

    def sample(self, number: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def cost(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float: ...

    def gradient(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[float, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

    def linearize(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

    def count_starts(self, starts: int) -> None: ...

    def count_generations(self, generations: int) -> None: ...

def python_method(function: object) -> EngineFactory: ...

class RefusedArgument(ValueError):
    pass

class Status(enum.StrEnum):
    solved = 'solved'

    approximate = 'approximate'

    unreachable = 'unreachable'

    invalid = 'invalid'

class StoppedBy(enum.StrEnum):
    solved = 'solved'

    converged = 'converged'

    unreachable = 'unreachable'

    budget = 'budget'

    deadline = 'deadline'

    cancelled = 'cancelled'

class Stage(enum.StrEnum):
    start = 'start'

    restarts = 'restarts'

    hints = 'hints'

    memetic = 'memetic'

    settle = 'settle'

    closed_form = 'closed form'

    search = 'search'

class Operator(enum.StrEnum):
    start = 'start'

    random = 'random'

    survived = 'survived'

    bred = 'bred'

    exploited = 'exploited'

class Lineage:
    @property
    def genes(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def fitness(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def generation(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def parent(self, arg: int, /) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def operator(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def elite(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def wipe_outs(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def operators() -> tuple[str, ...]:
    """
    Return the names of the operators that create individuals, in the order of their codes.
    """

def batch_layout() -> tuple[Any, dict[str, tuple[str, ...]]]:
    """
    Return the arguments of a numpy.dtype for the fields of a batch, and the names of enumeration codes.
    """

class Solution:
    """
    A mapping of the solution's fields, with data of the call as attributes.
    """

    def __getitem__(self, name: str) -> Any: ...

    def keys(self) -> list[str]: ...

    @property
    def q(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def parameters(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def options(self) -> dict[str, Any]: ...

    @property
    def start_given(self) -> bool: ...

    @property
    def success(self) -> bool: ...

    @property
    def time(self) -> float: ...

    @property
    def trace(self) -> list[tuple[float, str, int, int, float]]: ...

    @property
    def lineages(self) -> list[Lineage]: ...

    @property
    def gaps(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

class Solutions:
    """All solutions of a query."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> Solution: ...

    @property
    def q(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def complete(self) -> bool: ...

class AfterRejection(enum.StrEnum):
    anywhere = 'anywhere'

    near_start = 'near start'

def solve_options() -> dict[str, tuple[Any, Any, Any, bool]]:
    """
    Return for every scalar option its default, minimum, maximum, and whether None means the default.
    """

class Solver:
    def __init__(self, problem: Problem, names: Sequence[str], factory: EngineFactory, table: object | None, threads: int, max_evaluations: int, neutral: Sequence[float], valid: object | None, after_rejection: AfterRejection, prefers_best: bool, known: Solver | None) -> None: ...

    def solve(self, start: object | None, options: dict[str, Any], converted: bool) -> Solution: ...

    def solve_all(self, start: object | None, options: dict[str, Any], max_solutions: int, converted: bool) -> Solutions: ...

    def solve_batch(self, targets: Sequence[tuple[int, Annotated[NDArray[numpy.float64], dict(order='C', device='cpu', writable=False)]]], weights: Sequence[tuple[int, Annotated[NDArray[numpy.float64], dict(order='C', device='cpu', writable=False)]]], start: object | None, starts: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu', writable=False)] | None, options: dict[str, Any], q: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')], fields: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> float: ...

    def cancel(self) -> None: ...

def first_bad_target(problem: Problem, goal: int, values: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu', writable=False)]) -> int:
    """
    Return the index of the first row that is not a valid target of the goal, or -1.
    """
