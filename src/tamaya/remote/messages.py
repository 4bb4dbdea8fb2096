"""The messages of the protocol, as JSON. Everything about a game comes from one player's `View`."""

from __future__ import annotations

import json

from tamaya.agents import Episode
from tamaya.errors import RemoteAgentError, TamayaError, safe_text
from tamaya.game import Card, Event, Knowledge, Move, Seat, Seed, View

PROTOCOL = 1
"""version of the protocol; it changes only when old programs no longer work"""
JsonObject = dict[str, object]
_SHOWN = 80
"""characters of a bad answer that an error quotes"""


def encode(message: JsonObject) -> bytes:
    """A message as one line."""
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def episode_message(episode: Episode, seat: Seat) -> JsonObject:
    """Starts games with new partners."""
    return {
        "type": "episode",
        "protocol": PROTOCOL,
        "seat": seat,
        "partners": list(episode.partners),
        "games": episode.games,
    }


def game_message(view: View, seed: Seed) -> JsonObject:
    """Starts a game. The seed is text, because JavaScript would round the number."""
    return {
        "type": "game",
        "seed": f"{seed:016x}",
        "view": view_message(view),
        "actions": view.setup.actions,
        "observation": _observation(view),
    }


def event_message(view: View) -> JsonObject:
    """Reports a turn of any player; sent only if the program asks for it."""
    return {
        "type": "event",
        "view": view_message(view),
        "actions": view.setup.actions,
        "observation": _observation(view),
    }


def act_message(view: View, seconds: float) -> JsonObject:
    """Asks for a move. Networks can use the numbers of HLE: `observation`, `legal_actions`."""
    legal = view.legal_moves()
    return {
        "type": "act",
        "seconds": seconds,
        "legal_moves": list(map(str, legal)),
        "legal_actions": [move.action_id(view.setup) for move in legal],
        "actions": view.setup.actions,
        "observation": _observation(view),
        "view": view_message(view),
        "text": str(view),
    }


def _observation(view: View) -> str:
    """HLE's observation as zeros and ones."""
    return "".join(map(str, view.observation()))


def end_message(view: View) -> JsonObject:
    """Ends a game."""
    return {"type": "end", "score": view.score, "end": view.end, "view": view_message(view)}


def view_message(view: View) -> JsonObject:
    """What a player may know, as values that JSON can hold."""
    return {
        "setup": str(view.setup),
        "players": view.setup.players,
        "hand_size": view.setup.hand_size,
        "ranks": view.setup.ranks,
        "max_lives": view.setup.max_lives,
        "max_hints": view.setup.max_hints,
        "seat": view.me,
        "current": view.current,
        "turn": view.turn,
        "score": view.score,
        "lives": view.lives,
        "hints": view.hints,
        "deck": view.deck_size,
        "turns_left": view.turns_left,
        "end": view.end,
        "fireworks": {color: view.fireworks[color] for color in view.setup.suits},
        "discards": list(map(str, view.discards)),
        "hands": [_hand(view, seat) for seat in range(view.setup.players)],
        "events": list(map(_event, view.events)),
    }


def _hand(view: View, seat: Seat) -> list[JsonObject | None]:
    slots = zip(view.hand(seat), view.knowledge(seat), strict=False)
    return [_slot(card, known) for card, known in slots]


def _slot(card: Card | None, known: Knowledge) -> JsonObject | None:
    """A slot; None if it is empty. The player's own cards are null."""
    if not known.present:
        return None
    return {
        "card": None if card is None else str(card),
        "colors": known.colors,
        "ranks": list(known.ranks),
        "color_hinted": known.color_hinted,
        "rank_hinted": known.rank_hinted,
    }


def _event(event: Event) -> JsonObject:
    return {
        "seat": event.actor,
        "kind": event.kind,
        "move": None if event.move is None else str(event.move),
        "target": event.target,
        "slots": list(event.touched),
        "card": None if event.card is None else str(event.card),
        "scored": event.scored,
    }


def parse_answer(line: bytes, view: View) -> Move:
    """The move in an answer like `{"move": "play 0"}`.

    :raises RemoteAgentError: if there is no move, or the move is illegal
    """
    expected = 'expected a line like {"move": "play 0"}'
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise RemoteAgentError(f"answered {_quoted(line)} ({expected})") from None
    text = answer.get("move") if isinstance(answer, dict) else None
    if not isinstance(text, str):
        raise RemoteAgentError(f"answered {_quoted(line)} ({expected})")
    try:
        move = Move.parse(text)
    except TamayaError as error:
        raise RemoteAgentError(f"answered {_quoted(line)}: {error}") from None
    legal = view.legal_moves()
    if move not in legal:
        moves = ", ".join(map(str, legal))
        raise RemoteAgentError(f"made the illegal move {text!r:.{_SHOWN}} (expected {moves})")
    return move


def _quoted(line: bytes) -> str:
    shown = safe_text(line.decode("utf-8", "replace").strip())
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."
