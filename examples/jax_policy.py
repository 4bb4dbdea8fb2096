"""A JAX network in the arena, thousands of games at once: python examples/jax_policy.py"""

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

import tamaya as ty

Bytes = NDArray[np.uint8]
setup = ty.Setup.standard(2)
first, second = jax.random.split(jax.random.key(0))
weights = (
    jax.random.normal(first, (setup.observation_size, 256)) * 0.05,
    jax.random.normal(second, (256, setup.actions)) * 0.1,
)


@jax.jit
def scores_of(observations: jax.Array) -> jax.Array:
    """A network of two layers; use your own."""
    hidden = jax.nn.relu(observations.astype(jnp.float32) @ weights[0])
    return hidden @ weights[1]


def choose(observations: Bytes, legal: Bytes) -> NDArray[np.float32]:
    """Scores of all moves. Rows are padded to a power of two, so JAX compiles a few sizes only."""
    rows = 1 << max(0, len(observations) - 1).bit_length()
    padded = np.zeros((rows, observations.shape[1]), np.uint8)
    padded[: len(observations)] = observations
    return np.asarray(scores_of(jnp.asarray(padded)))[: len(observations)]


agent = ty.NetworkAgent(choose, observation="hle", name="my JAX network")

if __name__ == "__main__":
    print(ty.match(agent, "piers", games=1000))
