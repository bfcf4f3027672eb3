"""Networks as methods: their features, their training and its cache."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Neural, Neural2
from memetik.methods.neural.arm import Arm
from memetik.transforms import inverse

QUICK = {"hidden": (24,), "steps": 400, "batch": 64}


def _planar(joints: int = 3) -> mk.Robot:
    b = mk.RobotBuilder("planar")
    for i in range(joints):
        b.revolute(f"j{i}", f"l{i}", f"l{i + 1}", lower=-2.5, upper=2.5, xyz=(0.3 if i else 0.0, 0, 0))
    b.fixed("mount", f"l{joints}", "tip", xyz=(0.3, 0, 0))
    return b.build()


def _networks(cache: Path) -> list[Path]:
    return sorted(cache.glob("networks/*.npz"))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEMETIK_CACHE", str(tmp_path))
    return tmp_path


def test_an_offset_leads_from_the_tip_to_the_target() -> None:
    robot = mk.Robot.load("ur5")
    arm = Arm(mk.Problem(robot, mk.Pose("tool0", np.eye(4))))
    tips, targets = robot.fk(robot.random(20, rng=1), "tool0"), robot.fk(robot.random(20, rng=2), "tool0")
    for tip, target, offset in zip(tips, targets, arm.offset(tips, targets), strict=True):
        turn = offset[3:] / arm.rotation_scale
        angle = np.linalg.norm(turn)
        half = mk.transform(quaternion=[np.cos(angle / 2), *np.sin(angle / 2) * turn / angle])
        half[:3, 3] = offset[:3]
        assert tip @ half == pytest.approx(target, abs=1e-9)
        assert half == pytest.approx(inverse(tip) @ target, abs=1e-9)


def test_features_know_the_turns_of_angles_only() -> None:
    robot = mk.Robot.load("ur5")
    arm = Arm(mk.Problem(robot, mk.Position("tool0", (0, 0, 0)), joints=["elbow_joint", "wrist_1_joint"]))
    q = robot.random(1, rng=1)
    assert arm.features(q) == pytest.approx(arm.features(q + 2 * np.pi))
    assert list(arm.inputs) == list(range(6))
    assert list(arm.outputs) == [2, 3]


@pytest.mark.parametrize(("products", "least"), [(True, 0.7), (False, 0.2)])
def test_what_the_loop_reaches_it_reaches_to_any_accuracy(products: bool, least: float, cache: Path) -> None:
    """Scaled inputs and outputs: 1e-9 is met nearly as often as 1e-4, given the steps that it takes."""
    robot = _planar()
    places = robot.fk(robot.random(20, rng=1), "tip")[:, :3, 3]
    rates = []
    for tolerance in (1e-4, 1e-9):
        goal = mk.Position("tip", (0.5, 0.2, 0.0), tolerance=tolerance)
        solver = mk.Solver(robot, goal, method=Neural(**QUICK, products=products))
        rates.append(solver.solve_batch(places, max_evaluations=800).success.mean())
    assert min(rates) >= least
    assert rates[1] >= 0.7 * rates[0]


def test_poses_of_an_arm_are_learnt_a_little(cache: Path) -> None:
    robot = mk.Robot.load("pr2").subtree("torso_lift_link", "r_gripper_tool_frame")
    tip = "r_gripper_tool_frame"
    q, start = robot.random(20, rng=1), robot.random(20, rng=2)
    solver = mk.Solver(
        robot, mk.Pose(tip, np.eye(4)), method=Neural(hidden=(48,), products=True, steps=700, batch=128)
    )
    assert solver.solve_batch(robot.fk(q, tip), start, max_evaluations=300).success.mean() >= 0.1


def test_joints_that_stand_still_are_seen(cache: Path) -> None:
    robot = _planar(4)
    method = Neural(**QUICK, products=True)
    solver = mk.Solver(robot, mk.Position("tip", (0, 0, 0)), method=method, joints=["j1", "j2", "j3"])
    starts = robot.random(20, rng=3)
    wanted = robot.random(20, rng=4)
    wanted[:, 0] = starts[:, 0]
    answer = solver.solve_batch(robot.fk(wanted, "tip")[:, :3, 3], starts, max_evaluations=400)
    assert answer.success.mean() >= 0.7
    assert (answer.q[:, 0] == starts[:, 0]).all()


def test_slides_and_followers_are_learnt_too(cache: Path) -> None:
    b = mk.RobotBuilder("crane")
    b.prismatic("lift", "base", "cart", lower=0.0, upper=1.0)
    b.revolute("a", "cart", "one", lower=-1.5, upper=1.5)
    b.revolute("b", "one", "two", lower=-3, upper=3, xyz=(0.4, 0, 0), mimic=mk.Mimic("a", 0.8, 0.1))
    b.prismatic("out", "two", "tip", lower=0.1, upper=0.5, axis=(1, 0, 0))
    robot = b.build()
    solver = mk.Solver(robot, mk.Position("tip", (0, 0, 0)), method=Neural(**QUICK, products=True))
    places = robot.fk(robot.random(20, rng=5), "tip")[:, :3, 3]
    assert solver.solve_batch(places, max_evaluations=500).success.mean() >= 0.8


def test_joints_without_room_are_as_good_as_fixed_ones(cache: Path) -> None:
    """They are not variables of the search, but inputs of the network."""
    rates = []
    for stiff in (True, False):
        b = mk.RobotBuilder("stiff")
        b.revolute("a", "base", "one", lower=-2, upper=2)
        if stiff:
            b.prismatic("b", "one", "two", lower=0.3, upper=0.3, axis=(1, 0, 0))
        else:
            b.fixed("b", "one", "two", xyz=(0.3, 0, 0))
        b.revolute("c", "two", "three", lower=-2, upper=2, xyz=(0.3, 0, 0))
        b.fixed("d", "three", "tip", xyz=(0.3, 0, 0))
        robot = b.build()
        solver = mk.Solver(robot, mk.Position("tip", (0, 0, 0)), method=Neural(**QUICK, products=True))
        angles = np.random.default_rng(7).uniform(-2, 2, (40, 2))
        q = np.insert(angles, 1, 0.3, axis=1) if stiff else angles
        places = robot.fk(q, "tip")[:, :3, 3]
        rates.append(solver.solve_batch(places, max_evaluations=150).success.mean())
    assert min(rates) > 0.4
    assert rates[0] > rates[1] - 0.2


def test_it_is_repeatable(cache: Path) -> None:
    robot = _planar()
    goal = mk.Position("tip", (5.0, 0.2, 0.0))
    first = mk.solve(robot, goal, method=Neural(**QUICK, products=True), max_evaluations=100, random_seed=3)
    (file,) = _networks(cache)
    file.unlink()  # learnt anew
    again = mk.solve(robot, goal, method=Neural(**QUICK, products=True), max_evaluations=100, random_seed=3)
    assert (first.q == again.q).all()


def test_limits_hold(cache: Path) -> None:
    robot = _planar()
    start = robot.random(rng=6)
    goal = mk.Position("tip", (5, 0, 0))
    answer = mk.solve(
        robot,
        goal,
        start=start,
        method=Neural(**QUICK, products=True),
        max_evaluations=100,
        max_change=0.1,
    )
    assert abs(answer.q - start).max() <= 0.1


@pytest.mark.parametrize("kind", [Neural, Neural2])
def test_what_was_learnt_is_kept(kind: type[Neural] | type[Neural2], cache: Path) -> None:
    robot, goal = _planar(), mk.Position("tip", (0.5, 0.2, 0.0))
    mk.Solver(robot, goal, method=kind(**QUICK))
    (file,) = _networks(cache)
    written = file.stat().st_mtime_ns
    again = Neural(**QUICK, patience=3) if kind is Neural else Neural2(**QUICK)  # patience is not learnt
    mk.Solver(robot, mk.Position("tip", (0.1, 0.2, 0.0)), method=again)  # nor are targets
    assert (_networks(cache), file.stat().st_mtime_ns) == ([file], written)
    others = [
        (robot, goal, {**QUICK, "hidden": (8,)}, None),
        (robot, goal, {**QUICK, "training_seed": 1}, None),
        (robot, mk.Position("tip", (0, 0, 0), offset=(0.1, 0, 0)), QUICK, None),
        (robot, goal, QUICK, ["j1", "j2"]),
        (_planar(4), goal, QUICK, None),
        (robot, mk.Pose("tip", np.eye(4)), QUICK, None),
    ]
    for count, (other, wanted, options, joints) in enumerate(others, start=2):
        mk.Solver(other, wanted, method=kind(**options), joints=joints)
        assert len(_networks(cache)) == count


@pytest.mark.parametrize("damage", [b"", b"not a file of arrays", None])
def test_a_broken_file_is_learnt_anew(damage: bytes | None, cache: Path) -> None:
    robot, goal = _planar(), mk.Position("tip", (0.5, 0.2, 0.0))
    mk.Solver(robot, goal, method=Neural(**QUICK, products=True))
    (file,) = _networks(cache)
    whole = file.read_bytes()
    if damage is None:
        np.savez(file, weights0=np.zeros(3))  # of another network
    else:
        file.write_bytes(damage)
    mk.Solver(robot, goal, method=Neural(**QUICK, products=True))
    with np.load(file) as kept:
        assert len(kept.files) == 4
    assert len(file.read_bytes()) == len(whole)


def test_without_a_place_to_write_it_works_all_the_same(
    cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (cache / "networks").write_text("in the way")
    mk.Solver(_planar(), mk.Position("tip", (0.5, 0.2, 0.0)), method=Neural(**QUICK, products=True))
    assert "MEMETIK_CACHE" in caplog.text


def test_its_answer_is_a_start_for_others(cache: Path) -> None:
    robot = _planar()
    goal = mk.Position("tip", robot.fk([0.3, 0.5, 0.7], "tip")[:3, 3])
    for method in (Neural(**QUICK, products=True), Neural2(**QUICK)):
        start = method.start(robot, goal)
        assert start.shape == (3,)
        assert robot.within_limits(start)
        assert mk.solve(robot, goal, start=start).success
    assert mk.Problem(robot, goal).accepts(
        Neural(**QUICK, products=True).start(robot, goal, start=[0.1, 0.2, 0.3])
    )


def test_the_direct_network_guesses_once_and_misses(cache: Path) -> None:
    robot = _planar()
    problem = mk.Problem(robot, mk.Position("tip", (0, 0, 0), name="tip"))
    solver = mk.Solver(problem, method=Neural2(**QUICK))
    places = robot.fk(robot.random(50, rng=1), "tip")[:, :3, 3]
    answers = [solver.solve(targets={"tip": place}) for place in places]
    assert sum(answer.success for answer in answers) <= 1
    assert {answer.evaluations for answer in answers} <= {1, 2}
    # yet it has learnt something: it is nearer than where it began
    began = np.median(np.linalg.norm(places - robot.fk(robot.neutral, "tip")[:3, 3], axis=1))
    assert np.median([answer.errors["tip"]["position"] for answer in answers]) < 0.7 * began


@pytest.mark.parametrize("method", ["neural", "neural2"])
def test_they_refuse_what_they_cannot_do(method: str) -> None:
    """Before any training."""
    robot = mk.Robot.load("ur5")
    pose = mk.Pose("tool0", np.eye(4))
    refused = {
        "only goals of type Pose, Position": mk.Orientation("tool0", (1, 0, 0, 0)),
        "one goal": [pose, mk.Position("forearm_link", (0, 0, 0))],
        "root's frame": mk.Pose("tool0", np.eye(4), frame="forearm_link"),
        "without free axes": mk.Pose("tool0", np.eye(4), free="rz"),
        "secondary": [pose, mk.StayClose()],
    }
    for match, goals in refused.items():
        with pytest.raises(mk.MethodError, match=match):
            mk.Solver(robot, goals, method=method)
    floating = robot.with_floating_base()
    with pytest.raises(mk.MethodError, match="no floating joints"):
        mk.Solver(floating, pose, method=method)


def test_nothing_to_move_is_no_error() -> None:
    assert not mk.solve("ur5", mk.Position("base_link", (1, 0, 0)), method="neural").success


@pytest.mark.parametrize(
    "options",
    [
        {"hidden": ()},
        {"hidden": 5},
        {"hidden": (0,)},
        {"steps": 0},
        {"batch": 1.5},
        {"patience": 0},
        {"products": 1},
    ],
)
def test_options_are_checked(options: dict[str, object]) -> None:
    with pytest.raises(mk.MethodError, match=next(iter(options))):
        Neural(**options)  # type: ignore[arg-type]
