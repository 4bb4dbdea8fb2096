"""Measures the numbers that the documents state; `python -m benchmarks.NAME` runs a module."""
