"""Families of agents, a file each. A file that is here is found: nothing else lists it."""
