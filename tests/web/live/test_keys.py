"""Servers hide decks from agents written in Python behind a key that only they keep."""

from __future__ import annotations

from pathlib import Path

import tamaya as ty
from tamaya import _core
from tamaya.agents.seeds import hidden_seed, new_key, parse_key
from tamaya.web.game.history import deck_text
from tamaya.web.game.records import Began
from tamaya.web.live.seated_agent import PastGame, SeatedAgent
from tests.web.pages import agent, begin, page, person, serving

BOT = """
import tamaya as ty

class Nosy(ty.Agent):
    def begin_game(self, view, seed):
        with open({seeds!r}, "a") as file:
            print(seed, file=file)

    def act(self, view):
        return view.legal_moves()[0]
"""


def nosy(folder: Path) -> tuple[str, Path]:
    """An agent that writes down its seeds, and where."""
    file, seeds = folder / "nosy.py", folder / "seeds"
    file.write_text(BOT.format(seeds=str(seeds)))
    return f"{file}:Nosy", seeds


def test_the_seed_of_a_python_agent_follows_from_the_key_of_its_game(tmp_path: Path) -> None:
    spec, seeds = nosy(tmp_path)
    deck = deck_text(ty.State.deal(5).full_deck)
    key = new_key()
    for game in (PastGame("standard", deck, 5, (), key), PastGame("standard", deck, 5, ())):
        SeatedAgent(spec, 1, 2).advance(1, game)
    with_key, without = map(int, seeds.read_text().split())
    assert with_key == hidden_seed(5, 1, key)
    assert without == hidden_seed(5, 1)
    assert _core.agent_seed(5, 1) not in (with_key, without)


def test_every_game_has_a_new_key_which_is_recorded_and_never_sent(tmp_path: Path) -> None:
    spec, seeds = nosy(tmp_path)
    began = list[Began]()
    with serving(tmp_path, agents=(f"nosy={spec}",)) as client:
        for _ in range(2):
            new_game = begin(client, agent("nosy"), person(), deck={"kind": "seed", "seed": 5})
            with page(client, new_game["game"], token=new_game["tokens"][0]["token"]) as ann:
                ann.receive("event")  # the agent has moved
                tables = client.app.state.hub.tables  # type: ignore[attr-defined]
                began.append(tables[new_game["game"]].history.began)
                assert began[-1].key not in str(ann.frames)
    keys = [parse_key(game.key) for game in began]
    assert all(len(key) == 16 for key in keys)
    assert keys[0] != keys[1]
    got = set(map(int, seeds.read_text().split()))
    assert got == {hidden_seed(5, 0, key) for key in keys}
