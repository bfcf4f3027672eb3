"""The animated characters, and the bones and shapes that they are made of."""
