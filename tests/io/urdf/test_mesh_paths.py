"""The order of directories in which meshes are searched, and invalid file names."""

from __future__ import annotations

from pathlib import Path

import pytest

from memetik.collision.shapes import Mesh
from memetik.io.urdf import parse_urdf, read_urdf
from memetik.io.urdf.mesh_paths import MeshFinder

URI = "package://arm_description/meshes/hand.stl"


@pytest.fixture(autouse=True)
def no_ros(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    monkeypatch.delenv("AMENT_PREFIX_PATH", raising=False)


def mesh_in(directory: Path, name: str = "meshes/hand.stl") -> Path:
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"not a mesh: nobody reads it")
    return path


def robot_with(uri: str) -> str:
    geometry = f'<geometry><mesh filename="{uri}"/></geometry>'
    return f'<robot name="r"><link name="a"><collision>{geometry}</collision></link></robot>'


def test_reader_keeps_the_uri_and_adds_the_path(tmp_path: Path) -> None:
    mesh = mesh_in(tmp_path / "arm_description")
    urdf = tmp_path / "arm_description" / "urdf" / "arm.urdf"
    urdf.parent.mkdir()
    urdf.write_text(robot_with(URI))
    assert read_urdf(urdf).links["a"].collisions[0].shape == Mesh(URI, mesh)


def test_missing_mesh_is_no_error() -> None:
    assert parse_urdf(robot_with(URI)).links["a"].collisions[0].shape == Mesh(URI, None)


def test_reader_passes_the_directories_on(tmp_path: Path) -> None:
    mesh = mesh_in(tmp_path / "elsewhere")
    directories = {"arm_description": tmp_path / "elsewhere"}
    parsed = parse_urdf(robot_with(URI), package_dirs=directories)
    assert parsed.links["a"].collisions[0].shape == Mesh(URI, mesh)


def test_package_dirs_of_every_form(tmp_path: Path) -> None:
    package = tmp_path / "arm_description"
    mesh = mesh_in(package)
    for package_dirs in (
        {"arm_description": package},
        {"arm_description": str(package)},
        [tmp_path],
        [str(tmp_path / "nowhere"), str(package)],
        (package,),
        str(tmp_path),
        package,
    ):
        assert MeshFinder(None, package_dirs).find(URI) == mesh, package_dirs
    for useless in ((), {}, {"other": package}, [tmp_path / "nowhere"]):
        assert MeshFinder(None, useless).find(URI) is None, useless


def test_order_of_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    above = mesh_in(tmp_path / "work" / "arm_description")
    base_dir = tmp_path / "work" / "arm_description" / "urdf"
    assert MeshFinder(base_dir).find(URI) == above

    ament = mesh_in(tmp_path / "prefix" / "share" / "arm_description")
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"{tmp_path / 'empty'}:{tmp_path / 'prefix'}")
    assert MeshFinder(base_dir).find(URI) == ament

    ros = mesh_in(tmp_path / "catkin" / "arm_description")
    monkeypatch.setenv("ROS_PACKAGE_PATH", f"{tmp_path / 'catkin'}::")
    assert MeshFinder(base_dir).find(URI) == ros

    given = mesh_in(tmp_path / "given")
    assert MeshFinder(base_dir, {"arm_description": tmp_path / "given"}).find(URI) == given
    assert MeshFinder(base_dir, {"other": tmp_path / "given"}).find(URI) == ros


def test_package_beside_the_robots_own(tmp_path: Path) -> None:
    mesh = mesh_in(tmp_path / "arm_description")
    base_dir = tmp_path / "cell_description" / "urdf"
    assert MeshFinder(base_dir).find(URI) == mesh
    assert MeshFinder(base_dir).find("model://arm_description/meshes/hand.stl") == mesh


def test_plain_paths_and_file_uris(tmp_path: Path) -> None:
    mesh = mesh_in(tmp_path, "my meshes/hand.stl")
    finder = MeshFinder(tmp_path / "urdf")
    (tmp_path / "urdf").mkdir()
    for uri in (
        "../my meshes/hand.stl",
        str(mesh),
        f"file://{mesh}",
        f"file://{str(mesh).replace(' ', '%20')}",
        "file://../my meshes/hand.stl",
    ):
        found = finder.find(uri)
        assert found is not None, uri
        assert found.samefile(mesh)
    assert MeshFinder(None).find("../my meshes/hand.stl") is None
    assert MeshFinder(None).find(str(mesh)) == mesh


def test_percent_signs_of_plain_paths_are_no_escapes(tmp_path: Path) -> None:
    mesh_in(tmp_path, "a b.stl")
    percent = mesh_in(tmp_path, "a%20b.stl")
    assert MeshFinder(tmp_path).find("a%20b.stl") == percent
    assert MeshFinder(tmp_path).find(f"file://{percent}") == percent


@pytest.mark.parametrize(
    "uri",
    [
        "",
        ".",
        "/",
        "meshes",
        "file://",
        "file:///",
        "file:///%00",
        "file://%ff%fe",
        "package://",
        "package:///",
        "package://arm_description",
        "package://../..",
        "package://a\0b/c",
        "http://example.com/hand.stl",
        "a\0b.stl",
        "x" * 100_000,
        "x/" * 50_000,
        "../" * 10_000,
        "file://" + "y" * 100_000,
        "package://" + "p" * 10_000 + "/hand.stl",
        "\ud800.stl",
        "C:\\meshes\\hand.stl",
    ],
)
def test_what_is_no_file_is_not_found(uri: str, tmp_path: Path) -> None:
    mesh_in(tmp_path / "arm_description")
    assert MeshFinder(tmp_path / "arm_description", [tmp_path]).find(uri) is None
