"""The story of a finished game: turning points, advice, a lesson, and the deck's board."""
