"""The scenarios of Engelke's thesis and of EBIKE, its benchmark: frozen targets among obstacles.

Geometry and targets follow the published meshes and clouds, as parameters; no file is copied. Each target has
a certificate, a configuration that reaches it and touches nothing, so all can be reached. Source: J. Engelke,
inverse kinematics for endoscopic inspection, thesis, University of Hamburg, 2024, and EBIKE (MIT).
"""

from .catalog import SCENARIOS, find_scenario
from .scenario import CLEAR, MARGIN, POSE, Scenario
from .verifier import OK, Verifier, verify

__all__ = ["CLEAR", "MARGIN", "OK", "POSE", "SCENARIOS", "Scenario", "Verifier", "find_scenario", "verify"]
