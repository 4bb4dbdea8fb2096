"""Eger et al. 2017: An Intentional AI for Hanabi."""
