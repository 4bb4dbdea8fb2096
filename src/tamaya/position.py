"""Positions written as text, for tests and for asking an agent what it would do.

    fireworks r2 y0 g0 w0 b0   hints 4   lives 3   deck 20
    alice  r3{r,3}  ??  ??  ??  ??
    bob    y1  g2  w4  b1  b1
    discards r1 r1

States print in the same format. `{r,3}` is the knowledge from hints (possible colors, possible
ranks, `*` for any), `??` is any card, `--` an empty slot. `>` marks the player to move, by default
the first. Only `fireworks` and the hands are required.
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
    """What has been read so far."""

    setup: Setup
    numbers: dict[str, int] = field(default_factory=dict)
    heights: dict[str, int] = field(default_factory=dict)
    hands: dict[int, list[str]] = field(default_factory=dict)
    discards: list[Card] = field(default_factory=list)
    current: int = 0


def position(text: str, setup: Setup | None = None) -> State:
    """Builds the position that a text describes.

    All cards that the text does not name are in the deck. If `deck` gives a smaller number, the
    surplus is discarded: first cards that are no longer needed, then spare copies. Slot 0 is the
    oldest card.

    :param setup: by default the standard set-up for as many players as the text has hands
    :raises NotationError: quoting the text that cannot be parsed
    """
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    players = sum(line.lstrip("> ").partition(" ")[0] in SEAT_NAMES for line in lines)
    draft = _Draft(setup or Setup.standard(max(2, players)))
    for line in lines:
        _read(draft, line)
    if len(draft.hands) != draft.setup.players:
        raise NotationError(
            f"{len(draft.hands)} hands for {draft.setup.players} players (expected one for each)"
        )
    return _built(draft)


def _read(draft: _Draft, line: str) -> None:
    to_move = line.startswith(">")
    words = line.lstrip("> ").split()
    if not words:
        raise NotationError(f"no player after '>': {line!r} (expected a name like '> alice r1 ??')")
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
            raise NotationError(
                f"not part of a position: {word[:40]!r} (expected 'fireworks', or 'hints', "
                "'lives' or 'deck' and a number)"
            )
        at += 1


Slot = tuple[Card | None, str, list[int], bool, bool]


def _built(draft: _Draft) -> State:
    setup = draft.setup
    played = [Card(f"{c}{r}") for c, height in draft.heights.items() for r in range(1, height + 1)]
    hands = [_slots(draft, draft.hands.get(seat, [])) for seat in range(setup.players)]
    named = [card for hand in hands for card, *_ in hand if isinstance(card, Card)]
    deck = list((Counter(setup.cards()) - Counter(played + named + draft.discards)).elements())
    _fill_unknown(hands, deck)
    discards = draft.discards + _surplus(draft, played, deck)
    return State.place(
        setup,
        [[_placed(slot) for slot in hand] for hand in hands],
        played,
        discards,
        deck,
        draft.numbers.get("hints", setup.max_hints),
        draft.numbers.get("lives", setup.max_lives),
        draft.current,
    )


_Slot = list[object]


def _slots(draft: _Draft, words: list[str]) -> list[_Slot]:
    """Slots as [card or '??' or None, colors, ranks, color hinted, rank hinted]."""
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
        content = None if card == "--" else card if card == "??" else Card(card)
        hinted = (len(color_set) == 1, ranks not in (None, "*") and len(ranks) == 1)
        slots.append([content, color_set, list(rank_set), *hinted])
    return slots


def _fill_unknown(hands: Iterable[list[_Slot]], deck: list[Card]) -> None:
    """Gives every `??` a card that its hints allow, taking those with fewest choices first."""
    unknown = [slot for hand in hands for slot in hand if slot[0] == "??"]

    def choices(slot: _Slot) -> list[Card]:
        colors, ranks = str(slot[1]), slot[2]
        assert isinstance(ranks, list)
        return [card for card in deck if card.color in colors and card.rank in ranks]

    while unknown:
        slot = min(unknown, key=lambda s: len(choices(s)))
        if not choices(slot):
            raise NotationError("no remaining card fits the hints of a '??'")
        card = choices(slot)[-1]
        slot[0] = card
        deck.remove(card)
        unknown.remove(slot)


def _surplus(draft: _Draft, played: list[Card], deck: list[Card]) -> list[Card]:
    """Removes cards from the deck until it is as small as the text says; returns them."""
    size = draft.numbers.get("deck", len(deck))
    if size > len(deck):
        raise NotationError(f"deck {size}, but only {len(deck)} cards are left")
    surplus: list[Card] = []
    while len(deck) > size:
        counts = Counter(deck)
        card = min(deck, key=lambda c: (c not in played, -counts[c], -c.rank, c))
        deck.remove(card)
        surplus.append(card)
    return surplus


def _placed(slot: _Slot) -> Slot:
    card, colors, ranks, color_hinted, rank_hinted = slot
    assert card is None or isinstance(card, Card)
    assert isinstance(ranks, list)
    return card, str(colors), ranks, bool(color_hinted), bool(rank_hinted)
