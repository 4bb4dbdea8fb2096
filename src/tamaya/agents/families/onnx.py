"""Policies in ONNX files: `onnx:model.onnx` (needs the extra `onnx`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from tamaya.agents.agent import Agent
from tamaya.agents.network import Bytes, NetworkAgent, ObservationName
from tamaya.agents.registry import Entry, register
from tamaya.errors import TamayaError
from tamaya.game import Setup

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

    Its first input takes observations [n, size]; a second one, if it has one, the legal masks
    [n, actions]. Its first output gives scores [n, actions] or action ids [n]. The metadata
    property `observation` of the file may say "hle" (which is assumed) or "extended".

    :raises TamayaError: if the file or ONNX Runtime is missing, or the file is no such network
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._session = _opened(Path(path))
        inputs = self._session.get_inputs()
        if not 1 <= len(inputs) <= 2:
            raise TamayaError(f"{self.path!r} has {len(inputs)} inputs (expected 1 or 2)")
        for put in inputs:
            if put.type not in _TYPES:
                raise TamayaError(
                    f"{self.path!r}: input {put.name!r} is a {put.type} (expected "
                    f"one of {', '.join(_TYPES)})"
                )
        kept = self._session.get_modelmeta().custom_metadata_map
        observation = cast(ObservationName, kept.get("observation", "hle"))
        super().__init__(self._answers, observation, f"onnx:{self.path}")

    @property
    def parameters(self) -> Mapping[str, object]:
        """The file."""
        return {"path": self.path}

    def refusal(self, setup: Setup) -> str | None:
        """Why it cannot play under some rules; None if it can."""
        size = self._session.get_inputs()[0].shape[-1]
        if isinstance(size, int) and size != self.size(setup):
            return f"takes observations of {size} entries, not {self.size(setup)}"
        return None

    def _answers(self, observations: Bytes, legal: Bytes) -> NDArray[np.generic]:
        given = {
            put.name: values.astype(_TYPES[put.type])
            for put, values in zip(self._session.get_inputs(), (observations, legal), strict=False)
        }
        answer: NDArray[np.generic] = self._session.run(None, given)[0]
        return answer

    def __getstate__(self) -> dict[str, object]:
        """What copies and other processes get: the path."""
        return {"path": self.path}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__init__(str(state["path"]))  # type: ignore[misc]


def _opened(path: Path) -> onnxruntime.InferenceSession:
    try:
        import onnxruntime  # noqa: PLC0415 (an optional extra)
    except ImportError:
        raise TamayaError("ONNX Runtime is missing: pip install 'tamaya[onnx]'") from None
    if not path.is_file():
        raise TamayaError(f"no file {str(path)!r} (expected a network in the ONNX format)")
    try:
        return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises classes of its own
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise TamayaError(f"cannot read {str(path)!r} as an ONNX file: {reason}") from None


def _named(path: str) -> Agent:
    return OnnxAgent(path)


register(Entry("onnx:", "A network of your own in an ONNX file.", _named, usage="onnx:FILE.onnx"))
