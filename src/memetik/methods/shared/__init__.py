"""What methods have in common."""
