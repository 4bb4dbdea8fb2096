"""Comparisons with the published Java program: the move of every rule, and whole games.

Formats: see the README beside the recorded data. The program's colours R B G O W are our r b g y w.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import tamaya as ty
from tamaya import Card, Move, Setup, State, View, _core
from tamaya.rules import GENES, RuleSpec, chromosome

Record = dict[str, Any]

SETUP = Setup.competition(2)
COLORS = dict(zip("RBGOW", "rbgyw", strict=True))
LETTERS = {ours: theirs for theirs, ours in COLORS.items()}
RANDOM_GENES = (20, 22, 34, 39)


def card_of(text: str) -> Card:
    return Card(COLORS[text[0]] + text[1])


def answer_text(move: Move | None, me: int) -> str:
    """A move in the notation of the records."""
    if move is None:
        return "-"
    if move.kind in ("play", "discard"):
        return f"{move.kind[0].upper()}{move.slot}"
    if move.rank is not None:
        return f"V{move.rank}@{1 - me}"
    assert move.color is not None
    return f"C{LETTERS.get(move.color, 'null')}@{1 - me}"


def ask(spec: RuleSpec, view: View, seed: int = 0) -> str:
    """The result of a rule in the notation of the records."""
    try:
        move = spec(view, seed)
    except ty.TamayaError:
        return "X"
    return answer_text(move, view.me)


@dataclass
class History:
    """A game as one player saw it, for replaying: moves, and the known cards of the deck."""

    record: Record
    moves: list[Move] = field(default_factory=list)
    deck: dict[int, Card] = field(default_factory=dict)
    places: list[list[int | None]] = field(
        default_factory=lambda: [list(range(5)), list(range(5, 10))]
    )
    drawn: int = 10
    laid_down: int = 0
    heights: dict[str, int] = field(default_factory=lambda: dict.fromkeys("rygwb", 0))

    def read(self) -> None:
        for event in self.record["hist"][1:]:
            word, *rest = event.split()
            if word == "W":
                place = self.places[int(rest[0])][int(rest[1])]
                assert place is not None
                self.deck[place] = card_of(rest[2])
            elif word in "PD":
                self.use(word, int(rest[0]), int(rest[1]), rest[2] if word == "P" else None)
            elif word == "H":
                value = rest[2]
                by_rank = value.isdigit()
                self.moves.append(
                    Move.hint_rank(1, int(value)) if by_rank else Move.hint_color(1, COLORS[value])
                )

    def use(self, word: str, seat: int, slot: int, played: str | None) -> None:
        """A play or discard; the order of the discard pile says which card was discarded."""
        place = self.places[seat][slot]
        assert place is not None
        card = card_of(played or self.record["discards"][self.laid_down])
        assert self.deck.get(place, card) == card
        self.deck[place] = card
        if played and self.heights[card.color] == card.rank - 1:
            self.heights[card.color] += 1
        else:
            self.laid_down += 1
        self.moves.append(Move.play(slot) if word == "P" else Move.discard(slot))
        self.places[seat][slot] = self.drawn if self.drawn < 50 else None
        self.drawn = min(50, self.drawn + 1)

    def state(self) -> State:
        """The position, with hidden cards that fit the hints."""
        me = self.record["me"]
        unknown = list(SETUP.cards())
        for card in self.deck.values():
            unknown.remove(card)
        wanted = [
            (place, slot)
            for place, slot in zip(self.places[me], self.record[f"hand{me}"], strict=True)
            if place is not None
        ]
        hidden = fitting(wanted, unknown)
        assert hidden is not None, "no hidden hand fits the hints"
        self.deck |= hidden
        for card in hidden.values():
            unknown.remove(card)
        rest = iter(unknown)
        deck = [self.deck.get(i) or next(rest) for i in range(50)]
        state = State.from_deck(deck, SETUP)
        for move in self.moves:
            state.apply(move)
        return state


def fitting(wanted: list[tuple[int, Record]], cards: list[Card]) -> dict[int, Card] | None:
    """Cards for the own slots that the hints allow, found by search."""
    if not wanted:
        return {}
    (place, slot), *others = wanted
    for card in sorted(set(cards)):
        if LETTERS[card.color] in slot["pc"] and str(card.rank) in slot["pv"]:
            left = list(cards)
            left.remove(card)
            rest = fitting(others, left)
            if rest is not None:
                return {place: card} | rest
    return None


def agrees(recorded: str, spec: RuleSpec, view: View) -> tuple[str, bool]:
    """Our moves; for random rules the moves of 200 draws, because the record has 250 draws."""
    if not recorded.startswith("?"):
        answer = ask(spec, view)
        return answer, answer == recorded
    seen = {ask(spec, view, seed) for seed in range(250)}
    return "?" + "|".join(sorted(seen)), seen == set(recorded[1:].split("|"))


def rule_answers(records: Iterator[Record]) -> Iterator[tuple[Record, bool]]:
    """Every rule in every state: a case for each state and gene."""
    for number, record in enumerate(records):
        history = History(record)
        history.read()
        state = history.state()
        assert state.current == record["me"]
        view = state.view(record["me"])
        for gene, recorded in enumerate(record["rules"]):
            answer, same = agrees(recorded, GENES[gene], view)
            yield {"case": number, "gene": gene, "answer": answer, "recorded": recorded}, same


def parse_answer(text: str) -> Move | None:
    """The move of a record; None for an illegal hint."""
    if text[0] in "PD":
        return Move.play(int(text[1])) if text[0] == "P" else Move.discard(int(text[1]))
    if text[0] == "V":
        return Move.hint_rank(1, int(text[1]))
    return None if text.startswith("Cnull") else Move.hint_color(1, COLORS[text[1]])


COUNTER_NAMES = {"hints": 2, "possible": 1, "plays": 5, "info": 6, "playability": 8}


def whole_game(record: Record) -> tuple[Record, bool]:
    """Replays a game with both chromosomes; random genes follow the record."""
    genes = [record["chromosome0"], record["chromosome1"]]
    policies = [chromosome(g).policy() for g in genes]
    deck = [card_of(record["deck"][i : i + 2]) for i in range(0, 100, 2)]
    state = State.from_deck(deck, SETUP)
    counters = np.zeros((2, len(_core.counter_fields())), np.uint64)
    for turn, (text, fired) in enumerate(record["moves"]):
        me = state.current
        view = state.view(me)
        decision = _core.NativeSeat(policies[me], turn).decide(view)
        ours = answer_text(decision.move, me)
        random = fired == 15 or genes[me][fired] in RANDOM_GENES
        if decision.fired != fired or (not random and ours != text):
            result = {"turn": turn, "answer": ours, "fired": decision.fired, "recorded": text}
            return result, False
        move = parse_answer(text) if random else decision.move
        assert move is not None
        _core.record(counters, view, move)
        state.apply(move)
    return compare_end(record, state, counters)


def compare_end(
    record: Record, state: State, counters: np.ndarray[Any, Any]
) -> tuple[Record, bool]:
    result: Record = {
        "score": state.score,
        "lives": state.lives,
        "info": state.hints,
        "n_moves": sum(event.move is not None for event in state.events),
        "disqualified": int(state.forfeit),
        "over": state.over,
        "report": [
            {
                name: int(row[column]) / 2**32 if name == "playability" else int(row[column])
                for name, column in COUNTER_NAMES.items()
            }
            for row in counters
        ],
    }
    same = result["over"] and all(
        result[key] == record[key] for key in ("score", "lives", "info", "n_moves", "disqualified")
    )
    for ours, theirs in zip(result["report"], record["report"], strict=True):
        same = same and all(abs(ours[key] - theirs[key]) < 1e-7 for key in COUNTER_NAMES)
    return result, same
