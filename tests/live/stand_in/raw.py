"""A raw WebSocket script that tests the stand-in itself. It is no client: it only reacts."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlencode

from websockets.sync.client import connect

from tests.live.stand_in.options import Json
from tests.live.stand_in.server import PATIENCE, StandIn


def login(server: StandIn, **form: str) -> tuple[int, str, str]:
    """Posts a login form; returns the status, the text and the cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/login", urlencode(form), headers)
    answer = connection.getresponse()
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    return answer.status, answer.read().decode().strip(), cookie


class Raw:
    """One connection, and all messages that it received."""

    def __init__(self, server: StandIn, name: str, password: str = "secret") -> None:
        status, text, self.cookie = login(server, username=name, password=password, version="bot")
        assert status == 200, text
        self.server = server
        self.name = name
        self.log: list[tuple[str, Any]] = []
        self.reconnect()

    def reconnect(self) -> None:
        """Opens a WebSocket with the cookie of the login."""
        self._open = ExitStack()
        headers = {"Cookie": self.cookie}
        # Without a limit on unread messages, closing does not have to wait for them.
        socket = connect(
            self.server.ws_url,
            additional_headers=headers,
            max_queue=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        self.socket = self._open.enter_context(socket)

    def send(self, command: str, **data: Any) -> None:
        """Sends a command."""
        self.socket.send(f"{command} {json.dumps(data)}")

    def read(self) -> tuple[str, Any]:
        """Waits for the next message."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        command, _, body = text.partition(" ")
        self.log.append((command, json.loads(body)))
        return self.log[-1]

    def wait(self, command: str, fits: Callable[[Any], bool] = lambda data: True) -> Any:
        """Reads until a message of this kind fits; returns its content."""
        while True:
            name, data = self.read()
            if name == command and fits(data):
                return data

    def wait_action(self, kind: str) -> Json:
        """Reads until a game action of this type comes."""
        data = self.wait("gameAction", lambda data: data["action"]["type"] == kind)
        return dict(data["action"])

    def enter(self, table: int) -> list[Json]:
        """Asks for everything about a game; returns the list of actions."""
        self.send("getGameInfo1", tableID=table)
        self.init = self.wait("init")
        self.send("getGameInfo2", tableID=table)
        actions = self.wait("gameActionList")["list"]
        self.send("loaded", tableID=table)
        self.wait("connected", lambda data: data["list"][self.init["ourPlayerIndex"]])
        return list(actions)

    def actions(self) -> list[Json]:
        """All game actions so far, in order: those of lists and single ones."""
        actions: list[Json] = []
        for command, data in self.log:
            if command == "gameActionList":
                actions = list(data["list"])
            elif command == "gameAction":
                actions.append(data["action"])
        return actions

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
