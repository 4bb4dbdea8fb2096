"""Plays many games side by side in the memory of a GPU."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tamaya import _core
from tamaya.arena.cuda_backend import include_folder
from tamaya.game import TamayaError
from tamaya.vector.arrays import Array, DeviceArrays, device_actions
from tamaya.vector.kernels import Arguments, Driver, Module, compiled

ORDER = (
    *("states", "views", "places", "habits", "extra", "policies", "weights", "actions"),
    *("observation", "legal", "seat", "partner", "game", "reward", "done", "final_score"),
    *("bombed", "illegal", "trace"),
)
"""order of the pointers in the kernels' struct VectorArrays"""
_MOST_SHARED = 48 * 1024
"""bytes of shared memory per block that every GPU supports"""
KERNELS = ("vector_begin", "vector_step", "vector_show", "vector_step_and_show", "vector_random")


class CudaGames:
    """The games of a plan on a GPU: the counterpart of `_core.VectorGames` on the CPU."""

    def __init__(
        self,
        plan: _core.VectorPlan,
        pool: _core.Policies,
        weights: NDArray[np.uint64],
        games: int,
        arrays: DeviceArrays,
    ) -> None:
        self._plan, self._arrays, self.games = plan, arrays, games
        self.threads = 128 if self._shared(128) <= _MOST_SHARED else 64
        """threads per block: games differ in length, and small blocks finish earlier"""
        self.fused = plan.partners == 0
        """use one kernel for steps and observations, which is faster without partners"""
        self.memory: dict[str, Array] = {}
        """arrays on the GPU, by the names in `ORDER`"""
        state, view, place, habits = plan.place_bytes
        self._keep_bytes("states", games * state)
        self._keep_bytes("views", games * view if plan.partners else 0)
        self._keep_bytes("places", games * place)
        self._keep_bytes("habits", games * habits)
        self._keep_bytes("extra", games * plan.extra)
        self._upload_pool(pool, weights)
        module = _module(plan.partners > 0)
        self._kernels = {name: module.kernel(name) for name in KERNELS}

    def keep(self, name: str, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """Allocates an array that the kernels write."""
        self.memory[name] = self._arrays.zeros(shape, dtype)
        return self.memory[name]

    def _keep_bytes(self, name: str, size: int) -> None:
        self.memory[name] = self._arrays.zeros((max(size, 16),), np.uint8)

    def _upload_pool(self, pool: _core.Policies, weights: NDArray[np.uint64]) -> None:
        """Copies policies to the GPU, with pointers to the copies of their models there."""
        raw = np.frombuffer(bytearray(pool.raw()) or bytearray(16), np.uint8)
        self._models = []
        for places, blob in pool.blobs():
            self._models.append(self._arrays.upload(np.frombuffer(blob, np.uint8).copy()))
            address = struct.pack("<Q", self._arrays.pointer(self._models[-1]))
            for place in places:
                raw[place : place + 8] = np.frombuffer(address, np.uint8)
        self.memory["policies"] = self._arrays.upload(raw)
        self.memory["weights"] = self._arrays.upload(
            weights if len(weights) else np.zeros(1, np.uint64)
        )

    def begin(self) -> None:
        """Deals the first game of every row."""
        for name in "reward", "done", "final_score", "bombed", "illegal", "trace":
            self.memory[name][:] = 0
        self._launch("vector_begin", 0)
        self.show()

    def show(self) -> None:
        """Writes observations and masks."""
        self._launch("vector_show", 0)

    def step(self, actions: Array) -> None:
        """Applies one action in every row, without waiting for the GPU."""
        address = device_actions(actions, self.games)
        if self.fused:
            self._launch("vector_step_and_show", address)
        else:
            self._launch("vector_step", address)
            self.show()

    def random_actions(self, key: int, out: Array) -> None:
        """Writes a random legal action for every row."""
        self._launch("vector_random", self._arrays.pointer(out), struct.pack("<Q", key))

    def _launch(self, name: str, actions: int, *more: bytes) -> None:
        arguments = Arguments(
            self._plan.raw(), self._pointers(actions), struct.pack("<Q", self.games), *more
        )
        shared = self._shared(self.threads) if "show" in name else 0
        blocks = (self.games + self.threads - 1) // self.threads
        self._kernels[name].launch(
            blocks, self.threads, arguments, stream=self._arrays.stream(), shared=shared
        )

    def _shared(self, threads: int) -> int:
        """Bytes of shared memory in which the threads of a block assemble their rows."""
        row = (self._plan.bit_words + self._plan.byte_words) | 1  # as the kernel lays rows out
        return 4 * threads * row

    def _pointers(self, actions: int) -> bytes:
        addresses = [
            actions if name == "actions" else self._arrays.pointer(self.memory[name])
            for name in ORDER
        ]
        return struct.pack(f"<{len(ORDER)}Q", *addresses)

    def copy_to(self, games: _core.VectorGames) -> None:
        """Copies all games to the CPU."""
        for name, rows in _memory(games).items():
            rows.reshape(-1)[:] = self._arrays.download(self.memory[name])[: rows.size]

    def copy_from(self, games: _core.VectorGames) -> None:
        """Copies all games from the CPU and writes their observations."""
        for name, rows in _memory(games).items():
            self.memory[name][: rows.size] = self._arrays.upload(rows.reshape(-1).copy())
        self.show()


def _memory(games: _core.VectorGames) -> dict[str, NDArray[np.uint8]]:
    rows = {
        "states": games.states,
        "views": games.views,
        "places": games.places,
        "habits": games.habits,
        "extra": games.extra,
    }
    return {name: memory for name, memory in rows.items() if memory.size}


def _module(partners: bool) -> Module:
    driver = Driver()
    architecture = driver.architecture()
    try:
        return Module(driver, kernel_code(architecture, partners=partners))
    except TamayaError:  # the cached code may be too new for this driver
        return Module(driver, kernel_code(architecture, partners=partners, fresh=True))


def kernel_code(architecture: str, *, partners: bool, fresh: bool = False) -> bytes:
    """Machine code of the kernels.

    :param partners: include native agents, which takes a minute to compile instead of seconds
    :param fresh: ignore the cache
    """
    folder = include_folder()
    defines: Sequence[str] = () if partners else ("VECTOR_WITHOUT_PARTNERS",)
    return compiled(folder / "cuda" / "vector.cu", folder, architecture, defines, fresh=fresh)
