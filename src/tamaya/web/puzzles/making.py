"""`python -m tamaya.web.puzzles.making`: finds puzzles in games of agents, and proves them.

A position becomes a puzzle if the solutions beat every other move clearly, whichever of several
agents plays on. The file holds the values of all moves, the gap and its standard error.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from tamaya.agents import CoreAgent, as_agent
from tamaya.arena import play
from tamaya.files.atomic import write_whole
from tamaya.game import Move, Setup, State, View
from tamaya.search.trials import Trials, try_moves
from tamaya.stats import Estimate
from tamaya.web.game.history import deck_text
from tamaya.web.puzzles.protocol import PuzzleKind
from tamaya.web.puzzles.puzzle import FILE, Proof, StoredPuzzle
from tamaya.web.story.themes import touched_cards

TEAMS = {2: ("tamaya", "convention:ladder"), 3: ("kagiya", "convention:ladder")}
"""agents that play on, by the number of players: they discard the oldest card without hints"""
GAMES = {2: ("human:all", "companion"), 3: ("human:all", "kagiya", "piers")}
"""who plays the games that positions come from"""
WANTED: dict[int, dict[PuzzleKind, int]] = {2: {"play": 6, "save": 8}, 3: {"play": 3, "save": 0}}
"""puzzles of each kind, by the number of players"""
FIRST_SEED = 40_000
LOOKS = ((40, 0.0), (120, 0.2))
"""quick checks before the proof: imagined games, and the gap that they must show"""
SAMPLES = 600
"""imagined games of the proof"""
GAP = 0.3
"""points by which solutions must beat other moves, with every team"""
LAST_ROUND = 3
"""most puzzles of a kind after the last card was drawn"""
ERRORS = 4.0
"""standard errors of the gap"""
FROM_TURN = 8
_ALIKE = 0.25
"""points by which the values of solutions may differ"""


@dataclass(frozen=True)
class Candidate:
    """A position that may be a puzzle."""

    kind: PuzzleKind
    state: State
    solutions: tuple[Move, ...]
    slot: int
    seat: int
    source: str


def candidates(state: State, source: str) -> Iterator[Candidate]:
    """The puzzles that a position may hold."""
    view = state.view(state.current)
    slot = hidden_play(view)
    if slot is not None:
        yield Candidate("play", state, (Move.play(slot),), slot, view.me, source)
    danger = last_copy_in_danger(view)
    if danger is not None:
        seat, slot = danger
        saves = tuple(move for move in view.legal_moves() if _saves(view, move, seat, slot))
        if saves:
            yield Candidate("save", state, saves, slot, seat, source)


def hidden_play(view: View) -> int | None:
    """The only card that must fit, if hints alone do not say so: one has to count cards."""
    playable = set(view.playable)
    certain = [
        slot
        for slot, known in enumerate(view.knowledge(view.me))
        if known.present and set(view.possible(slot)) <= playable
    ]
    if len(certain) != 1:
        return None
    known = view.knowledge(view.me)[certain[0]]
    kinds = view.setup.cards()
    possible = {card for card in kinds if card.color in known.colors and card.rank in known.ranks}
    return certain[0] if possible - playable else None


def last_copy_in_danger(view: View) -> tuple[int, int] | None:
    """The next player's oldest card without hints, if it is a last copy that is still needed."""
    seat = (view.me + 1) % view.setup.players
    for slot, known in enumerate(view.knowledge(seat)):
        if known.present and not known.color_hinted and not known.rank_hinted:
            card = view.hand(seat)[slot]
            in_danger = card in set(view.critical) and card not in set(view.playable)
            return (seat, slot) if in_danger else None
    return None


def _saves(view: View, move: Move, seat: int, slot: int) -> bool:
    if not move.is_hint or (view.me + (move.offset or 0)) % view.setup.players != seat:
        return False
    return view.hand(seat)[slot] in touched_cards(view, move)


def proved(candidate: Candidate, samples: int, seed: int) -> tuple[Candidate, list[Proof]] | None:
    """The candidate with its best solutions, if search proves them; otherwise None."""
    view = candidate.state.view(candidate.state.current)
    trials = {team: _tried(view, team, samples, seed) for team in TEAMS[view.setup.players]}
    means = {
        move: sum(trial.value(move).mean for trial in trials.values()) / len(trials)
        for move in candidate.solutions
    }
    best = max(means.values())
    kept = tuple(move for move in candidate.solutions if means[move] > best - _ALIKE)
    proofs = [_proof(team, trial, kept) for team, trial in trials.items()]
    if any(proof.gap < max(GAP, ERRORS * proof.error) for proof in proofs):
        return None
    return replace(candidate, solutions=kept), proofs


def _tried(view: View, team: str, samples: int, seed: int) -> Trials:
    agent = as_agent(team)
    assert isinstance(agent, CoreAgent)
    return try_moves(view, [agent] * view.setup.players, samples=samples, seed=seed)


def _proof(team: str, trials: Trials, solutions: tuple[Move, ...]) -> Proof:
    values = {str(move): round(trials.value(move).mean, 3) for move in trials.moves}
    gap = smallest_gap(trials, solutions)
    return Proof(team, values, round(gap.mean, 3), round(gap.sem, 3))


def smallest_gap(trials: Trials, solutions: tuple[Move, ...]) -> Estimate:
    """How much the worst solution beats the best other move."""
    ranked = trials.ranked()
    worst = next(move for move in reversed(ranked) if move in solutions)
    other = next(move for move in ranked if move not in solutions)
    return trials.gain(worst, other)


def positions(players: int) -> Iterator[tuple[State, str]]:
    """Positions of games one after the other."""
    team = GAMES[players]
    for seed in range(FIRST_SEED, FIRST_SEED + 100_000):
        game = play(*team, seed=seed, setup=Setup.standard(players))
        for turn, state in enumerate(game.transcript.positions()):
            if turn >= FROM_TURN and not state.over:
                yield state, f"{' & '.join(team)}, seed {seed}, turn {turn}"


def found(players: int, wanted: Mapping[PuzzleKind, int]) -> Iterator[StoredPuzzle]:
    """Puzzles until there are enough of each kind; at most one of a kind from each game."""
    counts: Counter[str] = Counter()
    used: set[tuple[str, str]] = set()
    for number, (state, source) in enumerate(positions(players)):
        for candidate in candidates(state, source):
            game = (candidate.kind, source.rpartition(",")[0])
            late = state.turns_left is not None
            if counts[candidate.kind] >= wanted[candidate.kind] or game in used:
                continue
            if late and counts[f"late {candidate.kind}"] >= LAST_ROUND:
                continue
            proof = proved(candidate, SAMPLES, number) if _promises(candidate, number) else None
            if proof is not None:
                used.add(game)
                counts[candidate.kind] += 1
                counts[f"late {candidate.kind}"] += late
                yield _stored(*proof, seed=number)
        if all(counts[kind] >= number for kind, number in wanted.items()):
            return


def _promises(candidate: Candidate, seed: int) -> bool:
    """Do quick checks with few imagined games suggest a puzzle?"""
    view = candidate.state.view(candidate.state.current)
    for samples, least in LOOKS:
        for team in TEAMS[view.setup.players]:
            trials = _tried(view, team, samples, seed)
            best = next(move for move in trials.ranked() if move in candidate.solutions)
            others = [move for move in trials.ranked() if move not in candidate.solutions]
            if trials.gain(best, others[0]).mean < least:
                return False
    return True


def _stored(candidate: Candidate, proofs: list[Proof], *, seed: int) -> StoredPuzzle:
    state = candidate.state
    moves = [str(event.move) for event in state.events]
    deck = deck_text(state.full_deck)
    digest = hashlib.sha256(f"{deck} {moves}".encode()).hexdigest()[:8]
    return StoredPuzzle(
        id=f"{candidate.kind}-{digest}",
        kind=candidate.kind,
        setup=str(state.setup),
        deck=deck,
        moves=moves,
        solutions=[str(move) for move in candidate.solutions],
        slot=candidate.slot,
        seat=candidate.seat,
        samples=SAMPLES,
        seed=seed,
        proofs=proofs,
        source=candidate.source,
    )


def main() -> None:
    """Writes the file of puzzles, again after each that was found."""
    puzzles: list[StoredPuzzle] = []
    for players, wanted in WANTED.items():
        for puzzle in found(players, wanted):
            gap = min(proof.gap for proof in puzzle.proofs)
            print(f"{puzzle.id}  {players} players  smallest gap {gap:.2f}  {puzzle.source}")
            sys.stdout.flush()
            puzzles.append(puzzle)
            _write(puzzles)


def _write(puzzles: list[StoredPuzzle]) -> None:
    """Writes the puzzles, those with the largest gaps first."""
    ordered = sorted(puzzles, key=lambda puzzle: (-min(p.gap for p in puzzle.proofs), puzzle.id))
    lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in ordered)
    write_whole(Path(__file__).with_name(FILE), f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
