"""Agents are values; their players have the state."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.agents import Player, PythonPlayer, ValueAgent
from tamaya.arena import explain

SAMPLE = ("piers", "noisy(20, iggi)", "eger:full", "cyclone:self_play", "human:all")


def value(name: str) -> ValueAgent:
    agent = ty.as_agent(name)
    assert isinstance(agent, ValueAgent)
    return agent


@pytest.mark.parametrize("name", [*SAMPLE, "mcs(piers, iterations=20)", "elite:tamaya-1#2,3"])
def test_one_agent_sits_in_both_seats_and_plays_as_two_would(name: str) -> None:
    agent = value(name)
    assert ty.match(agent, agent, games=3) == ty.match(name, name, games=3)
    assert ty.play(agent, agent, seed=5).final == ty.play(name, name, seed=5).final


def test_a_meta_agent_sits_in_both_seats() -> None:
    agent = value("meta:tamaya-1#published")
    assert ty.match(agent, agent, games=2).games == 2


@pytest.mark.parametrize("name", SAMPLE)
def test_agents_of_one_name_are_equal_and_survive_copies(name: str) -> None:
    agent = value(name)
    for twin in (ty.as_agent(name), copy.copy(agent), copy.deepcopy(agent)):
        assert twin == agent
        assert hash(twin) == hash(agent)
    assert agent != value("outer")


@pytest.mark.parametrize("name", SAMPLE)
def test_players_of_one_agent_do_not_disturb_each_other(name: str) -> None:
    agent, state = value(name), ty.State.deal(4)
    view = state.view(0)
    first, second = agent.sit(0), agent.sit(0)
    first.begin_game(view, 9)
    alone = first.decide(view).move
    second.begin_game(view, 10)
    second.decide(view)
    first.begin_game(view, 9)
    assert first.decide(view).move == alone


def test_a_seat_has_a_seed_of_its_own() -> None:
    view = ty.State.deal(4).view(0)
    moves = set()
    for seed in range(20):
        player = value("legal_random").sit(0, seed)
        player.begin_game(view)
        moves.add(player.decide(view).move)
    assert len(moves) > 3


def test_a_player_that_gives_up_says_so() -> None:
    player = value("chromosome2019(27)").sit()
    view = ty.State.deal(1).view(0)
    player.begin_game(view)
    decision = player.decide(view)
    assert decision.move is None
    assert str(decision.reason) == "no rule applies: gives up"


class Counting:
    """Counts its own moves, over all games."""

    def __init__(self) -> None:
        self.moves = 0

    def act(self, view: ty.View) -> ty.Move:
        self.moves += 1
        return view.legal_moves()[0]


def test_each_player_of_a_class_has_an_object_of_its_own() -> None:
    agent = ty.as_agent(Counting)
    players: list[Player] = [agent.sit(0), agent.sit(1)]
    bodies = [player.body for player in players if isinstance(player, PythonPlayer)]
    assert len({id(body) for body in bodies}) == 2
    assert ty.play(agent, agent).agents == ("Counting", "Counting")


def test_an_object_without_the_base_class_cannot_sit_twice_either() -> None:
    bot = Counting()
    with pytest.raises(ty.TamayaError, match="the same Counting object sits in two seats: pass"):
        ty.play(bot, bot)


def test_a_class_made_of_a_native_agent_is_asked_in_python() -> None:
    from tamaya.agents import NativeAgent

    class First(NativeAgent):
        def act(self, view: ty.View) -> ty.Move:
            return view.legal_moves()[0]

    piers = value("piers")
    assert isinstance(piers, NativeAgent)
    bot = First("first", piers.genome)
    explained = explain(bot, "piers", seed=2)
    assert {r.source for r in explained.reasons if r.view.me == 0} == {"python"}
    with pytest.raises(ty.TamayaError, match="sits in two seats"):
        ty.play(bot, bot)


def test_meta_agents_say_whom_they_play_like_and_which_rule_decided() -> None:
    for name in ("meta:tamaya-1", "meta:tamaya-1#published"):
        explained = explain(name, "piers", seed=3)
        reason = explained.reasons[0]
        assert reason.source == "response"
        assert str(reason).startswith("plays like ")
        assert reason.thoughts is not None
        assert reason.thoughts.lines()[0].startswith("rule ")


def test_the_generalist_can_be_used_as_an_agent() -> None:
    experience = value("meta:tamaya-1").experience  # type: ignore[attr-defined]
    assert experience.generalist in experience.responses.names
    assert ty.match(experience.generalist, "piers", games=5).games == 5
    again = pickle.loads(pickle.dumps(experience.generalist))
    assert again == experience.generalist
    assert again.agent == experience.generalist.agent


class Quitter(ty.Agent):
    """Ends the program."""

    def act(self, view: ty.View) -> ty.Move:
        sys.exit(3)


def test_sys_exit_in_an_agent_is_its_failure_and_not_the_end_of_a_table() -> None:
    with pytest.raises(ty.AgentError, match=r"'Quitter' in seat 0, .* called sys.exit\(3\)"):
        ty.play(Quitter, "piers")
    table = ty.matchups([Quitter, "piers"], games=2)
    assert table.finished.tolist() == [[False, False], [False, True]]


def test_a_bug_in_a_constructor_is_told_as_what_it_is() -> None:
    class Broken:
        def __init__(self) -> None:
            len(3)  # type: ignore[arg-type]

        def act(self, view: ty.View) -> ty.Move:
            return view.legal_moves()[0]

    with pytest.raises(
        ty.AgentError, match="cannot make a Broken: TypeError: object of type 'int'"
    ) as caught:
        ty.play(Broken, "piers")
    assert isinstance(caught.value.__cause__, TypeError)


@pytest.mark.parametrize("seed", [1.0, "1", -1, 2**64, None])
def test_a_seed_that_is_none_is_refused(seed: object) -> None:
    for play in (ty.play, explain):
        with pytest.raises(ty.TamayaError, match="not a seed: "):
            play("piers", "piers", seed=seed)  # type: ignore[arg-type]


def test_a_search_with_models_of_two_partners_refuses_a_table_for_two(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="cannot play: it has models for 2 partners"):
        ty.play("predictor(piers, iggi, iterations=5)", "piers")


def test_an_agent_that_makes_illegal_moves_by_design_names_the_set_up_it_needs() -> None:
    elite = "elite:canaan2020-1#3,0"
    with pytest.raises(ty.IllegalMoveError, match="use the set-up 'competition'") as caught:
        ty.match(elite, elite, elite, games=20, setup="standard")
    assert str(caught.value).isprintable()
    assert ty.match(elite, elite, elite, games=20, setup="competition").games == 20


@pytest.mark.parametrize("name", [*SAMPLE, "eger:sample(outer, 20)", "is_mcts(iterations=5)"])
def test_an_agent_cannot_be_changed(name: str) -> None:
    agent = value(name)
    for attribute in ("policy", "name", "genome", "settings", "anything"):
        with pytest.raises(AttributeError):
            setattr(agent, attribute, None)
    again = pickle.loads(pickle.dumps(agent)) if name != "is_mcts(iterations=5)" else agent
    assert again == agent
