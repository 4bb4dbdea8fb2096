"""The rules of Hanabi a second time, in plain Python, to test the fast engine against."""
