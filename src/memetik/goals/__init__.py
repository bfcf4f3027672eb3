"""Goals: everything one can ask of a configuration."""

from .axes import AlignAxis, FaceAway, WithinCone
from .bodies import Balance, PassThrough
from .custom import Custom
from .goal import Goal
from .look_at import LookAt
from .plain import goal_from_dict
from .points import KeepDistance, OnLine, OnPlane
from .pose import Orientation, Pose, Position
from .postures import AvoidJointLimits, CenterJoints, JointValue, LinearJoints
from .scan import Scan
from .stay_close import StayClose

__all__ = [
    "AlignAxis",
    "AvoidJointLimits",
    "Balance",
    "CenterJoints",
    "Custom",
    "FaceAway",
    "Goal",
    "JointValue",
    "KeepDistance",
    "LinearJoints",
    "LookAt",
    "OnLine",
    "OnPlane",
    "Orientation",
    "PassThrough",
    "Pose",
    "Position",
    "Scan",
    "StayClose",
    "WithinCone",
    "goal_from_dict",
]
