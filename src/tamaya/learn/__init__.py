"""Trains networks with PPO on many games side by side (needs PyTorch, the extra `learn`)."""

import os

# Some virtual machines announce the AMX instructions but do not allow them, and then the library of
# PyTorch for CPUs fails. It reads this limit at its first use.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16")

from tamaya.learn.config import PRESETS, Config, left_out, preset

__all__ = ["PRESETS", "Config", "left_out", "preset"]
