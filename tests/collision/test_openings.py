"""Openings are found where they are, as wide as they are, in any position; what encloses nothing has none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.collision import (
    Box,
    Ellipsoid,
    Field,
    Geometry,
    HalfSpace,
    Mesh,
    Opening,
    Revolution,
    Sphere,
    find_openings,
)

TANK = Revolution(
    [(0.035, 0), (0.0431, 0.08), (0.0431, 0.6), (0, 0.6), (0, 0.62), (0.08, 0.62), (0.08, 0.08), (0.05, 0)]
)
CUP = Revolution([(0, 0), (0.04, 0), (0.04, 0.1), (0.037, 0.1), (0.037, 0.003), (0, 0.003)])
TUBE = Revolution([(0.1, 0), (0.12, 0), (0.12, 1), (0.1, 1)])
BOTTLE = Revolution(  # its wall is half a millimetre thick
    [
        *((0, 0), (0.1, 0), (0.1, 0.3), (0.03, 0.33), (0.03, 0.4)),
        *((0.0295, 0.4), (0.0295, 0.3296), (0.0995, 0.2996), (0.0995, 0.0005), (0, 0.0005)),
    ]
)
THROAT = Revolution(  # narrow in the middle of its neck, 0.02 wide at z = 0.25
    [
        *((0, 0), (0.1, 0), (0.1, 0.2), (0.05, 0.2), (0.03, 0.25), (0.05, 0.3)),
        *((0.04, 0.3), (0.02, 0.25), (0.04, 0.2), (0.09, 0.19), (0.09, 0.01), (0, 0.01)),
    ]
)


def placed(seed: int) -> np.ndarray:
    """A pose (4, 4), the identity for seed 0."""
    pose = np.eye(4)
    if seed:
        pose[:3, :3] = Rotation.random(random_state=seed).as_matrix()
        pose[:3, 3] = np.random.default_rng(seed).normal(size=3)
    return pose


def assert_near(opening: Opening, center: np.ndarray, axis: np.ndarray, radius: float, share: float) -> None:
    """Center and radius err by less than a share of the radius, the axis by less in radians."""
    assert np.linalg.norm(opening.center - center) < share * radius
    assert np.linalg.norm(opening.axis - axis) < share
    assert abs(opening.radius - radius) < share * radius


def facets(shape: Revolution, pose: np.ndarray, around: int = 64) -> np.ndarray:
    """A closed mesh (F, 3, 3) of a solid of revolution."""
    angles = np.linspace(0, 2 * np.pi, around, endpoint=False)
    r, z = shape.profile[:, :1], shape.profile[:, 1:]
    rings = np.stack([r * np.cos(angles), r * np.sin(angles), z + 0 * angles], axis=-1)
    a, b = rings, np.roll(rings, -1, axis=0)
    c, d = np.roll(a, -1, axis=1), np.roll(b, -1, axis=1)
    faces = np.concatenate([np.stack([a, c, b], axis=2), np.stack([c, d, b], axis=2)]).reshape(-1, 3, 3)
    flat = np.linalg.norm(np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]), axis=1) < 1e-12
    return faces[~flat] @ pose[:3, :3].T + pose[:3, 3]


def mesh_file(path: Path, faces: np.ndarray) -> Mesh:
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in faces.reshape(-1, 3).tolist()]
    lines += [f"f {i} {i + 1} {i + 2}" for i in range(1, 3 * len(faces), 3)]
    path.write_text("\n".join(lines))
    return Mesh(str(path))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("shape", "height", "down", "radius"),
    [(TANK, 0.0, 1.0, 0.035), (CUP, 0.1, -1.0, 0.037), (BOTTLE, 0.4, -1.0, 0.0295)],
)
def test_a_vessel_has_one_opening_in_any_position(
    shape: Revolution, height: float, down: float, radius: float, seed: int
) -> None:
    pose = placed(seed)
    (opening,) = find_openings(Geometry(shape, pose))
    assert_near(opening, pose[:3, :3] @ (0, 0, height) + pose[:3, 3], down * pose[:3, 2], radius, 0.002)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_mesh_has_the_openings_of_its_solid(tmp_path: Path, seed: int) -> None:
    pose = placed(seed)
    mesh = mesh_file(tmp_path / "cup.obj", facets(CUP, pose))
    (opening,) = find_openings(mesh, spacing=0.004)
    chord = 0.037 * (1 - np.cos(np.pi / 64))
    assert_near(opening, pose[:3, :3] @ (0, 0, 0.1) + pose[:3, 3], -pose[:3, 2], 0.037 - chord, 0.002)


def test_a_field_has_the_openings_of_its_shape_within_its_resolution() -> None:
    (opening,) = find_openings(CUP.as_field(spacing=0.003), spacing=0.003)
    assert_near(opening, np.array((0, 0, 0.1)), np.array((0, 0, -1)), 0.037, 0.1)


def test_the_center_is_at_the_narrowest_place_of_a_neck() -> None:
    (opening,) = find_openings(THROAT)
    # The nearest walls of the middle are the cones above and below, whose slope is 0.4.
    assert_near(opening, np.array((0, 0, 0.25)), np.array((0, 0, -1)), 0.02, 0.01)


def test_a_tube_has_two_openings_that_share_their_volume() -> None:
    openings = find_openings(TUBE)
    assert len(openings) == 2
    for opening in openings:
        end = round(opening.center[2])
        assert_near(opening, np.array((0, 0, end)), np.array((0, 0, 1 - 2 * end)), 0.1, 0.002)
        assert opening.volume == pytest.approx(np.pi * 0.1**2, rel=0.03)
        assert opening.depth == pytest.approx(1, rel=0.03)


def test_a_box_of_boards_has_an_opening_of_its_open_side() -> None:
    boards = [
        Box((0.02, 0.4, 0.3)).at((0, 0, 0)),
        *(Box((0.5, 0.02, 0.3)).at((0.25, side * 0.2, 0)) for side in (-1, 1)),
        *(Box((0.5, 0.42, 0.02)).at((0.25, 0, side * 0.15)) for side in (-1, 1)),
    ]
    (opening,) = find_openings(boards)
    assert_near(opening, np.array((0.5, 0, 0)), np.array((-1, 0, 0)), 0.14, 0.01)
    assert opening.volume == pytest.approx(0.49 * 0.38 * 0.28, rel=0.1)


def test_openings_of_large_volumes_are_first() -> None:
    openings = find_openings([CUP.at((1, 0, 0)), Revolution(2 * CUP.profile).at()], spacing=0.006)
    assert [round(opening.radius, 3) for opening in openings] == [0.074, 0.037]
    assert openings[0].volume > 4 * openings[1].volume


def test_walls_may_be_thinner_than_the_spacing() -> None:
    assert len(find_openings(BOTTLE, spacing=0.01)) == 1


@pytest.mark.parametrize(
    "shapes",
    [
        Box((1, 1, 1)),
        Sphere(0.3),
        Ellipsoid((0.1, 0.2, 0.3)),
        [Box((1, 1, 0.05)).at((0, 0, 0)), Box((0.05, 1, 1)).at((-0.5, 0, 0.5))],  # an angle
        [
            Box((1, 1, 0.05)).at((0, 0, 1)),
            *(Box((0.05, 0.05, 1)).at((x, y, 0.5)) for x in (-0.4, 0.4) for y in (-0.4, 0.4)),
        ],
        Revolution([(0, 0), (0.2, 0), (0.2, 0.1), (0.19, 0.1), (0.19, 0.01), (0, 0.01)]),  # a dish
        [  # closed on all sides
            *(Box((1, 1, 0.05)).at((0, 0, z)) for z in (0, 1)),
            *(Box((1.05, 0.05, 1)).at((0, y, 0.5)) for y in (-0.5, 0.5)),
            *(Box((0.05, 1.05, 1)).at((x, 0, 0.5)) for x in (-0.5, 0.5)),
        ],
    ],
    ids=["box", "sphere", "ellipsoid", "angle", "table", "dish", "closed box"],
)
def test_what_has_no_way_into_a_space_has_no_openings(shapes: object) -> None:
    assert find_openings(shapes) == ()  # type: ignore[arg-type]


def test_what_it_says_cannot_be_changed() -> None:
    (opening,) = find_openings(CUP, spacing=0.004)
    with pytest.raises(ValueError, match="read-only"):
        opening.center[0] = 1


def test_an_open_mesh_is_refused(tmp_path: Path) -> None:
    mesh = mesh_file(tmp_path / "open.obj", facets(CUP, np.eye(4))[:-8])
    with pytest.raises(mk.MemetikError, match="open"):
        find_openings(mesh)


def test_unbounded_shapes_and_fields_without_a_surface_are_refused() -> None:
    with pytest.raises(mk.MemetikError, match="unbounded"):
        find_openings(HalfSpace())
    with pytest.raises(mk.MemetikError, match="no surface"):
        find_openings(Field(np.ones((3, 3, 3)), spacing=0.1))
    with pytest.raises(mk.MemetikError, match="at least one"):
        find_openings([])
    with pytest.raises(mk.MemetikError, match="spacing"):
        find_openings(CUP, spacing=-1)


def test_the_goal_of_an_opening_keeps_an_instrument_in_the_hole() -> None:
    robot = mk.Robot.load("ur10e_elise")
    pose = np.array([[1.0, 0, 0, 0], [0, 0, 1, 1.0], [0, -1, 0, 0.5], [0, 0, 0, 1]])  # z becomes y
    (opening,) = find_openings(Geometry(TANK, pose))
    rod = ("endo_base_link", "endo_first_link")
    goal = mk.PassThrough(rod, opening.center, radius=opening.radius - 0.007)
    solution = mk.solve(robot, goal)
    assert solution.success
    start, end = (robot.fk(solution.q)[link][:3, 3] for link in rod)
    share = np.clip((opening.center - start) @ (end - start) / ((end - start) @ (end - start)), 0, 1)
    assert np.linalg.norm(start + share * (end - start) - opening.center) < opening.radius - 0.006 + 1e-9
