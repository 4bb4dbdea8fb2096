"""Hypotheses and responses of all native families: people, networks, conventions, Cyclone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.agents import CoreAgent
from tamaya.agents.families.hats import HatsAgent
from tamaya.meta import Detective, Experience
from tamaya.meta.detective_batches import play_detectives

MIXED = ("piers", "human:all", "cyclone:self_play", "eger:full", "convention:hats")
RESPONSES = ("learned:response", "piers", "convention:hats")


@pytest.fixture(scope="module")
def experience() -> Experience:
    return Experience.train(MIXED, RESPONSES, games=20, first_seed=900_000)


@pytest.fixture(scope="module")
def detective(experience: Experience) -> Detective:
    return Detective(experience, default="learned:response", whole_games=["convention:hats"])


def native(name: str) -> CoreAgent:
    agent = ty.as_agent(name)
    assert isinstance(agent, CoreAgent)
    return agent


def test_a_file_keeps_agents_of_all_families(experience: Experience, tmp_path: Path) -> None:
    file = tmp_path / "mixed.meta"
    experience.write(file)
    again = Experience.read(file)
    assert again.hypotheses.names == MIXED
    assert again.responses.names == RESPONSES
    assert again.scores.tolist() == experience.scores.tolist()
    assert again.samples() == experience.samples()


def test_an_agent_that_its_name_does_not_describe_cannot_be_stored(tmp_path: Path) -> None:
    """The file would name the agent of the grammar, and other numbers would belong to it."""
    experience = Experience.train({"other": HatsAgent(name="piers")}, games=2)
    with pytest.raises(ty.TamayaError, match="cannot store the agent 'other': 'piers' names anoth"):
        experience.write(tmp_path / "other.meta")


def test_an_agent_written_in_python_is_no_hypothesis() -> None:
    class Own(ty.Agent):
        def act(self, view: ty.View) -> ty.Move:
            return view.legal_moves()[0]

    with pytest.raises(ty.TamayaError, match="'Own' of the pool 'agents' is not native"):
        Experience.train(["piers", Own()], games=1)


@pytest.mark.parametrize("partner", ["human:all", "eger:full"])
def test_the_core_and_the_arena_play_the_same_episode(detective: Detective, partner: str) -> None:
    seeds = np.arange(300, 304, dtype=np.uint64)[None]
    core = play_detectives(detective, [native(partner)], seeds, ty.Setup.parse("standard"))
    arena = ty.match(detective, partner, games=4, first_seed=300)
    assert arena.scores.tolist() == core.scores[0].tolist()


def test_a_convention_is_answered_by_itself_from_the_second_game_on(detective: Detective) -> None:
    ty.match(detective, "convention:hats", games=2, first_seed=7)
    first, second = ([c.response for c in detective.choices if c.game == game] for game in (1, 2))
    assert "convention:hats" not in first, "it must not begin within a game"
    assert second == ["convention:hats"]


def remembered(agent: Detective) -> bytes:
    """What the responses of a detective in seat 0 remember of a fixed game."""
    positions = list(ty.play("piers", "piers", seed=5).transcript.positions())
    player = agent.sit(0)
    player.begin_game(positions[0].view(0), 1)
    for before, after in pairwise(positions):
        if before.current == 0:
            player.decide(before.view(0))
        player.observe(after.events[-1], after.view(0))
    player.end_game(positions[-1].view(0))
    memory = vars(player)["_memory"]
    assert isinstance(memory, bytes)
    return memory


def test_a_network_that_is_not_played_still_remembers_its_partner(experience: Experience) -> None:
    played = Detective(experience, default="learned:response", caution=100, within_games=False)
    idle = Detective(
        replace(experience, scores=experience.scores - [[30.0], [0.0], [30.0]]),
        default="piers",
        caution=100,
        within_games=False,
    )
    memory = remembered(played)
    assert any(memory)
    assert remembered(idle) == memory
    assert [choice.response for choice in played.choices] == ["learned:response"]
    assert [choice.response for choice in idle.choices] == ["piers"]


def test_memories_follow_the_players_to_other_seats(detective: Detective) -> None:
    memory, start = remembered(detective), ty.play("piers", "piers", seed=5).transcript.start()

    def next_game(memory: bytes, seat: int, moved: int) -> bytes:
        beliefs = np.full((2, len(MIXED), len(detective.doubts)), 1 / 20)
        core = _core.MetaSeat(detective.casebook, beliefs, seat, 1, memory=memory, moved=moved)
        return core.finish(start.view(seat))

    stayed = next_game(next_game(memory, 0, 0), 0, 0)
    assert next_game(memory, 1, 1) != next_game(memory, 0, 0)
    assert next_game(next_game(memory, 1, 1), 0, 1) == stayed


def test_models_of_people_say_probabilities() -> None:
    """With one imagined position, an agent that only makes moves would be right or wrong."""
    (noise, _), (more_noise, _) = doubts = ((0.1, 1.0), (0.5, 1.0))
    known = Experience.train(["human:all"], ["piers"], games=1)
    detective = Detective(known, samples=1, doubts=doubts)
    before, after = list(ty.play("piers", "human:all", seed=11).transcript.positions())[1:3]
    beliefs = np.full((2, 1, 2), 0.5)
    core = _core.MetaSeat(detective.casebook, beliefs, 0, 1)
    core.notice(before.view(0), after.events[-1])
    ratio = beliefs[1, 0, 1] / beliefs[1, 0, 0]
    probability = (more_noise - ratio * noise) / 20 / (ratio * (1 - noise) - (1 - more_noise))
    assert 1e-6 < probability < 1 - 1e-6
