"""Maps of behaviour: evolved pools as grids, and each of their cells in detail."""
