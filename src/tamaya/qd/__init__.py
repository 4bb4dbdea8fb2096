"""MAP-Elites: evolves pools, simplifies agents and measures pools."""

from tamaya.qd.network_map import NetworkMap, NetworkSettings, evolve_networks
from tamaya.qd.presets import PRESETS, preset
from tamaya.qd.run import EvolutionProgress, Run, evolve
from tamaya.qd.settings import EvolutionSettings
from tamaya.qd.simplify import simplify

Settings = EvolutionSettings
"""the former name, for scripts that use it"""

__all__ = [
    "PRESETS",
    "EvolutionProgress",
    "EvolutionSettings",
    "NetworkMap",
    "NetworkSettings",
    "Run",
    "Settings",
    "evolve",
    "evolve_networks",
    "preset",
    "simplify",
]
