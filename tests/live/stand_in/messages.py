"""The content of the messages that describe tables and games. README.md names their origins."""

from __future__ import annotations

from tests.live.stand_in.options import Json
from tests.live.stand_in.session import Session
from tests.live.stand_in.table import Member, Table, timestamp

_COPIED = ("timed", "timeBase", "timePerTurn")


def table(at: Table, to: Session) -> Json:
    """`table`: a table in the lobby, as one user sees it."""
    return {
        "id": at.id,
        "name": at.name,
        "passwordProtected": bool(at.password),
        "joined": at.seat_of(to) is not None,
        "numPlayers": len(at.players),
        "owned": at.owner == to.user_id,
        "running": at.running,
        "options": at.options,
        "variant": at.options["variantName"],
        **{name: at.options[name] for name in _COPIED},
        "sharedReplay": at.replay,
        "progress": at.progress,
        "players": [player.name for player in at.players],
        "spectators": [_spectator(at, watcher) for watcher in at.spectators],
        "maxPlayers": at.max_players,
    }


def game(at: Table, to: Session) -> Json:
    """`game`: the people at a table before the game."""
    return {
        "tableID": at.id,
        "name": at.name,
        "owner": at.owner,
        "players": [
            {
                "index": seat,
                "name": player.name,
                "you": player.user_id == to.user_id,
                "present": player.present,
                "stats": _stats(),
            }
            for seat, player in enumerate(at.players)
        ],
        "options": at.options,
        "passwordProtected": bool(at.password),
        "maxPlayers": at.max_players,
    }


def init(at: Table, to: Session) -> Json:
    """`init`: what a client must know before it asks for the actions."""
    seat, watcher = at.seat_of(to), at.spectator(to)
    shadowing = watcher is not None and watcher.shadowing >= 0
    if shadowing and watcher is not None:
        seat = watcher.shadowing
    return {
        "tableID": at.id,
        "playerNames": [player.name for player in at.players],
        "ourPlayerIndex": seat or 0,
        "spectating": watcher is not None and not at.replay,
        "shadowing": shadowing,
        "replay": at.replay,
        "databaseID": at.database_id,
        "hasCustomSeed": at.name.startswith("!seed "),
        "seed": at.live.seed,
        "datetimeStarted": at.started,
        "datetimeFinished": at.finished,
        "options": at.options,
        "characterAssignments": [],
        "characterMetadata": [],
        "sharedReplay": at.replay and at.visible,
        "sharedReplayLeader": at.leader(),
        "sharedReplaySegment": at.live.turn,
        "sharedReplayEffMod": 0,
        "paused": at.paused_by >= 0,
        "pausePlayerIndex": at.paused_by,
        "pauseQueued": _has_queued_a_pause(at, to),
    }


def welcome(to: Session, *, is_new: bool, playing_at: list[int], watched: int) -> Json:
    """`welcome`: the first message of every connection."""
    return {
        "userID": to.user_id,
        "username": to.name,
        "totalGames": 0,
        "muted": False,
        "firstTimeUser": is_new,
        "settings": {},
        "friends": [],
        "playingAtTables": playing_at,
        "disconSpectatingTable": watched,
        "disconShadowingSeat": -1,
        "randomTableName": "quiet evening",
        "shuttingDown": False,
        "datetimeShutdownInit": "0001-01-01T00:00:00Z",
        "maintenanceMode": False,
    }


def chat(text: str, who: str, room: str, *, recipient: str = "", server: bool = False) -> Json:
    """`chat`: a line in the lobby, at a table, or to one user (with an empty room)."""
    return {
        "msg": text,
        "who": who,
        "discord": False,
        "server": server,
        "datetime": timestamp(),
        "room": room,
        "recipient": recipient,
    }


def connected(at: Table) -> Json:
    """`connected`: which players are looking at the game."""
    return {"tableID": at.id, "list": [player.present for player in at.players]}


def clock(at: Table) -> Json:
    """`clock`: milliseconds left; negative in games without a limit."""
    running = at.timer_started and at.paused_by < 0
    taken = at.now() - at.turn_began if running else 0.0
    return {
        "tableID": at.id,
        "times": at.times(),
        "activePlayerIndex": at.live.active,
        "timeTaken": int(taken * 1000),
    }


def spectators(at: Table) -> Json:
    """`spectators`: who watches."""
    return {"tableID": at.id, "spectators": [_spectator(at, w) for w in at.spectators]}


def note_list(at: Table, shadowing: int = -1) -> Json:
    """`noteList`: the notes of all players and spectators, for spectators."""
    lists = [(p, False) for seat, p in enumerate(at.players) if shadowing in (-1, seat)]
    if not at.replay and shadowing < 0:
        lists += [(watcher, True) for watcher in at.spectators]
    notes = [
        {"name": member.name, "notes": notes_of(at, member), "isSpectator": is_spectator}
        for member, is_spectator in lists
    ]
    return {"tableID": at.id, "notes": notes}


def notes_of(at: Table, member: Member) -> list[str]:
    """All notes of a member by order of the card, empty texts included."""
    return [member.notes.get(order, "") for order in range(at.note_count())]


def history(at: Table, score: int) -> Json:
    """One entry of `gameHistory`."""
    return {
        "id": at.database_id,
        "options": at.options,
        "seed": at.live.seed,
        "score": score,
        "numTurns": at.live.turn,
        "endCondition": at.live.end_condition,
        "datetimeStarted": at.started,
        "datetimeFinished": at.finished,
        "numGamesOnThisSeed": 1,
        "playerNames": sorted((player.name for player in at.players), key=str.lower),
        "incrementNumGames": True,
        "tags": "",
    }


def _spectator(at: Table, watcher: Member) -> Json:
    name = at.players[watcher.shadowing].name if watcher.shadowing >= 0 else ""
    return {
        "name": watcher.name,
        "shadowingPlayerIndex": watcher.shadowing,
        "shadowingPlayerUsername": name,
    }


def _has_queued_a_pause(at: Table, to: Session) -> bool:
    seat = at.seat_of(to)
    return seat is not None and at.players[seat].requested_pause


def _stats() -> Json:
    best = [{"numPlayers": players, "score": 0, "modifier": 0} for players in range(2, 7)]
    variant = {"numGames": 0, "bestScores": best, "averageScore": 0, "numStrikeouts": 0}
    return {"numGames": 0, "variant": variant}
