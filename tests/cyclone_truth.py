"""Comparisons with the program of Cyclone: every move, value and tie of recorded games.

Formats: see the README beside the recorded data.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tamaya import Card, Move, Setup, State, _core
from tamaya.agents.families.cyclone import published

Record = dict[str, Any]

SETUP = Setup.standard(2)
STYLES = {
    "SP": ("self_play", "code"),
    "HC": ("human_complementary", "code"),
    "HL": ("human_like", "code"),
    "HC+": ("human_complementary", "table1"),
    "HL+": ("human_like", "table1"),
}


def move_of(kind: str, value: Any) -> Move:
    """A move in the notation of the records."""
    if kind in ("PLAY", "DISCARD"):
        return Move.play(value) if kind == "PLAY" else Move.discard(value)
    return Move.hint_rank(1, value) if kind == "RANK" else Move.hint_color(1, value.lower())


def trace(record: Record) -> Iterator[tuple[Record, bool]]:
    """Replays a game: moves, their values bit by bit, and the number of equally good moves.

    Where another move lies within 1e-9 of the best, an equal value decides by rounding; such moves
    are counted in the answer.
    """
    state = State.from_deck([Card(text.lower()) for text in record["deck"]], SETUP)
    policies = [published()[STYLES[style]].policy for style in record["seats"]]
    seats = [_core.NativeSeat(policy, 0) for policy in policies]
    notes = [_core.Notes(), _core.Notes()]
    near = 0
    for turn, (seat, kind, argument, tied, n_near, value) in enumerate(record["moves"]):
        view, recorded = state.view(seat), move_of(kind, argument)
        values, notes[seat] = _core.cyclone_values(policies[seat], view, notes[seat])
        best = max(v for _, v, _ in values)
        computed = (seats[seat].decide(view).move, best, sum(v == best for _, v, _ in values))
        near += n_near > 0
        if computed != (recorded, value, tied) or seat != state.current:
            answer = {
                "turn": turn,
                "answer": str(computed),
                "recorded": str((recorded, value, tied)),
            }
            yield answer | {"near": n_near}, False
            return
        state.apply(recorded)
    ours: Record = {
        "points": state.score,
        "strict": state.strict_score,
        "lives": state.lives,
        "info": state.hints,
    }
    same = state.over and all(ours[key] == record[key] for key in ours)
    yield ours | {"turns": state.turn, "rounding_sensitive": near}, same
