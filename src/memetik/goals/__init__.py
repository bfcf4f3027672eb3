"""Goals: everything one can ask of a configuration."""

from .custom import Custom
from .goal import Goal
from .look_at import LookAt
from .plain import goal_from_dict
from .pose import Orientation, Pose, Position
from .stay_close import StayClose

__all__ = ["Custom", "Goal", "LookAt", "Orientation", "Pose", "Position", "StayClose", "goal_from_dict"]
