"""Arrays of NumPy, PyTorch and CuPy behind one small interface."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tamaya.game import TamayaError

Library = Literal["numpy", "torch", "cupy"]
"""whose arrays a vector hands out"""
Array = Any
"""an ndarray, a torch.Tensor or a cupy.ndarray"""
_SIGNED = {"uint16": "int16", "uint32": "int32", "uint64": "int64"}
"""PyTorch computes with few unsigned types: these numbers become signed ones of the same bits"""


class DeviceArrays(Protocol):
    """Arrays in the memory of a GPU."""

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """Allocates memory, all bytes 0."""

    def upload(self, values: NDArray[np.generic]) -> Array:
        """Copies an array to the GPU."""

    def download(self, values: Array) -> NDArray[np.generic]:
        """Copies an array from the GPU."""

    def pointer(self, values: Array) -> int:
        """Address of the first byte."""

    def stream(self) -> int:
        """The stream that the library uses now."""


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
        """A tensor with a copy of the values."""
        return as_torch(values).to("cuda")

    def download(self, values: Array) -> NDArray[np.generic]:
        """A copy on the CPU."""
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
        """An array with a copy of the values."""
        return self._cupy.asarray(values)

    def download(self, values: Array) -> NDArray[np.generic]:
        """A copy on the CPU."""
        host: NDArray[np.generic] = self._cupy.asnumpy(values)
        return host

    def pointer(self, values: Array) -> int:
        """Address of the first byte."""
        return int(values.data.ptr)

    def stream(self) -> int:
        """CuPy's current stream."""
        return int(self._cupy.cuda.get_current_stream().ptr)


def device_arrays(library: Library | None) -> DeviceArrays:
    """The arrays of a library on the GPU; None takes CuPy if it is installed, otherwise PyTorch.

    :raises TamayaError: the library is missing, has no GPU, or knows only CPUs
    """
    if library == "numpy":
        raise TamayaError("arrays 'numpy' lie on the CPU (expected 'cupy' or 'torch' with 'cuda')")
    if library is None:
        library = "cupy" if importlib.util.find_spec("cupy") else "torch"
    return TorchArrays() if library == "torch" else CupyArrays()


def as_torch(values: NDArray[np.generic]) -> Array:
    """A tensor that shares the memory of an ndarray."""
    signed = _SIGNED.get(values.dtype.name)
    return imported("torch").from_numpy(values.view(signed) if signed else values)


def imported(library: str) -> ModuleType:
    """An optional library.

    :raises TamayaError: it is not installed
    """
    try:
        return importlib.import_module(library)
    except ImportError:
        extra = "cuda" if library == "cupy" else "learn"
        raise TamayaError(f"{library} is not installed: pip install 'tamaya[{extra}]'") from None


def host_actions(actions: Array, count: int) -> NDArray[np.int32]:
    """Action ids as the CPU core takes them.

    :raises TamayaError: they are not whole numbers, or not one for each game
    """
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise TamayaError(
            f"not actions: {given.dtype} {list(given.shape)} (expected whole numbers [{count}])"
        )
    ids: NDArray[np.int32] = np.ascontiguousarray(given, np.int32)
    if ids.dtype != given.dtype and (changed := ids != given).any():
        raise TamayaError(f"no action {given[changed][0]}")
    return ids


def device_actions(actions: Array, count: int) -> int:
    """Address of action ids on the GPU: int32, one after the other, one for each game.

    :raises TamayaError: they are something else
    """
    interface = getattr(actions, "__cuda_array_interface__", None)
    if interface is None:
        raise TamayaError(f"actions of type {type(actions).__name__} do not lie on the GPU")
    strides = interface.get("strides")
    contiguous = strides is None or tuple(strides) == (4,)
    if interface["typestr"] != "<i4" or tuple(interface["shape"]) != (count,) or not contiguous:
        raise TamayaError(
            f"not actions: {interface['typestr']} {list(interface['shape'])} "
            f"(expected contiguous int32 [{count}])"
        )
    return int(interface["data"][0])
