"""A second implementation of Hanabi in plain Python, to test the fast engine."""
