"""Results for readers: the tables and plots of README.md and docs."""
