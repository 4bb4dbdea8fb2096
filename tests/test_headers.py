"""The core headers under other compilers: sanitizers on the CPU, NVRTC for the GPU."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.truth import ROOT

CPP = ROOT / "cpp"
COLLECTED = {"collect_rules.py": "rulebook.hpp", "collect_families.py": "families.hpp"}
"""headers that the build generates, by script"""


@pytest.fixture
def includes(tmp_path: Path) -> list[str]:
    """Include paths of the core, with the generated switches over rules and families."""
    generated = tmp_path / "generated" / "tamaya"
    for script, header in COLLECTED.items():
        subprocess.run([sys.executable, CPP / script, generated / header], check=True)
    return [f"-I{CPP}", f"-I{tmp_path / 'generated'}"]


@pytest.mark.slow
def test_the_core_passes_its_own_tests_under_sanitizers(
    tmp_path: Path, includes: list[str]
) -> None:
    program = tmp_path / "core_test"
    flags = [
        "-std=c++20",
        "-O0",
        "-g1",  # line numbers
        "-Wall",
        "-Wextra",
        "-Wshadow",
        "-Wconversion",
        "-Werror",
        "-Wno-maybe-uninitialized",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
        *includes,
    ]
    sources = [str(file) for file in sorted((CPP / "tests").glob("*.cpp"))]
    subprocess.run(["g++", *flags, *sources, "-o", str(program)], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed" in done.stdout


@pytest.mark.parametrize(("alignment", "compiles"), [(16, True), (32, False)])
def test_a_family_cannot_keep_objects_that_its_memory_is_not_aligned_for(
    tmp_path: Path, alignment: int, compiles: bool
) -> None:
    program = tmp_path / "keeps.cpp"
    program.write_text(
        '#include "tamaya/families/family.hpp"\n'
        f"struct alignas({alignment}) Notes {{ char text[64]; }};\n"
        "char first(tamaya::Memory& m) { return tamaya::kept<Notes>(m).text[0]; }\n"
    )
    command = ["g++", "-std=c++20", "-fsyntax-only", f"-I{CPP}", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == compiles, done.stderr
    assert ("extra memory is not aligned for this type" in done.stderr) != compiles


DRIVERS = sorted((ROOT / "benchmarks").glob("*.cpp"))


@pytest.mark.slow
@pytest.mark.parametrize("driver", DRIVERS, ids=lambda file: file.stem)
def test_drivers_of_benchmarks_compile(driver: Path, includes: list[str]) -> None:
    command = ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Werror", *includes, str(driver)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


# All kernels, and a further kernel with functions that they do not use.
KERNELS = (
    (CPP / "cuda" / "play_teams.cu").read_bytes()
    + (CPP / "cuda" / "vector.cu").read_bytes()
    + b"""
#include "tamaya/observation.hpp"
#include "tamaya/suspect.hpp"
extern "C" __global__ void see(const State* states, u8* out) {
    View view;
    view.table.turn = 0;
    look(view, states[threadIdx.x], 0);
    write_bytes(observe(view), out + threadIdx.x * kMaxObservation);
}
extern "C" __global__ void imagine_one(const View* views, State* states) {
    Rng rng = {threadIdx.x, 0};
    imagine(states[threadIdx.x], views[threadIdx.x], rng);
}
"""
)


def nvrtc() -> ctypes.CDLL:
    """NVRTC from the PyPI wheel; it needs neither a GPU nor a driver."""
    try:
        import nvidia.cu13 as wheel
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("NVRTC is absent: pip install nvidia-cuda-nvrtc")
    libraries = [
        file for folder in wheel.__path__ for file in Path(folder).glob("lib/libnvrtc.so*")
    ]
    return ctypes.CDLL(str(libraries[0]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("product", "options"),
    [
        # The front end, which judges the sources, takes half a second; the optimizer fifteen.
        pytest.param("LTOIR", ["compute_90", "-dlto"], id="intermediate code"),
        pytest.param("PTX", ["compute_90"], id="PTX", marks=pytest.mark.exhaustive),
        pytest.param("CUBIN", ["sm_90"], id="machine code", marks=pytest.mark.exhaustive),
    ],
)
def test_the_core_compiles_for_a_gpu_as_it_is(
    product: str, options: list[str], includes: list[str]
) -> None:
    library = nvrtc()
    program = ctypes.c_void_p()
    created = library.nvrtcCreateProgram(ctypes.byref(program), KERNELS, b"play.cu", 0, None, None)
    assert created == 0
    target, *others = options
    words = [
        f"--gpu-architecture={target}",
        *others,
        "-std=c++20",
        "-default-device",
        "-fmad=false",
        *includes,
    ]
    arguments = (ctypes.c_char_p * len(words))(*(word.encode() for word in words))
    result = library.nvrtcCompileProgram(program, len(words), arguments)
    size = ctypes.c_size_t()
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    assert result == 0, log.value.decode()
    assert log.value == b"", "it compiles without a warning"
    library[f"nvrtcGet{product}Size"](program, ctypes.byref(size))
    assert size.value > 1000


def read_order() -> list[str]:
    """Headers in the order of ARCHITECTURE.md; a row is a header, or a folder with its headers."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    table = text.split("## The core, header by header")[1].split("`cpp/bind`")[0]
    order: list[str] = []
    for place, what in re.findall(r"^\| `([\w./]+)` \| (.*) \|$", table, re.M):
        if place.endswith("/"):
            order += [place + name for name in re.findall(r"`(\w+\.hpp)`", what)]
        else:
            order.append(place)
    return order


def own_headers() -> dict[str, list[str]]:
    """All headers of the core, also the generated ones, and the headers that each includes."""
    folder = CPP / "tamaya"
    headers = {
        str(header.relative_to(folder)): re.findall(
            r'^#include "tamaya/(.*)"', header.read_text(), re.M
        )
        for header in sorted(folder.rglob("*.hpp"))
    }
    return headers | {header: [] for header in COLLECTED.values()}


def test_architecture_lists_every_header() -> None:
    order = read_order()
    assert len(order) == len(set(order))
    families = {name for name in own_headers() if name.startswith("families/")}
    assert set(order) - families == own_headers().keys() - families
    assert {name for name in order if name.startswith("families/")} <= families


def test_headers_include_only_earlier_ones() -> None:
    """A family that the page does not list may include everything before `families.hpp`."""
    order = read_order()
    line = {name: number for number, name in enumerate(order)}
    new = {name: line["families.hpp"] for name in own_headers() if name not in line}
    for header, included in own_headers().items():
        last = line[header] if header in line else new[header]
        later = [name for name in included if name not in new and line[name] >= last]
        assert not later, f"{header} includes {later}, which ARCHITECTURE.md lists after it"
