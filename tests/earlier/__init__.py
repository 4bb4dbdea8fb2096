"""Files of every released version, which later versions must read.

`python -m tests.earlier` writes the files of this version, once for each release.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
EVOLUTION = {
    "candidates": 60,
    "batch": 20,
    "games": 4,
    "extra": 2,
    "rulebook": "published",
    "setup": "competition",
    "grid": (3, 3),
}
"""settings of the run folder"""
