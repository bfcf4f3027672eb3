"""What is measured of inverse kinematics, one question a file."""
