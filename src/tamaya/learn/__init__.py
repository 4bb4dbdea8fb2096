"""Trains networks with PPO on many games side by side (needs PyTorch, the extra `learn`)."""

from tamaya.learn.config import PRESETS, Config, preset

__all__ = ["PRESETS", "Config", "preset"]
