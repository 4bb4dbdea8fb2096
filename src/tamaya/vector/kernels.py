"""Compiles CUDA sources with NVRTC, caches the machine code, and launches kernels.

It calls the CUDA driver and NVRTC directly, so it needs neither CuPy nor PyTorch.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path

from tamaya.files import cache_folder, write_whole
from tamaya.game import TamayaError

OPTIONS = ("-std=c++20", "-default-device", "-fmad=false")
_NVRTC_NAMES = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")
_MAJOR, _MINOR = 75, 76
"""the driver's attribute numbers of a GPU's compute capability"""


def nvrtc() -> ctypes.CDLL:
    """Loads NVRTC from its wheel or from the system.

    :raises TamayaError: if it is not installed
    """
    for name in (*_wheel_libraries(), *_NVRTC_NAMES):
        try:
            _load_builtins(Path(name).parent)
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise TamayaError("NVRTC is missing: pip install nvidia-cuda-nvrtc")


def _load_builtins(folder: Path) -> None:
    """Loads the library that NVRTC looks up by name: some wheels do not say where it is."""
    for file in sorted(folder.glob("libnvrtc-builtins.so.*")):
        ctypes.CDLL(str(file))


def _wheel_libraries() -> list[str]:
    files = []
    for package in "nvidia.cu13", "nvidia.cuda_nvrtc":
        try:
            spec = importlib.util.find_spec(package)
        except ModuleNotFoundError:
            continue
        for folder in (spec.submodule_search_locations or []) if spec else []:
            files += [str(file) for file in sorted(Path(folder).glob("lib/libnvrtc.so.*"))]
    return files


def compiled(
    source: Path, include: Path, architecture: str, defines: Sequence[str], *, fresh: bool = False
) -> bytes:
    """Machine code of a CUDA source for an architecture like "sm_90".

    The cache is used if it holds code from the same sources and options, unless `fresh`.
    """
    options = [f"--gpu-architecture={architecture}", *OPTIONS, *(f"-D{name}" for name in defines)]
    cached = cache_folder() / f"{source.stem}-{_fingerprint(source, include, options)}.cubin"
    if cached.is_file() and not fresh:
        return cached.read_bytes()
    code = compile_source(source, [*options, f"-I{include}"])
    _write_cache(cached, code)
    return code


def compile_source(source: Path, options: Sequence[str]) -> bytes:
    """Compiles a CUDA source to machine code.

    :raises TamayaError: with the compiler's messages
    """
    library, program = nvrtc(), ctypes.c_void_p()
    text = source.read_bytes()
    library.nvrtcCreateProgram(ctypes.byref(program), text, source.name.encode(), 0, None, None)
    words = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    failed = library.nvrtcCompileProgram(program, len(options), words)
    size = ctypes.c_size_t()
    if failed:
        library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        library.nvrtcGetProgramLog(program, log)
        raise TamayaError(f"{source.name} does not compile:\n{log.value.decode()}")
    library.nvrtcGetCUBINSize(program, ctypes.byref(size))
    code = ctypes.create_string_buffer(size.value)
    library.nvrtcGetCUBIN(program, code)
    library.nvrtcDestroyProgram(ctypes.byref(program))
    return code.raw


def _fingerprint(source: Path, include: Path, options: Sequence[str]) -> str:
    digest = hashlib.sha256("\n".join(options).encode())
    for file in [source, *sorted(include.rglob("*.hpp"))]:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _write_cache(path: Path, code: bytes) -> None:
    """Stores compiled code. A cache that cannot be written is not an error."""
    with contextlib.suppress(OSError, TamayaError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, code)


class Driver:
    """The CUDA driver, for the GPU whose context is current."""

    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL("libcuda.so.1")
        except OSError:
            raise TamayaError("device 'cuda': there is no CUDA driver on this machine") from None

    def call(self, name: str, *arguments: object) -> None:
        """Calls a function of the driver.

        :raises TamayaError: with the driver's message
        """
        status = getattr(self._library, name)(*arguments)
        if status:
            text = ctypes.c_char_p()
            self._library.cuGetErrorString(status, ctypes.byref(text))
            raise TamayaError(f"{name}: {(text.value or b'unknown error').decode()}")

    def architecture(self) -> str:
        """The compiler's name of this GPU's architecture, like "sm_90"."""
        device, major, minor = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        self.call("cuCtxGetDevice", ctypes.byref(device))
        self.call("cuDeviceGetAttribute", ctypes.byref(major), _MAJOR, device)
        self.call("cuDeviceGetAttribute", ctypes.byref(minor), _MINOR, device)
        return f"sm_{major.value}{minor.value}"


class Module:
    """Compiled kernels on a GPU."""

    def __init__(self, driver: Driver, code: bytes) -> None:
        self._driver = driver
        self._module = ctypes.c_void_p()
        driver.call("cuModuleLoadData", ctypes.byref(self._module), code)

    def kernel(self, name: str) -> Kernel:
        """Looks up a kernel by name."""
        function = ctypes.c_void_p()
        self._driver.call(
            "cuModuleGetFunction", ctypes.byref(function), self._module, name.encode()
        )
        return Kernel(self._driver, function, self)


class Kernel:
    """A function of a module."""

    def __init__(self, driver: Driver, function: ctypes.c_void_p, module: Module) -> None:
        self._driver, self._function, self._module = driver, function, module

    def launch(
        self, blocks: int, threads: int, arguments: Arguments, *, stream: int, shared: int = 0
    ) -> None:
        """Starts the kernel without waiting for it."""
        single = ctypes.c_uint(1)
        self._driver.call(
            "cuLaunchKernel",
            self._function,
            ctypes.c_uint(blocks),
            single,
            single,
            ctypes.c_uint(threads),
            single,
            single,
            ctypes.c_uint(shared),
            ctypes.c_void_p(stream),
            arguments.pointers,
            None,
        )


class Arguments:
    """Arguments of a kernel, each as the bytes of its memory layout."""

    def __init__(self, *values: bytes) -> None:
        self._values = [ctypes.create_string_buffer(value, len(value)) for value in values]
        self.pointers = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, self._values))
