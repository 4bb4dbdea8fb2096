"""Puzzles from real positions, each with a proof by search."""
