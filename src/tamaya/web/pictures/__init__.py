"""Pictures of finished games: a card for links, and films as GIF or WebP."""
