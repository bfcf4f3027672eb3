"""animate: a GIF file with a picture of every configuration, from one camera."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

import memetik as mk
from memetik.collision import Capsule, Sphere
from memetik.plot.animation import _with_common_colors
from memetik.plot.picture import render_all

Bytes = npt.NDArray[np.uint8]
SMALL: dict[str, Any] = {"size": (64, 48), "view": (-np.pi / 2, 0.1)}


def arm() -> mk.Robot:
    """A red upper arm and a blue forearm that turns about y."""
    builder = mk.RobotBuilder("arm")
    builder.link("upper", shapes=[Capsule.between((0, 0, 0), (0, 0, 1), 0.1, color="#d01010")])
    builder.link("fore", shapes=[Capsule.between((0, 0, 0), (0, 0, 1), 0.1, color="#1010d0")])
    builder.revolute("elbow", "upper", "fore", xyz=(0, 0, 1), axis=(0, 1, 0), lower=-3, upper=3)
    return builder.build()


ARM = arm()
WAVING = np.linspace(-1, 1, 7)[:, None]


def frames_of(file: Path) -> tuple[list[Bytes], list[int]]:
    """The pictures of a GIF file and how long each is shown [ms]."""
    pictures, times = [], []
    with Image.open(file) as animation:
        for number in range(animation.n_frames):
            animation.seek(number)
            pictures.append(np.asarray(animation.convert("RGB")))
            times.append(animation.info["duration"])
    return pictures, times


def animated(tmp_path: Path, configurations: Any = WAVING, **options: Any) -> tuple[list[Bytes], list[int]]:
    file = tmp_path / "new" / "arm.gif"
    mk.plot.animate(ARM, configurations, file, **SMALL | options)
    return frames_of(file)


# ------------------------------------------------------------------------------ what is in the file


def test_has_the_pictures_of_all_configurations_but_for_the_number_of_colors(tmp_path: Path) -> None:
    pictures, _ = animated(tmp_path)
    drawn = render_all(ARM, WAVING, quality="draft", **SMALL)
    assert len(pictures) == len(drawn) == len(WAVING)
    for picture, exact in zip(pictures, drawn, strict=True):
        assert picture.shape == exact.shape
        assert np.abs(picture.astype(int) - exact).mean() < 2
    assert np.abs(pictures[0].astype(int) - pictures[-1]).mean() > 3  # it moves


def test_what_does_not_move_does_not_flicker(tmp_path: Path) -> None:
    pictures, _ = animated(tmp_path)
    drawn = render_all(ARM, WAVING, quality="draft", **SMALL)
    still = (np.ptp(drawn, axis=0) == 0).all(axis=-1)
    assert still.mean() > 0.3
    assert (np.ptp(pictures, axis=0)[still] == 0).all()


def test_small_marks_keep_their_colors() -> None:
    picture = np.zeros((200, 200, 3), dtype=np.uint8)
    picture[...] = np.arange(200, dtype=np.uint8)[:, None, None] * [1, 1, 0] + [0, 40, 90]  # many shades
    picture[50:54, 50:54] = mark = (194, 37, 125)
    (reduced,) = _with_common_colors(Image, [picture])
    assert np.abs(np.asarray(reduced.convert("RGB"))[51, 51].astype(int) - mark).max() <= 8


def test_repeats_forever(tmp_path: Path) -> None:
    mk.plot.animate(ARM, WAVING, tmp_path / "arm.gif", **SMALL)
    with Image.open(tmp_path / "arm.gif") as animation:
        assert animation.info["loop"] == 0


@pytest.mark.parametrize("fps", [50, 24, 7, 0.01])
def test_takes_as_long_as_its_rate_says(fps: float, tmp_path: Path) -> None:
    _, times = animated(tmp_path, fps=fps)
    assert sum(times) == pytest.approx(1e3 * len(WAVING) / fps, abs=5)
    assert max(times) - min(times) <= 10  # files count hundredths of a second


def test_goes_there_and_back(tmp_path: Path) -> None:
    pictures, times = animated(tmp_path, there_and_back=True)
    assert len(pictures) == len(times) == 2 * len(WAVING) - 2
    for number in range(1, len(WAVING)):
        np.testing.assert_array_equal(pictures[number], pictures[-number])


def test_one_configuration_is_a_still(tmp_path: Path) -> None:
    for there_and_back in (False, True):
        pictures, _ = animated(tmp_path, [[0.5]], there_and_back=there_and_back)
        assert len(pictures) == 1


# ------------------------------------------------------------------------------ solutions and worlds


def motion() -> tuple[list[mk.Solution], list[Any]]:
    """Solutions while a green ball moves past the arm, and the worlds of these moments."""
    world = mk.World()
    ball = world.add("ball", Sphere(0.2).at(color="#10d010"))
    clear = mk.KeepClear({"fore": (0, 0, 0.9, 0.1)}, world, name="clear")
    solver = mk.Solver(ARM, [clear, mk.StayClose()])
    solutions, worlds = [], []
    for x in (-1.2, 0.0, 1.2):
        ball.move((x, 0, 2.2))
        solutions.append(solver.solve([0.0]).raise_if_failed())
        worlds.append(world.snapshot())
    return solutions, worlds


def test_solutions_are_drawn_with_the_obstacles_where_they_were() -> None:
    solutions, worlds = motion()
    drawn = render_all(ARM, solutions, quality="draft", **SMALL)
    values = np.array(drawn, dtype=int)
    green = [np.argwhere(value[..., 1] > value[..., [0, 2]].max(axis=2) + 60) for value in values]
    places = [points.mean(axis=0)[1] for points in green]
    assert places[0] + 5 < places[1] < places[2] - 5  # x points right in this view
    same = render_all(ARM, [solution.q for solution in solutions], worlds=worlds, quality="draft", **SMALL)
    free = [number for number, solution in enumerate(solutions) if not solution.contacts]
    assert free
    for number in free:
        np.testing.assert_array_equal(drawn[number], same[number])


def test_solutions_are_drawn_with_the_targets_of_their_queries() -> None:
    solver = mk.Solver(ARM, mk.Position("fore", name="tip", offset=(0, 0, 1)))
    tips = [ARM.fk([angle], "fore") @ (0, 0, 1, 1) for angle in (-1, 1)]
    solutions = [solver.solve(targets={"tip": tip[:3]}) for tip in tips]
    q = [solution.q for solution in solutions]
    bare, marked = (render_all(ARM, shown, quality="draft", **SMALL) for shown in (q, solutions))
    places = []
    for without, within in zip(bare, marked, strict=True):
        differs = np.argwhere((without != within).any(axis=2))
        assert len(differs) > 5
        places.append(differs.mean(axis=0)[1])
    assert places[0] + 10 < places[1]  # x points right in this view


def test_worlds_are_snapshots_worlds_or_shapes() -> None:
    _, worlds = motion()
    world = mk.World()
    world.add("ball", Sphere(0.2).at(color="#10d010"), at=(-1.2, 0, 2.2))
    shape = Sphere(0.2).at((-1.2, 0, 2.2), color="#10d010")
    pictures = render_all(ARM, [[0.0]] * 3, worlds=[worlds[0], world, shape], quality="draft", **SMALL)
    np.testing.assert_array_equal(pictures[0], pictures[1])
    np.testing.assert_array_equal(pictures[0], pictures[2])


# ------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("configurations", "options", "message"),
    [
        ([], {}, "configurations: expected at least one, got none"),
        (WAVING, {"fps": 0}, "fps: expected 0.01 to 50 pictures a second, got 0"),
        (WAVING, {"fps": 60}, "0.01 to 50 pictures a second, got 60"),
        (WAVING, {"fps": np.nan}, "pictures a second, got nan"),
        (WAVING, {"fps": "fast"}, "got 'fast'"),
        (WAVING, {"worlds": [mk.World()] * 3}, "worlds: expected one for each of 7 configurations, got 3"),
        (WAVING, {"worlds": [mk.World()] * 7, "world": mk.World()}, "either world, .*, or worlds"),
        ([[0.0]], {"worlds": ["ball"]}, r"worlds\[0\]"),
        ([[0.0, 1.0]], {}, "configuration"),
        (WAVING, {"quality": "best"}, "quality level"),
    ],
)
def test_refuses_nonsense(configurations: Any, options: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        animated(tmp_path, configurations, **options)
    assert not list(tmp_path.iterdir())


def never(*_: Any, **__: Any) -> None:
    raise AssertionError("pictures were drawn")


def test_refuses_other_formats_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memetik.plot.animation.render_all", never)
    with pytest.raises(mk.MemetikError, match=r"arm\.mp4: unknown suffix '\.mp4'; .* saved as \.gif"):
        mk.plot.animate(ARM, WAVING, tmp_path / "arm.mp4")


def test_without_pillow_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memetik.plot.animation.render_all", never)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(mk.MissingDependencyError, match=r"writing an animation needs .* 'pillow"):
        mk.plot.animate(ARM, WAVING, tmp_path / "arm.gif")


def test_a_solution_without_its_problem_is_refused() -> None:
    (solution, *_), _ = motion()
    with pytest.raises(mk.SolveError, match="plot: a solution that was pickled"):
        render_all(ARM, [pickle.loads(pickle.dumps(solution))], quality="draft", **SMALL)
