"""Meshes are read with their scale, and what cannot be read is said in one line."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Mesh
from memetik.collision.mesh_files import triangles
from memetik.plot.picture import render
from memetik.plot.sketch import sketch

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
FACES = np.array([CORNERS[[q[0], q[i], q[i + 1]]] for q in QUADS for i in (1, 2)])


def write_cube(file: Path, form: str) -> None:
    """Write a cube of 1 m."""
    if form == "obj":
        lines = [f"v {x} {y} {z}" for x, y, z in CORNERS.tolist()]
        lines += ["f " + " ".join(f"{i + 1}//1" for i in quad) for quad in QUADS]
        file.write_text("\n".join(lines))
    elif form == "ascii stl":
        loops = ("".join(f"vertex {x} {y} {z}\n" for x, y, z in face) for face in FACES.tolist())
        file.write_text(
            "solid cube\n" + "".join(f"facet\nouter loop\n{loop}endloop\nendfacet\n" for loop in loops)
        )
    else:
        faces = b"".join(struct.pack("<12fH", 0, 0, 0, *face.ravel(), 0) for face in FACES)
        file.write_bytes(b"solid".ljust(80) + struct.pack("<I", len(FACES)) + faces)


def robot_of(*meshes: Mesh) -> mk.Robot:
    builder = mk.RobotBuilder("body")
    builder.link("base", shapes=[mesh.at(color="#e01010") for mesh in meshes])
    return builder.build()


@pytest.mark.parametrize("form", ["obj", "ascii stl", "binary stl"])
def test_a_cube_has_its_twelve_triangles(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trimesh", None)
    file = tmp_path / f"cube.{form[-3:].upper()}"
    write_cube(file, form)
    faces = triangles(Mesh(file.name, file, (1, 2, 3)))
    assert faces is not None
    np.testing.assert_allclose(faces, FACES * (1, 2, 3))


@pytest.mark.parametrize("form", ["obj", "binary stl"])
def test_drafts_and_sketches_of_a_mesh_are_those_of_the_box_it_is(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"cube.{form[-3:]}"
    write_cube(file, form)
    mesh, builder = robot_of(Mesh(file.name, file, (0.2, -0.4, 0.6))), mk.RobotBuilder("body")
    builder.link("base", shapes=[Box((0.2, 0.4, 0.6)).at(color="#e01010")])
    box = builder.build()
    drawn, expected = (render(robot, quality="draft", size=(160, 120)).astype(int) for robot in (mesh, box))
    assert (np.abs(drawn - expected).max(axis=2) > 8).mean() < 2e-3
    lines, wanted = sketch(mesh), sketch(box)
    assert sum(a != b for a, b in zip(lines, wanted, strict=True)) < 0.1 * len(wanted)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "shape.obj"
    mesh = Mesh(file.name, file)
    assert triangles(mesh) is None
    for count in (1, 2):
        file.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\n" + count * "f 1 2 3\n")
        faces = triangles(mesh)
        assert faces is not None
        assert len(faces) == count


@pytest.mark.parametrize(
    "content", ["", "nonsense", "v 0 0 0\nf 1 2 3\n", "v 0 0 nan\nf 1 1 1\n", "f -1 -2 -3"]
)
@pytest.mark.parametrize("suffix", [".obj", ".stl", ".dae", ".xyz"])
def test_a_broken_file_has_no_triangles(content: str, suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"broken{suffix}"
    file.write_text(content)
    assert triangles(Mesh(file.name, file)) is None
    with pytest.warns(mk.RobotWarning, match="1 mesh is not drawn: missing or unreadable, such as broken"):
        robot_of(Mesh(file.name, file)).plot(size=(16, 12))


def test_formats_that_need_another_package_name_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trimesh", None)
    file = tmp_path / "arm.dae"
    file.write_text("<COLLADA/>")
    robot = robot_of(*[Mesh(file.name, file)] * 14)
    with pytest.warns(mk.RobotWarning, match=r"^14 meshes are not drawn: .*install.*mesh"):
        robot.plot(size=(16, 12))


def test_missing_files_name_the_option_that_finds_them() -> None:
    with pytest.warns(mk.RobotWarning, match="2 meshes are not drawn: no file was found.*package_dirs"):
        robot_of(Mesh("a.stl"), Mesh("b.stl")).plot(size=(16, 12))
