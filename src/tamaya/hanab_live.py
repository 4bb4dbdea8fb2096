"""Games as hanab.live writes them: its JSON format 3, and links that hold a whole game.

Suits go by their number: our r, y, g, w, b are its first five. Our slot 0 is its oldest card, and
the `order` of its cards is the place in the deck. Deals are alike: seat 0 gets the first cards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tamaya.game import Card, IllegalMoveError, Move, NotationError, Seat, Setup, State
from tamaya.transcript import Transcript, is_text

SITE = "https://hanab.live/replay-json/"
NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily")
"""what the site calls players whose names a link has lost"""
_SUITS = "rygwbm"
_VARIANTS = {"No Variant": (0, 5, "none"), "6 Suits": (1, 5, "standard"),
             "4 Suits": (15, 4, "none"), "3 Suits": (18, 3, "none")}  # fmt: skip
"""those that we play: their number, ordinary colors, extra suit"""
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
    """of each player, by the card's place in the deck"""
    seed: str = ""
    """what the site calls the deal, like 'p3v0s5'"""


def to_json(transcript: Transcript, notes: Sequence[Sequence[str]] = ()) -> str:
    """A game in the site's format, which it reads under "Watch Specific Replay".

    :param notes: of each player, by the card's place in the deck
    :raises NotationError: if the site does not know the set-up
    """
    setup = transcript.setup
    options: dict[str, object] = {"variant": variant_of(setup)}
    if setup.first_seat:
        options["startingPlayer"] = setup.first_seat
    game: dict[str, object] = {
        "players": list(_names(transcript)),
        "deck": [{"suitIndex": _suit(c), "rank": c.rank} for c in transcript.deck],
        "actions": [
            {"type": a.type, "target": a.target, "value": a.value or 0}
            for a in _actions(transcript)
        ],
        "options": options,
    }
    if any(notes):
        game["notes"] = [list(one) for one in notes]
    return json.dumps(game, separators=(",", ":"), ensure_ascii=False)


def from_json(text: str) -> HanabGame:
    """Reads the site's format and replays the game.

    :raises NotationError: quoting what is not understood, and variants that we do not play by name
    :raises IllegalMoveError: naming the first turn that the rules do not allow
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
    setup = _setup(len(names), options)
    deck = [_card(one) for one in _list(data, "deck", dict)]
    actions = [_action(one) for one in _list(data, "actions", dict)]
    transcript = _replayed(setup, deck, actions, tuple(names))
    return HanabGame(transcript, _notes(data.get("notes")), _note(data.get("seed") or ""))


def to_link(transcript: Transcript) -> str:
    """A link that opens the game on the site; names and notes are lost.

    :raises NotationError: if the site does not know the set-up
    """
    if transcript.setup.first_seat:
        raise NotationError("a link cannot say that seat 0 does not begin")
    number = _VARIANTS[variant_of(transcript.setup)][0]
    return SITE + encode(transcript.setup.players, transcript.deck, _actions(transcript), number)


def from_link(link: str) -> HanabGame:
    """Reads a link, or only its last part, and replays the game.

    :raises NotationError: quoting what is not understood
    :raises IllegalMoveError: naming the first turn that the rules do not allow
    """
    code = link.strip().rpartition("/")[2].partition("#")[0].partition("?")[0]
    players, deck, actions, variant = decode(code)
    setup = _setup(players, {"variant": _variant_name(variant)})
    return HanabGame(_replayed(setup, deck, actions, NAMES[:players]))


def encode(players: int, deck: Sequence[Card], actions: Sequence[Action], variant: int) -> str:
    """The last part of a link."""
    ranks = [card.rank for card in deck]
    low, high = min(ranks), max(ranks)
    cards = "".join(_LETTERS[_suit(c) * (high - low + 1) + c.rank - low] for c in deck)
    types = [action.type for action in actions] or [0]
    first, last = min(types), max(types)
    turns = "".join(
        _LETTERS[(0 if a.value is None else a.value + 1) * (last - first + 1) + a.type - first]
        + _LETTERS[a.target]
        for a in actions
    )
    whole = f"{players}{low}{high}{cards},{first}{last}{turns},{variant}"
    return "-".join(whole[at : at + _CHUNK] for at in range(0, len(whole), _CHUNK))


def decode(code: str) -> tuple[int, list[Card], list[Action], int]:
    """Players, deck, actions and variant of the last part of a link.

    :raises NotationError: quoting what is not understood
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
        raise NotationError(f"not a game of hanab.live: {code[:40]!r}")
    deck = []
    for letter in parts[0][3:]:
        suit, rank = divmod(_place(letter), high - low + 1)
        deck.append(_face(suit, rank + low))
    actions = []
    for kind, target in zip(parts[1][2::2], parts[1][3::2], strict=True):
        value, number = divmod(_place(kind), last - first + 1)
        actions.append(Action(number + first, _place(target), value - 1 if value else None))
    return players, deck, actions, int(variant[:6])


def variant_of(setup: Setup) -> str:
    """What the site calls a set-up.

    :raises NotationError: if it does not know it
    """
    for name, (_, colors, extra) in _VARIANTS.items():
        if _played(setup.players, colors, extra, setup.first_seat) == setup.replace(
            color_order="rygwb", illegal="raise"
        ):
            return name
    raise NotationError(f"hanab.live does not play the set-up {str(setup)!r}")


def _played(players: int, colors: int, extra: str, first_seat: int) -> Setup:
    return Setup(players=players, colors=colors, extra_suit=extra, first_seat=first_seat)


def _variant_name(number: int) -> str:
    for name, (known, _, _) in _VARIANTS.items():
        if known == number:
            return name
    raise NotationError(f"variant {number} of hanab.live is not played here (expected {_known()})")


def _known() -> str:
    return ", ".join(_VARIANTS)


def _setup(players: int, options: Mapping[str, Any]) -> Setup:
    name = options.get("variant", "No Variant")
    if not isinstance(name, str) or name not in _VARIANTS:
        raise NotationError(
            f"variant {str(name)[:60]!r} of hanab.live is not played here (expected {_known()})"
        )
    unplayed = [word for word in _UNPLAYED if options.get(word)]
    if unplayed:
        raise NotationError(f"option {unplayed[0]!r} of hanab.live is not played here")
    if not 2 <= players <= len(NAMES):
        raise NotationError(f"{players} players (expected 2 to {len(NAMES)})")
    first = options.get("startingPlayer", 0)
    if not isinstance(first, int) or not 0 <= first < players:
        raise NotationError(f"startingPlayer {str(first)[:40]!r} (expected 0 to {players - 1})")
    _, colors, extra = _VARIANTS[name]
    return _played(players, colors, extra, int(first))


def _names(transcript: Transcript) -> tuple[str, ...]:
    return transcript.players or NAMES[: transcript.setup.players]


def _suit(card: Card) -> int:
    return _SUITS.index(card.color)


def _face(suit: int, rank: int) -> Card:
    if not 0 <= suit < len(_SUITS):
        raise NotationError(f"no suit {suit} (expected 0 to {len(_SUITS) - 1})")
    return Card(f"{_SUITS[suit]}{rank}")


def _actions(transcript: Transcript) -> list[Action]:
    if transcript.forfeit:
        raise NotationError("hanab.live knows no forfeits")
    hands = _Orders(transcript.setup)
    state = transcript.start()
    actions = []
    for move in transcript.moves:
        seat = state.current
        if move.slot is not None:
            order = hands.taken(seat, move.slot, drew=state.deck_size > 0)
            actions.append(Action(_PLAY if move.kind == "play" else _DISCARD, order))
        else:
            target = (seat + (move.offset or 0)) % transcript.setup.players
            color = None if move.color is None else _SUITS.index(move.color)
            if color is not None:
                actions.append(Action(_COLOR, target, color))
            else:
                actions.append(Action(_RANK, target, move.rank))
        state.apply(move)
    return actions


class _Orders:
    """Who holds which place of the deck, oldest first."""

    def __init__(self, setup: Setup) -> None:
        size = setup.hand_size
        self._hands = [list(range(s * size, (s + 1) * size)) for s in range(setup.players)]
        self._next = size * setup.players

    def taken(self, seat: Seat, slot: int, *, drew: bool) -> int:
        """Takes a card out of a hand, draws the next, and says which place it was."""
        order = self._hands[seat].pop(slot)
        if drew:
            self._hands[seat].append(self._next)
            self._next += 1
        return order

    def slot(self, seat: Seat, order: int) -> int:
        """Where in a hand a card is.

        :raises IllegalMoveError: if the seat does not hold it
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
            hands.taken(state.current, move.slot, drew=state.deck_size > 0)
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
    found = data.get(name)
    if not isinstance(found, list) or not all(isinstance(one, kind) for one in found):
        raise NotationError(f"{name}: {str(found)[:40]!r} (expected a list)")
    return found


def _number(data: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not -1 <= value < 1000:
        raise NotationError(f"{name}: {str(value)[:40]!r} (expected a number)")
    return value


def _card(data: Mapping[str, Any]) -> Card:
    return _face(_number(data, "suitIndex"), _number(data, "rank"))


def _action(data: Mapping[str, Any]) -> Action:
    kind = _number(data, "type")
    if not _PLAY <= kind <= _VOTE:
        raise NotationError(f"action type {kind} (expected 0 to {_VOTE})")
    return Action(kind, _number(data, "target"), _number(data, "value", 0))


def _notes(found: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(found, list):
        return ()
    return tuple(tuple(map(_note, one)) for one in found if isinstance(one, list))


def _note(value: object) -> str:
    """A note as text that can be stored; lone surrogates become question marks."""
    return str(value).encode("utf-8", "replace").decode()


def _digit(letter: str) -> int:
    if letter not in "0123456789":
        raise NotationError(f"not a digit: {letter!r}")
    return int(letter)


def _place(letter: str) -> int:
    if letter not in _LETTERS:
        raise NotationError(f"not a letter of a link: {letter!r}")
    return _LETTERS.index(letter)
