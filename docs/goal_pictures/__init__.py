"""The pictures of ``docs/goals.md``: a canvas (Canvas), and a scene for every goal, grouped by kind."""
