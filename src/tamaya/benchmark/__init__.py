"""The ad-hoc benchmark: fresh partners from a seed, games with each, and statistics."""
