"""The agent `detective`, which needs no training."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.meta import Detective, evaluate, watch
from tamaya.meta.response import ResponseThoughts
from tamaya.meta.shipped_agent import ShippedDetective
from tamaya.meta.shipped_files import FOLDER, file_for, read, samples, shipped_detective, write

FILES = sorted(FOLDER.glob("*.json"))
SETUPS = [f"{name} players={n}" for name in ("standard", "competition") for n in (2, 3, 4, 5)]


@pytest.mark.parametrize("setup", SETUPS)
def test_there_is_a_file_for_each_kind_of_game(setup: str) -> None:
    assert file_for(ty.Setup.parse(setup)) in FILES


def test_the_files_are_small() -> None:
    assert sum(file.stat().st_size for file in FILES) < 2_000_000


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_agents_play_as_they_did_when_the_scores_were_measured(file: Path) -> None:
    """After a change of an agent, run `python -m tamaya.meta.shipping` again."""
    assert samples(file) == read(file).experience.samples()


def test_a_file_reads_back_as_written(tmp_path: Path) -> None:
    known, copy = read(FILES[0]), tmp_path / "copy.json"
    write(known, copy)
    assert copy.read_text() == FILES[0].read_text()


def test_damaged_files_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    for text, message in (
        ("", "cannot read the detective's file"),
        ("[]", "is no file of the detective"),
        ('{"format": "tamaya detective 1"}', "is damaged: 'hypotheses'"),
    ):
        file.write_text(text)
        with pytest.raises(ty.TamayaError, match=message):
            read(file)


@pytest.mark.parametrize("rules", ["standard hand_size=3", "standard extra_suit=rainbow"])
def test_games_that_a_response_cannot_play_are_refused(rules: str) -> None:
    setup, message = f"{rules} players=2", "responds with learned:.*, which was trained for"
    with pytest.raises(ty.TamayaError, match=message):
        ty.match("detective", "piers", games=1, setup=setup)
    with pytest.raises(ty.TamayaError, match=message):
        evaluate("detective", ["piers"], episodes=1, games=1, setup=setup)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_with_any_number_of_players(players: int) -> None:
    team = ["detective", *["piers"] * (players - 1)]
    result = ty.match(*team, games=2, first_seed=5)
    again = ty.match(*team, games=2, first_seed=5)
    assert result.scores.tolist() == again.scores.tolist()
    assert result.scores.min() > 5


def test_the_core_and_the_arena_play_the_same_episode() -> None:
    arena = ty.match("detective", "human:all", games=3, first_seed=50)
    core = evaluate("detective", ["human:all"], episodes=1, games=3, first_seed=50)
    assert core.scores[0, 0, 0].tolist() == arena.scores.tolist()


def test_it_answers_a_convention_by_itself_from_the_second_game_on() -> None:
    episode = watch(ty.as_agent("detective"), "convention:hats", games=3, first_seed=5)
    assert "convention:hats" not in episode.responses[0]
    assert episode.responses[1][0] == episode.responses[2][0] == "convention:hats"
    assert min(episode.scores[1:]) > episode.scores[0]


def test_it_is_an_immutable_value() -> None:
    agent = ty.as_agent("detective")
    assert isinstance(agent, ShippedDetective)
    assert pickle.loads(pickle.dumps(agent)) == agent == ty.as_agent("detective")
    assert agent.players == (2, 3, 4, 5)
    assert agent.beliefs == {}
    assert agent.choices == ()


@pytest.mark.parametrize(
    ("setup", "default"),
    [
        ("standard", "learned:companion"),
        ("eger", "learned:companion"),
        ("competition", "companion"),
        ("standard players=3", "companion"),
        ("competition players=5", "companion"),
    ],
)
def test_if_it_expects_people_its_default_is_the_best_response_to_them(
    setup: str, default: str
) -> None:
    agent = ty.as_agent("detective(meets=people)")
    assert isinstance(agent, ShippedDetective)
    detective = agent.at(ty.Setup.parse(setup))
    known = detective.experience
    people = [name.startswith("human:") for name in known.hypotheses.names]
    means = dict(zip(known.responses.names, known.scores[:, people].mean(axis=1), strict=True))
    conventions = [name for name in means if name.startswith("convention:")]
    assert default == max(means.keys() - set(conventions), key=lambda name: means[name])
    player = detective.sit(0)
    state = ty.State.deal(1, ty.Setup.parse(setup))
    player.begin_game(state.view(0), 1)
    own = ty.as_agent(default).sit(0)
    own.begin_game(state.view(0), 1)
    assert player.decide(state.view(0)).move == own.decide(state.view(0)).move


def test_unknown_partners_to_expect_are_refused() -> None:
    with pytest.raises(ty.TamayaError, match="anyone"):
        ty.as_agent("detective(meets=cats)")


def test_it_explains_itself() -> None:
    agent = shipped_detective(ty.Setup.parse("standard"))
    positions = list(ty.play("piers", "eger:full", seed=3).transcript.positions())
    player = agent.sit(0)
    player.begin_game(positions[0].view(0), 1)
    for before, after in pairwise(positions[:9]):
        if before.current == 0:
            player.decide(before.view(0))
        player.observe(after.events[-1], after.view(0))
    thoughts = player.decide(positions[8].view(0)).reason.thoughts
    assert isinstance(thoughts, ResponseThoughts)
    grounds = thoughts.grounds
    assert grounds is not None
    (posterior,) = agent.beliefs.values()
    assert grounds.hypothesis == posterior.likeliest
    assert grounds.probability == pytest.approx(posterior.of(grounds.hypothesis))
    shifts = [clue.shift for clue in grounds.clues]
    assert len(shifts) == 3
    assert shifts == sorted(shifts, reverse=True)
    assert {clue.turn % 2 for clue in grounds.clues} == {1}, "moves of the partner"
    assert grounds.default == "learned:response"
    assert any("takes the partner for" in line for line in thoughts.lines())
    assert json.dumps(thoughts.as_dict())


def test_it_sees_only_views() -> None:
    """Two positions with the same view give the same beliefs and moves."""
    state = list(ty.play("piers", "piers", seed=3).transcript.positions())[4]
    view = state.view(0)
    moves = set()
    for seed in range(4):
        other = view.imagine(seed)
        assert other.view(0) == view
        player = ty.as_agent("detective").sit(0)
        player.begin_game(other.view(0), 1)
        moves.add(str(player.decide(other.view(0)).move))
    assert len(moves) == 1


def test_it_is_listed_and_described() -> None:
    assert "detective" in ty.agents.agent_names()
    agent = ty.as_agent("detective")
    assert isinstance(agent, ShippedDetective)
    assert "partners" in agent.description
    assert isinstance(agent.at(ty.Setup.parse("standard")), Detective)
