"""MAP-Elites: evolves pools, simplifies agents and measures pools."""

from tamaya.qd.presets import PRESETS, preset
from tamaya.qd.run import EvolutionProgress, Run, evolve
from tamaya.qd.settings import Settings
from tamaya.qd.simplify import simplify

__all__ = ["PRESETS", "EvolutionProgress", "Run", "Settings", "evolve", "preset", "simplify"]
