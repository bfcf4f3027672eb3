"""Goals of other distributions: found by entry points, imported when needed, isolated when broken."""

from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app
from memetik.plain import head
from tests import naive_kinematics as naive

Install: TypeAlias = Callable[..., None]

PAGE = (Path(__file__).parents[2] / "docs" / "goals.md").read_text()
SECTION = PAGE.partition("\n### Goals of your own package\n")[2].partition("\n## ")[0]
SOURCE, ENTRY_POINT, USE = re.findall(r"```\w+\n(.*?)```", SECTION, flags=re.DOTALL)
LINES = ENTRY_POINT.splitlines()[1:]

PLAIN = {**head("goal"), "goal": "ReachOut", "link": "tool0", "distance": 0.6}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A function that installs the distribution acme-goals 1.2 with one module and its entry points."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(source: str = SOURCE, lines: list[str] = LINES) -> None:
        package, metadata = tmp_path / "acme_goals", tmp_path / "acme_goals-1.2.dist-info"
        package.mkdir()
        (package / "__init__.py").write_text(source)
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-goals\nVersion: 1.2\n")
        entries = "\n".join(lines).replace('"', "")
        (metadata / "entry_points.txt").write_text(f"[memetik.goals]\n{entries}\n")

    yield write
    sys.modules.pop("acme_goals", None)


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result.output


def test_the_code_of_the_page_runs(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install()
    names: dict[str, Any] = {}
    exec(compile(USE, "goals.md", "exec"), names)
    assert "<Solution solved in " in capsys.readouterr().out
    comment = USE.partition("to_dict()\n")[2].partition("\nassert")[0]
    assert str(names["plain"]) == " ".join(line.removeprefix("#").strip() for line in comment.splitlines())


def test_its_plain_form_survives_json(install: Install) -> None:
    install()
    goal = mk.goal_from_dict(PLAIN)
    assert type(goal).__name__ == "ReachOut"
    again = mk.goal_from_dict(json.loads(json.dumps(goal.to_dict())))
    assert again == goal
    assert again != mk.goal_from_dict({**PLAIN, "distance": 0.7})
    assert mk.solve("ur5", again).success


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda goal: pickle.loads(pickle.dumps(goal))])
def test_it_can_be_copied_and_pickled(install: Install, again: Callable[[Any], Any]) -> None:
    install()
    goal = mk.goal_from_dict(PLAIN)
    assert again(goal) == goal
    q = mk.Robot.load("ur5").random(rng=1)
    other = mk.Problem("ur5", again(goal))
    np.testing.assert_array_equal(other.residuals(q), mk.Problem("ur5", goal).residuals(q))


def test_its_derivative_is_used_and_right(install: Install) -> None:
    install()
    problem = mk.Problem("ur5", mk.goal_from_dict(PLAIN))
    for q in problem.robot.random(3, rng=1):
        np.testing.assert_allclose(problem.jacobian(q), naive.derivative(problem.residuals, q), atol=1e-7)


def test_importing_memetik_and_solving_do_not_import_it(install: Install, tmp_path: Path) -> None:
    install()
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import memetik as mk; "
        "goal = mk.Position('tool0', (0.4, 0.1, 0.3)); mk.solve('ur5', mk.goal_from_dict(goal.to_dict())); "
        "print('acme_goals' in sys.modules, 'memetik.plugins' in sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert finished.stdout == "False False\n", finished.stderr


def test_the_command_line_lists_and_explains_it(install: Install) -> None:
    install()
    text = " ".join(run("goals").split())
    assert (
        "ReachOut A link has a given distance from the z axis of the root. (acme-goals 1.2) primary" in text
    )
    assert run("goals", "ReachOut").startswith("acme_goals.ReachOut(link, distance, *, name=None, ")


def test_explaining_another_goal_does_not_import_it(install: Install) -> None:
    install()
    run("goals", "Pose")
    assert "acme_goals" not in sys.modules


def test_a_file_of_goals_may_contain_it(install: Install, tmp_path: Path) -> None:
    install()
    path = tmp_path / "goals.json"
    path.write_text(json.dumps([PLAIN]))
    assert "reach_out" in run("solve", "ur5", "--goals", str(path))


def test_unknown_names_list_it(install: Install) -> None:
    install()
    with pytest.raises(mk.UnknownNameError, match=r"no goal 'ReachOt'; did you mean 'ReachOut'\?.*ReachOut$"):
        mk.goal_from_dict({**PLAIN, "goal": "ReachOt"})
    assert "did you mean 'ReachOut'?" in run("goals", "ReachOt", code=1)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'"),
        ("raise SystemExit('good bye')", "SystemExit: good bye"),
        ("def (", "SyntaxError"),
        ("", "AttributeError"),
        ("ReachOut = 5", "TypeError: acme_goals:ReachOut is not a class derived from memetik.PythonGoal"),
        (
            "from memetik import PythonGoal\nclass Reach(PythonGoal): pass\nReachOut = Reach",
            "TypeError: the class is called Reach; the entry point must have the same name",
        ),
    ],
)
def test_a_broken_one_harms_nobody_and_says_why(install: Install, source: str, why: str) -> None:
    install(source)
    assert mk.goal_from_dict(mk.Position("a", (1, 2, 3)).to_dict()) == mk.Position("a", (1, 2, 3))
    message = "the goal 'ReachOut' cannot be imported, its distribution acme-goals 1.2 is broken: " + why
    with pytest.raises(mk.PluginError) as caught:
        mk.goal_from_dict(PLAIN)
    assert str(caught.value).startswith(message)
    listed = " ".join(run("goals").split())
    assert "LookAt An axis of a link points at a target point" in listed
    assert f"ReachOut {message}" in listed
    assert message in run("goals", "ReachOut", code=1)


def test_it_does_not_replace_a_goal_of_ours(install: Install) -> None:
    install(lines=["Pose = acme_goals:ReachOut"])
    assert mk.goal_from_dict(mk.Pose("a", np.eye(4)).to_dict()) == mk.Pose("a", np.eye(4))
    assert "acme" not in run("goals")
    assert "acme_goals" not in sys.modules


def test_doctor_lists_it_with_its_distribution(install: Install) -> None:
    install()
    assert "goal ReachOut   acme-goals 1.2\n" in run("doctor")


def test_doctor_says_why_a_broken_one_cannot_be_imported(install: Install) -> None:
    install("import nothing_of_that_name", ["ReachOut = acme_goals:ReachOut", "Other = acme_goals:Other"])
    text = run("doctor")
    for name in ("ReachOut", "Other"):
        assert f"the goal '{name}' cannot be imported, its distribution acme-goals 1.2 is broken: " in text
    assert "self-check      OK" in text
