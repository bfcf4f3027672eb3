"""Reads and writes BVH (Biovision hierarchy) files: characters and their motion.

>>> import memetik as mk
>>> clip = mk.io.bvh.parse('''
... HIERARCHY
... ROOT Hips
... {
...     OFFSET 0 95 0
...     CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
...     JOINT Head
...     {
...         OFFSET 0 60 0
...         CHANNELS 3 Zrotation Xrotation Yrotation
...         End Site
...         {
...             OFFSET 0 20 0
...         }
...     }
... }
... MOTION
... Frames: 2
... Frame Time: 0.04
... 0 95 5 0 0 0 0 0 0
... 0 95 10 0 0 0 0 90 0
... ''', unit="cm")
>>> clip
<Clip 'clip': 2 frames of 0.04 s, 9 DoF>
>>> clip.names[:4]
('Hips.x', 'Hips.y', 'Hips.z', 'Hips.rz')
>>> clip.robot.fk(clip.motion, "Head_end")[:, :3, 3].round(3)  # x is the file's z, z its y
array([[0.05, 0.  , 1.75],
       [0.3 , 0.  , 1.55]])
"""

from .channels import Positions
from .clip import Clip
from .joints import Limits, Unit, Up
from .reader import parse, read, read_skeleton
from .writer import to_text, write

__all__ = ["Clip", "Limits", "Positions", "Unit", "Up", "parse", "read", "read_skeleton", "to_text", "write"]
