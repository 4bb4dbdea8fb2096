"""The vectorized environment: `step` takes the learners' actions and plays the partners' moves."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tamaya import _core
from tamaya.agents import AgentLike, core_agent
from tamaya.game import Seat, Seed, Setup, State, TamayaError
from tamaya.numbers import checked_seed, thread_count, whole_number
from tamaya.vector.arrays import Array, Library, as_torch, device_arrays, host_actions
from tamaya.vector.cuda import CudaGames
from tamaya.vector.fields import ObservationKind

_WEIGHT_UNITS = 2**32
_MOST_GAMES = 2**31 - 1
ARRAYS = (
    "observation",
    "legal",
    "seat",
    "partner",
    "game",
    "reward",
    "done",
    "final_score",
    "bombed",
    "illegal",
    "trace",
)
"""names of the arrays that a `Vector` has"""


class Vector:
    """Many games of Hanabi side by side, on CPU threads or on a GPU.

    Every game has learner seats, whose actions you pass to `step`, and partner seats, whose native
    agents move within the same step. When a game ends, the next one is dealt at once. Cards,
    partners and their randomness depend only on the seed, the row and the number of the game in
    its row: CPU and GPU play the same games, bit for bit.

    `reset`, `step` and `load` overwrite these arrays in place:

    - `observation`: uint8 [games, size], what the learner to move sees; see `observation_fields`.
      With `packed`, uint32 [games, words]: `bit_size / 32` words of bits, lowest bit first, then
      words of four bytes.
    - `legal`: uint8 [games, actions], 1 for each legal action. A game that ended before a learner
      could move allows only action 0; the next step ends it, whatever the action is.
    - `seat`: int8 [games], seat of the learner to move.
    - `partner`: int32 [games], index of the partner seats' agent in `partners`; -1 without one.
    - `game`: int32 [games], number of the game in its episode, from 0.
    - `reward`: float32 [games], points since the learners' last action in the same game. The
      rewards of a game add up to its score.
    - `done`: uint8 [games], 1 if the game ended in this step; the arrays above then describe the
      next game.
    - `final_score`, `bombed`, `trace`: uint8, uint8, uint64 [games], for games that ended: points
      (kept when bombed), whether the last life was lost, a hash of all moves; otherwise 0.
    - `illegal`: uint8 [games], 1 if the action was illegal and ended the game; points are kept. (On
      the CPU such an action raises an error if the set-up has `illegal=raise`.)

    :param games: number of rows, each with one game at a time
    :param setup: a `Setup`, or words like "competition players=3"
    :param learners: seats of the learners: "all", a sequence of seats, or "rotate": one learner,
        in seat (row + number of the row's game) % players
    :param partners: native agents; each episode draws one of them for all partner seats
    :param weights: relative chances of the partners; equal if None
    :param episode: consecutive games with the same partner
    :param permute_colors: rename the colors at random for each learner seat, in observations, masks
        and actions
    :param observation: "hle", "extended" or "counts"
    :param packed: pack eight bits of an observation into a byte
    :param bombed: "zero": losing the last life takes back the points of the game; "kept": it does
        not
    :param device: "cpu" or "cuda"
    :param arrays: library of the arrays: "numpy", "torch" or "cupy". None means NumPy on the CPU,
        and on the GPU CuPy if it is installed, otherwise PyTorch
    :param threads: CPU threads; None takes all cores
    :raises TamayaError: if an argument is invalid
    """

    observation: Array
    legal: Array
    seat: Array
    partner: Array
    game: Array
    reward: Array
    done: Array
    final_score: Array
    bombed: Array
    illegal: Array
    trace: Array

    def __init__(  # noqa: PLR0913
        self,
        games: int,
        setup: Setup | str = "standard",
        *,
        learners: Literal["all", "rotate"] | Sequence[Seat] = "all",
        partners: Iterable[AgentLike] | _core.Policies | None = None,
        weights: Sequence[float] | None = None,
        episode: int = 1,
        permute_colors: bool = False,
        observation: ObservationKind = "extended",
        packed: bool = False,
        bombed: Literal["kept", "zero"] = "kept",
        seed: Seed = 0,
        device: Literal["cpu", "cuda"] = "cpu",
        arrays: Library | None = None,
        threads: int | None = None,
    ) -> None:
        self.setup = _setup(setup)
        self.games = whole_number("games", games, 1, _MOST_GAMES)
        self.actions, self.players = self.setup.actions, self.setup.players
        self._pool = _policies(partners)
        self._weights = _cumulative(weights, len(self._pool))
        self._threads = thread_count(threads)
        self.plan = _core.VectorPlan(
            self.setup,
            learners=_seats(learners, self.players),
            permute_colors=_yes_or_no("permute_colors", permute_colors),
            bombs_cost_all=_word("bombed", bombed, ("kept", "zero")) == "zero",
            observation=_word("observation", observation, get_args(ObservationKind)),
            packed=_yes_or_no("packed", packed),
            episode=whole_number("episode", episode, 1, _MOST_GAMES),
            partners=len(self._pool),
            extra=self._pool.extra_bytes,
            seed=checked_seed(seed),
        )
        self.bit_size = 32 * self.plan.bit_words
        self._packed = packed
        self._visible = self.setup.observation_size if observation == "hle" else None
        self._cpu: _core.VectorGames | None = None
        self._cuda: CudaGames | None = None
        if _word("device", device, ("cpu", "cuda")) == "cuda":
            self._start_on_gpu(arrays)
        else:
            self._start_on_cpu(arrays)
        self.reset()

    @property
    def size(self) -> int:
        """Length of an unpacked observation."""
        return self._visible or self.bit_size + 4 * self.plan.byte_words

    def _start_on_cpu(self, library: Library | None) -> None:
        if library == "cupy":
            raise TamayaError(
                "arrays 'cupy' are on the GPU (expected 'numpy' or 'torch' with 'cpu')"
            )
        wrapped = as_torch if library == "torch" else np.asarray
        self._cpu = self._on_cpu()
        self._own_actions = np.zeros(self.games, np.int32)
        for name in ARRAYS:
            values = getattr(self._cpu, name)
            if name == "observation" and not self._packed:
                values = values.view(np.uint8)
            self._show(name, wrapped(values))
        self._random = wrapped(self._own_actions)

    def _on_cpu(self) -> _core.VectorGames:
        return _core.VectorGames(self.plan, self._pool, self._weights, self.games)

    def _start_on_gpu(self, library: Library | None) -> None:
        memory = device_arrays(library)
        self._cuda = CudaGames(self.plan, self._pool, self._weights, self.games, memory)
        for name, (shape, dtype) in self._shapes().items():
            self._show(name, self._cuda.keep(name, shape, dtype))
        self._random = memory.zeros((self.games,), np.int32)

    def _show(self, name: str, values: Array) -> None:
        cut = name == "observation" and self._visible and not self._packed
        setattr(self, name, values[:, : self._visible] if cut else values)

    def _shapes(self) -> dict[str, tuple[tuple[int, ...], DTypeLike]]:
        """Shapes and types of the public arrays."""
        words = self.plan.bit_words + self.plan.byte_words
        row = (
            (words, np.uint32)
            if self._packed
            else (self.bit_size + 4 * self.plan.byte_words, np.uint8)
        )
        flat: dict[str, DTypeLike] = {
            "seat": np.int8,
            "partner": np.int32,
            "game": np.int32,
            "reward": np.float32,
            "done": np.uint8,
            "final_score": np.uint8,
            "bombed": np.uint8,
            "illegal": np.uint8,
            "trace": np.uint64,
        }
        return {
            "observation": ((self.games, row[0]), row[1]),
            "legal": ((self.games, self.actions), np.uint8),
        } | {name: ((self.games,), dtype) for name, dtype in flat.items()}

    def reset(self) -> None:
        """Deals the first game of every row."""
        if self._cuda is not None:
            self._cuda.begin()
        if self._cpu is not None:
            self._cpu.begin(self._threads)

    def step(self, actions: Array) -> None:
        """Applies one action id in every game, then lets partners move.

        On the GPU the call does not wait, allocates nothing and checks only the type of the
        actions, so a CUDA graph can capture it.

        :param actions: int32 [games] on the device of this vector
        :raises IllegalMoveError: on the CPU, if the set-up has `illegal=raise`; no game changes
            then
        """
        if self._cuda is not None:
            self._cuda.step(actions)
        if self._cpu is not None:
            self._cpu.step(host_actions(actions, self.games), self._threads)

    def random_actions(self, key: int) -> Array:
        """A random legal action for each game, which depends only on the key: int32 [games].

        Every call overwrites and returns the same array.
        """
        if self._cuda is not None:
            self._cuda.random_actions(key, self._random)
        if self._cpu is not None:
            self._cpu.draw_actions(key, self._own_actions)
        return self._random

    def game_seed(self, row: int, number: int) -> Seed:
        """The seed of a row's game: `State.deal(seed, setup)` deals the same cards."""
        return self.plan.game_seed(row, number)

    def state(self, row: int) -> State:
        """A copy of a row's position, hidden cards included. On a GPU this copies all rows."""
        return self._copied().state(row)

    def _copied(self) -> _core.VectorGames:
        """The games of all rows on the CPU."""
        if self._cpu is not None:
            return self._cpu
        games = self._on_cpu()
        if self._cuda is not None:
            self._cuda.copy_to(games)
        return games

    def own_cards(self) -> NDArray[np.uint8]:
        """The hidden cards in the hand of each learner to move, for a centralised critic.

        On a GPU this copies all rows.

        :return: uint8 [games, hand_size]: five times the color plus the rank minus 1, 31 for an
            empty slot; with `permute_colors`, colors as the learner sees them
        """
        cards = np.zeros((self.games, self.setup.hand_size), np.uint8)
        self._copied().write_own_cards(cards)
        return cards

    def save(self) -> bytes:
        """Serializes all running games, for `load`."""
        games = self._copied()
        numbers, moves = games.moves()
        file = io.BytesIO()
        np.savez_compressed(
            file,
            numbers=numbers,
            moves=np.frombuffer(moves, np.uint8),
            habits=_habits(games),
        )
        return file.getvalue()

    def load(self, saved: bytes) -> None:
        """Resumes games that `save` wrote, on this or another device.

        The vector must have been created with the same arguments as the one that saved them.

        :raises TamayaError: if the bytes are damaged, or the partners play differently now
        """
        games = self._cpu or self._on_cpu()
        try:
            with np.load(io.BytesIO(saved)) as file:
                parts = [file[name] for name in ("numbers", "moves", "habits")]
        except Exception as error:  # damage makes zipfile, zlib and NumPy raise many kinds
            raise TamayaError(f"not saved games: {error}") from None
        types = (np.uint64, np.uint8, np.uint16)
        if [part.dtype for part in parts] != [np.dtype(kind) for kind in types]:
            raise TamayaError(
                f"not saved games: arrays of type {', '.join(str(part.dtype) for part in parts)} "
                "(expected the bytes that `save` returned)"
            )
        numbers, moves, habits = parts
        games.restore(numbers, moves.tobytes(), np.ascontiguousarray(habits.reshape(-1, 48)))
        if self._cuda is not None:
            self._cuda.copy_from(games)


def _habits(games: _core.VectorGames) -> NDArray[np.uint16]:
    counts: NDArray[np.uint16] = games.habits.view(np.uint16).reshape(-1, 48)
    return counts


def _policies(partners: Iterable[AgentLike] | _core.Policies | None) -> _core.Policies:
    if isinstance(partners, _core.Policies):
        return partners
    if isinstance(partners, str) or not isinstance(partners, Iterable | None):
        raise TamayaError(f"partners = {partners!r} (expected a list of agents)")
    return _core.Policies([core_agent(like).policy for like in partners or ()])


def _cumulative(weights: Sequence[float] | None, count: int) -> NDArray[np.uint64]:
    """Cumulative sums of the partners' weights, as whole numbers."""
    if weights is None:
        return np.arange(1, count + 1, dtype=np.uint64)
    try:
        shares = np.asarray(weights, np.float64)
    except (TypeError, ValueError):
        shares = np.array([np.nan])
    if shares.shape != (count,) or not np.isfinite(shares).all() or (shares < 0).any():
        raise TamayaError(f"weights = {weights!r:.80} (expected {count} numbers of 0 or more)")
    if count == 0 or shares.max() == 0:
        raise TamayaError(f"weights = {weights!r:.80} (expected at least one above 0)")
    units = np.ceil(shares / shares.max() * _WEIGHT_UNITS).astype(np.uint64)
    rising: NDArray[np.uint64] = np.cumsum(units, dtype=np.uint64)
    return rising


def _setup(setup: Setup | str) -> Setup:
    if isinstance(setup, str):
        return Setup.parse(setup)
    if not isinstance(setup, Setup):
        raise TamayaError(f"setup = {setup!r} (expected a Setup, or words like 'standard')")
    return setup


def _seats(learners: Literal["all", "rotate"] | Sequence[Seat], players: int) -> int:
    """The learner seats as a bit mask; 0 if they rotate."""
    if learners == "all":
        return (1 << players) - 1
    if learners == "rotate":
        return 0
    listed = isinstance(learners, Iterable) and not isinstance(learners, str)
    seats = list(learners) if listed else []
    if not seats or not all(isinstance(seat, int) and 0 <= seat < players for seat in seats):
        raise TamayaError(
            f"learners = {learners!r} (expected 'all', 'rotate' or seats from 0 to {players - 1})"
        )
    return sum(1 << seat for seat in set(seats))


def _yes_or_no(name: str, value: object) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise TamayaError(f"{name} = {value!r} (expected True or False)")
    return bool(value)


def _word(name: str, word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise TamayaError(f"{name} = {word!r} (expected {' or '.join(map(repr, words))})")
    return word
