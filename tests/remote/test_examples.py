"""The example programs play whole games; a scripted server stands in for a chat model."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

import tamaya as ty
from tests.ports import reserved_ports
from tests.remote.test_http import reply, server
from tests.truth import ROOT

EXAMPLES = ROOT / "examples"


def code_lines(file: Path) -> int:
    return len([line for line in file.read_text().splitlines() if line.strip()])


@pytest.mark.parametrize("name", ["remote_agent.py", "remote_agent.mjs"])
def test_the_clients_are_short(name: str) -> None:
    assert code_lines(EXAMPLES / name) <= 30


def python_client(name: str, seconds: int = 120) -> str:
    return f'remote:"{sys.executable} {EXAMPLES / name}"(seconds={seconds})'


def test_the_python_client_plays_without_losing_a_life() -> None:
    matchup = ty.match(python_client("remote_agent.py"), "piers", games=5)
    assert not matchup.lost
    assert not matchup.bombed.any()
    assert matchup.score.mean > 8


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_javascript_client_plays_the_same_games_as_the_python_client() -> None:
    with reserved_ports(1) as (port,):
        node = subprocess.Popen(["node", str(EXAMPLES / "remote_agent.mjs"), str(port)])
        try:
            while not is_open(port):
                assert node.poll() is None
                time.sleep(0.05)
            address = f"http://127.0.0.1:{port}/"
            matchup = ty.match(f"remote:{address}(seconds=120)", "piers", games=2)
        finally:
            node.kill()
            node.wait()
    assert not matchup.lost
    python = ty.match(python_client("remote_agent.py"), "piers", games=2)
    assert matchup.scores.tolist() == python.scores.tolist()


def test_a_chat_model_plays_through_its_api(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in thinks aloud, and sometimes names no legal move at first."""
    prompts: list[list[dict[str, str]]] = []

    def respond(handler: BaseHTTPRequestHandler, body: dict[str, object]) -> None:
        conversation = body["messages"]
        assert isinstance(conversation, list)
        prompts.append(conversation)
        last = conversation[-1]["content"]
        legal = last.partition("egal moves: ")[2] or last.partition("one of: ")[2]
        move = legal.splitlines()[0].split(", ")[-1]
        vague = len(conversation) == 2 and len(prompts) % 5 == 0
        content = "Hmm." if vague else f"Not play 0, I think. I choose {move.upper()}!"
        reply(handler, json.dumps({"choices": [{"message": {"content": content}}]}).encode())

    with server(respond) as address:
        monkeypatch.setenv("CHAT_URL", address)
        monkeypatch.setenv("CHAT_MODEL", "stand-in")
        game = ty.play(python_client("chat_model.py"), "piers", seed=4)
    assert not game.lost
    assert game.final.over
    assert any(len(conversation) == 4 for conversation in prompts), "it was reminded"
    own_turns = len(game.transcript.moves[0::2])
    assert len([conversation for conversation in prompts if len(conversation) == 2]) == own_turns
