"""Agents at tables: replaced when they fail or are late, and kept from game to game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.arena import Table, Team
from tamaya.errors import UnknownPastError
from tamaya.meta import Experience
from tamaya.meta.response import ResponseThoughts, response_reason
from tamaya.web.game.history import deck_text
from tamaya.web.live import agent_turns as thinking
from tamaya.web.live import server_agents as detectives
from tamaya.web.live.agent_server import AgentQuestion, AgentServer
from tamaya.web.live.roster import Roster
from tamaya.web.live.seated_agent import PastGame, SeatedAgent, as_record
from tamaya.web.live.server_agents import detective as detective_of
from tests.truth import ROOT
from tests.web.pages import agent, begin, page, person, play_on, serving

BOTS = Path(__file__).parents[1] / "bots.py"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Sleeper", "took longer than 0.3 s"),
        ("Failing", "RuntimeError: cannot decide"),
        ("Dying", "process ended"),
        ("Illegal", "not a legal move"),
    ],
)
def test_an_agent_that_fails_is_replaced_and_the_game_goes_on(
    tmp_path: Path,
    name: str,
    reason: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.05)
    seconds = 0.3 if name == "Sleeper" else 120.0  # a busy machine delays the others, too
    with serving(tmp_path, agents=(f"{BOTS}:{name}",), seconds=seconds) as client:
        (listed,) = [
            info["id"] for info in client.get("/api/agents").json()["agents"] if name in info["id"]
        ]
        assert "/" not in listed
        new_game = begin(client, person(), agent(listed), setup="standard max_lives=1")
        with page(client, new_game["game"]) as ann:
            play_on(ann, moves=2)
            late = [frame["entry"] for frame in ann.frames if frame["t"] == "event"][1]
            assert late["late"]
            assert late["why"][0]["code"] == "late"
            assert str(late).count("cannot decide") == 0
            play_on(ann, lambda _: "play 0")
            reasons = ann.receive("explain")["reasons"]
            revealed = ann.frames[-2]["reveal"]["agents"]
    thinks = [frame["seat"] for frame in ann.frames if frame["t"] == "thinking"]
    assert set(thinks) == {1} or name != "Sleeper"
    assert revealed == ["", listed]
    assert "seat 1 was replaced" in caplog.text
    assert "cannot decide" not in caplog.text
    assert all(str(BOTS.parent) not in str(frame) for frame in ann.frames)
    assert reason in reasons[0]["text"]
    assert "tamaya moved instead" in reasons[0]["text"]


def past_game(game: ty.Game) -> PastGame:
    moves = tuple(map(str, game.transcript.moves))
    return PastGame(str(game.final.setup), deck_text(game.transcript.deck), game.seed, moves)


def question(
    number: int, game: PastGame, past: tuple[PastGame, ...] | None = None
) -> AgentQuestion:
    return AgentQuestion("e/0", "eger:full", 0, 2, number, game, past, over=False)


def test_an_agent_is_brought_back_by_playing_its_games_again() -> None:
    first, second = (past_game(ty.play("eger:full", "piers", seed=seed)) for seed in (1, 2))
    cut = PastGame(second.setup, second.deck, second.seed, second.moves[:6])
    server = AgentServer()
    assert server.answer(question(2, cut)).forgotten
    answer = server.answer(question(2, cut, (first,)))
    assert answer.decision is not None
    assert answer.decision.move == second.moves[6]
    assert answer.decision.reason is not None
    later = PastGame(second.setup, second.deck, second.seed, second.moves[:8])
    again = server.answer(question(2, later)).decision
    assert again is not None
    assert again.move == second.moves[8]


def test_a_detective_tells_why_its_response_made_the_move() -> None:
    view = ty.State.deal(1).view(0)
    player = ty.as_agent("piers").sit()
    player.begin_game(view)
    inner = player.decide(view).reason
    reason = response_reason("detective", view, ResponseThoughts("piers", 15.5, inner))
    assert as_record(reason, 0).text == f"plays like piers: 15.50 points expected; {inner}"
    assert str(inner).startswith("rule ")


def test_a_network_that_learns_remembers_the_earlier_games_of_its_episode() -> None:
    """The arena's episode is the truth; in its second game a forgetful network moves otherwise."""
    spec, decisions, games = "learned:response", list[ty.Decision](), list[list[str]]()
    team = Team.seat((spec, "iggi"), "standard")
    with Table(team, 2, listen=decisions.append, remembering=True) as table:
        for seed in (1, 2):
            table.play(seed)
            games.append([str(decision.move) for decision in decisions])
            decisions.clear()
    assert games[1] != list(map(str, ty.play(spec, "iggi", seed=2).transcript.moves))
    player = SeatedAgent(spec, 0, 2)
    for seed, moves in enumerate(games, 1):
        number, deck = seed, deck_text(ty.play(spec, "iggi", seed=seed).transcript.deck)
        for turn in range(0, len(moves), 2):
            player.advance(number, PastGame("standard", deck, seed, tuple(moves[:turn])))
            assert player.decide().move == moves[turn]
        player.advance(number, PastGame("standard", deck, seed, tuple(moves)))
        player.finish()


def test_a_seated_agent_refuses_games_out_of_order() -> None:
    game = past_game(ty.play("piers", "piers", seed=1))
    player = SeatedAgent("piers", 0, 2)
    player.advance(1, game)
    with pytest.raises(UnknownPastError):
        player.advance(3, game)


def test_the_detective_is_the_default_partner() -> None:
    for players in (2, 3, 4, 5):
        assert Roster().recommended(players)[0] == "detective"
    info = Roster().info("detective")
    assert info is not None
    assert (info.name, info.remembers, info.players) == ("Detective", True, (2, 3, 4, 5))


def test_the_lobby_knows_the_default_partner_before_the_list_arrives() -> None:
    info = Roster().infos[0]
    source = (ROOT / "web" / "src" / "lobby" / "wish.ts").read_text(encoding="utf-8")
    numbers = ", ".join(map(str, info.players))
    assert re.search(
        rf'DEFAULT_PARTNER.* = {{ id: "{info.id}", name: "{info.name}", .*'
        rf'family: "{info.family}", players: \[{numbers}\] }}',
        source,
    )


def test_every_server_has_a_detective(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detectives, "GAMES", 5)
    spec = detective_of(tmp_path)
    file = tmp_path / "detective.meta"
    written = file.stat().st_mtime_ns
    assert detective_of(tmp_path) == spec
    assert file.stat().st_mtime_ns == written
    roster = Roster((spec,))
    info = roster.info("meta:detective")
    assert info is not None
    assert (info.name, info.remembers, info.players) == ("Detective of rule lists", True, (2,))
    assert roster.spec("meta:detective") == f"meta:{file}"
    file.write_text("damaged")
    detective_of(tmp_path)
    assert ty.agents.as_agent(roster.spec("meta:detective")).name


@pytest.mark.parametrize("name", ["human:all", "eger:outer", "legal_random"])
def test_an_agent_brought_to_another_process_goes_on_as_it_would_have(name: str) -> None:
    """These agents draw random numbers, or remember the meaning of their hints."""
    state = ty.State.deal(11, ty.Setup.standard(2))
    deck, setup = deck_text(state.full_deck), str(state.setup)
    player, moves = SeatedAgent(name, 0, 2), list[str]()
    for _ in range(20):
        game = PastGame(setup, deck, 5, tuple(moves))
        if state.current == 0:
            player.advance(1, game)
            restored = SeatedAgent(name, 0, 2)
            restored.advance(1, game)
            move = player.decide().move
            assert restored.decide().move == move
        else:
            move = str(state.view(1).legal_moves()[len(moves) % 7])
        state.apply(ty.Move.parse(move))
        moves.append(move)
        if state.over:
            break


def test_the_roster_tells_of_every_agent_what_it_scores() -> None:
    infos = {info.id: info for info in Roster().infos}
    assert infos["tamaya"].recommended
    assert infos["evolved:nyu_4"].players == (4,)
    assert "tamaya" not in Roster().recommended(5)
    assert "kagiya" not in Roster().recommended(2)
    score = infos["tamaya"].score
    assert score is not None
    again = ty.match("tamaya", "tamaya", games=score.games).score
    assert round(again.mean, 2) == score.mean
    with_people = infos["companion"].with_people
    assert with_people is not None
    again = ty.match("companion", "human:all", games=with_people.games).score
    assert round(again.mean, 2) == with_people.mean
    assert all(info.style and info.name for info in infos.values())
    assert sum(info.score is not None for info in infos.values()) > 40


@pytest.fixture(scope="module")
def detective(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A meta-agent that knows three kinds of partners."""
    file = tmp_path_factory.mktemp("meta") / "partners.meta"
    Experience.train(["piers", "outer", "flawed"], games=20).write(file)
    return f"meta:{file}"


def test_beliefs_last_for_an_episode_and_are_told_after_each_game(
    tmp_path: Path, detective: str
) -> None:
    with serving(tmp_path, agents=(detective,)) as client:
        hub = client.app.state.hub  # type: ignore[attr-defined]
        assert client.portal is not None
        listed = [a for a in client.get("/api/agents").json()["agents"] if a.get("remembers")]
        (info,) = [a for a in listed if a["id"] != "detective"]
        deck = {"kind": "seed", "seed": 5}
        new_game = begin(client, person(), agent(info["id"]), deck=deck)
        game, counts = new_game["game"], []
        for number in (1, 2):
            with page(client, game) as ann:
                assert ann.receive("snapshot")["number"] == number
                play_on(ann, moves=6)
                counts.append(len(client.portal.call(hub.beliefs, game)))
                play_on(ann, lambda _: "play 0")
                ann.receive("explain")
            game = client.post(f"/api/games/{game}/next", json={"how": "again"}).json()["game"]
        beliefs = client.portal.call(hub.beliefs, game)
    assert counts[0] == 0
    assert counts[1] > 0
    assert {number for number, _ in beliefs} == {1, 2}
    for _, belief in beliefs:
        assert belief.seat == 1
        assert set(belief.posteriors) == {"0"}
        assert abs(sum(belief.posteriors["0"].values()) - 1) < 1e-9
    assert len({str(belief.posteriors) for _, belief in beliefs}) > 2, beliefs


def test_only_in_the_lobby_the_detective_expects_people() -> None:
    """A study adds its agents to the roster, so they play exactly as its file names them."""
    assert Roster().spec("detective") == "detective(meets=people)"
    assert Roster(["detective"]).spec("detective") == "detective"
