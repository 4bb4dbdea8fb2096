"""Bounded, seeded fuzzing of everything that reads external input: `python -m tests.fuzz`."""
