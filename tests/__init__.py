"""Tests. They choose NumPy's matrix routines before anything imports NumPy.

Routines for other processors round differently. Training amplifies that: with the same seeds, the
weights and all scores differ. So tests use the routines that every x86 processor of the last ten
years has, and recorded results are the same on all of them.
"""

import os

os.environ["OPENBLAS_CORETYPE"] = "Haswell"
