"""Forward kinematics: memetik in the core and from Python, pinocchio, and the OFKT against full sweeps."""
