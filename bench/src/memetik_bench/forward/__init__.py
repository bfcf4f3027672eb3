"""Forward kinematics: ours in the core and from Python, beside pinocchio, and the OFKT beside full sweeps."""
