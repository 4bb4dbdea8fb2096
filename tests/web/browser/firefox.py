"""Drives Debian's Firefox over WebDriver BiDi, which it speaks on a WebSocket of its own."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.web.browser.driven import Action, DrivenPage

_PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "app.update.enabled": False,
    "ui.prefersReducedMotion": 1,
}
_PATIENCE = 180.0
"""seconds for what must happen on a busy machine"""


def firefox_path() -> str | None:
    """Path of Firefox, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A running Firefox without a window on the screen."""

    def __init__(self, path: str, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in _PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines))
        command = [path, "--headless", "--no-remote", "--remote-debugging-port", "0"]
        # A file, not a pipe: Firefox would wait for somebody to read its messages.
        self._messages = folder / "messages.txt"
        with self._messages.open("w") as messages:
            self._process = subprocess.Popen(
                [*command, "--profile", str(folder)], stdout=messages, stderr=messages
            )
        self._numbers = count(1)
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(
                f"{self._address()}/session",
                max_size=None,
                compression=None,
                open_timeout=_PATIENCE,
                ping_interval=None,
            )
        )
        self.command("session.new", capabilities={})

    def _address(self) -> str:
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            text = self._messages.read_text(errors="replace")
            if address := re.search(r"WebDriver BiDi listening on (ws://\S+)", text):
                return address[1]
            time.sleep(0.1)
        self._process.kill()
        raise AssertionError(f"Firefox did not start: {self._messages.read_text()}")

    def command(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends a command and returns its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(self._socket.recv(timeout=_PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", f"{method}: {answer}"
                result: dict[str, Any] = answer["result"]
                return result

    def page(self, url: str, size: tuple[int, int]) -> FirefoxPage:
        """Opens an address in a context of its own, with its own cookies."""
        user = self.command("browser.createUserContext")["userContext"]
        context = self.command("browsingContext.create", type="tab", userContext=user)["context"]
        page = FirefoxPage(self, context, user)
        viewport = {"width": size[0], "height": size[1]}
        self.command("browsingContext.setViewport", context=context, viewport=viewport)
        page.go(url)
        return page

    def close(self) -> None:
        """Ends the browser."""
        self._open.close()
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class FirefoxPage(DrivenPage):
    """One tab."""

    def __init__(self, firefox: Firefox, context: str, user: str) -> None:
        self._firefox, self._context, self._user = firefox, context, user

    def go(self, url: str) -> None:
        """Opens an address."""
        self._firefox.command(
            "browsingContext.navigate", context=self._context, url=url, wait="complete"
        )

    def close(self) -> None:
        """Closes the tab and forgets its cookies."""
        self._firefox.command("browser.removeUserContext", userContext=self._user)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript."""
        result = self._firefox.command(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert result["type"] == "success", result
        value = result["result"].get("value")
        return None if value is None else json.loads(value)

    def perform(self, source: Action) -> None:
        """Performs the actions of an input device."""
        self._firefox.command("input.performActions", context=self._context, actions=[source])
