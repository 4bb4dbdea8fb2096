"""Drives WebKitGTK over WebDriver, on a screen of its own (Xvfb)."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx

from tests.web.browser.driven import Action, DrivenPage

_START_SECONDS = 60.0


def webkit_paths() -> tuple[str, str, str] | None:
    """Paths of the driver, of its browser and of Xvfb; None if one of them is missing."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
    if driver is None or screen is None or browser is None:
        return None
    return driver, str(browser), screen


class WebKit:
    """A running driver. Each page is a browser of its own, with its own cookies."""

    def __init__(self, paths: tuple[str, str, str], folder: Path) -> None:
        driver, self._browser, screen = paths
        read, write = os.pipe()
        # It chooses a free display and writes the number; other messages are not needed.
        self._screen = subprocess.Popen(
            [screen, "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as numbers:
            display = numbers.readline().strip()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._driver = subprocess.Popen(
            [driver, f"--port={port}"],
            env=os.environ | {"DISPLAY": f":{display}", "HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # with its browsers, so that they end together
        )
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120)
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self._driver.poll() is None:
            try:
                self.client.get("/status")
            except httpx.TransportError:
                time.sleep(0.1)
            else:
                return
        self.close()
        raise AssertionError("WebKit's driver did not start")

    def page(self, url: str, size: tuple[int, int]) -> WebKitPage:
        """Opens an address in a browser of its own."""
        # A full screen has no bars, which would keep the window wider than a phone.
        options = {"binary": self._browser, "args": ["--automation", "--full-screen"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self.client.post("/session", json={"capabilities": wanted}).json()["value"]
        page = WebKitPage(self.client, answer["sessionId"])
        page.command("window/rect", {"width": size[0], "height": size[1]})
        page.go(url)
        assert page.evaluate("[innerWidth, innerHeight]") == list(size)
        return page

    def close(self) -> None:
        """Ends the driver, its browsers, also those that hang, and the screen."""
        self.client.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._driver.pid, signal.SIGKILL)
        self._screen.terminate()
        for process in (self._driver, self._screen):
            process.wait(20)


class WebKitPage(DrivenPage):
    """One browser."""

    def __init__(self, client: httpx.Client, session: str) -> None:
        self._client, self._session = client, session

    def command(self, name: str, body: Action) -> Any:
        """Sends a command and returns its result."""
        answer = self._client.post(f"/session/{self._session}/{name}", json=body)
        assert answer.status_code == httpx.codes.OK, f"{name}: {answer.text}"
        return answer.json()["value"]

    def go(self, url: str) -> None:
        """Opens an address."""
        self.command("url", {"url": url})

    def close(self) -> None:
        """Ends the browser."""
        self._client.delete(f"/session/{self._session}")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript."""
        return self.command("execute/sync", {"script": f"return {expression}", "args": []})

    def perform(self, source: Action) -> None:
        """Performs the actions of an input device."""
        self.command("actions", {"actions": [source]})
