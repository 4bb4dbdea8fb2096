"""Families of agents, one file each. The registry imports every file in this folder."""
