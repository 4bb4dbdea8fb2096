"""How games end: by moves, by the clock, by idleness; and the shared replay that follows."""

from __future__ import annotations

from tests.live.stand_in import messages
from tests.live.stand_in.game import IDLE_TIMEOUT, IN_PROGRESS, NORMAL, TIMEOUT
from tests.live.stand_in.hub import COMMANDS, Hub
from tests.live.stand_in.options import Json
from tests.live.stand_in.session import LOBBY, SHARED_REPLAY
from tests.live.stand_in.table import Member, Table, timestamp


def publish(hub: Hub, table: Table, actions: list[Json]) -> None:
    """Sends what a move or an ending has added, and ends the game if it is over."""
    hub.tell_actions(table, actions)
    if table.live.end_condition != IN_PROGRESS:
        _finish(hub, table)
        return
    table.notify("clock", messages.clock(table))


def end(
    hub: Hub, table: Table, condition: int, player: int, votes: list[int] | None = None
) -> None:
    """Ends a game from outside."""
    if table.ongoing:
        publish(hub, table, table.live.stop(condition, player, votes))


def watch_clock(hub: Hub, table: Table) -> None:
    """Ends the game when the seat to move has no time left."""
    if not table.options["timed"]:
        return
    seat, turn, pauses = table.live.active, table.live.turn, table.pauses
    left = table.players[seat].seconds - (table.now() - table.turn_began)

    def check() -> None:
        if table.ongoing and (turn, pauses) == (table.live.turn, table.pauses):
            table.players[seat].seconds = 0.0
            end(hub, table, TIMEOUT, seat)

    hub.later(max(left, 0.0) / table.clock_speed, check)


def watch_idle(hub: Hub, table: Table, seconds: float | None = None) -> None:
    """Ends the game when nobody has moved for a long time, by default that of the settings."""
    moved = table.last_action

    def check() -> None:
        if table.ongoing and table.last_action == moved:
            for watcher in list(table.spectators):
                COMMANDS["tableUnattend"](hub, watcher.session, {"tableID": table.id})
            end(hub, table, IDLE_TIMEOUT, -1)

    hub.later(hub.settings.idle_seconds if seconds is None else seconds, check)


def _finish(hub: Hub, table: Table) -> None:
    condition = table.live.end_condition
    table.finished = timestamp()
    duration = int((table.now() - table.began) * 1000)
    times = {"type": "playerTimes", "playerTimes": table.times(), "duration": duration}
    table.live.actions.append(times)
    hub.tell_actions(table, [times])
    hub.tell_gone(table)
    for player in table.players:
        hub.set_status(player.session, LOBBY, 0)
    table.database_id = 1000 + table.id
    score = table.live.state.score if condition == NORMAL else 0
    for player in table.players:
        player.session.emit("gameHistory", [messages.history(table, score)])
    _become_a_replay(hub, table, condition)


def _become_a_replay(hub: Hub, table: Table, condition: int) -> None:
    table.replay = True
    table.initial_name, table.name = table.name, f"{table.name} (Game #{table.database_id})"
    table.progress = 100
    if condition != IDLE_TIMEOUT:
        table.spectators += [Member(p.session) for p in table.players if p.present]
    if not table.spectators:
        hub.delete(table)
        return
    names = {member.user_id for member in table.spectators}
    if table.owner not in names:
        table.owner = table.spectators[0].user_id
    for player in table.players:
        player.present = True
    table.notify("connected", messages.connected(table))
    table.notify("cardIdentities", {"tableID": table.id, "cardIdentities": identities(table)})
    over = {"databaseID": table.database_id, "sharedReplayLeader": table.leader()}
    table.notify("finishOngoingGame", {"tableID": table.id, **over})
    for watcher in table.spectators:
        watcher.shadowing = -1
        hub.set_status(watcher.session, SHARED_REPLAY, table.id)
        watcher.session.emit("noteList", messages.note_list(table))
    hub.tell_table(table)
    table.notify("spectators", messages.spectators(table))


def identities(table: Table) -> list[Json]:
    """The whole deck, for the replay."""
    suits = "rygwbm"
    return [{"suitIndex": suits.index(c.color), "rank": c.rank} for c in table.live.deck]
