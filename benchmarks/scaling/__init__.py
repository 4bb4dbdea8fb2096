"""How cost grows with the size of a problem; `python -m benchmarks.scaling` writes the page."""
