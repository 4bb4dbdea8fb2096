"""A PyTorch network in the arena, thousands of games at once: python examples/pytorch_policy.py"""

import numpy as np
import torch
from numpy.typing import NDArray

import tamaya as ty

Bytes = NDArray[np.uint8]
setup = ty.Setup.standard(2)
torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Linear(setup.observation_size, 256),
    torch.nn.ReLU(),
    torch.nn.Linear(256, setup.actions),
)


def choose(observations: Bytes, legal: Bytes) -> NDArray[np.float32]:
    """Scores of all moves; the arena plays the highest legal one."""
    with torch.no_grad():
        scores: NDArray[np.float32] = model(torch.from_numpy(observations).float()).numpy()
    return scores


agent = ty.NetworkAgent(choose, observation="hle", name="my PyTorch network")

if __name__ == "__main__":
    print(ty.match(agent, "piers", games=1000))
