"""The pictures of ``docs/goals.md``: a stage to draw on, and a scene for every goal, grouped by kind."""
