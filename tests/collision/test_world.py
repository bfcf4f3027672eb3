"""World: objects are added, moved and removed, and snapshots never change."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, CollisionCheck, Cylinder, HalfSpace, Sphere


def furnished() -> mk.World:
    world = mk.World()
    world.add("table", Box((1, 1, 0.1)), at=(0.5, 0, 0.2))
    world.add("cup", Cylinder(0.04, 0.1), at=mk.transform((0.4, 0, 0.3), rpy=(0, 0, 1)), touch_links=["hand"])
    return world


class TestEdits:
    def test_objects_are_found_by_name(self) -> None:
        world = furnished()
        assert list(world) == ["table", "cup"]
        assert len(world) == 2
        assert world["cup"].shape == Cylinder(0.04, 0.1)
        assert world["cup"].touch_links == {"hand"}
        with pytest.raises(mk.UnknownNameError, match="cup"):
            world["cop"]

    def test_a_placed_shape_keeps_its_place_relative_to_the_pose(self) -> None:
        world = mk.World()
        handle = world.add(
            "ball", Sphere(0.1).at((0, 0, 1)), at=mk.transform((1, 0, 0), rpy=(np.pi / 2, 0, 0))
        )
        np.testing.assert_allclose(handle.pose[:3, 3], (1, -1, 0), atol=1e-15)

    @pytest.mark.parametrize(
        "pose", [(1, 2, 3), [1, 2, 3, 1, 0, 0, 0], ((1, 2, 3), (1, 0, 0, 0)), mk.transform((1, 2, 3))]
    )
    def test_poses_have_many_forms(self, pose: Any) -> None:
        world = furnished()
        world["cup"].move(pose)
        np.testing.assert_array_equal(world["cup"].pose, mk.transform((1, 2, 3)))

    def test_a_snapshot_never_changes(self) -> None:
        world = furnished()
        before = world.snapshot()
        world["cup"].move((9, 9, 9))
        world["table"].remove()
        world.add("ball", Sphere(1))
        assert [item.name for item in before.objects] == ["table", "cup"]
        np.testing.assert_array_equal(before.poses[1], furnished()["cup"].pose)
        with pytest.raises(ValueError, match="read-only"):
            before.objects[1].pose[0, 3] = 1

    def test_only_moves_leave_the_structure(self) -> None:
        world = furnished()
        first = world.snapshot()
        world["cup"].move((1, 0, 0))
        moved = world.snapshot()
        assert moved.structure == first.structure
        assert moved.version > first.version
        world["cup"].touch_links = ["hand", "finger"]
        assert world.snapshot().structure > first.structure

    def test_a_handle_outlives_its_object_and_says_so(self) -> None:
        world = furnished()
        cup = world["cup"]
        assert repr(cup) == "<cup: Cylinder(radius=0.04, length=0.1) at (0.4, 0, 0.3)>"
        cup.remove()
        assert repr(cup) == "<cup, removed>"
        with pytest.raises(mk.UnknownNameError, match="cup"):
            cup.move((0, 0, 0))

    def test_clear_removes_everything(self) -> None:
        world = furnished()
        world.clear()
        assert repr(world) == "World()"


class TestPlainForm:
    def test_it_survives_json_and_pickle(self) -> None:
        world = furnished()
        world.add("wall", HalfSpace().at((0, 0, -1)))
        world.add("rod", Capsule(0.1, 1.0))
        plain = json.loads(json.dumps(world.to_dict()))
        for again in (mk.World.from_dict(plain), pickle.loads(pickle.dumps(world))):
            assert again.snapshot().objects == world.snapshot().objects

    @pytest.mark.parametrize(
        ("plain", "message"),
        [
            ({}, "not a world in plain form"),
            ({"memetik": "world", "version": 1, "objects": {"a": {"shape": "ball"}}}, "'a'"),
            ({"memetik": "world", "version": 1, "objects": [1]}, "objects: expected"),
            ({"memetik": "world", "version": 1, "objects": {"a": 3}}, "'a'"),
        ],
    )
    def test_nonsense_is_refused(self, plain: Any, message: str) -> None:
        with pytest.raises(mk.RobotError, match=message):
            mk.World.from_dict(plain)


class TestBadInput:
    """An error says what is wrong, and the world stays as it was."""

    @pytest.mark.parametrize(
        ("edit", "message"),
        [
            (lambda w: w["cup"].move((0, np.nan, 0)), "pose: not finite"),
            (lambda w: w["cup"].move(np.full((4, 4), np.inf)), "pose: not finite"),
            (lambda w: w["cup"].move((1, 2)), "pose: expected 4 x 4 numbers"),
            (lambda w: w["cup"].move((0, 0, 1e9)), r"pose: farther than 1e\+06 m"),
            (lambda w: w["cup"].move(2 * np.eye(4)), "pose: not a rigid transform"),
            (lambda w: w["cop"].move((0, 0, 0)), "no object 'cop' of the world; did you mean 'cup'?"),
            (lambda w: w.remove("cop"), "no object 'cop' of the world"),
            (lambda w: w.detach("cop", at=(0, 0, 0)), "no object 'cop' of the world"),
            (lambda w: w.attach("hand", Sphere(1), name="cup"), "the world has an object 'cup'"),
            (lambda w: w.attach("", Sphere(1), name="ball"), "link: expected the name of a link"),
            (lambda w: w.attach("hand", Sphere(1), name="ball", at=(np.nan, 0, 0)), "pose: not finite"),
            (lambda w: w.attach("hand", Sphere(1), name=""), "name: expected a name"),
            (lambda w: w.attach("hand", "ball", name="ball"), "shape: expected a shape"),
            (lambda w: w["cup"].attach("hand", at="here"), "pose: expected"),
            (lambda w: w["cup"].attach("hand", at=(0, 0, 0), tolerance=np.nan), "tolerance: expected"),
            (lambda w: w.add("ball", Sphere(np.nan)), "sphere radius: not finite"),
            (lambda w: w.add("box", Box((1, -1, 1))), "box size: negative"),
            (lambda w: w.add("ball", Sphere(1), touch_links="hand"), "touch_links: expected names of links"),
        ],
    )
    def test_of_edits(self, edit: Any, message: str) -> None:
        world = furnished()
        before = world.snapshot()
        with pytest.raises(mk.MemetikError, match=message):
            edit(world)
        assert world.snapshot() is before

    def test_an_object_that_was_removed(self) -> None:
        world = furnished()
        cup = world["cup"]
        world.clear()
        for call in (
            lambda: cup.move((0, 0, 0)),
            lambda: cup.attach("hand", at=(0, 0, 0)),
            lambda: cup.detach(at=(0, 0, 0)),
            lambda: cup.remove(),
            lambda: cup.pose,
            lambda: cup.touch_links,
        ):
            with pytest.raises(
                mk.UnknownNameError, match=r"no object 'cup' of the world; objects of the world are: \(none\)"
            ):
                call()

    def test_degenerate_shapes_are_points_segments_and_plates(self) -> None:
        robot, world = mk.Robot.load("panda"), mk.World()
        for k, shape in enumerate((Sphere(0), Box((0, 0, 0)), Box((1, 1, 0)), Capsule(0, 1), Cylinder(0, 0))):
            world.add(f"object {k}", shape, at=(0.5, 0, 0.3))
            held = mk.World()
            held.attach("panda_hand", shape, name="held")
            assert np.isfinite(held.snapshot().held[0].grip.spheres).all()  # type: ignore[union-attr]
        check = CollisionCheck(robot, {"panda_hand": (0, 0, 0, 0.05)}, world)
        place = robot.fk(robot.neutral, "panda_hand")[:3, 3]
        assert check.clearance(robot.neutral) <= np.linalg.norm(place - (0.5, 0, 0.3)) - 0.05 + 1e-12

    def test_links_that_the_robot_lacks(self) -> None:
        robot, world = mk.Robot.load("panda"), furnished()
        with pytest.warns(mk.InputWarning, match="touch_links of 'cup': panda has no link 'hand'"):
            CollisionCheck(robot, {"panda_hand": (0, 0, 0, 0.05)}, world)
        world["cup"].touch_links = ["panda_hand", "table"]
        CollisionCheck(robot, {"panda_hand": (0, 0, 0, 0.05)}, world)
        world["cup"].attach("panda_hnad", at=(0, 0, 0))
        with pytest.raises(mk.RobotError, match=r"'cup' is held by 'panda_hnad': no link .* 'panda_hand'"):
            mk.Problem(robot, mk.KeepClear({"panda_hand": (0, 0, 0, 0.05)}, world))

    @pytest.mark.parametrize(
        ("pose", "message"),
        [
            ({"cop": (0, 0, 0)}, "no object 'cop' of the world"),
            ({"cup": (0, np.nan, 0)}, "pose of 'cup': not finite"),
            ({"cup": "here"}, "pose of 'cup': expected"),
        ],
    )
    def test_of_queries(self, pose: Any, message: str) -> None:
        world = furnished()
        world["cup"].touch_links = ()
        clear = mk.KeepClear({"panda_hand": (0, 0, 0, 0.05)}, world, name="clear")
        solver = mk.Solver("panda", [mk.Position("panda_hand", name="reach"), clear])
        with pytest.raises(mk.MemetikError, match=message):
            solver.solve(targets={"reach": (0.4, 0.3, 0.5), "clear": pose})
        rows = {name: [value] for name, value in pose.items()}
        with pytest.raises(mk.MemetikError, match=r"'cop'|clear"):
            solver.solve_batch({"reach": [(0.4, 0.3, 0.5)], "clear": rows})

    def test_files(self, tmp_path: Path) -> None:
        with pytest.raises(mk.RobotError, match=r"no such file: .*world\.json"):
            mk.World.load(tmp_path / "world.json")
        (tmp_path / "world.json").write_text("{")
        with pytest.raises(mk.RobotError, match=r"world\.json: not a file of World\.save"):
            mk.World.load(tmp_path / "world.json")
        (tmp_path / "world.json").write_text("[1]")
        with pytest.raises(mk.RobotError, match="not a world in plain form"):
            mk.World.load(tmp_path / "world.json")


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("", Sphere(1)), {}, "name: expected a name"),
        ((3, Sphere(1)), {}, "name: expected a name"),
        (("table", Sphere(1)), {}, "the world has an object 'table'"),
        (("ball", "sphere"), {}, "shape: expected a shape"),
        (("ball", Sphere(1)), {"touch_links": "hand"}, "touch_links: expected names of links"),
        (("ball", Sphere(1)), {"touch_links": [3]}, "touch_links: expected names of links"),
        (("ball", Sphere(1)), {"touch_links": [[]]}, "touch_links: expected names of links"),
        (("ball", Sphere(1)), {"at": (0, 0, np.nan)}, "pose: not finite"),
        (("ball", Sphere(1)), {"at": "here"}, "pose"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        furnished().add(*arguments, **options)
