"""A readable implementation of the hat convention: slow, with sets, and independent of the core.

It sees the whole game. If everyone follows the convention, everyone who hears a hint learns their
own hat, so the true hands say what all players know. The core instead computes it from the view of
one player, by subtracting the hats of the others. Both must agree. For hands that close up.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tests.oracle.hanabi import Card, Game, HintMove, Move, Seat, all_moves, identities

Cards = set[Card]
MOST_ANSWERS = 16


class HatTable:
    """A game whose players all follow the convention, and what all of them know."""

    def __init__(self, game: Game, risk: int = 75) -> None:
        self.game, self.risk = game, risk
        self.possible: list[list[Cards]] = [
            [set(identities(game.rules)) for _ in hand] for hand in game.hands
        ]
        self._count_cards()

    def apply(self, move: Move) -> None:
        """Makes a move, and lets everyone draw their conclusions."""
        giver = self.game.current
        if move[0] in ("hint_color", "hint_rank"):
            self._hear(giver)
        self.game.apply(move)
        turn = self.game.last
        if move[0] in ("play", "discard"):
            del self.possible[giver][int(move[1])]
            if turn is not None and turn.drew:
                self.possible[giver].append(set(identities(self.game.rules)))
        else:
            target = (giver + int(move[1])) % self.game.rules.players
            both = zip(self.possible[target], self._hinted(target), strict=True)
            self.possible[target] = [cards & by_hints for cards, by_hints in both]
        self._count_cards()

    def _hinted(self, seat: Seat) -> list[Cards]:
        """What hints alone allow each card of a hand to be."""
        return [
            {(color, rank) for color in slot.colors for rank in slot.ranks}
            for slot in self.game.hands[seat]
        ]

    def hidden(self) -> Counter[Card]:
        """Copies that are in hands or in the deck."""
        return Counter(self.game.deck) + Counter(
            slot.card for hand in self.game.hands for slot in hand if slot.card is not None
        )

    def _count_cards(self) -> None:
        """Whoever counts knows that a card with no copy left is in no other slot."""
        before = -1
        while True:
            known = [next(iter(c)) for hand in self.possible for c in hand if len(c) == 1]
            if len(known) == before:
                return
            before = len(known)
            hidden = self.hidden()
            used_up = {card for card, n in Counter(known).items() if n >= hidden[card]}
            for seat, hand in enumerate(self.possible):
                for slot, cards in enumerate(hand):
                    left = cards & set(hidden)
                    if len(left) != 1:
                        left -= used_up
                    hand[slot] = left or self._hinted(seat)[slot] & set(hidden)

    # Hints as numbers.

    def marked(self, seat: Seat) -> int:
        """The slot about which least is known, the newest of equals."""
        hand = self.possible[seat]
        return max(range(len(hand)), key=lambda slot: (len(hand[slot]), slot))

    def numbers(self, seat: Seat) -> int:
        """How many numbers a hint to this seat can say, whatever its cards are."""
        hand, hidden = self.possible[seat], self.hidden()
        if any(hidden[card] >= len(hand) for card in set.intersection(*hand)):
            return 2
        colors = set.intersection(*({color for color, _ in cards} for cards in hand))
        ranks = set.intersection(*({rank for _, rank in cards} for cards in hand))
        return 3 if colors or ranks else 4

    def _after(self, giver: Seat) -> list[Seat]:
        players = self.game.rules.players
        return [(giver + offset) % players for offset in range(1, players)]

    def range(self, giver: Seat) -> int:
        """All numbers that hints by this seat can say; hats are added modulo this."""
        return sum(self.numbers(seat) for seat in self._after(giver))

    def number(self, giver: Seat, hint: HintMove) -> int:
        """The number that a hint says."""
        seats = self._after(giver)
        target = seats[hint[1] - 1]
        numbers = self.numbers(target)
        card = self.game.hands[target][self.marked(target)].card
        assert card is not None
        by_color = hint[0] == "hint_color"
        if hint[2] in card:
            kind = int(by_color)
        else:
            kind = min(3 if numbers == 4 and by_color else 2, numbers - 1)
        return sum(self.numbers(seat) for seat in seats[: hint[1] - 1]) + kind

    # Hats.

    def hat(self, seat: Seat, size: int) -> tuple[int, list[Cards]]:
        """The hat of a hand in 0 .. size - 1, and what its wearer knows who knows it."""
        hand, hat = [set(cards) for cards in self.possible[seat]], 0
        while size > 1:
            question = self._question(hand, size)
            if question is None:
                break
            slot, answers = question
            sizes = self._parts(answers, size)
            true_answer = next(
                place
                for place, cards in enumerate(answers)
                if self.game.hands[seat][slot].card in cards
            )
            hat += sum(sizes[:true_answer])
            size = sizes[true_answer]
            hand[slot] = answers[true_answer]
        return hat, hand

    def _weight(self, cards: Cards) -> int:
        hidden = self.hidden()
        return sum(hidden[card] for card in cards)

    def _parts(self, answers: list[Cards], size: int) -> list[int]:
        """Sizes of the answers' parts: one each, and the rest by weight."""
        weights = [self._weight(cards) for cards in answers]
        ends = [
            place + 1 + (size - len(answers)) * sum(weights[: place + 1]) // sum(weights)
            for place in range(len(answers) - 1)
        ] + [size]
        return [end - start for start, end in zip([0, *ends], ends, strict=False)]

    def _question(self, hand: list[Cards], size: int) -> tuple[int, list[Cards]] | None:
        """The slot that is asked about, and the sets that its card may belong to."""
        playable = self.game.playable()
        if not any(cards <= playable for cards in hand):
            unsure = [slot for slot, cards in enumerate(hand) if cards & playable]
            slot = self._likeliest(hand, unsure)
            if slot is not None:
                return slot, [hand[slot] & playable, hand[slot] - playable]
        open_slots = [
            slot
            for slot, cards in enumerate(hand)
            if len(cards) > 1 and not cards <= self.game.dead()
        ]
        slot = self._likeliest(hand, open_slots)
        if slot is None:
            return None
        answers = self._split(hand[slot], min(size, MOST_ANSWERS))
        return (slot, answers) if len(answers) > 1 else None

    def _likeliest(self, hand: list[Cards], slots: list[int]) -> int | None:
        """The slot that is likeliest to be playable, the newest of equals."""

        def key(slot: int) -> tuple[Fraction, int]:
            playable = hand[slot] & self.game.playable()
            return Fraction(self._weight(playable), self._weight(hand[slot])), slot

        return max(slots, key=key, default=None)

    def _split(self, cards: Cards, most: int) -> list[Cards]:
        """Sets of about equal weight: dead cards, then by how soon they can be played."""
        dead, total, before = cards & self.game.dead(), self._weight(cards), 0
        answers: list[Cards] = []
        layers = [[dead]] if dead else []
        for away in range(self.game.rules.ranks):
            layer = [c for c in identities(self.game.rules) if c in cards - dead]
            away_now = [c for c in layer if c[1] - self.game.fireworks[c[0]] - 1 == away]
            layers.append([{card} for card in away_now])
        for layer_of_sets in layers:
            for place, group in enumerate(layer_of_sets):
                is_full = before * most >= len(answers) * total
                if not answers or (len(answers) < most and (is_full or place == 0)):
                    answers.append(set())
                answers[-1] |= group
                before += self._weight(group)
        return answers

    def _hear(self, giver: Seat) -> None:
        size = self.range(giver)
        if size >= 2:
            learnt = {seat: self.hat(seat, size)[1] for seat in self._after(giver)}
            for seat, hand in learnt.items():
                self.possible[seat] = hand

    # Moves.

    def move(self) -> Move:
        """What the player whose turn it is does."""
        game, me = self.game, self.game.current
        own = self._own_hand(me)
        playable, dead = game.playable(), game.dead()
        sure = [slot for slot, cards in enumerate(own) if cards <= playable]
        if sure:
            return "play", min(sure, key=lambda slot: min(rank for _, rank in own[slot]))
        legal = game.legal_moves()
        may_discard = any(move[0] == "discard" for move in legal)
        useless = [slot for slot, cards in enumerate(own) if cards <= dead]
        if may_discard and useless and self._spare_discards() > 0:
            return "discard", useless[0]
        others = {s.card for seat in self._after(me) for s in game.hands[seat] if s.card}
        hint = self._hint(me, legal)
        if hint is not None and (not may_discard or others & playable):
            return hint
        bold = self._bold(me, own)
        if bold is not None:
            return "play", bold
        if not may_discard:
            return next(move for move in reversed(all_moves(game.rules)) if move in legal)
        copies = [slot for slot, cards in enumerate(own) if cards <= dead | others]
        return "discard", [*useless, *copies, self._least(me, own, others)][0]

    def _own_hand(self, me: Seat) -> list[Cards]:
        unseen = set(+self.game.unseen(me))
        return [
            cards & unseen or by_hints & unseen
            for cards, by_hints in zip(self.possible[me], self._hinted(me), strict=True)
        ]

    def _spare_discards(self) -> int:
        rules, game = self.game.rules, self.game
        cards = sum(rules.copies(card) for card in identities(rules))
        spare = cards - len(identities(rules)) - rules.players * rules.hand_size
        return spare - len(game.discards) - (9 if rules.players <= 3 else 0)

    def _bold(self, me: Seat, own: list[Cards]) -> int | None:
        """The likeliest playable slot, if it is likely enough and lives are to spare."""
        if self.game.lives < 2:
            return None
        unseen, playable = self.game.unseen(me), self.game.playable()
        least = Fraction(self.risk if self.game.deck else 1, 100)
        chances = [
            Fraction(sum(unseen[c] for c in cards & playable), sum(unseen[c] for c in cards))
            for cards in own
        ]
        best = max(chances, default=Fraction(0))
        return chances.index(best) if best > 0 and best >= least else None

    def _least(self, me: Seat, own: list[Cards], others: Cards) -> int:
        """The slot whose loss is expected to cost least, the lowest of equals."""
        unseen, dead, critical = self.game.unseen(me), self.game.dead(), self.game.critical()

        def loss(card: Card) -> int:
            if card in dead:
                return 0
            if card in critical:
                return 60 - 6 * card[1]
            return 1 if card in others else 10 - card[1]

        def expected(slot: int) -> Fraction:
            weight = sum(unseen[card] for card in own[slot])
            return Fraction(sum(unseen[card] * loss(card) for card in own[slot]), weight)

        return min(range(len(own)), key=expected)

    def _hint(self, me: Seat, legal: list[Move]) -> HintMove | None:
        """The hint that says the sum of the hats and leaves its receiver the fewest cards."""
        size = self.range(me)
        if self.game.hints == 0 or size < 2:
            return None
        hats = {seat: self.hat(seat, size) for seat in self._after(me)}
        wanted = sum(hat for hat, _ in hats.values()) % size
        best: HintMove | None = None
        fewest = 0
        for move in legal:
            if move[0] == "play" or move[0] == "discard" or self.number(me, move) != wanted:
                continue
            seat = self._after(me)[move[1] - 1]
            left = 0
            for slot, cards in zip(self.game.hands[seat], hats[seat][1], strict=True):
                is_touched = slot.card is not None and move[2] in slot.card
                left += sum((move[2] in card) == is_touched for card in cards)
            if best is None or left < fewest:
                best, fewest = move, left
        return best
