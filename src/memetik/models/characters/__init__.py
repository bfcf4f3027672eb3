"""The animated characters, and the bones and shapes they consist of."""
