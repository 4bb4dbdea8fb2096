"""Five small bots in Python, as strangers.

They were written from the rules of the game, without looking at the hypotheses of the detective,
and were not changed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable

import tamaya as ty
from tamaya.game import Knowledge


class Bot(ty.Agent):
    """A bot that makes the first of its possible moves."""

    def act(self, view: ty.View) -> ty.Move:
        """Returns the first wish that is a legal move, or the first legal move."""
        legal = view.legal_moves()
        return next((move for move in self.wishes(view) if move in legal), legal[0])

    def wishes(self, view: ty.View) -> list[ty.Move]:
        """Moves in the order of preference; illegal ones are skipped."""
        raise NotImplementedError


class Simple(Bot):
    """Plays certain cards, hints playable cards, and discards its oldest card."""

    def wishes(self, view: ty.View) -> list[ty.Move]:
        """Certain plays, then the first hint that touches a playable card, then discards."""
        return [*certain_plays(view), *hints(view, playable), *discards(view)]


class Trusting(Bot):
    """Plays its newest card of a hinted rank that may be playable, and hints playable ranks."""

    def wishes(self, view: ty.View) -> list[ty.Move]:
        """Plays hinted cards, hints the newest playable card by rank, discards its newest card."""
        own = view.knowledge(view.me)
        hinted = [
            slot
            for slot in slots(view)
            if own[slot].rank_hinted and set(view.possible(slot)) & set(view.playable)
        ]
        plays = [ty.Move.play(slot) for slot in reversed(hinted)] if view.lives > 1 else []
        ranks = [
            ty.Move.hint_rank(1, card.rank)
            for card, known in reversed(partner_cards(view))
            if card in view.playable and not known.rank_hinted
        ]
        unhinted = [slot for slot in slots(view) if not own[slot].rank_hinted]
        newest_first = [ty.Move.discard(slot) for slot in reversed(unhinted)]
        return [*certain_plays(view), *plays, *ranks, *newest_first, *discards(view)]


class Counting(Bot):
    """Plays the card with the best chance, and gives the hint that touches most cards."""

    def wishes(self, view: ty.View) -> list[ty.Move]:
        """Plays at 70 % (90 % with one life), hints most cards, discards the most useless card."""
        least = 0.9 if view.lives == 1 else 0.7
        by_chance = sorted(slots(view), key=lambda slot: -chance(view, slot, view.playable))
        plays = [
            ty.Move.play(slot) for slot in by_chance if chance(view, slot, view.playable) >= least
        ]
        useless = sorted(slots(view), key=lambda slot: -chance(view, slot, view.dead))
        widest = sorted(hints(view, anything), key=lambda hint: -len(touched(view, hint)))
        rich = widest if view.hints > 2 else []
        return [*plays, *rich, *(ty.Move.discard(slot) for slot in useless), *widest]


class Saver(Bot):
    """Saves the partner's critical cards first, and marks playable cards by color."""

    def wishes(self, view: ty.View) -> list[ty.Move]:
        """Saves by rank, plays cards whose color was hinted, hints colors, discards unhinted."""
        own = view.knowledge(view.me)
        saves = [
            ty.Move.hint_rank(1, card.rank)
            for card, known in partner_cards(view)
            if card in view.critical and not known.rank_hinted
        ]
        colored = [
            ty.Move.play(slot)
            for slot in slots(view)
            if own[slot].color_hinted and chance(view, slot, view.playable) >= 0.5
        ]
        colors = [
            ty.Move.hint_color(1, card.color)
            for card, known in partner_cards(view)
            if card in view.playable and not known.color_hinted
        ]
        unhinted = [slot for slot in slots(view) if not own[slot].rank_hinted]
        chops = [ty.Move.discard(slot) for slot in unhinted]
        return [*certain_plays(view), *saves[: view.hints > 1], *colored, *colors, *chops]


class Quiet(Bot):
    """Discards until it runs out of patience: it hints only at four or more hint tokens."""

    def wishes(self, view: ty.View) -> list[ty.Move]:
        """Certain and even chances, then hints if there are many tokens, then the middle card."""
        even = [
            ty.Move.play(slot)
            for slot in slots(view)
            if view.lives == 3 and chance(view, slot, view.playable) >= 0.5
        ]
        generous = hints(view, playable) if view.hints >= 4 else []
        middle = sorted(slots(view), key=lambda slot: abs(2 * slot - len(slots(view)) + 1))
        return [*certain_plays(view), *even, *generous, *(ty.Move.discard(slot) for slot in middle)]


BOTS = (Simple, Trusting, Counting, Saver, Quiet)

Wanted = Callable[[ty.View, ty.Card, Knowledge, ty.Move], bool]
"""whether a hint about a card is worth giving"""


def slots(view: ty.View) -> list[int]:
    """Slots of the own hand that hold a card."""
    return [slot for slot, known in enumerate(view.knowledge(view.me)) if known.present]


def certain_plays(view: ty.View) -> list[ty.Move]:
    """Plays of cards that must be playable."""
    return [
        ty.Move.play(slot) for slot in slots(view) if set(view.possible(slot)) <= set(view.playable)
    ]


def discards(view: ty.View) -> list[ty.Move]:
    """Discards, oldest first."""
    return [ty.Move.discard(slot) for slot in slots(view)]


def partner_cards(view: ty.View) -> list[tuple[ty.Card, Knowledge]]:
    """The cards of the next player, with what hints say about them."""
    seat = (view.me + 1) % view.setup.players
    pairs = zip(view.hand(seat), view.knowledge(seat), strict=True)
    return [(card, known) for card, known in pairs if card is not None]


def touched(view: ty.View, hint: ty.Move) -> list[tuple[ty.Card, Knowledge]]:
    """The cards that a hint to the next player would touch."""
    return [
        (card, known)
        for card, known in partner_cards(view)
        if card.color == hint.color or card.rank == hint.rank
    ]


def hints(view: ty.View, wanted: Wanted) -> list[ty.Move]:
    """Legal hints to the next player that touch a wanted card."""
    return [
        move
        for move in view.legal_moves()
        if move.is_hint
        and move.offset == 1
        and any(wanted(view, card, known, move) for card, known in touched(view, move))
    ]


def playable(view: ty.View, card: ty.Card, known: Knowledge, hint: ty.Move) -> bool:
    """Whether a card can be played, and the hint is new to its owner."""
    is_old = known.color_hinted if hint.color else known.rank_hinted
    return card in view.playable and not is_old


def anything(view: ty.View, card: ty.Card, known: Knowledge, hint: ty.Move) -> bool:
    """Any card that this kind of hint has not touched yet."""
    return not (known.color_hinted if hint.color else known.rank_hinted)


def chance(view: ty.View, slot: int, cards: list[ty.Card]) -> float:
    """The chance that an own card is one of some cards, by counting copies that are not seen."""
    unseen = view.unseen
    possible = view.possible(slot)
    total = sum(unseen[card] for card in possible)
    return sum(unseen[card] for card in possible if card in cards) / total if total else 0.0
