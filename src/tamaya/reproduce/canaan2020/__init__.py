"""Canaan et al. 2020: Generating and Adapting to Diverse Ad-Hoc Partners in Hanabi."""
