"""``memetik solve`` with goals, targets and results in files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app
from tests.solve_command import PANDA, answer, configuration, error_line, run

TARGETS = PANDA.fk(PANDA.random(300, rng=4), "panda_hand")


def written(directory: Path, name: str, text: str) -> str:
    file = directory / name
    file.write_text(text)
    return str(file)


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as lines:
        return list(csv.DictReader(lines))


# ------------------------------------------------------------------------------ goals


def test_the_plain_form_of_goals_is_solved(tmp_path: Path) -> None:
    goals = [
        mk.Position("panda_hand", (0.5, 0.1, 0.4), name="grasp"),
        mk.AlignAxis("panda_hand", axis=(0, 0, 1), target=(0, 0, -1)),
    ]
    file = written(tmp_path, "goals.json", json.dumps([goal.to_dict() for goal in goals]))
    entry = answer("panda", "--goals", file)
    assert mk.Problem(PANDA, goals).accepts(configuration(PANDA, entry))
    assert list(entry["errors"]) == ["grasp", "panda_hand"]


def test_one_goal_needs_no_list_and_no_head(tmp_path: Path) -> None:
    file = written(tmp_path, "goal.json", '{"goal": "JointValue", "joint": "panda_joint1", "target": 0.3}')
    assert answer("panda", "--goals", file, "--stay-close")["q"]["panda_joint1"] == pytest.approx(
        0.3, abs=1e-5
    )


def test_yaml_says_the_same(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    text = "- goal: Position\n  link: panda_hand\n  target: [0.5, 0.1, 0.4]\n  tolerance: 1e-7\n  name: tip\n"
    entry = answer("panda", "--goals", written(tmp_path, "goals.yaml", text))
    assert entry["errors"]["tip"]["position"] <= 1e-7


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("goals.json", "[", "goals.json: not valid JSON"),
        ("goals.json", "[]", "expected at least one goal, got none"),
        ("goals.json", "[3]", "goal 1: expected an entry such as goal: Position"),
        ("goals.json", '[{"goal": "Positon"}]', "goal 1: no goal 'Positon'; did you mean 'Position'?"),
        ("goals.json", '[{"goal": "Position", "link": "panda_hnd", "target": [1, 0, 0]}]', "'panda_hand'?"),
        ("goals.txt", "", "expected a file of goals: .json, .yaml or .yml; got suffix '.txt'"),
        ("goals.json", '{"memetik": "goal", "version": 9, "goal": "Position"}', "version 9"),
    ],
)
def test_broken_goals_are_refused_in_one_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    assert message in error_line("panda", "--goals", written(tmp_path, name, text))


def test_broken_yaml_is_refused_in_one_line(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    assert "not valid YAML" in error_line("panda", "--goals", written(tmp_path, "goals.yaml", "a: ["))


# ------------------------------------------------------------------------------ targets


def test_poses_of_a_csv_file_are_reached_and_their_solutions_written(tmp_path: Path) -> None:
    lines = ["x,y,z,qw,qx,qy,qz"]
    for pose in TARGETS:
        numbers = (*pose[:3, 3], *mk.transforms.quaternion_from_rotation(pose[:3, :3]))
        lines.append(",".join(map(repr, map(float, numbers))))
    file, output = written(tmp_path, "poses.csv", "\n".join(lines)), tmp_path / "solved.csv"
    text = run("panda", "--targets", file, "--output", str(output))
    assert "300 targets of panda_hand of panda: 300 solved (100.00 %)" in text
    rows = rows_of(output)
    q = np.array([[float(row[name]) for name in PANDA.variable_names] for row in rows])
    np.testing.assert_allclose(PANDA.fk(q, "panda_hand"), TARGETS, rtol=0, atol=3e-5)
    assert {row["status"] for row in rows} == {"solved"}


def test_an_npz_file_gives_the_solutions_of_solve_batch(tmp_path: Path) -> None:
    """Whatever the parts in which the command solves them."""
    file, output = tmp_path / "poses.npz", tmp_path / "solved.npz"
    np.savez(file, poses=TARGETS)
    run("panda", "--targets", str(file), "--output", str(output))
    batch = mk.Solver(PANDA, mk.Pose("panda_hand", np.eye(4))).solve_batch(TARGETS)
    with np.load(output) as found:
        np.testing.assert_array_equal(found["q"], batch.q)
        np.testing.assert_array_equal(found["status"], batch.status)
        assert tuple(found["variable_names"]) == PANDA.variable_names


@pytest.mark.parametrize(
    "text",
    [
        "0.5,0.1,0.4\n0.4,0.2,0.5\n",
        "x,y,z\n0.5,0.1,0.4\n0.4,0.2,0.5\n",
        "z,x,y\n0.4,0.5,0.1\n\n0.5,0.4,0.2\n",
        "x;y;z\n0.5;0.1;0.4\n0.4;0.2;0.5\n",
        "x y  z\n0.5 0.1  0.4\n\n0.4\t0.2 0.5\n",
    ],
)
def test_columns_may_be_named_in_any_order_or_not_at_all(tmp_path: Path, text: str) -> None:
    output = tmp_path / "out.csv"
    run("panda", "--targets", written(tmp_path, "places.csv", text), "--output", str(output))
    q = np.array([[float(row[name]) for name in PANDA.variable_names] for row in rows_of(output)])
    places = PANDA.fk(q, "panda_hand")[:, :3, 3]
    np.testing.assert_allclose(places, [(0.5, 0.1, 0.4), (0.4, 0.2, 0.5)], rtol=0, atol=1e-5)


def test_stdin_and_npy_give_the_solutions_of_a_csv_file(tmp_path: Path) -> None:
    text = "0.5,0.1,0.4\n0.4,0.2,0.5\n"
    expected = answer("panda", "--targets", written(tmp_path, "places.csv", text))["solutions"]
    assert [entry["status"] for entry in expected] == ["solved", "solved"]
    np.save(tmp_path / "places.npy", [(0.5, 0.1, 0.4), (0.4, 0.2, 0.5)])
    assert answer("panda", "--targets", str(tmp_path / "places.npy"))["solutions"] == expected
    piped = CliRunner().invoke(app, ["solve", "panda", "--targets", "-", "--json"], input=text)
    assert json.loads(piped.stdout)["solutions"] == expected


def test_a_missing_file_of_targets_or_goals_is_a_sentence() -> None:
    for option in ("--targets", "--goals"):
        name = "nowhere.csv" if option == "--targets" else "nowhere.json"
        assert error_line("panda", option, name) == f"error: no such file: '{name}'\n"


def test_one_target_is_called_one_target(tmp_path: Path) -> None:
    text = run("panda", "--targets", written(tmp_path, "t.csv", "0.5,0.1,0.4"))
    assert text.startswith("1 target of panda_hand of panda: 1 solved")


def test_degrees_are_those_of_the_columns_of_angles(tmp_path: Path) -> None:
    radians = answer(
        "panda", "--targets", written(tmp_path, "r.csv", "roll,pitch,yaw\n1.5707963267948966,0,0")
    )
    file = written(tmp_path, "d.csv", "roll,pitch,yaw\n90,0,0")
    assert answer("panda", "--targets", file, "--degrees")["solutions"] == radians["solutions"]
    assert "d.csv: 90 rad is more than a full turn; if the angles are degrees, add --degrees" in run(
        "panda", "--targets", file
    )
    places = written(tmp_path, "p.csv", "0.5,0.1,0.4")
    assert "--degrees is for columns roll" in error_line("panda", "--targets", places, "--degrees")


def test_roll_pitch_yaw_alone_is_an_orientation(tmp_path: Path) -> None:
    output = tmp_path / "out.csv"
    run(
        "panda", "--targets", written(tmp_path, "t.csv", "roll,pitch,yaw\n3,0.1,0.2"), "--output", str(output)
    )
    q = [float(rows_of(output)[0][name]) for name in PANDA.variable_names]
    expected = mk.transform(rpy=(3, 0.1, 0.2))[:3, :3]
    np.testing.assert_allclose(PANDA.fk(q, "panda_hand")[:3, :3], expected, rtol=0, atol=2e-5)


def test_targets_of_several_goals_are_arrays_by_their_names(tmp_path: Path) -> None:
    goals = [
        mk.Position("left_hand", (0, 0, 0), name="left"),
        mk.Position("right_hand", (0, 0, 0), name="right"),
    ]
    file = written(tmp_path, "goals.json", json.dumps([goal.to_dict() for goal in goals]))
    robot = mk.Robot.load("mannequin")
    q = 0.3 * robot.random(20, rng=1)
    np.savez(tmp_path / "hands.npz", **{g.name: robot.fk(q, g.link)[:, :3, 3] for g in goals if g.name})
    entry = answer("mannequin", "--goals", file, "--targets", str(tmp_path / "hands.npz"))
    assert (entry["count"], entry["solved"]) == (20, 20)


def test_a_mixed_batch_is_approximate_and_one_that_is_too_far_unreachable(tmp_path: Path) -> None:
    far = written(tmp_path, "far.csv", "0.5,0.1,0.4\n5,0,0\n")
    assert answer("panda", "--targets", far, code=4)["statuses"] == {"solved": 1, "unreachable": 1}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("t.csv", "", "no targets: the file is empty"),
        ("t.csv", "x,y,z\n", "no row below the names of the columns"),
        (
            "t.csv",
            "x,y\n1,2\n",
            "expected columns x, y, z and either qw, qx, qy, qz or roll, pitch, yaw; got x, y",
        ),
        ("t.csv", "1,2\n", "expected columns x, y, z"),
        ("t.csv", "x,y,z\n1,2,3\n1,much,3\n", "t.csv, line 3: expected 3 finite numbers, got '1,much,3'"),
        ("t.csv", "x,y,z\n1,nan,3\n", "line 2: expected 3 finite numbers"),
        ("t.csv", "x,y,z\n1,1e400,3\n", "line 2: expected 3 finite numbers"),
        ("t.txt", "1,2,3", "expected targets as .csv, .npy, .npz, or - for stdin, got suffix '.txt'"),
        ("t.npz", "1,2,3", "not an .npz file of numbers"),
    ],
)
def test_broken_targets_are_refused_in_one_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    assert message in error_line("panda", "--targets", written(tmp_path, name, text))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--position", "1,0,0"), "--targets makes its own targets"),
        (("--random", "3"), "--random makes its own goals and targets"),
        (("--all", "3"), "--all is for one target"),
        (("--output", "x.txt"), "--output: expected a .csv or .npz file, got 'x.txt'"),
        (("--output", "nowhere/x.csv"), "--output: there is no folder 'nowhere'"),
    ],
)
def test_contradictions_are_refused_before_anything_is_solved(
    tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    assert message in error_line("panda", "--targets", written(tmp_path, "t.csv", "0.5,0.1,0.4"), *options)


def test_output_needs_a_batch() -> None:
    assert "--output is for --targets and --random" in error_line(
        "panda", "--position", "0.5,0.1,0.4", "--output", "x.csv"
    )
