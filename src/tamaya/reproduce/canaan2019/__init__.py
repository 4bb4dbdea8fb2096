"""Canaan et al. 2019: Diverse Agents for Ad-Hoc Cooperation in Hanabi."""
