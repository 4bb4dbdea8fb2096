"""Walton-Rivers et al. 2017: Evaluating and Modelling Hanabi-Playing Agents."""
