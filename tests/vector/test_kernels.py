"""Kernels are compiled once, cached, and compiled again when their sources change."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

import pytest

from tamaya.game import TamayaError
from tamaya.vector import Vector, kernels

ARCHITECTURE = "sm_90"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a kernel and a header; the cache is a subfolder."""
    try:
        kernels.nvrtc()
    except TamayaError:
        if os.environ.get("CI"):
            raise
        pytest.skip("NVRTC is absent: pip install nvidia-cuda-nvrtc")
    monkeypatch.setenv("TAMAYA_CACHE", str(tmp_path / "cache"))
    (tmp_path / "one.hpp").write_text("constexpr int kOne = 1;\n")
    (tmp_path / "add.cu").write_text(
        '#include "one.hpp"\nextern "C" __global__ void add(int* at) { *at += kOne; }\n'
    )
    return tmp_path


def code_of(folder: Path) -> bytes:
    return kernels.compiled(folder / "add.cu", folder, ARCHITECTURE, ())


def without_compiler() -> ctypes.CDLL:
    raise AssertionError("nothing should be compiled")


def test_compiled_kernels_come_from_the_cache(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = code_of(sources)
    assert first.startswith(b"\x7fELF")
    monkeypatch.setattr(kernels, "nvrtc", without_compiler)
    assert code_of(sources) == first


def test_a_changed_header_is_compiled_again(sources: Path) -> None:
    first = code_of(sources)
    (sources / "one.hpp").write_text("constexpr int kOne = 2;\n")
    assert code_of(sources) != first


def test_a_cache_that_cannot_be_written_is_no_error(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sources / "file").write_text("not a folder")
    monkeypatch.setenv("TAMAYA_CACHE", str(sources / "file" / "cache"))
    assert code_of(sources).startswith(b"\x7fELF")


def test_messages_of_the_compiler_are_shown(sources: Path) -> None:
    (sources / "add.cu").write_text("void add( {")
    with pytest.raises(TamayaError, match=r"add\.cu does not compile:\n.*error"):
        code_of(sources)


@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_a_machine_without_gpu_says_so(library: str) -> None:
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        pass
    else:
        pytest.skip("this machine has a CUDA driver")
    with pytest.raises(TamayaError, match="needs CuPy|finds no GPU|no CUDA driver"):
        Vector(4, device="cuda", arrays=library)  # type: ignore[arg-type]


def test_numpy_arrays_are_not_on_a_gpu() -> None:
    with pytest.raises(TamayaError, match="arrays 'numpy' are on the CPU"):
        Vector(4, device="cuda", arrays="numpy")
