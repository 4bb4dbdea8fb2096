"""Reads and writes games in the formats of hanab.live: JSON (format 3) and replay links.

Suits correspond by number: our r, y, g, w, b are the site's first five suits. Our slot 0 is the
site's oldest card. The site's `order` of a card is its index in the deck. Both deal the first cards
to seat 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tamaya.game import Card, IllegalMoveError, Move, NotationError, Seat, Setup, State
from tamaya.transcript import Transcript, is_text

SITE = "https://hanab.live/replay-json/"
EXPORT = "https://hanab.live/export/"
NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily")
"""the site's names for players of a link, which holds no names"""
_SUITS = "rygwbm"
_VARIANTS = {
    "No Variant": (0, 5, "none"),
    "6 Suits": (1, 5, "standard"),
    "4 Suits": (15, 4, "none"),
    "3 Suits": (18, 3, "none"),
}
"""variants that Tamaya can play: the site's number, ordinary colors, extra suit"""
_UNPLAYED = (
    "cardCycle",
    "deckPlays",
    "emptyClues",
    "oneExtraCard",
    "oneLessCard",
    "allOrNothing",
    "detrimentalCharacters",
)
_PLAY, _DISCARD, _COLOR, _RANK, _OVER, _VOTE = range(6)
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CHUNK = 20
"""letters of a link between two hyphens"""


@dataclass(frozen=True)
class Action:
    """A turn as the site writes it."""

    type: int
    target: int
    value: int | None = None


@dataclass(frozen=True)
class HanabGame:
    """A game of the site, replayed by our rules."""

    transcript: Transcript
    notes: tuple[tuple[str, ...], ...] = ()
    """notes of each player, by index of the card in the deck"""
    seed: str = ""
    """the site's name of the deal, like 'p3v0s5'"""


def to_json(transcript: Transcript, notes: Sequence[Sequence[str]] = ()) -> str:
    """The game as JSON, which the site opens under "Watch Specific Replay".

    :param notes: notes of each player, by index of the card in the deck
    :raises NotationError: if the site does not know the set-up
    """
    setup = transcript.setup
    options: dict[str, object] = {"variant": variant_of(setup)}
    if setup.first_seat:
        options["startingPlayer"] = setup.first_seat
    game: dict[str, object] = {
        "players": list(_names(transcript)),
        "deck": [{"suitIndex": suit_index(c.color), "rank": c.rank} for c in transcript.deck],
        "actions": [
            {"type": a.type, "target": a.target, "value": a.value or 0}
            for a in _actions(transcript)
        ],
        "options": options,
    }
    if any(notes):
        game["notes"] = [list(texts) for texts in notes]
    return json.dumps(game, separators=(",", ":"), ensure_ascii=False)


def from_json(text: str) -> HanabGame:
    """Parses the site's JSON and replays the game.

    :raises NotationError: quoting the text that cannot be parsed, or naming a variant that Tamaya
        cannot play
    :raises IllegalMoveError: naming the first illegal turn
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not a game of hanab.live: {text[:40]!r} ({error})") from None
    if not isinstance(data, dict):
        raise NotationError(f"not a game of hanab.live: {text[:40]!r} (expected an object)")
    names = _list(data, "players", str)
    for name in names:
        if not is_text(name):
            raise NotationError(f"players: {name[:40]!r} (expected Unicode text)")
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise NotationError(f"options: {str(options)[:40]!r} (expected an object)")
    setup = setup_of(len(names), options)
    deck = [_card(card) for card in _list(data, "deck", dict)]
    actions = [_action(action) for action in _list(data, "actions", dict)]
    transcript = _replayed(setup, deck, actions, tuple(names))
    return HanabGame(transcript, _notes(data.get("notes")), _note(data.get("seed") or ""))


def to_link(transcript: Transcript) -> str:
    """A link that opens the game on the site. Links hold no names and no notes.

    :raises NotationError: if the site does not know the set-up
    """
    if transcript.setup.first_seat:
        raise NotationError("a link of hanab.live cannot hold a game that seat 0 does not begin")
    number = _VARIANTS[variant_of(transcript.setup)][0]
    return SITE + encode(transcript.setup.players, transcript.deck, _actions(transcript), number)


def from_link(link: str) -> HanabGame:
    """Parses a link, or only its last part, and replays the game.

    :raises NotationError: quoting the text that cannot be parsed
    :raises IllegalMoveError: naming the first illegal turn
    """
    code = link.strip().rpartition("/")[2].partition("#")[0].partition("?")[0]
    if code.isdecimal():
        raise NotationError(
            f"{link.strip()[:80]!r} only names a game: open {EXPORT}{code[:12]} in a browser "
            "and paste the JSON that it shows"
        )
    players, deck, actions, variant = decode(code)
    setup = setup_of(players, {"variant": _variant_name(variant)})
    return HanabGame(_replayed(setup, deck, actions, NAMES[:players]))


def encode(players: int, deck: Sequence[Card], actions: Sequence[Action], variant: int) -> str:
    """Encodes a game as the last part of a link."""
    ranks = [card.rank for card in deck]
    low, high = min(ranks), max(ranks)
    cards = "".join(_LETTERS[suit_index(c.color) * (high - low + 1) + c.rank - low] for c in deck)
    types = [action.type for action in actions] or [0]
    first, last = min(types), max(types)
    turns = "".join(
        _LETTERS[(0 if a.value is None else a.value + 1) * (last - first + 1) + a.type - first]
        + _LETTERS[a.target]
        for a in actions
    )
    code = f"{players}{low}{high}{cards},{first}{last}{turns},{variant}"
    return "-".join(code[at : at + _CHUNK] for at in range(0, len(code), _CHUNK))


def decode(code: str) -> tuple[int, list[Card], list[Action], int]:
    """Decodes the last part of a link: number of players, deck, actions, variant.

    :raises NotationError: quoting the text that cannot be parsed
    """
    parts = code.replace("-", "").split(",")
    if len(parts) < 3 or len(parts[0]) < 3 or len(parts[1]) < 2 or len(parts[1]) % 2:
        raise NotationError(
            f"not a game of hanab.live: {code[:40]!r} (expected CARDS,TURNS,VARIANT)"
        )
    players, low, high = map(_digit, parts[0][:3])
    first, last = map(_digit, parts[1][:2])
    variant = parts[2]
    if high < low or last < first or not (variant.isascii() and variant.isdigit()):
        raise NotationError(
            f"not a game of hanab.live: {code[:40]!r} (expected ranges of ranks and of kinds of "
            "turns, each from low to high, and the number of a variant)"
        )
    deck = []
    for letter in parts[0][3:]:
        suit, rank = divmod(_place(letter), high - low + 1)
        deck.append(card_of(suit, rank + low))
    actions = []
    for kind, target in zip(parts[1][2::2], parts[1][3::2], strict=True):
        value, number = divmod(_place(kind), last - first + 1)
        actions.append(Action(number + first, _place(target), value - 1 if value else None))
    return players, deck, actions, int(variant[:6])


def variant_of(setup: Setup) -> str:
    """The site's name of a set-up.

    :raises NotationError: if the site does not offer it
    """
    for name, (_, colors, extra) in _VARIANTS.items():
        if _setup_of(setup.players, colors, extra, setup.first_seat) == setup.replace(
            color_order="rygwb", illegal="raise"
        ):
            return name
    raise NotationError(f"hanab.live does not play the set-up {str(setup)!r}")


def _setup_of(players: int, colors: int, extra: str, first_seat: int) -> Setup:
    return Setup(players=players, colors=colors, extra_suit=extra, first_seat=first_seat)


def _variant_name(number: int) -> str:
    for name, (variant, _, _) in _VARIANTS.items():
        if variant == number:
            return name
    raise NotationError(f"cannot play variant {number} of hanab.live (expected {_variants()})")


def _variants() -> str:
    return ", ".join(_VARIANTS)


def setup_of(players: int, options: Mapping[str, Any]) -> Setup:
    """The set-up of a game with these options of the site.

    :raises NotationError: naming what Tamaya cannot play
    """
    name = options.get("variant", "No Variant")
    if not isinstance(name, str) or name not in _VARIANTS:
        raise NotationError(
            f"cannot play variant {str(name)[:60]!r} of hanab.live (expected {_variants()})"
        )
    unplayed = [word for word in _UNPLAYED if options.get(word)]
    if unplayed:
        raise NotationError(f"cannot play option {unplayed[0]!r} of hanab.live (expected it off)")
    if not 2 <= players <= len(NAMES):
        raise NotationError(f"{players} players (expected 2 to {len(NAMES)})")
    first = options.get("startingPlayer", 0)
    if not isinstance(first, int) or not 0 <= first < players:
        raise NotationError(f"startingPlayer {str(first)[:40]!r} (expected 0 to {players - 1})")
    _, colors, extra = _VARIANTS[name]
    return _setup_of(players, colors, extra, int(first))


def _names(transcript: Transcript) -> tuple[str, ...]:
    return transcript.players or NAMES[: transcript.setup.players]


def suit_index(color: str) -> int:
    """The site's number of a suit."""
    return _SUITS.index(color)


def card_of(suit: int, rank: int) -> Card:
    """The card with the site's number of its suit.

    :raises NotationError: if there is no such card
    """
    if not 0 <= suit < len(_SUITS):
        raise NotationError(f"no suit {suit} (expected 0 to {len(_SUITS) - 1})")
    return Card(f"{_SUITS[suit]}{rank}")


def _actions(transcript: Transcript) -> list[Action]:
    if transcript.forfeit:
        raise NotationError("hanab.live cannot hold a game that ended by forfeit")
    hands = _Orders(transcript.setup)
    state = transcript.start()
    actions = []
    for move in transcript.moves:
        seat = state.current
        if move.slot is not None:
            order = hands.take(seat, move.slot, draws=state.deck_size > 0)
            actions.append(Action(_PLAY if move.kind == "play" else _DISCARD, order))
        else:
            target = (seat + (move.offset or 0)) % transcript.setup.players
            color = None if move.color is None else suit_index(move.color)
            if color is not None:
                actions.append(Action(_COLOR, target, color))
            else:
                actions.append(Action(_RANK, target, move.rank))
        state.apply(move)
    return actions


class _Orders:
    """The hands as indices into the deck, oldest card first."""

    def __init__(self, setup: Setup) -> None:
        size = setup.hand_size
        self._hands = [list(range(s * size, (s + 1) * size)) for s in range(setup.players)]
        self._next = size * setup.players

    def take(self, seat: Seat, slot: int, *, draws: bool) -> int:
        """Removes a card from a hand and draws the next; returns the removed card's index."""
        order = self._hands[seat].pop(slot)
        if draws:
            self._hands[seat].append(self._next)
            self._next += 1
        return order

    def slot(self, seat: Seat, order: int) -> int:
        """The slot of a card in a hand.

        :raises IllegalMoveError: if the seat does not hold the card
        """
        if order not in self._hands[seat]:
            raise IllegalMoveError(f"seat {seat} does not hold card {order}")
        return self._hands[seat].index(order)


def _replayed(
    setup: Setup, deck: Sequence[Card], actions: Sequence[Action], names: tuple[str, ...]
) -> Transcript:
    state = State.from_deck(deck, setup)
    hands = _Orders(setup)
    moves: list[Move] = []
    for number, action in enumerate(actions, 1):
        if action.type in (_OVER, _VOTE):
            break
        try:
            move = _move(action, state, hands)
            if state.over or not state.is_legal(move):
                why = "the game is over" if state.over else "not allowed in this position"
                raise IllegalMoveError(f"{str(move)!r}: {why}")
        except IllegalMoveError as error:
            raise IllegalMoveError(f"turn {number} of the game: {error}") from None
        if move.slot is not None:
            hands.take(state.current, move.slot, draws=state.deck_size > 0)
        state.apply(move)
        moves.append(move)
    return Transcript(setup, tuple(state.full_deck), tuple(moves), names)


def _move(action: Action, state: State, hands: _Orders) -> Move:
    seat, players = state.current, state.setup.players
    if action.type in (_PLAY, _DISCARD):
        slot = hands.slot(seat, action.target)
        return Move.play(slot) if action.type == _PLAY else Move.discard(slot)
    offset = (action.target - seat) % players
    if not 0 <= action.target < players or offset == 0:
        raise IllegalMoveError(f"seat {seat} cannot hint seat {action.target}")
    value = 0 if action.value is None else action.value
    if action.type == _RANK:
        if not 1 <= value <= state.setup.ranks:
            raise IllegalMoveError(f"no rank {value} to hint")
        return Move.hint_rank(offset, value)
    if not 0 <= value < len(state.setup.hint_colors):
        raise IllegalMoveError(f"no color {value} to hint")
    return Move.hint_color(offset, _SUITS[value])


def _list(data: Mapping[str, Any], name: str, kind: type) -> list[Any]:
    items = data.get(name)
    if not isinstance(items, list) or not all(isinstance(item, kind) for item in items):
        raise NotationError(f"{name}: {str(items)[:40]!r} (expected a list)")
    return items


def _number(data: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not -1 <= value < 1000:
        raise NotationError(f"{name}: {str(value)[:40]!r} (expected a number)")
    return value


def _card(data: Mapping[str, Any]) -> Card:
    return card_of(_number(data, "suitIndex"), _number(data, "rank"))


def _action(data: Mapping[str, Any]) -> Action:
    kind = _number(data, "type")
    if not _PLAY <= kind <= _VOTE:
        raise NotationError(f"action type {kind} (expected 0 to {_VOTE})")
    return Action(kind, _number(data, "target"), _number(data, "value", 0))


def _notes(notes: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(notes, list):
        return ()
    return tuple(tuple(map(_note, texts)) for texts in notes if isinstance(texts, list))


def _note(value: object) -> str:
    """A note as valid Unicode text; lone surrogates become question marks."""
    return str(value).encode("utf-8", "replace").decode()


def _digit(letter: str) -> int:
    if letter not in "0123456789":
        raise NotationError(f"not a digit: {letter!r} (expected 0 to 9 at this place of the link)")
    return int(letter)


def _place(letter: str) -> int:
    if letter not in _LETTERS:
        raise NotationError(f"not a letter of a link: {letter!r} (expected one of {_LETTERS!r})")
    return _LETTERS.index(letter)
