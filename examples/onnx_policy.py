"""An ONNX network in the arena, thousands of games at once: python examples/onnx_policy.py

The file can come from any program that writes ONNX: `torch.onnx.export`, `jax2onnx`, `tf2onnx`, …
Here it is written by hand.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import tamaya as ty


def write_network(path: Path, setup: ty.Setup) -> None:
    """Writes one linear layer from HLE's observation to scores of all moves."""
    random = np.random.default_rng(0)
    weights = random.normal(size=(setup.observation_size, setup.actions)).astype(np.float32)
    shape = ["games", setup.observation_size]
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["observations", "weights"], ["scores"])],
        "policy",
        [helper.make_tensor_value_info("observations", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["games", setup.actions])],
        [numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    helper.set_model_props(model, {"observation": "hle"})
    onnx.save(model, str(path))


if __name__ == "__main__":
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "policy.onnx")
    write_network(file, ty.Setup.standard(2))
    print(ty.match(f"onnx:{file}", "piers", games=1000))
