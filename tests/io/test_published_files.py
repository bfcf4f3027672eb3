"""Every robot file of large packages is read and moves as other libraries say, or is refused for a reason.

Needs the packages of ``make test-robots``. The counts that it prints are in ``docs/own_robot.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin
import pytest

import memetik as mk
from memetik.io.safe_xml import parse_xml
from tests.io.mjcf.mujoco_models import assert_moves_as_mujoco_says
from tests.pinocchio_models import Pinocchio

pytestmark = [pytest.mark.robots, pytest.mark.filterwarnings("ignore::memetik.RobotWarning")]

CONFIGURATIONS = 5
MJCF_ROOTS = ("mujoco", "mujocoinclude")
NO_RANGE = "limit .* has no range; a revolute joint needs lower and upper"
REPAIRED = {
    "alex_psyonic_hands.urdf": "mimic: no joint 'index_q1'; did you mean 'Left_index_q1'",
    "centauro.urdf": NO_RANGE,  # wheels
    "quadruped.urdf": NO_RANGE,
}
"""The URDFs that only ``strict=False`` reads."""
REFUSED = {
    "imu_test.urdf": "<xacro:make_pelvis> .* this is xacro",
    "test.urdf": "not well-formed XML .* near 'hello'",
    "test_bench.urdf": "no <link>",
    "ur3.urdf": "no <link>",
}
"""The URDFs without a robot, which pinocchio refuses, too."""


@pytest.mark.parametrize("package", ["example-robot-data", "rtb-data", "robosuite"])
def test_every_urdf_is_read_and_moves_as_pinocchio_says(
    package: str, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = _outcomes(_read_urdf, _files(package, ".urdf"))
    _print_counts(package, outcomes, ("read", "repaired", "refused"), capsys)


@pytest.mark.parametrize("package", ["dm-control", "gymnasium-robotics", "robosuite", "robosuite-models"])
def test_every_mjcf_file_that_mujoco_reads_is_read_and_moves_as_mujoco_says(
    package: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # MuJoCo writes a log of warnings
    files = [path for path in _files(package, ".xml") if parse_xml(path.read_bytes()).tag in MJCF_ROOTS]
    outcomes = _outcomes(_read_mjcf, files)
    _print_counts(package, outcomes, ("read", "without its meshes", "a part", "refused"), capsys)


def _read_urdf(path: Path) -> str:
    """What became of a URDF."""
    fault = REPAIRED.get(path.name) or REFUSED.get(path.name)
    if fault:
        with pytest.raises(mk.RobotError, match=fault):
            mk.Robot.load(path)
    if path.name in REFUSED:
        with pytest.raises(ValueError, match="does not contain a valid URDF"):
            pin.buildModelFromUrdf(str(path))
        return "refused"
    robot, model = mk.Robot.load(path, strict=fault is None), pin.buildModelFromUrdf(str(path))
    q = robot.random(CONFIGURATIONS, rng=1)
    theirs = Pinocchio(model).poses(robot.to_pinocchio(q, model))
    for link, poses in robot.fk(q).items():
        np.testing.assert_allclose(poses, theirs[link], rtol=0, atol=1e-9, err_msg=link)
    return "repaired" if fault else "read"


def _read_mjcf(path: Path) -> str:
    """What became of an MJCF file."""
    try:
        model = mujoco.MjModel.from_xml_path(str(path))
    except ValueError as error:
        return _without_model(path, " ".join(str(error).split()))
    assert_moves_as_mujoco_says(mk.Robot.load(path), model, CONFIGURATIONS)
    return "read"


def _without_model(path: Path, reason: str) -> str:
    """What became of an MJCF file that MuJoCo refuses for ``reason``."""
    lacks_a_file = "Error opening file" in reason
    try:
        robot = mk.Robot.load(path)
    except mk.RobotError as error:
        if "'mujocoinclude'" in reason:
            assert "a part for other files to include" in str(error)
            return "a part"
        # Without the meshes that it lacks, MuJoCo may find another fault.
        assert f"MuJoCo reports: {'' if lacks_a_file else reason}" in str(error)
        return "refused"
    assert lacks_a_file
    assert "files are missing" in robot.warnings[0]
    return "without its meshes"


def _files(package: str, suffix: str) -> list[Path]:
    """The files of an installed package that end with ``suffix``."""
    found = distribution(package).files or ()
    return sorted(Path(str(file.locate())) for file in found if file.suffix == suffix)


def _outcomes(read: Callable[[Path], str], files: list[Path]) -> Counter[str]:
    """How often ``read`` returned what; the assertion that fails first names its file."""
    outcomes: Counter[str] = Counter()
    for path in files:
        try:
            outcomes[read(path)] += 1
        except (AssertionError, mk.MemetikError) as error:
            raise AssertionError(f"{path}: {error}") from error
    assert outcomes
    return outcomes


def _print_counts(
    package: str, outcomes: Counter[str], columns: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    cells = [f"{package} {distribution(package).version}", *(str(outcomes[column]) for column in columns)]
    with capsys.disabled():
        print(f"\n| {' | '.join(cells)} | ({', '.join(columns)})")
