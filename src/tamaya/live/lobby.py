"""The tables that the server announces."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.game import Setup
from tamaya.hanab_live import setup_of
from tamaya.live.fields import Fields, fields, flag, objects, table_id, text, texts

MOST_PLAYERS = 5


@dataclass(frozen=True)
class SiteTable:
    """A table of the lobby."""

    number: int
    players: tuple[str, ...]
    running: bool
    replay: bool
    most_players: int
    options: Fields

    @property
    def is_open(self) -> bool:
        """Has its game not begun yet?"""
        return not self.running and not self.replay

    @property
    def is_full(self) -> bool:
        """Is there no seat left?"""
        return len(self.players) >= min(self.most_players, MOST_PLAYERS)


def site_setup(players: int, options: Fields) -> Setup:
    """The set-up of a game with the options that the server sends.

    :raises NotationError: naming what Tamaya cannot play
    """
    name = options.get("variantName", "No Variant")
    return setup_of(players, {**options, "variant": name})


class Lobby:
    """All tables that are open, running or replays."""

    def __init__(self) -> None:
        self.tables: dict[int, SiteTable] = {}

    def fill(self, data: object) -> None:
        """Replaces all tables by those of `tableList`."""
        self.tables = {}
        for row in objects(data):
            self.update(row)

    def update(self, data: Fields) -> SiteTable | None:
        """Adds or replaces the table of a message `table`; None if it names no table."""
        number = table_id(data)
        if number is None:
            return None
        most = data.get("maxPlayers")
        options = fields(data.get("options"))
        table = SiteTable(
            number=number,
            players=texts(data.get("players")),
            running=flag(data, "running"),
            replay=flag(data, "sharedReplay"),
            most_players=most if isinstance(most, int) else MOST_PLAYERS,
            options={"variantName": text(data, "variant") or "No Variant", **options},
        )
        self.tables[number] = table
        return table

    def remove(self, data: Fields) -> None:
        """Removes the table of a message `tableGone`."""
        self.tables.pop(table_id(data) or 0, None)

    def table_of(self, player: str) -> SiteTable | None:
        """The table where somebody waits for a game to begin."""
        tables = [t for t in self.tables.values() if player in t.players and t.is_open]
        return tables[-1] if tables else None
