"""Draws the pictures of ``docs/goals.md``: ``python docs/make_goal_pictures.py [DIRECTORY]``.

The default directory is docs/images/goals. Needs the extra ``docs``: ``pip install '.[docs]'``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from goal_pictures import bodies, contacts, directions, joints, losses, places
from goal_pictures.canvas import Canvas, canvas_style

from memetik.goals.kinds import all_kinds

SCENES = places.SCENES | directions.SCENES | contacts.SCENES | bodies.SCENES | joints.SCENES


def main() -> None:
    assert set(SCENES) == set(all_kinds()), (
        f"without a scene, or without a goal: {set(SCENES) ^ set(all_kinds())}"
    )
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images" / "goals"
    directory.mkdir(parents=True, exist_ok=True)
    with canvas_style():
        for name, scene in SCENES.items():
            canvas = Canvas()
            scene(canvas)
            canvas.save(directory / f"{name}.svg")
        canvas = Canvas(losses.WIDTH, losses.HEIGHT)
        losses.losses(canvas)
        canvas.save(directory / "losses.svg")


if __name__ == "__main__":
    main()
