"""Views of a game on the server, from what the bot was told.

The engine makes a `View` from a `State`, and a `State` knows all cards. The bot does not know its
own hand and the deck. So it fills them with any cards that agree with all hints, replays the game,
and takes its own view, which hides exactly these cards. Every choice of cards gives the same view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tamaya.errors import OutOfStepError
from tamaya.game import Card, Event, State, View
from tamaya.live.site_log import Order, SiteLog, SiteTurn


def views(log: SiteLog) -> Iterator[tuple[Event | None, View]]:
    """Yields the bot's view after the deal (without an event) and after each turn.

    :raises OutOfStepError: if the turns break the rules, or the server counts differently
    """
    state = State.from_deck(filled_deck(log), log.setup)
    yield None, state.view(log.me)
    for number, turn in enumerate(log.turns, 1):
        if state.over or not state.is_legal(turn.move):
            raise OutOfStepError(f"turn {number}, {str(turn.move)!r}, is illegal")
        event = state.apply(turn.move)
        _check_event(number, event, turn)
        yield event, state.view(log.me)
    if log.status is not None and not log.over and log.status != (state.hints, state.score):
        raise OutOfStepError(
            f"after turn {len(log.turns)} the server counts {log.status} hint tokens and points, "
            f"the engine {(state.hints, state.score)}"
        )


def filled_deck(log: SiteLog) -> list[Card]:
    """The whole deck, with the hidden cards filled in so that they agree with all hints.

    :raises OutOfStepError: if no cards agree with the hints
    """
    unseen = Counter(log.setup.cards())
    unseen.subtract(log.cards.values())
    if min(unseen.values()) < 0:
        surplus = min(unseen, key=unseen.__getitem__)
        raise OutOfStepError(f"the server showed more copies of {surplus} than the deck has")
    cards = log.cards | _filled_hand(log.possible, unseen)
    rest = unseen.elements()
    return [cards[order] if order in cards else next(rest) for order in range(log.setup.deck_size)]


def _filled_hand(
    possible: Mapping[Order, frozenset[Card]], unseen: Counter[Card]
) -> dict[Order, Card]:
    """Gives each hidden card of the hand a card that hints allow; takes them from `unseen`.

    It starts with the card with the fewest choices, and goes back when no card is left.
    """
    if not possible:
        return {}
    choices = {
        order: sorted(card for card in cards if unseen[card] > 0)
        for order, cards in possible.items()
    }
    order = min(choices, key=lambda order: len(choices[order]))
    others = {other: cards for other, cards in possible.items() if other != order}
    for card in choices[order]:
        unseen[card] -= 1
        try:
            return {order: card} | _filled_hand(others, unseen)
        except OutOfStepError:
            unseen[card] += 1
    raise OutOfStepError(f"no card agrees with the hints about card {order}")


def _check_event(number: int, event: Event, turn: SiteTurn) -> None:
    """Compares what the engine says about a turn with what the server said."""
    ours = tuple(event.touched), event.card, event.scored
    if ours != (turn.touched, turn.card, turn.scored):
        raise OutOfStepError(f"turn {number}: the engine says {event}, the server {turn}")
