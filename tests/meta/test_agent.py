"""The meta-agent in matches: what it learns, believes and plays."""

from __future__ import annotations

import copy
import math
from pathlib import Path

import pytest

import tamaya as ty
from tamaya.meta import Evidence, Mode, Normal, Oracle, Schedule, generalist, random_response
from tamaya.meta.meta_batches import PartnerSeries, play_meta_agents
from tests.meta.people import NEVER_HINTS, NEVER_PLAYS, canaan, elite

SETUP = "competition players=2"


def test_in_its_first_game_it_plays_like_the_generalist() -> None:
    partner = canaan().hypotheses.elites[5]
    meta, plain = ty.MetaAgent(canaan()), canaan().responses.find(canaan().generalist)
    ours = ty.play(meta, partner, seed=3, setup=SETUP)
    theirs = ty.play(plain, copy.copy(partner), seed=3, setup=SETUP)
    assert ours.final == theirs.final
    assert meta.choices[0].response == canaan().generalist


def test_it_learns_once_before_each_game_but_the_first() -> None:
    meta = ty.MetaAgent(canaan())
    ty.match(meta, canaan().hypotheses.elites[3], games=5, setup=SETUP)
    assert [update.game for update in meta.updates] == [2, 3, 4, 5]
    assert [update.evidence.games for update in meta.updates] == [1, 2, 3, 4]
    written = ty.MetaAgent(canaan(), "as_written")
    ty.match(written, canaan().hypotheses.elites[3], games=5, setup=SETUP)
    assert [update.evidence.games for update in written.updates] == [1, 1, 1, 1]
    for update in (*meta.updates, *written.updates):
        assert sum(update.posterior.probabilities) == pytest.approx(1)


def test_another_episode_starts_from_the_prior() -> None:
    meta, partner = ty.MetaAgent(canaan()), canaan().hypotheses.elites[3]
    first = ty.match(meta, copy.copy(partner), games=4, setup=SETUP)
    learned = meta.choices
    again = ty.match(meta, copy.copy(partner), games=4, setup=SETUP)
    assert again == first
    assert meta.choices == learned
    start = meta.choices[0].posteriors["partner-1"]
    assert len(set(start.probabilities)) == 1


def test_it_finds_out_who_the_partner_is() -> None:
    meta, partner = ty.MetaAgent(canaan()), canaan().hypotheses.find("4,4")
    ty.match(meta, partner, games=10, setup=SETUP)
    assert meta.beliefs["partner-1"].of("4,4") > 1 / len(canaan().hypotheses)


def test_the_names_of_its_beliefs_and_choices_can_be_used_as_agents() -> None:
    meta, partner = ty.MetaAgent(canaan()), canaan().hypotheses.elites[3]
    ty.match(meta, partner, games=2, setup=SETUP)
    response = meta.choices[-1].response
    assert ty.as_agent(meta.beliefs["partner-1"].hypotheses[3]) == partner
    assert ty.as_agent(response) == canaan().responses.find(str(response))


@pytest.mark.parametrize("mode", ["published", "as_written", "generalist", "random_response"])
def test_episodes_in_the_core_are_those_of_the_arena(mode: str) -> None:
    setup, games = ty.Setup.parse(SETUP), 6
    partners = [
        *canaan().hypotheses.elites[::4],
        elite(NEVER_PLAYS, "never plays"),
        elite(NEVER_HINTS, "never hints"),
    ]
    agent = ty.MetaAgent(canaan(), mode)
    series = [PartnerSeries(agent, partner, 50 * i) for i, partner in enumerate(partners)]
    quick = play_meta_agents(series, games, setup)
    for i, partner in enumerate(partners):
        meta = ty.MetaAgent(canaan(), mode)
        slow = ty.match(meta, partner, games=games, first_seed=50 * i, setup=setup)
        assert quick.scores[i].tolist() == slow.scores.tolist()
        assert quick.bombed[i].tolist() == slow.bombed.tolist()
        names = [canaan().responses.names[place] for place in quick.responses[i]]
        assert names == [choice.response for choice in meta.choices]
        true = list(canaan().places_of(partner))
        for game, choice in enumerate(meta.choices):
            probabilities = choice.posteriors["partner-1"].probabilities
            expected = sum(probabilities[place] for place in true) if true else math.nan
            assert quick.truth[i, game] == pytest.approx(expected, nan_ok=True, abs=0)


def test_partners_that_never_play_or_never_hint_leave_no_nan() -> None:
    for rules in (NEVER_PLAYS, NEVER_HINTS):
        for mode in ("published", "as_written"):
            meta = ty.MetaAgent(canaan(), mode)
            ty.match(meta, elite(rules, "odd"), games=4, setup=SETUP)
            assert sum(meta.beliefs["partner-1"].probabilities) == pytest.approx(1)
            last = meta.updates[-1].evidence
            assert isinstance(last, Evidence)
            plays = last.counters.plays
            assert math.isnan(last.features["information_per_play"]) == (plays == 0)


def test_it_can_sit_in_any_seat() -> None:
    meta = ty.MetaAgent(canaan())
    ty.match(canaan().hypotheses.elites[0], meta, games=3, setup=SETUP)
    assert list(meta.beliefs) == ["partner-0"]
    assert len(meta.updates) == 2


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_has_beliefs_about_each_of_several_partners(players: int) -> None:
    pool = ty.Pool("some", ("piers", "flawed", "iggi"), f"standard players={players}")
    meta = ty.MetaAgent.train(pool, games=20)
    partners = ["flawed", "piers", "iggi", "flawed"][: players - 1]
    ty.match(meta, *partners, games=4)
    assert list(meta.beliefs) == [f"partner-{seat}" for seat in range(1, players)]
    for belief in meta.beliefs.values():
        assert sum(belief.probabilities) == pytest.approx(1)
    assert meta.beliefs["partner-1"].of("flawed") > meta.beliefs["partner-2"].of("flawed")


def test_with_a_schedule_of_turns_it_learns_within_a_game() -> None:
    for cumulative in (True, False):
        mode = Mode(
            name="often",
            schedule=Schedule(turns=3),
            cumulative=cumulative,
            likelihood=Normal(nothing="silent"),
        )
        meta = ty.MetaAgent(canaan(), mode)
        game = ty.play(meta, canaan().hypotheses.elites[7], seed=1, setup=SETUP)
        own_turns = sum(event.actor == 0 for event in game.final.events)
        assert len(meta.updates) == (own_turns - 1) // 3
        turns = [update.evidence.counters.turns for update in meta.updates]
        assert turns == (
            [3 * (i + 1) for i in range(len(turns))] if cumulative else [3] * len(turns)
        )
        assert len({choice.turn for choice in meta.choices}) == len(meta.choices)


def test_an_oracle_responds_to_the_hypothesis_of_the_partners_niche() -> None:
    stranger = canaan().hypotheses.elites[9].but(genome=canaan().hypotheses.elites[0].genome)
    oracle = Oracle(canaan()).knowing(stranger)
    ty.play(oracle, stranger, setup=SETUP)
    best = canaan().scores[:, 9].argmax()
    assert oracle.choices[0].response == canaan().responses.names[best]
    with pytest.raises(ty.TamayaError, match="the oracle cannot place 'piers'"):
        Oracle(canaan()).knowing(ty.as_agent("piers"))


def test_baselines_never_learn() -> None:
    for agent in (generalist(canaan()), random_response(canaan())):
        ty.match(agent, canaan().hypotheses.elites[2], games=4, setup=SETUP)
        assert agent.updates == ()
    assert len({choice.response for choice in agent.choices}) > 1


def test_a_name_with_a_file_is_a_meta_agent(tmp_path: Path) -> None:
    file = tmp_path / "some.meta"
    canaan().write(file)
    by_name, partner = f"meta:{file}#published", canaan().hypotheses.elites[3]
    ours = ty.match(by_name, partner, games=3, setup=SETUP)
    same = ty.match(ty.MetaAgent(file), partner, games=3, setup=SETUP)
    assert ours.scores.tolist() == same.scores.tolist()
    assert ours.agents[0] == by_name
    agent = ty.as_agent(f"meta:{file}#as_written")
    assert isinstance(agent, ty.MetaAgent)
    assert agent.mode.name == "as_written"
    with pytest.raises(ty.UnknownNameError, match="no mode 'best'"):
        ty.as_agent(f"{by_name}#best")


def test_it_can_be_in_a_match_up_table_with_others() -> None:
    meta = ty.MetaAgent(canaan(), name="meta")
    table = ty.matchups([meta, "mapelites:iggi"], games=3, setup=SETUP)
    assert table.complete
    assert not table.failures


def test_without_a_game_it_cannot_move() -> None:
    view = ty.State.deal(0).view(0)
    with pytest.raises(ty.TamayaError, match="published has not begun a game"):
        ty.MetaAgent(canaan()).act(view)
