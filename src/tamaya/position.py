"""Positions written as text, for tests and for asking an agent what it would do.

    fireworks r2 y0 g0 w0 b0   hints 4   lives 3   deck 20
    alice  r3{r,3}  ??  ??  ??  ??
    bob    y1  g2  w4  b1  b1
    discards r1 r1

It is the way positions are printed: `{r,3}` is what hints have told (possible colors, possible
ranks, `*` for any), `??` a card that does not matter, `--` an empty slot, `>` marks who is to move
(otherwise the first player). Only `fireworks` and the hands are needed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tamaya.game import SEAT_NAMES, Card, NotationError, Setup, State

_SLOT = re.compile(r"(\?\?|--|[a-z][1-5])(?:\{([a-z*]+),([1-5*]+)\})?")


@dataclass
class _Draft:
    """What the text says so far."""

    setup: Setup
    numbers: dict[str, int] = field(default_factory=dict)
    heights: dict[str, int] = field(default_factory=dict)
    hands: dict[int, list[str]] = field(default_factory=dict)
    discards: list[Card] = field(default_factory=list)
    current: int = 0


def position(text: str, setup: Setup | None = None) -> State:
    """Builds the position that a text shows.

    Cards that are not named lie in the deck. If `deck` says fewer, the surplus counts as discarded:
    cards that are no longer needed first, then spare copies. Slot 0 is the oldest card.

    :param setup: rules to play by; by default the standard ones for as many players as have hands
    :raises NotationError: quoting what is not understood
    """
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    players = sum(line.lstrip("> ").partition(" ")[0] in SEAT_NAMES for line in lines)
    draft = _Draft(setup or Setup.standard(max(2, players)))
    for line in lines:
        _read(draft, line)
    if len(draft.hands) != draft.setup.players:
        raise NotationError(f"{len(draft.hands)} hands for {draft.setup.players} players")
    return _built(draft)


def _read(draft: _Draft, line: str) -> None:
    to_move = line.startswith(">")
    words = line.lstrip("> ").split()
    if not words:
        raise NotationError(f"nothing after the mark of the seat to move: {line!r}")
    if words[0] in SEAT_NAMES:
        seat = SEAT_NAMES.index(words[0])
        draft.hands[seat] = words[1:]
        draft.current = seat if to_move else draft.current
    elif words[0] == "discards":
        draft.discards += [Card(word) for word in words[1:]]
    else:
        _read_table(draft, words)


def _read_table(draft: _Draft, words: list[str]) -> None:
    """Reads 'fireworks r2 y0 ... hints 4 lives 3 deck 20'."""
    at = 0
    while at < len(words):
        word = words[at]
        if re.fullmatch(r"[a-z][0-5]", word):
            draft.heights[word[0]] = int(word[1])
        elif word in ("hints", "lives", "deck") and at + 1 < len(words):
            number = words[at + 1]
            if not (number.isascii() and number.isdigit() and len(number) <= 3):
                raise NotationError(f"not a number of {word}: {number[:40]!r} (expected 0 to 999)")
            draft.numbers[word] = int(number)
            at += 1
        elif word != "fireworks":
            raise NotationError(f"not part of a position: {word[:40]!r}")
        at += 1


Slot = tuple[Card | None, str, list[int], bool, bool]


def _built(draft: _Draft) -> State:
    setup = draft.setup
    played = [Card(f"{c}{r}") for c, height in draft.heights.items() for r in range(1, height + 1)]
    hands = [_slots(draft, draft.hands.get(seat, [])) for seat in range(setup.players)]
    named = [card for hand in hands for card, *_ in hand if isinstance(card, Card)]
    left = list((Counter(setup.cards()) - Counter(played + named + draft.discards)).elements())
    _fill_unknown(hands, left)
    discards = draft.discards + _surplus(draft, played, left)
    return State.place(
        setup,
        [[_placed(slot) for slot in hand] for hand in hands],
        played,
        discards,
        left,
        draft.numbers.get("hints", setup.max_hints),
        draft.numbers.get("lives", setup.max_lives),
        draft.current,
    )


_Slot = list[object]


def _slots(draft: _Draft, words: list[str]) -> list[_Slot]:
    """Slots as [card, '??' or None, colors, ranks, color hinted, rank hinted]."""
    setup = draft.setup
    words = words + ["--"] * (setup.hand_size - len(words))
    if len(words) > setup.hand_size:
        raise NotationError(f"{len(words)} cards in a hand of {setup.hand_size}")
    slots: list[_Slot] = []
    for word in words:
        match = _SLOT.fullmatch(word)
        if match is None:
            expected = "'r3', '??', '--' or 'r3{r,3}'"
            raise NotationError(f"not a card in a hand: {word!r} (expected {expected})")
        card, colors, ranks = match.groups()
        color_set = setup.suits if colors in (None, "*") else colors
        rank_set = range(1, setup.ranks + 1) if ranks in (None, "*") else map(int, ranks)
        what = None if card == "--" else card if card == "??" else Card(card)
        hinted = (len(color_set) == 1, ranks not in (None, "*") and len(ranks) == 1)
        slots.append([what, color_set, list(rank_set), *hinted])
    return slots


def _fill_unknown(hands: Iterable[list[_Slot]], left: list[Card]) -> None:
    """Gives every `??` a card that its hints allow, taking those with fewest choices first."""
    unknown = [slot for hand in hands for slot in hand if slot[0] == "??"]

    def choices(slot: _Slot) -> list[Card]:
        colors, ranks = str(slot[1]), slot[2]
        assert isinstance(ranks, list)
        return [card for card in left if card.color in colors and card.rank in ranks]

    while unknown:
        slot = min(unknown, key=lambda s: len(choices(s)))
        if not choices(slot):
            raise NotationError("no card is left that fits what is known of some '??'")
        card = choices(slot)[-1]
        slot[0] = card
        left.remove(card)
        unknown.remove(slot)


def _surplus(draft: _Draft, played: list[Card], left: list[Card]) -> list[Card]:
    """Takes cards out of `left` until the deck is as small as the text says."""
    wanted = draft.numbers.get("deck", len(left))
    if wanted > len(left):
        raise NotationError(f"deck {wanted}, but only {len(left)} cards are left")
    gone: list[Card] = []
    while len(left) > wanted:
        counts = Counter(left)
        card = min(left, key=lambda c: (c not in played, -counts[c], -c.rank, c))
        left.remove(card)
        gone.append(card)
    return gone


def _placed(slot: _Slot) -> Slot:
    card, colors, ranks, color_hinted, rank_hinted = slot
    assert card is None or isinstance(card, Card)
    assert isinstance(ranks, list)
    return card, str(colors), ranks, bool(color_hinted), bool(rank_hinted)
