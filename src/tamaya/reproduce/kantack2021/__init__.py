"""Kantack 2021: Reinforcement Learning on Human Decision Models."""
