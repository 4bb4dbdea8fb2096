"""An agent of your own: plays, hints and discards by simple rules: python examples/rule_agent.py"""

import sys

import tamaya as ty


class Careful(ty.Agent):
    """Plays what must be playable, hints what its partner can play, otherwise discards."""

    def act(self, view: ty.View) -> ty.Move:
        """Chooses the first move that one of three rules proposes."""
        return self.safe_play(view) or self.helpful_hint(view) or self.discard(view)

    def safe_play(self, view: ty.View) -> ty.Move | None:
        """A card that is playable, whichever of its possible cards it is."""
        for slot, known in enumerate(view.knowledge(view.me)):
            if known.present and set(view.possible(slot)) <= set(view.playable):
                return ty.Move.play(slot)
        return None

    def helpful_hint(self, view: ty.View) -> ty.Move | None:
        """A hint that says something new about a playable card."""
        hints = [move for move in view.legal_moves() if move.is_hint]
        return next((hint for hint in hints if self.helps(view, hint)), None)

    def helps(self, view: ty.View, hint: ty.Move) -> bool:
        """Whether the hint says something new about a playable card."""
        assert hint.offset is not None
        seat = (view.me + hint.offset) % view.setup.players
        return any(
            card in view.playable
            and (
                (card.color == hint.color and not known.color_hinted)
                or (card.rank == hint.rank and not known.rank_hinted)
            )
            for card, known in zip(view.hand(seat), view.knowledge(seat), strict=True)
            if card is not None
        )

    def discard(self, view: ty.View) -> ty.Move:
        """The oldest card; a hint if all hint tokens are there, since discards are illegal then."""
        moves = view.legal_moves()
        return next((move for move in moves if move.kind == "discard"), moves[-1])


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(ty.match(Careful, Careful, games=games))
    print(ty.match(Careful, "piers", games=games))
    print(ty.explain(Careful, "piers", seed=7).reasons[1])  # why Piers made its first move
