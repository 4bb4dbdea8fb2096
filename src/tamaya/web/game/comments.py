"""Comments on moves: what a viewer can conclude from its own views before and after a move.

They are not the agents' reasons, which may mention cards that the viewer does not see and stay on
the server until the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator

from tamaya.game import Event
from tamaya.web.game.card_sets import Cards
from tamaya.web.game.protocol import Why
from tamaya.web.game.sight import Sight


def comments(before: Sight, event: Event, after: Sight, *, late: bool) -> tuple[Why, ...]:
    """Comments on a move, the most important first."""
    notes = [Why("late", "the agent gave no move in time: a simple rule agent moved")] * late
    if event.target is not None:
        return (*notes, *_hint(before, event))
    if event.kind == "play":
        return (*notes, *_play(before, event))
    if event.kind == "discard":
        return (*notes, *_discard(before, event, after))
    return tuple(notes)


def _hint(before: Sight, event: Event) -> Iterator[Why]:
    assert event.target is not None
    assert event.move is not None
    public, hint_cards = before.public, before.public.sets.hinted(event.move)
    possible_before = [public.by_hints(event.target, slot) for slot in event.touched]
    news = sum(possible & ~hint_cards != 0 for possible in possible_before)
    if news:
        yield Why("hint_new", f"new information on {_cards(news)}", news)
    else:
        yield Why("hint_nothing_new", "nothing new about any card")
    # By hints alone: the marks on cards show no counting unless the player asks for it.
    pinned = sum((possible & hint_cards).bit_count() == 1 for possible in possible_before)
    if pinned:
        yield Why("hint_identified", f"{_cards(pinned)} now known exactly", pinned)
    yield from _faces(before, event)


def _faces(before: Sight, event: Event) -> Iterator[Why]:
    """Comments on touched cards that the viewer sees."""
    assert event.target is not None
    hand = before.hands[event.target]
    faces = [card for slot in event.touched if (card := hand[slot]) is not None]
    playable = sum(before.public.playable >> card.index & 1 for card in faces)
    if playable:
        yield Why("hint_playable", f"{_cards(playable)} can be played now", playable)
    critical = sum(before.public.critical >> card.index & 1 for card in faces)
    if critical:
        yield Why("hint_critical", f"{_cards(critical)} must not be lost", critical)


def _play(before: Sight, event: Event) -> Iterator[Why]:
    if not event.scored:
        yield Why(
            "play_misplay", "the card was not playable: a life is lost", _needed(before, event)
        )
    elif _possible(before, event) & ~before.public.playable == 0:
        yield Why("play_known", "known to be playable")
    else:
        yield Why("play_guess", "a guess that was right")
    if event.token_returned:
        yield Why("play_completes", "a firework is complete: a hint token comes back")


def _needed(before: Sight, event: Event) -> int:
    """The rank that the firework of a played card needs next; 0 if it is complete."""
    assert event.card is not None
    height = before.public.fireworks[event.card.color]
    return height + 1 if height < before.setup.ranks else 0


def _discard(before: Sight, event: Event, after: Sight) -> Iterator[Why]:
    assert event.move is not None
    slot = event.move.slot or 0
    knowledge = before.public.knowledge[event.actor][slot]
    if _possible(before, event) & ~before.public.dead == 0:
        yield Why("discard_dead", "known to be useless")
    elif knowledge.color_hinted or knowledge.rank_hinted:
        yield Why("discard_hinted", "a card that had been hinted")
    else:
        yield Why("discard_unhinted", "a card without hints")
    lost = before.public.ceiling - after.public.ceiling
    if lost > 0:
        yield Why("discard_lost", f"{lost} {'point' if lost == 1 else 'points'} out of reach", lost)


def _possible(before: Sight, event: Event) -> Cards:
    """Cards that were possible for the player, as far as the viewer can tell."""
    assert event.move is not None
    slot = event.move.slot or 0
    return before.counted(event.actor, slot)


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
