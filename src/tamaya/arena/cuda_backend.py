"""Plays teams on an NVIDIA GPU, by compiling the core's headers at first use."""

from __future__ import annotations

import importlib
import importlib.resources
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.arena.backends import TeamRequest
from tamaya.arena.many_teams import TeamGames, mixed
from tamaya.extras import extra
from tamaya.features import COLUMNS
from tamaya.game import TamayaError

if TYPE_CHECKING:
    from types import ModuleType

T = TypeVar("T")
R = TypeVar("R")
_BLOCK = 64
"""threads per block: games differ in length, and small blocks finish earlier"""
_OPTIONS = ("-std=c++20", "-default-device", "-fmad=false", "--ptxas-options=-O1")
"""Above -O1, the assembler of CUDA 13.0 makes code that reads outside of its memory in rare games,
depending on which games run side by side. -O1 costs 2 to 5 % of the speed."""


class CudaBackend:
    """Plays on one GPU. Its games equal those of the CPU, bit for bit."""

    def __init__(self) -> None:
        self._cupy = _cupy()
        self._kernel = self._compiled()

    @property
    def width(self) -> int:
        """Enough teams for about 100,000 games at fifty games per team."""
        return 2000

    @property
    def kernel_needs(self) -> dict[str, int]:
        """Registers, and bytes of local memory, of each thread of the kernel."""
        kernel = self._kernel
        return {"registers": kernel.num_regs, "local memory": kernel.local_size_bytes}

    def _compiled(self) -> Any:
        folder = include_folder()
        source = (folder / "cuda" / "play_teams.cu").read_text(encoding="utf-8")
        options = (*_OPTIONS, f"-I{folder}")
        module = self._cupy.RawModule(code=source, options=options, backend="nvrtc")
        return module.get_function("play_teams")

    def play(self, request: TeamRequest) -> TeamGames:
        """Plays the games on the GPU."""
        cupy, count = self._cupy, len(request.teams)
        total, players = count * request.games, request.setup.players
        requested = request.policies()
        policies, blobs = self._uploaded(requested)
        extra = cupy.zeros(max(1, total * players * requested.extra_bytes), np.uint8)
        setup = np.frombuffer(_core.raw_setup(request.setup), np.uint8)
        scores, bombed = cupy.zeros(total, np.uint8), cupy.zeros(total, np.uint8)
        traces = cupy.zeros(total, np.uint64)
        counters = cupy.zeros((count, players, len(COLUMNS)), np.uint64)
        if total:
            self._kernel(
                ((total + _BLOCK - 1) // _BLOCK,),
                (_BLOCK,),
                (
                    cupy.asarray(setup),
                    policies,
                    cupy.asarray(np.ascontiguousarray(request.teams, np.int32)),
                    cupy.asarray(np.ascontiguousarray(request.first_seeds, np.uint64)),
                    np.uint32(request.games),
                    np.uint64(total),
                    extra,
                    np.uint32(requested.extra_bytes),
                    scores,
                    bombed,
                    traces,
                    counters,
                ),
            )
        points = cupy.asnumpy(scores)
        del blobs, extra  # the kernel has finished with them
        if request.strict:
            points = np.where(cupy.asnumpy(bombed) > 0, np.uint8(0), points)
        shape = (count, request.games)
        return TeamGames(
            points.reshape(shape),
            cupy.asnumpy(counters),
            _team_traces(cupy.asnumpy(traces).reshape(shape)),
        )

    def _uploaded(self, policies: _core.Policies) -> tuple[Any, list[Any]]:
        """Copies policies, and the blobs that they point to, into the memory of the GPU."""
        raw = np.frombuffer(bytearray(policies.raw()), np.uint8)
        blobs = []
        for places, blob in policies.blobs():
            blobs.append(self._cupy.asarray(np.frombuffer(blob, np.uint8)))
            for place in places:
                raw[place : place + 8] = np.frombuffer(
                    int(blobs[-1].data.ptr).to_bytes(8, "little"), np.uint8
                )
        return self._cupy.asarray(raw), blobs

    def each(
        self, work: Callable[[T], R], items: Iterable[T], batch: int = 1
    ) -> Generator[R, None, None]:
        """Refuses: a GPU plays only teams of native agents.

        :raises TamayaError: always
        """
        raise TamayaError("this work does not run on a GPU (expected --backend threads or ray)")

    def close(self) -> None:
        """Frees the memory of the GPU."""
        self._cupy.get_default_memory_pool().free_all_blocks()


def include_folder() -> Path:
    """The folder of the core's headers in the installed package."""
    for folder in importlib.resources.files("tamaya").joinpath("include"), _beside_the_core():
        if (Path(str(folder)) / "cuda" / "play_teams.cu").is_file():
            return Path(str(folder))
    raise TamayaError("the core's headers are missing from this installation")


def _beside_the_core() -> Path:
    """The folder of the headers in an editable install: beside the compiled module."""
    return Path(str(_core.__file__)).parent / "include"


def _team_traces(traces: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One hash for each team, combined from the hashes of its games as in the core."""
    sums = np.zeros(len(traces), np.uint64)
    for game in traces.T:
        sums = mixed(sums ^ game)
    return sums


def _cupy() -> ModuleType:
    with extra("cuda", "the cuda backend needs CuPy"):
        cupy = importlib.import_module("cupy")
    try:
        cupy.cuda.Device(0).use()
    except Exception as error:
        raise TamayaError(f"the cuda backend finds no GPU: {error}") from None
    return cupy
