"""The log of a game as one viewer may read it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from tamaya.game import Event
from tamaya.web.game.comments import comments
from tamaya.web.game.hands import TrackedEvent, hint_value
from tamaya.web.game.protocol import EventKind, TurnEntry
from tamaya.web.game.records import Moved
from tamaya.web.game.sight import PublicPlayer, Sight

_KINDS: dict[str, EventKind] = {
    "play": "play",
    "discard": "discard",
    "hint_color": "hint_color",
    "hint_rank": "hint_rank",
    "forfeit": "forfeit",
}


def entry(
    before: Sight,
    tracked: TrackedEvent,
    after: Sight,
    moved: Moved,
    players: Sequence[PublicPlayer],
) -> TurnEntry:
    """The log entry of one turn, from what the viewer saw before and after it."""
    event = tracked.event
    return TurnEntry(
        turn=tracked.turn,
        seat=event.actor,
        kind=_KINDS[event.kind],
        move=str(event.move or ""),
        text=sentence(event, players),
        at=moved.at,
        card=UNSET if event.card is None else str(event.card),
        key=UNSET if tracked.key is None else tracked.key,
        scored=event.scored,
        target=UNSET if event.target is None else event.target,
        value=UNSET if event.target is None else hint_value(event),
        touched=tracked.touched,
        why=comments(before, event, after, late=moved.late),
        think=moved.think,
        late=moved.late,
    )


def sentence(event: Event, players: Sequence[PublicPlayer]) -> str:
    """An event as an English sentence."""
    actor = players[event.actor].name
    if event.target is not None:
        number = len(event.touched)
        touched = f"{number} {'card' if number == 1 else 'cards'}"
        return f"{actor} hints {players[event.target].name} {hint_value(event)}: {touched}"
    if event.kind == "discard":
        return f"{actor} discards {event.card}"
    if event.kind == "play":
        return f"{actor} {'plays' if event.scored else 'misplays'} {event.card}"
    return f"{actor} gives up"
