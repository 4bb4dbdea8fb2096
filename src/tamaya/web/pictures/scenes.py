"""A finished game as pictures: one card for links, or a film of all turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Literal

from PIL import Image, ImageDraw

from tamaya.web.game.protocol import TableView, TurnEntry
from tamaya.web.pictures import ink

Language = Literal["en", "de"]
FilmKind = Literal["gif", "webp"]
LINK_SIZE = (1200, 630)
"""width and height that sites show for links"""
TURN_MS = 1000
END_MS = 4000
_SUITS = {
    "en": {"r": "red", "y": "yellow", "g": "green", "w": "white", "b": "blue", "m": "multi"},
    "de": {"r": "Rot", "y": "Gelb", "g": "Grün", "w": "Weiß", "b": "Blau", "m": "Bunt"},
}
_WORDS = {
    "en": {
        "play": "{who} plays {card}",
        "misplay": "{who} misplays {card}",
        "discard": "{who} discards {card}",
        "hint": "{who} to {whom}: {value}",
        "forfeit": "{who} gives up",
        "start": "The cards are dealt",
        "points": "{score} of {most} points",
        "counters": "Hints {hints}   Lives {lives}   Deck {deck}",
    },
    "de": {
        "play": "{who} spielt {card}",
        "misplay": "{who} spielt {card} falsch",
        "discard": "{who} legt {card} ab",
        "hint": "{who} an {whom}: {value}",
        "forfeit": "{who} gibt auf",
        "start": "Die Karten sind verteilt",
        "points": "{score} von {most} Punkten",
        "counters": "Hinweise {hints}   Leben {lives}   Stapel {deck}",
    },
}


def caption(entry: TurnEntry | None, names: Sequence[str], language: Language) -> str:
    """A move in words."""
    words, suits = _WORDS[language], _SUITS[language]
    if entry is None:
        return words["start"]
    who = names[entry.seat]
    if isinstance(entry.card, str):
        kind = "misplay" if entry.kind == "play" and not entry.scored else entry.kind
        return words[kind].format(who=who, card=f"{suits[entry.card[0]]} {entry.card[1]}")
    if isinstance(entry.target, int) and isinstance(entry.value, str):
        value = suits.get(entry.value, entry.value)
        return words["hint"].format(who=who, whom=names[entry.target], value=value)
    return words["forfeit"].format(who=who)


def distinct(names: Sequence[str]) -> list[str]:
    """The names with a number after repeated ones, as the pages show them."""
    counts = [names[: place + 1].count(name) for place, name in enumerate(names)]
    return [
        name if count == 1 else f"{name} {count}" for name, count in zip(names, counts, strict=True)
    ]


def link_picture(tables: Sequence[TableView], log: Sequence[TurnEntry], turn: int) -> bytes:
    """The table after a turn, as a PNG in the size that sites show for links."""
    table = tables[turn]
    picture = Image.new("RGB", LINK_SIZE, ink.TABLE)
    draw = ImageDraw.Draw(picture)
    ink.text(draw, (48, 56), "Tamaya", 40, ink.ACCENT)
    names = distinct([seat.name for seat in table.seats])
    ink.text(draw, (220, 58), _short(", ".join(names), 48), 32, ink.MUTED)
    score = ink.text(draw, (48, 142), str(table.score), 96)
    ink.text(draw, (60 + score, 158), f"/ {table.max_score}", 44, ink.MUTED)
    _fireworks(picture, table, (420, 96), 130)
    last = log[turn - 1] if turn else None
    many = len(names) > 3
    width = 62 if many else 84
    top = 262 if many else 250
    for row, seat in enumerate(table.seats):
        column = 576 * (row % 2) if len(names) > 2 else 0
        line = row // 2 if len(names) > 2 else row
        _hand(
            picture, table, seat.seat, (48 + column, top + line * (1.4 * width + 34)), width, last
        )
    if len(names) == 2:
        ink.text(draw, (640, 400), _short(caption(last, names, "en"), 30), 30)
    return _png(picture)


def film(
    tables: Sequence[TableView], log: Sequence[TurnEntry], kind: FilmKind, language: Language
) -> bytes:
    """All turns as an animation."""
    frames = list(_frames(tables, log, language))
    times = [TURN_MS] * (len(frames) - 1) + [END_MS]
    file = BytesIO()
    first, *others = _with_palette(frames) if kind == "gif" else frames
    first.save(
        file,
        format=kind.upper(),
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        **({"quality": 60, "method": 0} if kind == "webp" else {"optimize": False}),
    )
    return file.getvalue()


def _with_palette(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """The frames in 128 colors that they share, so that a frame stores only what changed."""
    width, height = frames[0].size
    sample = Image.new("RGB", (3 * width, height))
    for place, at in enumerate((0, len(frames) // 2, len(frames) - 1)):
        sample.paste(frames[at], (place * width, 0))
    palette = sample.quantize(128)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]


def _frames(
    tables: Sequence[TableView], log: Sequence[TurnEntry], language: Language
) -> Iterator[Image.Image]:
    players = len(tables[0].seats)
    names = distinct([seat.name for seat in tables[0].seats])
    width = {2: 84, 3: 72}.get(players, 56)
    step = round(1.4 * width) + 30
    size = (560, 150 + players * step)
    for turn, table in enumerate(tables):
        last = log[turn - 1] if turn else None
        picture = Image.new("RGB", size, ink.TABLE)
        draw = ImageDraw.Draw(picture)
        lost = last is not None and last.kind == "play" and not last.scored
        color = ink.DANGER if lost else ink.TEXT
        ink.text(draw, (20, 24), _short(caption(last, names, language), 44), 19, color)
        words = _WORDS[language]
        counters = {"hints": table.hints, "lives": table.lives, "deck": table.deck_size}
        ink.text(draw, (20, 52), words["counters"].format(**counters), 15, ink.MUTED)
        points = words["points"].format(score=table.score, most=table.max_score)
        ink.text(draw, (380, 52), points, 15, ink.ACCENT)
        _fireworks(picture, table, (20, 72), 84)
        for seat in range(players):
            _hand(picture, table, seat, (20, 146 + seat * step), width, last)
        yield picture


def _fireworks(picture: Image.Image, table: TableView, at: tuple[int, int], width: int) -> None:
    for place, suit in enumerate(suit for suit in ink.FACES if suit in table.fireworks):
        drawn = ink.stack(suit, table.fireworks[suit], width)
        picture.paste(drawn, (at[0] + place * round(1.12 * width), at[1]), drawn)


def _hand(  # noqa: PLR0913, PLR0917
    picture: Image.Image,
    table: TableView,
    seat: int,
    at: tuple[float, float],
    width: int,
    last: TurnEntry | None,
) -> None:
    """A hand under its player's name; cards that the last move touched stand higher."""
    x, y = round(at[0]), round(at[1])
    draw = ImageDraw.Draw(picture)
    player = table.seats[seat]
    is_next = seat == table.current and not table.end
    ink.text(draw, (x, y), _short(player.name, 24), 15, ink.ACCENT if is_next else ink.MUTED)
    touched = () if last is None else last.touched
    for place, card in enumerate(player.hand):
        name = card.card if isinstance(card.card, str) else ""
        drawn = ink.card(name, width, ring=bool(card.hints))
        lift = 6 if card.key in touched else 0
        picture.paste(drawn, (x + place * round(1.14 * width), y + 14 - lift), drawn)


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, format="PNG", optimize=False)
    return file.getvalue()
