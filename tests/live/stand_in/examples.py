"""Examples of all messages, with the public source that defines their fields.

Written by hand from those sources, not recorded from the stand-in: the tests compare what it sends
with these examples. Paths are in the repository Hanabi-Live/hanabi-live. In `SERVER` and `ACTIONS`
the values only show types; the field names are the contract.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

GO = "server/src/"
TS = "packages/client/src/"
TIME = "2026-08-10T19:30:00.123456Z"


@dataclass(frozen=True)
class Example:
    """One message: its content and the file that defines it."""

    content: Any
    origin: str


OPTIONS = {
    "numPlayers": 2,
    "startingPlayer": 0,
    "variantID": 0,
    "variantName": "No Variant",
    "timed": False,
    "timeBase": 0,
    "timePerTurn": 0,
    "speedrun": False,
    "cardCycle": False,
    "deckPlays": False,
    "emptyClues": False,
    "oneExtraCard": False,
    "oneLessCard": False,
    "allOrNothing": False,
    "detrimentalCharacters": False,
}
"""server/src/options.go"""
SPECTATOR = {"name": "cathy", "shadowingPlayerIndex": -1, "shadowingPlayerUsername": ""}
USER = {
    "userID": 7,
    "name": "alice",
    "status": 0,
    "tableID": 0,
    "hyphenated": False,
    "inactive": False,
}
CHAT = {
    "msg": "/join",
    "who": "alice",
    "discord": False,
    "server": False,
    "datetime": TIME,
    "room": "",
    "recipient": "robin",
}
TABLE = {
    "id": 1,
    "name": "friday",
    "passwordProtected": False,
    "joined": False,
    "numPlayers": 1,
    "owned": False,
    "running": False,
    "options": OPTIONS,
    "variant": "No Variant",
    "timed": False,
    "timeBase": 0,
    "timePerTurn": 0,
    "sharedReplay": False,
    "progress": 0,
    "players": ["alice"],
    "spectators": [SPECTATOR],
    "maxPlayers": 5,
}
_BEST = {"numPlayers": 2, "score": 0, "modifier": 0}
_VARIANT_STATS = {"numGames": 0, "bestScores": [_BEST], "averageScore": 0, "numStrikeouts": 0}
GAME = {
    "tableID": 1,
    "name": "friday",
    "owner": 7,
    "players": [
        {
            "index": 0,
            "name": "alice",
            "you": False,
            "present": True,
            "stats": {"numGames": 0, "variant": _VARIANT_STATS},
        }
    ],
    "options": OPTIONS,
    "passwordProtected": False,
    "maxPlayers": 5,
}
INIT = {
    "tableID": 1,
    "playerNames": ["robin", "alice"],
    "ourPlayerIndex": 0,
    "spectating": False,
    "shadowing": False,
    "replay": False,
    "databaseID": -1,
    "hasCustomSeed": False,
    "seed": "p2v0s1",
    "datetimeStarted": TIME,
    "datetimeFinished": "0001-01-01T00:00:00Z",
    "options": OPTIONS,
    "characterAssignments": [],
    "characterMetadata": [],
    "sharedReplay": False,
    "sharedReplayLeader": "alice",
    "sharedReplaySegment": 0,
    "sharedReplayEffMod": 0,
    "paused": False,
    "pausePlayerIndex": -1,
    "pauseQueued": False,
}
WELCOME = {
    "userID": 8,
    "username": "robin",
    "totalGames": 0,
    "muted": False,
    "firstTimeUser": True,
    "settings": {},
    "friends": [],
    "playingAtTables": [1],
    "disconSpectatingTable": 0,
    "disconShadowingSeat": -1,
    "randomTableName": "quiet evening",
    "shuttingDown": False,
    "datetimeShutdownInit": "0001-01-01T00:00:00Z",
    "maintenanceMode": False,
}
HISTORY = {
    "id": 1001,
    "options": OPTIONS,
    "seed": "p2v0s1",
    "score": 25,
    "numTurns": 60,
    "endCondition": 1,
    "datetimeStarted": TIME,
    "datetimeFinished": TIME,
    "numGamesOnThisSeed": 1,
    "playerNames": ["alice", "robin"],
    "incrementNumGames": True,
    "tags": "",
}
_CARD = {"playerIndex": 0, "order": 3, "suitIndex": 2, "rank": 1}

ACTIONS = {
    "draw": {"type": "draw", **_CARD},
    "play": {"type": "play", **_CARD},
    "discard": {"type": "discard", **_CARD, "failed": False},
    "clue": {
        "type": "clue",
        "clue": {"type": 1, "value": 3},
        "giver": 0,
        "list": [5, 8],
        "target": 1,
        "turn": 0,
    },
    "strike": {"type": "strike", "num": 1, "turn": 4, "order": 3},
    "status": {"type": "status", "clues": 8, "score": 0, "maxScore": 25},
    "turn": {"type": "turn", "num": 1, "currentPlayerIndex": 1},
    "gameOver": {"type": "gameOver", "endCondition": 10, "playerIndex": -1, "votes": [0, 1]},
    "playerTimes": {"type": "playerTimes", "playerTimes": [-1500, -900], "duration": 2400},
}
"""content of `action` in `gameAction`, and entries of `list` in `gameActionList`; the file
server/src/actions.go defines them, server/src/actions_scrub.go what is hidden"""

SERVER = {
    "welcome": Example(WELCOME, TS + "lobby/types/WelcomeData.ts"),
    "userList": Example([USER], TS + "lobby/types/User.ts"),
    "user": Example(USER, TS + "lobby/types/User.ts"),
    "userLeft": Example({"userID": 7}, TS + "lobby/lobbyCommands.ts"),
    "tableList": Example([TABLE], TS + "lobby/lobbyCommands.ts"),
    "table": Example(TABLE, TS + "lobby/types/Table.ts"),
    "tableGone": Example({"tableID": 1}, TS + "lobby/lobbyCommands.ts"),
    "tableProgress": Example({"tableID": 1, "progress": 40}, GO + "session_notify.go"),
    "chat": Example(CHAT, GO + "chat.go"),
    "chatList": Example({"list": [CHAT], "unread": 1}, GO + "chat.go"),
    "game": Example(GAME, GO + "table_notify.go"),
    "joined": Example({"tableID": 1}, TS + "lobby/lobbyCommands.ts"),
    "left": Example({"TableID": 1}, GO + "command_table_leave.go"),
    "tableStart": Example({"tableID": 1, "replay": False}, GO + "session_notify.go"),
    "init": Example(INIT, TS + "game/types/InitData.ts"),
    "gameActionList": Example(
        {"tableID": 1, "list": [ACTIONS["draw"]]}, GO + "command_get_game_info_2.go"
    ),
    "gameAction": Example({"tableID": 1, "action": ACTIONS["turn"]}, GO + "session_notify.go"),
    "connected": Example({"tableID": 1, "list": [True, True]}, GO + "session_notify.go"),
    "clock": Example(
        {"tableID": 1, "times": [0, 0], "activePlayerIndex": 0, "timeTaken": 0},
        GO + "session_notify.go",
    ),
    "noteListPlayer": Example({"tableID": 1, "notes": [""]}, GO + "command_get_game_info_2.go"),
    "noteList": Example(
        {"tableID": 1, "notes": [{"name": "alice", "notes": [""], "isSpectator": False}]},
        TS + "game/ui/gameCommands.ts",
    ),
    "note": Example(
        {"tableID": 1, "order": 3, "notes": [{"name": "alice", "text": "r1"}]},
        GO + "table_notify.go",
    ),
    "spectators": Example({"tableID": 1, "spectators": [SPECTATOR]}, GO + "session_notify.go"),
    "pause": Example({"tableID": 1, "active": True, "playerIndex": 0}, GO + "session_notify.go"),
    "voteChange": Example({"vote": True}, TS + "game/ui/gameCommands.ts"),
    "cardIdentities": Example(
        {"tableID": 1, "cardIdentities": [{"suitIndex": 0, "rank": 1}]},
        GO + "session_notify.go",
    ),
    "finishOngoingGame": Example(
        {"tableID": 1, "databaseID": 1001, "sharedReplayLeader": "alice"},
        GO + "table_notify.go",
    ),
    "gameHistory": Example([HISTORY], GO + "game_end.go"),
    "boot": Example({"TableID": 1}, GO + "session_notify.go"),
    "warning": Example({"warning": "It is not your turn."}, GO + "session.go"),
    "error": Example({"error": "You have connected from somewhere else."}, GO + "session.go"),
}
"""messages of the server"""

_AT = {"tableID": 1}
CLIENT = {
    "tableCreate": Example(
        {"name": "friday", "options": OPTIONS, "password": "", "maxPlayers": 5},
        GO + "command_table_create.go",
    ),
    "tableJoin": Example({**_AT, "password": ""}, GO + "command_table_join.go"),
    "tableLeave": Example(_AT, GO + "command_table_leave.go"),
    "tableUpdate": Example(
        {**_AT, "name": "late", "options": OPTIONS, "maxPlayers": 4},
        GO + "command_table_update.go",
    ),
    "tableSetVariant": Example(
        {**_AT, "options": {"variantName": "6 Suits"}}, GO + "command_table_set_variant.go"
    ),
    "tableStart": Example(_AT, GO + "command_table_start.go"),
    "tableSpectate": Example({**_AT, "shadowingPlayerIndex": -1}, GO + "command_table_spectate.go"),
    "tableUnattend": Example(_AT, GO + "command_table_unattend.go"),
    "tableReattend": Example(_AT, GO + "command_table_reattend.go"),
    "tableRestart": Example(_AT, GO + "command_table_restart.go"),
    "tableTerminate": Example(_AT, GO + "command_table_terminate.go"),
    "tableVoteForTermination": Example(_AT, GO + "command_table_vote_for_termination.go"),
    "getGameInfo1": Example(_AT, GO + "command_get_game_info_1.go"),
    "getGameInfo2": Example(_AT, GO + "command_get_game_info_2.go"),
    "loaded": Example(_AT, GO + "command_loaded.go"),
    "action": Example({**_AT, "type": 3, "target": 1, "value": 2}, GO + "command_action.go"),
    "note": Example({**_AT, "order": 3, "note": "r1"}, GO + "command_note.go"),
    "pause": Example({**_AT, "setting": "pause"}, GO + "command_pause.go"),
    "chat": Example({"msg": "hello", "room": "table1"}, GO + "command_chat.go"),
    "chatPM": Example(
        {"msg": "/join", "recipient": "robin", "room": "lobby"}, GO + "command_chat_pm.go"
    ),
}
"""commands of clients"""
