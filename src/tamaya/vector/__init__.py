"""A vectorized environment for learning: many games side by side on CPU threads or a GPU."""

from tamaya.vector.fields import Field, observation_fields
from tamaya.vector.vector import Vector

__all__ = ["Field", "Vector", "observation_fields"]
