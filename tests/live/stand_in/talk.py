"""Chat in the lobby and at tables, and private messages."""

from __future__ import annotations

import html

from tests.live.stand_in import messages
from tests.live.stand_in.hub import Hub, command
from tests.live.stand_in.incoming import text_of
from tests.live.stand_in.options import Json
from tests.live.stand_in.session import Session

MAX_LENGTH = 300


@command("chat")
def chat(hub: Hub, session: Session, data: Json) -> None:
    """Says something in the lobby, or in the room of a table ('table5')."""
    text, room = _clean(text_of(data, "msg")), text_of(data, "room")
    number = room.removeprefix("table")
    if not text:
        session.warn("A message must not be blank.")
    elif room == "lobby":
        hub.tell_all("chat", messages.chat(text, session.name, room))
    elif number == room or not number.isdecimal():
        session.warn(f"There is no room {room!r}.")
    else:
        _say_at_table(hub, session, int(number), text)


@command("chatPM")
def private(hub: Hub, session: Session, data: Json) -> None:
    """Sends a message to one user; the sender receives it too."""
    text, name = _clean(text_of(data, "msg")), text_of(data, "recipient").strip()
    others = [other for other in hub.sessions.values() if other.name.lower() == name.lower()]
    if not text:
        session.warn("A message must not be blank.")
    elif not others:
        session.warn(f"User {name!r} is not online.")
    elif others[0] is session:
        session.warn("You cannot send a private message to yourself.")
    else:
        line = messages.chat(text, session.name, "", recipient=others[0].name)
        session.emit("chat", line)
        others[0].emit("chat", line)


def _say_at_table(hub: Hub, session: Session, number: int, text: str) -> None:
    table = hub.find(session, {"tableID": number})
    if table is None:
        return
    if table.seat_of(session) is None and table.spectator(session) is None:
        session.warn(f"You are not at table {number}.")
        return
    hub.say(table, messages.chat(text, session.name, table.room))


def _clean(text: str) -> str:
    """The text as others receive it: cut, on one line, with HTML characters escaped."""
    return html.escape(" ".join(text[:MAX_LENGTH].split()))
