"""Learned networks as native agents: weights files, quantization, and the family `learned:`."""

from tamaya.networks.agent import LearnedAgent
from tamaya.networks.quantize import quantized
from tamaya.networks.weights_file import WeightsFile

__all__ = ["LearnedAgent", "WeightsFile", "quantized"]
