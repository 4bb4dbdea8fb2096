"""Prints cards in their colors on the terminal."""

from rich.text import Text

_STYLES = {
    "r": "bold red",
    "y": "bold yellow",
    "g": "bold green",
    "w": "bold bright_white",
    "b": "bold bright_blue",
    "m": "bold magenta",
}


def paint(text: str) -> Text:
    """Colors every card and firework ('r1', 'b0') of a text."""
    painted = Text(text)
    for letter, style in _STYLES.items():
        painted.highlight_regex(rf"\b{letter}[0-5]\b", style)
    painted.highlight_regex(r"\?\?|--", "dim")
    painted.highlight_regex(r"\{[^}]*\}", "dim")
    painted.highlight_regex(r"misplay|bombed|forfeit", "bold red")
    return painted
