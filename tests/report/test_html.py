"""What notebooks show: well-formed HTML with the numbers of the object, and no markup from names."""

from __future__ import annotations

import pickle
from html.parser import HTMLParser

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Sphere
from memetik.report.goal_cells import target

EVIL = "<script>alert('&')</script>"
VOID = ("rect", "line", "br")
PANDA = mk.Robot.load("panda")
SOLVER = mk.Solver(PANDA, mk.Pose("panda_hand", np.eye(4)))


class Page(HTMLParser):
    """Collects the tags and the text of a page, and fails if tags are not closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""
        self._open: list[str] = []
        self.feed(html)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data + " "


def evil_robot() -> mk.Robot:
    links = [mk.Link(f"base{EVIL}"), mk.Link(f"tip{EVIL}")]
    joint = mk.Joint(f"turn{EVIL}", "revolute", links[0].name, links[1].name, lower=(-1.0,), upper=(2.0,))
    return mk.Robot(f"robot{EVIL}", links, [joint])


def test_a_robot_lists_its_links_joints_and_limits() -> None:
    words = Page(PANDA._repr_html_()).words
    for name in (*PANDA.link_names, *PANDA.joint_names, "7 DoF", "-3.072 rad", "-0.0698 rad"):
        assert name in words


@pytest.mark.parametrize("name", ["valkyrie", "shadow_hand", "snake(300)", "stewart"])
def test_large_robots_are_folded_or_cut(name: str) -> None:
    page = Page(mk.Robot.load(name)._repr_html_())
    assert page.tags.count("tr") <= 202
    assert ("details" in page.tags) == (len(mk.Robot.load(name).links) > 40)


def test_a_problem_lists_its_goals() -> None:
    goals = [
        mk.Position("panda_hand", (0.5, 0.1, 0.4), name="reach", tolerance=(1e-3, 1e-3, 1e-2)),
        mk.JointValue("panda_joint1", 0.3),
        mk.StayClose(),
        mk.Custom(lambda poses, q: q[:, :1], joints="panda_joint2"),
    ]
    words = Page(mk.Problem(PANDA, goals)._repr_html_()).words
    for text in ("reach", "Position", "panda_hand", "0.5, 0.1, 0.4", "1 mm, 10 mm", "secondary", "7 of 7"):
        assert text in words


def test_a_problem_shows_rotations_free_axes_units_and_links() -> None:
    goals = [
        mk.Pose("panda_hand", mk.transform((0.5, 0.1, 0.4), rpy=(0.1, -0.2, 3.0)), free="rz", name="tip"),
        mk.Orientation("panda_link5", rpy=(0, 90, 30), degrees=True, frame="panda_link2"),
        mk.Position("panda_link6", name="later"),
        mk.KeepClear(
            {"panda_hand": [(0, 0, 0, 0.05)], "panda_link7": [(0, 0, 0, 0.05)]},
            world=[Sphere(0.1).at((1, 0, 0))],
        ),
    ]
    words = Page(mk.Problem(PANDA, goals)._repr_html_()).words
    for text in (
        "at 0.5, 0.1, 0.4 m, rpy 5.73, -11.46, 171.9°; free: rz",
        "0.01 mm, 0.000573°",
        "in the frame of panda_link2",
        "panda_hand, panda_link7",
        "given by each query",
    ):
        assert text in words


@pytest.mark.parametrize(
    "rpy", [(0.3, 0.2, -1.0), (3.0, -1.0, 2.0), (0, np.pi / 2, 0.5), (0.4, -np.pi / 2, 0)]
)
def test_the_shown_angles_are_those_of_the_rotation(rpy: tuple[float, float, float]) -> None:
    rotation = mk.transform(rpy=rpy)[:3, :3]
    cell = target(mk.Pose("panda_hand", mk.transform(rpy=rpy)))
    shown = [float(angle) for angle in cell.partition("rpy ")[2].rstrip("°").split(",")]
    np.testing.assert_allclose(mk.transform(rpy=np.radians(shown))[:3, :3], rotation, atol=2e-3)


def test_a_solution_shows_its_status_and_errors() -> None:
    solved = mk.solve(PANDA, [mk.Position("panda_hand", (0.5, 0.1, 0.4), name="reach"), mk.StayClose()])
    words = Page(solved._repr_html_()).words
    for text in ("solved", "reach", "0.01 mm", "✓ met", "secondary", "panda_joint7"):
        assert text in words
    assert "✗" not in words


def test_a_failure_says_why() -> None:
    failed = mk.solve(PANDA, mk.Position("panda_hand", (2, 0, 0), name="reach"))
    words = Page(failed._repr_html_()).words
    for text in ("unreachable", "✗ missed", "Out of reach:", "What helps:"):
        assert text in words


def test_an_explanation_lists_what_was_in_the_way() -> None:
    explanation = mk.solve(PANDA, mk.Position("panda_hand", (2, 0, 0), name=EVIL)).explain()
    page = Page(explanation._repr_html_())
    for line in str(explanation).splitlines():
        assert line.removeprefix("- ").removeprefix("What helps: ") in page.words
    assert page.tags.count("li") == 2
    assert "script" not in page.tags


def test_a_summary_of_a_batch_counts_reasons() -> None:
    targets = PANDA.fk(PANDA.random(3, rng=0), "panda_hand")
    targets[1:, :3, 3] = (5, 0, 0)
    page = Page(SOLVER.solve_batch(targets).explain()._repr_html_())
    assert "1 of 3 solved" in page.words
    assert "2: panda_hand is out of reach" in page.words


def test_a_solver_lists_its_goals_and_options() -> None:
    def collides(q: object) -> bool:
        return True

    solver = mk.Solver(PANDA, mk.Position("panda_hand", name=EVIL), method="memetic", valid=collides)
    page = Page(solver._repr_html_())
    for text in (EVIL, "panda_hand", "memetic", "max_evaluations", "collides", "threads"):
        assert text in page.words
    assert "script" not in page.tags
    assert "start_table" not in page.words


def test_a_tolerance_per_axis_is_not_one_number() -> None:
    goal = mk.Pose("panda_hand", mk.transform((0.5, 0.1, 0.4)), tolerance=[1e-3, 1e-3, 1e-2, 0.1, 0.1, 0.1])
    assert "per axis" in Page(mk.solve(PANDA, goal)._repr_html_()).words


def test_goals_that_are_off_say_so() -> None:
    goals = mk.JointValue("panda_joint1", 1), mk.JointValue("panda_joint2", 0.5, name="other")
    assert "off" in Page(mk.Solver(PANDA, goals).solve(weights={"other": 0})._repr_html_()).words


def test_a_pickled_solution_looks_the_same_but_for_what_was_allowed() -> None:
    solution = mk.solve(PANDA, mk.Position("panda_hand", (2, 0, 0), name="reach"))
    words = Page(pickle.loads(pickle.dumps(solution))._repr_html_()).words
    assert "✗ missed" in words and "unreachable" in words


def test_a_batch_shows_its_shares_and_histograms() -> None:
    targets = PANDA.fk(PANDA.random(50, rng=0), "panda_hand")
    targets[:10, :3, 3] = (5, 0, 0)
    batch = SOLVER.solve_batch(targets)
    page = Page(batch._repr_html_())
    assert "80.00 % solved" in page.words
    assert page.tags.count("svg") == 3
    assert "position error [mm], 10 not solved" in page.words
    assert "rotation error [°], 10 not solved" in page.words
    assert Page(pickle.loads(pickle.dumps(batch))._repr_html_()).words == page.words
    assert "unreachable" in page.words
    heights = batch._repr_html_().count("<rect")
    assert heights > 2


def test_batches_of_one_of_none_and_of_solved_queries_have_html() -> None:
    targets = PANDA.fk(PANDA.random(3, rng=0), "panda_hand")
    assert "100.00 % solved" in Page(SOLVER.solve_batch(targets)._repr_html_()).words
    assert Page(SOLVER.solve_batch(targets[:1])._repr_html_()).tags.count("svg") == 1
    assert "empty" in Page(SOLVER.solve_batch(targets[:0])._repr_html_()).words


def test_names_are_escaped() -> None:
    robot = evil_robot()
    goal = mk.JointValue(robot.joint_names[0], 3.0, name=f"goal{EVIL}")
    solution = mk.solve(robot, goal)
    for html in (robot._repr_html_(), mk.Problem(robot, goal)._repr_html_(), solution._repr_html_()):
        page = Page(html)
        assert "script" not in page.tags
        assert EVIL in page.words
