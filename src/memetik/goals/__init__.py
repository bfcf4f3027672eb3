"""Goals: the requirements that a configuration has to fulfil."""

from .axes import AlignAxis, FaceAway, WithinCone
from .balance import Balance
from .contacts import StandOn, Touch
from .custom import Custom
from .goal import Goal
from .keep_clear import KeepClear
from .look_at import LookAt
from .manipulability import Manipulability
from .pass_through import PassThrough
from .plain import goal_from_dict
from .points import KeepDistance, OnLine, OnPlane
from .pose import Orientation, Pose, Position
from .postures import AvoidJointLimits, CenterJoints, JointValue, LinearJoints
from .python_goal import PythonGoal
from .scan import Scan
from .smooth import Smooth
from .stay_close import StayClose
from .swivel import Swivel

__all__ = [
    "AlignAxis",
    "AvoidJointLimits",
    "Balance",
    "CenterJoints",
    "Custom",
    "FaceAway",
    "Goal",
    "JointValue",
    "KeepClear",
    "KeepDistance",
    "LinearJoints",
    "LookAt",
    "Manipulability",
    "OnLine",
    "OnPlane",
    "Orientation",
    "PassThrough",
    "Pose",
    "Position",
    "PythonGoal",
    "Scan",
    "Smooth",
    "StandOn",
    "StayClose",
    "Swivel",
    "Touch",
    "WithinCone",
    "goal_from_dict",
]
