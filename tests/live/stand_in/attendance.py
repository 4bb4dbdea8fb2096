"""Commands of those who come and go: spectate, unattend, reattend, restart."""

from __future__ import annotations

import re

from tests.live.stand_in import lobby, messages
from tests.live.stand_in.hub import Hub, command
from tests.live.stand_in.incoming import whole
from tests.live.stand_in.options import Json
from tests.live.stand_in.session import LOBBY, PLAYING, PREGAME, SHARED_REPLAY, SPECTATING, Session
from tests.live.stand_in.table import Member, Table


@command("tableSpectate")
def spectate(hub: Hub, session: Session, data: Json) -> None:
    """Watches a game or a shared replay; `shadowingPlayerIndex` -1 watches all hands."""
    table = hub.find(session, data)
    if table is None:
        return
    shadowing = whole(data, "shadowingPlayerIndex")
    if not table.running:
        session.warn("The game has not started.")
    elif any(other.spectator(session) is not None for other in hub.tables.values()):
        session.warn("You are already spectating.")
    elif table.ongoing and table.seat_of(session) is not None:
        session.warn("You are a player of this game.")
    elif not -1 <= shadowing < len(table.players):
        session.warn(f"There is no player {shadowing} to shadow.")
    else:
        table.spectators.append(Member(session, shadowing=shadowing))
        hub.tell_table(table)
        table.notify("spectators", messages.spectators(table))
        hub.set_status(session, SHARED_REPLAY if table.replay else SPECTATING, table.id)
        session.emit("tableStart", {"tableID": table.id, "replay": table.replay})


@command("tableUnattend")
def unattend(hub: Hub, session: Session, data: Json) -> None:
    """Goes back to the lobby. A player keeps the seat; a spectator is gone."""
    table = hub.tables.get(whole(data, "tableID"))
    if table is None:
        return
    seat, watcher = table.seat_of(session), table.spectator(session)
    if watcher is None and (seat is None or table.replay):
        session.warn(f"You are not at table {table.id}.")
        return
    hub.set_status(session, LOBBY, 0)
    if watcher is not None:
        _stop_watching(hub, table, watcher)
    elif seat is not None:
        table.players[seat].present = False
        _tell_presence(hub, table)


@command("tableReattend")
def reattend(hub: Hub, session: Session, data: Json) -> None:
    """Comes back to a table at which the user has a seat."""
    table = hub.find(session, data)
    if table is None:
        return
    seat = table.seat_of(session)
    if seat is None or table.replay:
        session.warn(f"You are not playing at table {table.id}, so you cannot reattend it.")
        return
    if table.running:
        session.emit("tableStart", {"tableID": table.id, "replay": False})
    else:
        table.players[seat].present = True
        hub.tell_pregame(table)
        session.emit("joined", {"tableID": table.id})
        hub.send_chat(session, table)
    hub.set_status(session, PLAYING if table.running else PREGAME, table.id)


@command("tableRestart")
def restart(hub: Hub, session: Session, data: Json) -> None:
    """Starts a new game of the same players from the shared replay of their last one."""
    table = hub.find(session, data)
    if table is None:
        return
    flaw = _flaw_of_restarting(hub, session, table)
    if flaw:
        session.warn(flaw)
        return
    players = [player.session for player in table.players]
    # The real server writes this field with a capital letter.
    table.notify("boot", {"TableID": table.id})
    watchers = [watcher.session for watcher in table.spectators]
    for other in watchers:
        unattend(hub, other, {"tableID": table.id})
    number, old = hub.next_table, table
    content = {"name": _next_name(old.initial_name), "options": old.options}
    lobby.create_table(hub, session, {**content, "maxPlayers": old.max_players}, visible=False)
    for other in players:
        if other is not session:
            lobby.join(hub, other, {"tableID": number})
    lobby.start(hub, session, {"tableID": number})
    for other in watchers:
        if other not in players:
            spectate(hub, other, {"tableID": number, "shadowingPlayerIndex": -1})


def _stop_watching(hub: Hub, table: Table, watcher: Member) -> None:
    table.spectators.remove(watcher)
    if table.replay and not table.spectators:
        hub.delete(table)
        return
    hub.tell_table(table)
    table.notify("spectators", messages.spectators(table))


def _tell_presence(hub: Hub, table: Table) -> None:
    if table.running:
        table.notify("connected", messages.connected(table))
    else:
        hub.tell_pregame(table)


def _flaw_of_restarting(hub: Hub, session: Session, table: Table) -> str | None:
    here = {watcher.user_id for watcher in table.spectators}
    if not table.replay:
        return f"Table {table.id} is not a shared replay."
    if session.user_id != table.owner or table.seat_of(session) is None:
        return "Only a leader who played the game can restart it."
    if not {player.user_id for player in table.players} <= here:
        return "Not all players of the game are here."
    if any(lobby.is_busy(hub, player.session) for player in table.players):
        return "A player is in another game."
    return None


def _next_name(name: str) -> str:
    match = re.fullmatch(r"(.*) \(#(\d+)\)", name)
    if match:
        return f"{match[1]} (#{int(match[2]) + 1})"
    return f"{name} (#2)"
