"""A common interface to arrays of NumPy, PyTorch and CuPy."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tamaya.extras import extra
from tamaya.game import TamayaError

Library = Literal["numpy", "torch", "cupy"]
"""the library whose arrays a `Vector` returns"""
Array = Any
"""an ndarray, a torch.Tensor or a cupy.ndarray"""
_SIGNED = {"uint16": "int16", "uint32": "int32", "uint64": "int64"}
"""PyTorch supports few unsigned types: these become signed types of the same size"""


class DeviceArrays(Protocol):
    """Arrays in the memory of a GPU."""

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """Allocates an array of zeros."""

    def upload(self, values: NDArray[np.generic]) -> Array:
        """Copies an array to the GPU."""

    def download(self, values: Array) -> NDArray[np.generic]:
        """Copies an array from the GPU."""

    def pointer(self, values: Array) -> int:
        """Address of the first byte."""

    def stream(self) -> int:
        """The library's current CUDA stream."""


class TorchArrays:
    """Memory and streams of PyTorch."""

    def __init__(self) -> None:
        self._torch = imported("torch")
        if not self._torch.cuda.is_available():
            raise TamayaError("device 'cuda': PyTorch finds no GPU")
        self._torch.cuda.init()

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """A tensor of zeros."""
        name = np.dtype(dtype).name
        kind = getattr(self._torch, _SIGNED.get(name, name))
        return self._torch.zeros(shape, dtype=kind, device="cuda")

    def upload(self, values: NDArray[np.generic]) -> Array:
        """Copies an array to the GPU."""
        return as_torch(values).to("cuda")

    def download(self, values: Array) -> NDArray[np.generic]:
        """Copies an array from the GPU."""
        host: NDArray[np.generic] = values.cpu().numpy()
        return host

    def pointer(self, values: Array) -> int:
        """Address of the first byte."""
        return int(values.data_ptr())

    def stream(self) -> int:
        """PyTorch's current stream."""
        return int(self._torch.cuda.current_stream().cuda_stream)


class CupyArrays:
    """Memory and streams of CuPy."""

    def __init__(self) -> None:
        self._cupy = imported("cupy")
        try:
            self._cupy.cuda.Device(0).use()
        except Exception as error:
            raise TamayaError(f"device 'cuda': CuPy finds no GPU: {error}") from None

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """An array of zeros."""
        return self._cupy.zeros(shape, dtype)

    def upload(self, values: NDArray[np.generic]) -> Array:
        """Copies an array to the GPU."""
        return self._cupy.asarray(values)

    def download(self, values: Array) -> NDArray[np.generic]:
        """Copies an array from the GPU."""
        host: NDArray[np.generic] = self._cupy.asnumpy(values)
        return host

    def pointer(self, values: Array) -> int:
        """Address of the first byte."""
        return int(values.data.ptr)

    def stream(self) -> int:
        """CuPy's current stream."""
        return int(self._cupy.cuda.get_current_stream().ptr)


def device_arrays(library: Library | None) -> DeviceArrays:
    """The GPU arrays of a library; None takes CuPy if it is installed, otherwise PyTorch.

    :raises TamayaError: if the library is missing, finds no GPU, or supports only CPUs
    """
    if library == "numpy":
        raise TamayaError("arrays 'numpy' are on the CPU (expected 'cupy' or 'torch' with 'cuda')")
    if library is None:
        library = "cupy" if importlib.util.find_spec("cupy") else "torch"
    return TorchArrays() if library == "torch" else CupyArrays()


def as_torch(values: NDArray[np.generic]) -> Array:
    """A tensor that shares the memory of an ndarray."""
    signed = _SIGNED.get(values.dtype.name)
    return imported("torch").from_numpy(values.view(signed) if signed else values)


def imported(library: str) -> ModuleType:
    """Imports an optional library.

    :raises MissingExtraError: if it is not installed
    """
    name, title = ("cuda", "CuPy") if library == "cupy" else ("learn", "PyTorch")
    with extra(name, f"arrays={library!r} needs {title}"):
        module = importlib.import_module(library)
    return module


def host_actions(actions: Array, count: int) -> NDArray[np.int32]:
    """Converts action ids to the type that the core takes.

    :raises TamayaError: if they are not whole numbers, or not one for each game
    """
    values = np.asarray(actions)
    if values.shape != (count,) or values.dtype.kind not in "iu":
        raise TamayaError(
            f"not actions: {values.dtype} {list(values.shape)} (expected whole numbers [{count}])"
        )
    ids: NDArray[np.int32] = np.ascontiguousarray(values, np.int32)
    if ids.dtype != values.dtype and (changed := ids != values).any():
        raise TamayaError(f"no action {values[changed][0]} (expected an action id of the set-up)")
    return ids


def device_actions(actions: Array, count: int) -> int:
    """The address of action ids on the GPU.

    :raises TamayaError: if they are not contiguous int32 numbers, one for each game
    """
    interface = getattr(actions, "__cuda_array_interface__", None)
    if interface is None:
        raise TamayaError(
            f"actions of type {type(actions).__name__} are not on the GPU (expected a CUDA array)"
        )
    strides = interface.get("strides")
    contiguous = strides is None or tuple(strides) == (4,)
    if interface["typestr"] != "<i4" or tuple(interface["shape"]) != (count,) or not contiguous:
        raise TamayaError(
            f"not actions: {interface['typestr']} {list(interface['shape'])} "
            f"(expected contiguous int32 [{count}])"
        )
    return int(interface["data"][0])
