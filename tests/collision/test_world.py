"""World: objects are added, moved and removed, and snapshots never change."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, HalfSpace, Sphere


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
