"""Commands of tables that have not started: create, join, leave, change, start."""

from __future__ import annotations

import re

from tests.live.stand_in import options
from tests.live.stand_in.ending import watch_idle
from tests.live.stand_in.game import LiveGame
from tests.live.stand_in.hub import Hub, command
from tests.live.stand_in.incoming import text_of, whole
from tests.live.stand_in.options import Json
from tests.live.stand_in.session import LOBBY, PLAYING, PREGAME, Session
from tests.live.stand_in.table import Member, Table, timestamp

MAX_NAME = 45
MOST_PLAYERS = 5
BUSY = "You cannot be at more than one table. (Only users whose name starts with 'Bot-' can.)"
_NAME = re.compile(r"[a-zA-Z0-9 !@#$()\-_=+;:,.?']+")


@command("tableCreate")
def create(hub: Hub, session: Session, data: Json) -> None:
    """Creates a table, with the user as its owner and first player."""
    create_table(hub, session, data, visible=True)


def create_table(hub: Hub, session: Session, data: Json, *, visible: bool) -> None:
    """Creates a table; an invisible one appears in the lobby when it starts."""
    name = text_of(data, "name").strip()[:MAX_NAME] or "quiet evening"
    wanted = options.completed(data.get("options"))
    flaw = options.flaw(wanted)
    if not _NAME.fullmatch(name):
        flaw = f"A table cannot be named {name!r}."
    if flaw is None and is_busy(hub, session):
        flaw = BUSY
    if flaw:
        session.warn(flaw)
        return
    table = Table(hub.next_table, name, session.user_id, wanted, text_of(data, "password"))
    table.max_players = _most_players(data)
    table.visible = visible
    table.clock_speed = hub.settings.clock_speed
    hub.next_table += 1
    hub.tables[table.id] = table
    hub.announce(table, f"{session.name} created the table.")
    add_player(hub, session, table)


@command("tableJoin")
def join(hub: Hub, session: Session, data: Json) -> None:
    """Joins a table that has not started."""
    table = hub.find(session, data)
    if table is None:
        return
    flaw = _flaw_of_joining(hub, session, table, text_of(data, "password"))
    if flaw:
        session.warn(flaw)
    else:
        add_player(hub, session, table)


@command("tableLeave")
def leave(hub: Hub, session: Session, data: Json) -> None:
    """Leaves a table that has not started."""
    table = hub.find(session, data)
    if table is None:
        return
    seat = table.seat_of(session)
    if table.running:
        session.warn("The game has started, so you cannot leave it.")
    elif seat is None:
        session.warn(f"You are not at table {table.id}.")
    else:
        _remove_player(hub, session, table, seat)


@command("tableUpdate")
def update(hub: Hub, session: Session, data: Json) -> None:
    """Changes the name, options and size of a table; others than the owner only propose it."""
    table = hub.find(session, data)
    if table is None:
        return
    wanted = options.completed(data.get("options"))
    flaw = "The game has started." if table.running else options.flaw(wanted)
    if flaw:
        session.warn(flaw)
        return
    if session.user_id != table.owner:
        hub.announce(table, f"{session.name} proposes other options.")
        return
    table.name = text_of(data, "name").strip()[:MAX_NAME] or table.name
    table.options, table.max_players = wanted, _most_players(data)
    for player in table.players[table.max_players :]:
        leave(hub, player.session, {"tableID": table.id})
    _tell_change(hub, table, f"{session.name} has changed the options.")


@command("tableSetVariant")
def set_variant(hub: Hub, session: Session, data: Json) -> None:
    """Changes only the variant."""
    table = hub.find(session, data)
    if table is None:
        return
    name = (data.get("options") or {}).get("variantName", "")
    wanted = options.completed({**table.options, "variantName": name})
    flaw = "The game has started." if table.running else options.flaw(wanted)
    if session.user_id != table.owner:
        flaw = "Only the owner of a table can change its variant."
    if flaw:
        session.warn(flaw)
        return
    table.options = wanted
    _tell_change(hub, table, f"{session.name} has changed the variant to {name}.")


@command("tableStart")
def start(hub: Hub, session: Session, data: Json) -> None:
    """Deals, and sends the players to the game."""
    table = hub.find(session, data)
    if table is None:
        return
    flaw = _flaw_of_starting(session, table)
    if flaw:
        session.warn(flaw)
        return
    unplayable = options.unplayable(table.options)
    if unplayable:
        session.fail(f"The stand-in cannot play {unplayable}.")
        return
    _deal(hub, table)
    away = [player for player in table.players if not player.present]
    for player in table.players:
        player.present = False
        if player not in away:
            player.session.emit("tableStart", {"tableID": table.id, "replay": False})
    table.visible = True
    hub.tell_table(table)
    for player in table.players:
        hub.set_status(player.session, PLAYING, table.id)


def is_busy(hub: Hub, session: Session) -> bool:
    """Whether a user must leave its table before it can join another."""
    return bool(hub.tables_of(session)) and not session.name.startswith("Bot-")


def add_player(hub: Hub, session: Session, table: Table) -> None:
    """Seats a user at a table and tells everyone."""
    table.players.append(Member(session))
    hub.tell_table(table)
    hub.announce(table, f"{session.name} joined the game.")
    hub.tell_pregame(table)
    hub.set_status(session, PREGAME, table.id)
    session.emit("joined", {"tableID": table.id})
    hub.send_chat(session, table)


def _remove_player(hub: Hub, session: Session, table: Table, seat: int) -> None:
    del table.players[seat]
    hub.tell_table(table)
    hub.announce(table, f"{session.name} left the game.")
    hub.tell_pregame(table)
    hub.set_status(session, LOBBY, 0)
    # The real server writes this field with a capital letter.
    session.emit("left", {"TableID": table.id})
    if not table.players:
        hub.delete(table)
    elif session.user_id == table.owner:
        table.owner = table.players[0].user_id
        hub.tell_pregame(table)
        hub.announce(table, f"{table.players[0].name} is the new owner.")


def _flaw_of_joining(hub: Hub, session: Session, table: Table, password: str) -> str | None:
    if table.seat_of(session) is not None:
        return "You have already joined this table."
    if is_busy(hub, session):
        return BUSY
    if table.running:
        return "The game has started, so you cannot join it."
    if len(table.players) >= table.max_players:
        return f"Table {table.id} is full: it has {table.max_players} players."
    if table.password not in ("", password):
        return "That is not the password of this table."
    return None


def _flaw_of_starting(session: Session, table: Table) -> str | None:
    if session.user_id != table.owner:
        return "Only the owner of a table can start the game."
    if table.running:
        return "The game has already started."
    if len(table.players) < 2:
        return "A game needs at least 2 players."
    return None


def _deal(hub: Hub, table: Table) -> None:
    hub.order_seats(table)
    suffix = table.name.removeprefix("!seed ") if table.name.startswith("!seed ") else ""
    state, seed = hub.new_game(table, suffix)
    table.game = LiveGame(state, seed)
    table.options = {**table.options, "numPlayers": len(table.players)}
    table.running, table.started = True, timestamp()
    table.began = table.last_action = table.turn_began = table.now()
    for player in table.players:
        player.seconds = float(table.options["timeBase"])
    watch_idle(hub, table)


def _tell_change(hub: Hub, table: Table, text: str) -> None:
    hub.tell_pregame(table)
    hub.tell_table(table)
    hub.announce(table, text)


def _most_players(data: Json) -> int:
    wanted = whole(data, "maxPlayers")
    return wanted if 2 <= wanted <= MOST_PLAYERS else MOST_PLAYERS
