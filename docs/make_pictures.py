"""Renders pictures of README.md and of pages here: ``python docs/make_pictures.py [DIRECTORY]``.

The default directory is docs/images. Needs the extra ``docs`` (``pip install '.[docs]'``) and a few minutes.
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

import memetik as mk
from memetik.collision import Box, Cylinder, Revolution, Sphere, SphereRobot
from memetik.models import BUNDLED
from memetik.models.postures import presentation
from memetik.plot.camera import framing
from memetik.plot.picture import render
from memetik.plot.posed_shapes import placed, posed_shapes

ROWS = (
    (
        "valkyrie",
        "g1",
        "baxter",
        "pr2",
        "ur5",
        "ur10",
        "ur10e",
        "ur10e_elise",
        "ur10e_eeloscope",
        "m10ia",
        "kr120",
    ),
    (
        "stewart",
        "spot",
        "ur10e_eeloscope",
        "go2",
        "panda",
        "fr3",
        "xarm7",
        "iiwa14",
        "lwr4",
        "iiwa14_shadow_hand",
    ),
    ("lwr4_shadow_hand", "pr2_arm_shadow_hand", "snake", "so101", "five_bar", "shadow_hand", "allegro"),
)
CHARACTERS = ("mannequin", "kyle", "wolf")
# yaw [rad] of the robots whose best view is not from the front left
YAWS = {"snake": math.pi / 2, "shadow_hand": 1.2, "iiwa14_shadow_hand": -1.3, "lwr4_shadow_hand": -1.3}
VASE = Revolution([(0, 0), (0.06, 0), (0.08, 0.1), (0.03, 0.18), (0.03, 0.22), (0, 0.22)])
FINGERS = ("panda_hand", "panda_leftfinger", "panda_rightfinger")
EXAMPLES = Path(__file__).parents[1] / "examples"
ANIMATED = ("08_moving_obstacle", "09_reach_into_box", "10_around_an_obstacle", "11_inspect_tank")
ROW_SIZE, CHARACTERS_SIZE = (1800, 500), (1200, 860)  # picture sizes [px], before EDGES are cropped
EDGES = (60, 70, 60, 15)  # left, top, right, bottom [px]
VIEW = (0.0, 0.15)
GAP = 0.28  # distance between the robots [m]


def main() -> None:
    """Write panda.png, spheres.png, obstacles.png, robots.png, characters.png, pictures and animations of
    examples.
    """
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images"
    directory.mkdir(parents=True, exist_ok=True)
    panda = mk.Robot.load("panda")
    q = presentation(panda)
    picture = render(panda, q, samples=48, frames=[panda.fk(q, "panda_hand_tcp")])
    Image.fromarray(picture).save(directory / "panda.png", optimize=True)
    SphereRobot.fit(panda).plot(panda, size=(720, 540)).save(directory / "spheres.png")
    obstacle_picture(panda).save(directory / "obstacles.png")
    family_picture().save(directory / "robots.png", optimize=True)
    row_picture(CHARACTERS, CHARACTERS_SIZE).save(directory / "characters.png", optimize=True)
    body, walk = directory / "whole_body.png", directory / "edit_motion.png"
    run("03_goals", "--picture", body, "--size", "540", "660", "--quality", "final")
    run("06_edit_motion", "--picture", walk, "--size", "720", "360")
    for example in ANIMATED:
        file = directory / example.partition("_")[2]
        still, moving = file.with_suffix(".png"), file.with_suffix(".gif")
        run(example, "--picture", still, "--animation", moving, "--quality", "final")


def run(example: str, *arguments: str | Path) -> None:
    """Run an example."""
    subprocess.run([sys.executable, EXAMPLES / f"{example}.py", *arguments], check=True)


def obstacle_picture(panda: mk.Robot) -> mk.plot.Still:
    """Draw a panda that holds a cup and touches a ball above a table, as spheres."""
    world = mk.World()
    world.add("table", Box((0.6, 1.0, 0.04)).at(color="#b08968"), at=(0.6, 0, 0.2))
    world.add("vase", VASE.at(color="#7a8ca0"), at=(0.55, -0.25, 0.22))
    world.add("ball", Sphere(0.1).at(color="#5b7fc4"), at=(0.36, 0.13, 0.72))
    cup = Cylinder(0.035, 0.12).at(color="#3f8f8a")
    world.attach("panda_hand", cup, name="cup", at=(0, 0, 0.13), touch_links=FINGERS)
    q = presentation(panda)
    spheres = SphereRobot.fit(panda)
    return panda.plot(q, world=world, spheres=spheres, margin=0.04, size=(720, 540), view=(-0.9, 0.25))


def family_picture() -> Image.Image:
    """Render all bundled robots except the characters in rows, with names; each row has its own scale."""
    shown = {name for row in (*ROWS, CHARACTERS) for name in row}
    assert shown == set(BUNDLED), "a robot is missing in ROWS"
    rows = [row_picture(row, ROW_SIZE) for row in ROWS]
    picture = Image.new("RGB", (rows[0].width, sum(row.height for row in rows)))
    for index, row in enumerate(rows):
        picture.paste(row, (0, index * row.height))
    return picture


def row_picture(row: Sequence[str], size: tuple[int, int]) -> Image.Image:
    """Render robots side by side at the same scale, with their names."""
    b = mk.RobotBuilder("family")
    b.link("ground")
    family, edge = b.build(), 0.0
    values: dict[str, float | np.ndarray] = {}
    clouds: dict[str, np.ndarray] = {}
    for name in row:
        robot = mk.Robot.load(name)
        q = presentation(robot)
        place = mk.transform(rpy=(0, 0, YAWS.get(name, -0.5)))
        shapes = posed_shapes(robot, q)
        points = np.vstack([placed(item.shape.outline(), place @ item.pose) for item in shapes])
        low, high = points.min(axis=0), points.max(axis=0)
        place[:3, 3] = (-(low[0] + high[0]) / 2, edge - low[1], -low[2])
        edge += high[1] - low[1] + GAP
        clouds[name] = points + place[:3, 3]
        family = family.attach(robot, "ground", place, prefix=f"{name}/")
        values |= {f"{name}/{joint}": value for joint, value in robot.unpack(q).items()}
    picture = render(family, family.pack(values), size=size, samples=48, view=VIEW)
    left, top, right, bottom = EDGES
    corners = (left, top, size[0] - right, size[1] - bottom)
    return with_names(Image.fromarray(picture), clouds).crop(corners)


def with_names(picture: Image.Image, clouds: dict[str, np.ndarray]) -> Image.Image:
    """Write the name of each robot below the middle of its points."""
    width, height = picture.size
    camera = framing(np.vstack(list(clouds.values())), VIEW, aspect=width / height, closest=0.0)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(23)
    for name, points in clouds.items():
        seen = camera.project(points)[:, 0]
        middle = width * (seen.min() + seen.max()) / 2
        label = name.replace("_shadow", "\n_shadow")
        pen.text((middle, height - 82), label, fill="#47525e", font=font, anchor="ma", align="center")
    return picture


if __name__ == "__main__":
    main()
