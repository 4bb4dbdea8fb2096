"""Networks in ONNX files as agents: `onnx:model.onnx` (needs the extra `onnx`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from tamaya.agents.agent import Agent
from tamaya.agents.network import NetworkAgent, ObservationName
from tamaya.agents.registry import Entry, register
from tamaya.errors import TamayaError
from tamaya.extras import extra
from tamaya.files import is_file
from tamaya.game import Setup
from tamaya.numbers import Bytes

if TYPE_CHECKING:
    import onnxruntime

_TYPES = {
    "tensor(float)": np.float32,
    "tensor(float16)": np.float16,
    "tensor(uint8)": np.uint8,
    "tensor(int64)": np.int64,
    "tensor(double)": np.float64,
}


class OnnxAgent(NetworkAgent):
    """A network in an ONNX file.

    Its first input takes observations [n, size]; an optional second input takes legal masks
    [n, actions]. Its first output gives scores [n, actions] or action ids [n]. The metadata
    property `observation` of the file is "hle" (the default) or "extended".

    :raises TamayaError: if the file or ONNX Runtime is missing, or the file has other inputs
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._session = _open_session(Path(path))
        inputs = self._session.get_inputs()
        if not 1 <= len(inputs) <= 2:
            raise TamayaError(f"{self.path!r} has {len(inputs)} inputs (expected 1 or 2)")
        for tensor in inputs:
            if tensor.type not in _TYPES:
                raise TamayaError(
                    f"{self.path!r}: input {tensor.name!r} is a {tensor.type} (expected "
                    f"one of {', '.join(_TYPES)})"
                )
        metadata = self._session.get_modelmeta().custom_metadata_map
        observation = cast(ObservationName, metadata.get("observation", "hle"))
        super().__init__(self._run, observation, f"onnx:{self.path}")

    @property
    def parameters(self) -> Mapping[str, object]:
        """The path of the file."""
        return {"path": self.path}

    def refusal(self, setup: Setup) -> str | None:
        """Why the agent cannot play a set-up, as words that follow "it"; None if it can."""
        size = self._session.get_inputs()[0].shape[-1]
        if isinstance(size, int) and size != self.size(setup):
            return f"takes observations of {size} entries, not {self.size(setup)}"
        return None

    def _run(self, observations: Bytes, legal: Bytes) -> NDArray[np.generic]:
        inputs = zip(self._session.get_inputs(), (observations, legal), strict=False)
        values = {tensor.name: array.astype(_TYPES[tensor.type]) for tensor, array in inputs}
        output: NDArray[np.generic] = self._session.run(None, values)[0]
        return output

    def __getstate__(self) -> dict[str, object]:
        """The fields to copy and pickle: only the path."""
        return {"path": self.path}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__init__(str(state["path"]))  # type: ignore[misc]


def _open_session(path: Path) -> onnxruntime.InferenceSession:
    with extra("onnx", "agents from ONNX files need ONNX Runtime"):
        import onnxruntime  # noqa: PLC0415
    if not is_file(path):
        raise TamayaError(f"no file {str(path)!r} (expected an ONNX file)")
    try:
        return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises classes of its own
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise TamayaError(f"cannot read {str(path)!r} as an ONNX file: {reason}") from None


def _named(path: str) -> Agent:
    return OnnxAgent(path)


register(Entry("onnx:", "Your own network in an ONNX file.", _named, usage="onnx:FILE.onnx"))
