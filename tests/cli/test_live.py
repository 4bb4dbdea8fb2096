"""The command `tamaya live`."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.live.conftest import stand_in
from tests.live.stand_in.server import StandIn
from tests.live.test_live_games import assert_clean, start_game
from tests.truth import ROOT

__all__ = ["stand_in"]
TAMAYA = str(Path(sys.executable).with_name("tamaya"))
ACCOUNT = {"TAMAYA_LIVE_USER": "robin", "TAMAYA_LIVE_PASSWORD": "not-for-the-log"}


def environment(**account: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ACCOUNT} | account


def test_a_missing_account_is_explained() -> None:
    command = [TAMAYA, "live", "--server", "http://127.0.0.1:9"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 2
    assert "TAMAYA_LIVE_USER and TAMAYA_LIVE_PASSWORD not set" in done.stderr


def documented_command() -> list[str]:
    """The command that starts the bot in docs/live.md."""
    text = (ROOT / "docs" / "live.md").read_text()
    (line,) = re.findall(r"^exec (tamaya live .*)$", text, re.M)
    return shlex.split(line)[1:]


@pytest.mark.slow
def test_the_documented_command_plays_a_game(stand_in: StandIn) -> None:
    words = documented_command()
    words[words.index("--server") + 1] = stand_in.url
    words += ["--delay", "0", "--games", "1"]
    with subprocess.Popen(
        [TAMAYA, *words], stderr=subprocess.PIPE, text=True, env=environment(**ACCOUNT)
    ) as bot:
        start_game(stand_in, 2, variantName="No Variant")
        _, log = bot.communicate(timeout=600)
    assert bot.returncode == 0
    assert "joined table 1" in log
    assert "not-for-the-log" not in log
    assert_clean(stand_in)
