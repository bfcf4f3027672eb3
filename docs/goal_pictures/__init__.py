"""The pictures of ``docs/goals.md``: a canvas (Stage), and a scene for every goal, grouped by kind."""
