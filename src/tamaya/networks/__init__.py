"""Learned networks as native agents: weights files, whole numbers, `learned:PATH`."""

from tamaya.networks.agent import LearnedAgent
from tamaya.networks.quantize import quantized
from tamaya.networks.weights_file import WeightsFile

__all__ = ["LearnedAgent", "WeightsFile", "quantized"]
