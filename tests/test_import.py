"""``import memetik`` loads few modules; others are loaded on first use."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    *("lxml", "rich", "typer", "scipy", "mitsuba", "pinocchio", "mujoco", "yourdfpy"),
    *("matplotlib", "plotly"),
)


# What `import memetik` may load of memetik itself: modules, and packages with all that is in them.
LOADED = (
    *(
        "_core",
        "_cpu",
        "_version",
        "compiled_function",
        "disk_cache",
        "errors",
        "extras",
        "losses",
        "number_checks",
        "option_names",
        "plain",
        "transforms",
    ),
    *("other_libraries", "pose_forms", "rotations", "suggestions"),
    *("collision", "goals", "robot", "solve"),
)


def loaded_by(statements: str) -> list[str]:
    """The large packages that a new interpreter has loaded after ``statements``."""
    program = f"import sys; {statements}; print(*(name for name in {HEAVY} if name in sys.modules))"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.split()


def test_loads_no_heavy_package() -> None:
    assert loaded_by("import memetik") == []


def test_loads_of_memetik_itself_what_solving_needs() -> None:
    program = "import sys, memetik; print(*(name for name in sys.modules if name.startswith('memetik.')))"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    loaded = {name.split(".")[1] for name in finished.stdout.split()}
    assert loaded - {f"_core_{level}" for level in ("baseline", "avx2")} == set(LOADED)


def test_nor_does_a_bundled_robot() -> None:
    program = "import memetik as mk; robot = mk.Robot.load('panda'); robot.fk(robot.neutral)"
    assert loaded_by(program) == []


def test_a_urdf_needs_lxml_alone() -> None:
    urdf = '<robot name="r"><link name="a"/></robot>'
    assert loaded_by(f"import memetik as mk; mk.Robot.from_urdf_string({urdf!r})") == ["lxml"]


def test_a_bvh_needs_nothing_and_is_loaded_when_asked_for() -> None:
    bvh = "HIERARCHY ROOT a { OFFSET 0 0 0 } MOTION\nFrames: 0\nFrame Time: 1"
    program = f"import memetik as mk; assert 'memetik.io.bvh' not in sys.modules; mk.io.bvh.parse({bvh!r})"
    assert loaded_by(program) == []


def test_what_io_has_not_is_an_attribute_error() -> None:
    assert loaded_by("import memetik as mk; assert not hasattr(mk.io, 'fbx')") == []


def test_every_public_name_exists() -> None:
    import memetik as mk

    assert all(hasattr(mk, name) for name in mk.__all__)
    assert len(set(mk.__all__)) == len(mk.__all__)


def test_dir_shows_what_is_public() -> None:
    public = "sorted(name for name in mk.__all__ if name[:2] != '__')"
    shown = "[name for name in dir(mk) if name[:2] != '__']"
    program = f"import memetik as mk; assert {shown} == {public}"
    assert loaded_by(program) == []
