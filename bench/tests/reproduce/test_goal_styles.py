"""The costs of the goals are the documents' formulas; acceptance does not change."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.goals import goal_from_dict
from memetik_bench.engine.bodies import body_queries
from memetik_bench.engine.queries import Queries
from memetik_bench.reproduce.goal_styles import GoalStyle, in_style
from memetik_bench.reproduce.trial import arm_queries
from memetik_bench.verify import rotation_angle

STYLES: tuple[GoalStyle, ...] = ("pose", "bioik", "bioik2", "bioik2 dot product", "bioik2 angle")


@pytest.fixture(scope="module")
def queries() -> Queries:
    return arm_queries("ur5", 20, 1, tolerance=(1e-4, 1e-3))


def costs(queries: Queries) -> np.ndarray:
    """Return the costs of the starts, each for its own targets."""
    values = []
    for i, start in enumerate(queries.starts):
        goals = [
            goal_from_dict({**goal.to_dict(), "target": queries.targets[str(goal.name)][i].tolist()})
            for goal in queries.goals
        ]
        values.append(mk.Problem(queries.robot, goals).cost(start))
    return np.array(values)


def errors(queries: Queries) -> tuple[np.ndarray, np.ndarray]:
    """Distance [m] and angle [rad] between the starts and the targets."""
    reached, wanted = queries.robot.fk(queries.starts, "tool0"), queries.targets["tip"]
    distance = np.linalg.norm(reached[:, :3, 3] - wanted[:, :3, 3], axis=1)
    return distance, rotation_angle(reached[:, :3, :3], wanted[:, :3, :3])


def test_the_thesis(queries: Queries) -> None:
    """R (3.6) with s = 0.5, and the measures of its Table 3.14; min‖Q ∓ Q'‖² = 2 - 2 cos(t/2)."""
    distance, angle = errors(queries)
    wanted: dict[GoalStyle, np.ndarray] = {
        "bioik2": 0.25 * (2.0 - 2.0 * np.cos(angle / 2)),
        "bioik2 dot product": 0.25 * 0.5 * np.sin(angle / 2) ** 2,
        "bioik2 angle": 0.25 * (angle / 2) ** 2,
    }
    for style, rotation in wanted.items():
        np.testing.assert_allclose(costs(in_style(queries, style)), distance**2 + rotation, rtol=1e-9)


def test_the_dissertation(queries: Queries) -> None:
    """D 4.4: the distance times π/√((L + d)(λ + d)), and the angle."""
    distance, angle = errors(queries)
    robot = queries.robot
    chain = [joint for joint in robot.joints.values() if joint.child not in ("ee_link", "base")]
    length = sum(np.linalg.norm(joint.origin[:3, 3]) for joint in chain)
    away = np.linalg.norm(robot.fk(queries.starts, "tool0")[:, :3, 3], axis=1)
    normalized = np.pi * distance / np.sqrt((length + distance) * (away + distance))
    np.testing.assert_allclose(costs(in_style(queries, "bioik")), normalized**2 + angle**2, rtol=1e-8)


@pytest.mark.parametrize("style", STYLES)
def test_the_same_answers_are_accepted(queries: Queries, style: GoalStyle) -> None:
    styled = in_style(queries, style)
    assert queries.solutions is not None
    assert styled.met(queries.solutions).all()
    nearly = queries.robot.clip(queries.solutions + 3e-4)
    np.testing.assert_array_equal(styled.met(nearly), queries.met(nearly))
    assert not styled.met(nearly).all()


@pytest.mark.parametrize("style", STYLES)
def test_gazes_and_positions_have_a_style_too(style: GoalStyle) -> None:
    for robot in ("kyle", "shadow_hand"):
        bodies = in_style(body_queries(robot, 2, 1), style)
        assert bodies.solutions is not None
        assert bodies.met(bodies.solutions).all()
