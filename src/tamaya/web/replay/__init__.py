"""Finished games: every position, why agents moved, and what could have happened instead."""
