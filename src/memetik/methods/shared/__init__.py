"""Base classes and helpers of several methods."""
