"""Commands of a game: its information, moves, notes, pauses, and ending it."""

from __future__ import annotations

from tests.live.stand_in import messages
from tests.live.stand_in.ending import end, identities, publish, watch_clock, watch_idle
from tests.live.stand_in.game import TERMINATED, VOTED
from tests.live.stand_in.hub import Hub, command
from tests.live.stand_in.incoming import text_of, whole
from tests.live.stand_in.options import Json
from tests.live.stand_in.session import Session
from tests.live.stand_in.table import Table

MAX_NOTE = 300


@command("getGameInfo1")
def first_information(hub: Hub, session: Session, data: Json) -> None:
    """Sends `init`."""
    table = _game_table(hub, session, data)
    if table is not None:
        session.emit("init", messages.init(table, session))


@command("getGameInfo2")
def second_information(hub: Hub, session: Session, data: Json) -> None:
    """Sends all actions so far, notes, clocks and spectators."""
    table = _game_table(hub, session, data)
    if table is None:
        return
    actions = table.live.seen_by(table.eyes_of(session))
    session.emit("gameActionList", {"tableID": table.id, "list": actions})
    if table.replay:
        deck = {"tableID": table.id, "cardIdentities": identities(table)}
        session.emit("cardIdentities", deck)
        session.emit("noteList", messages.note_list(table))
    else:
        session.emit("connected", messages.connected(table))
        session.emit("clock", messages.clock(table))
        _send_notes(session, table)
    session.emit("spectators", messages.spectators(table))
    hub.send_chat(session, table)


@command("loaded")
def loaded(hub: Hub, session: Session, data: Json) -> None:
    """Marks a player as present: from now on it receives what happens in the game."""
    table = _game_table(hub, session, data)
    seat = None if table is None else table.seat_of(session)
    if table is None or seat is None or table.replay:
        return
    table.players[seat].present = True
    table.notify("connected", messages.connected(table))
    if not table.timer_started and seat == table.live.active:
        table.timer_started = True
        table.turn_began = table.now()
        table.notify("clock", messages.clock(table))
        watch_clock(hub, table)


@command("action")
def action(hub: Hub, session: Session, data: Json) -> None:
    """Makes a move."""
    table = _game_table(hub, session, data)
    if table is None:
        return
    seat = table.seat_of(session)
    flaw = _flaw_of_acting(table, seat)
    move = whole(data, "type"), whole(data, "target"), whole(data, "value")
    flaw = flaw or table.live.flaw(*move)
    if flaw or seat is None:
        session.warn(flaw or "You are not a player of this game.")
        return
    table.players[seat].seconds += table.options["timePerTurn"]
    if table.timer_started:
        table.players[seat].seconds -= table.now() - table.turn_began
    table.timer_started = True
    table.turn_began = table.last_action = table.now()
    publish(hub, table, table.live.move(*move))
    watch_idle(hub, table)
    if table.ongoing:
        watch_clock(hub, table)
        _pause_if_requested(hub, table)


@command("note")
def note(hub: Hub, session: Session, data: Json) -> None:
    """Stores a note on a card; spectators see it."""
    table = _game_table(hub, session, data)
    if table is None:
        return
    seat, order = table.seat_of(session), whole(data, "order")
    if table.replay:
        session.warn("You cannot write notes in a replay.")
        return
    member = table.spectator(session) if seat is None else table.players[seat]
    if member is None or not 0 <= order < table.note_count():
        session.warn(f"There is no card {order}.")
        return
    member.notes[order] = " ".join(text_of(data, "note")[:MAX_NOTE].split())
    for watcher in table.spectators:
        watcher.session.emit("note", _notes_on(table, order, watcher.shadowing))


@command("pause")
def pause(hub: Hub, session: Session, data: Json) -> None:
    """Pauses or resumes a timed game, now or in the user's next turn."""
    table = _game_table(hub, session, data)
    if table is None:
        return
    seat, setting = table.seat_of(session), text_of(data, "setting")
    if seat is not None and setting == "pause-queue" and table.live.active == seat:
        setting = "pause"
    flaw = _flaw_of_pausing(table, seat, setting)
    if flaw or seat is None:
        session.warn(flaw or "You are not a player of this game.")
    elif setting in ("pause-queue", "pause-unqueue"):
        table.players[seat].requested_pause = setting == "pause-queue"
    elif setting == "pause":
        _pause(hub, table, seat)
    else:
        _resume(hub, table, session)


@command("tableTerminate")
def terminate(hub: Hub, session: Session, data: Json) -> None:
    """Ends the game at once."""
    table = _game_table(hub, session, data)
    seat = None if table is None else table.seat_of(session)
    if table is not None and seat is not None and table.ongoing:
        end(hub, table, TERMINATED, seat)
    elif table is not None:
        session.warn("You are not playing this game, so you cannot end it.")


@command("tableVoteForTermination")
def vote(hub: Hub, session: Session, data: Json) -> None:
    """Votes to end the game, or takes the vote back; two players or half of more end it."""
    table = _game_table(hub, session, data)
    seat = None if table is None else table.seat_of(session)
    if table is None or seat is None or not table.ongoing:
        return
    player = table.players[seat]
    player.votes_to_end = not player.votes_to_end
    session.emit("voteChange", {"vote": player.votes_to_end})
    votes = [index for index, other in enumerate(table.players) if other.votes_to_end]
    if len(table.players) == 2:
        if len(votes) == 2:
            end(hub, table, TERMINATED, seat, votes)
    elif 2 * len(votes) >= len(table.players):
        end(hub, table, VOTED, -1, votes)


def _game_table(hub: Hub, session: Session, data: Json) -> Table | None:
    table = hub.find(session, data)
    if table is None:
        return None
    if not table.running:
        session.warn("The game has not started.")
    elif table.seat_of(session) is None and table.spectator(session) is None:
        session.warn(f"You are not playing or spectating at table {table.id}.")
    else:
        return table
    return None


def _flaw_of_acting(table: Table, seat: int | None) -> str | None:
    if table.replay:
        return "The game is over."
    if seat is None:
        return "You are not a player of this game."
    if table.live.active != seat:
        return "It is not your turn."
    return "The game is paused." if table.paused_by >= 0 else None


def _flaw_of_pausing(table: Table, seat: int | None, setting: str) -> str | None:
    if seat is None or table.replay:
        return "You are not a player of this game."
    if not table.options["timed"]:
        return "The game has no clock, so nobody can pause it."
    paused, requested = table.paused_by >= 0, table.players[seat].requested_pause
    allowed = {
        "pause": not paused,
        "unpause": paused,
        "pause-queue": not requested,
        "pause-unqueue": requested,
    }
    return None if allowed.get(setting) else f"The setting {setting!r} is not possible now."


def _pause(hub: Hub, table: Table, seat: int) -> None:
    active = table.players[table.live.active]
    if table.timer_started:
        active.seconds -= table.now() - table.turn_began
    table.paused_by, table.pauses = seat, table.pauses + 1
    table.notify("pause", {"tableID": table.id, "active": True, "playerIndex": seat})
    hub.announce(table, f"{table.players[seat].name} paused the game.")


def _resume(hub: Hub, table: Table, session: Session) -> None:
    table.paused_by, table.turn_began = -1, table.now()
    table.notify("pause", {"tableID": table.id, "active": False, "playerIndex": -1})
    hub.announce(table, f"{session.name} unpaused the game.")
    table.notify("clock", messages.clock(table))
    watch_clock(hub, table)


def _pause_if_requested(hub: Hub, table: Table) -> None:
    seat = table.live.active
    if table.players[seat].requested_pause:
        table.players[seat].requested_pause = False
        _pause(hub, table, seat)


def _send_notes(session: Session, table: Table) -> None:
    seat, watcher = table.seat_of(session), table.spectator(session)
    if seat is not None:
        notes = messages.notes_of(table, table.players[seat])
        session.emit("noteListPlayer", {"tableID": table.id, "notes": notes})
    elif watcher is not None:
        session.emit("noteList", messages.note_list(table, watcher.shadowing))


def _notes_on(table: Table, order: int, shadowing: int) -> Json:
    members = [p for seat, p in enumerate(table.players) if shadowing in (-1, seat)]
    members += table.spectators if shadowing < 0 else []
    notes = [{"name": member.name, "text": member.notes.get(order, "")} for member in members]
    return {"tableID": table.id, "order": order, "notes": notes}
