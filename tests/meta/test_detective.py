"""The detective recognizes partners by their moves, in the core and in the arena."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents import Elite
from tamaya.meta import Detective, Experience, Oracle, evaluate, generalist
from tamaya.meta.detective import CAUTION
from tamaya.meta.detective_batches import play_detectives

POOL = ty.pool("canaan2020-1")
SOME = ty.Pool(
    "some",
    POOL.elites[6:16],
    POOL.setup,
    rulebook=POOL.rulebook,
    features=POOL.features,
    grid=POOL.grid,
)


@pytest.fixture(scope="module")
def experience() -> Experience:
    return Experience.train(SOME, games=60, first_seed=900_000)


@pytest.fixture
def detective(experience: Experience) -> Detective:
    return Detective(experience)


def partner(place: int) -> Elite:
    return SOME.elites[place].but()


def test_in_the_arena_it_plays_the_games_of_the_core(detective: Detective) -> None:
    elite = partner(4)
    seeds = np.arange(300, 305, dtype=np.uint64)[None]
    core = play_detectives(detective, [elite], seeds, ty.Setup.parse(SOME.setup))
    arena = ty.match(detective, elite, games=5, first_seed=300, setup=SOME.setup)
    assert arena.scores.tolist() == core.scores[0].tolist()
    names = detective.experience.responses.names
    starts = {c.game: c for c in reversed(detective.choices)}
    assert [names.index(starts[g].response) for g in range(1, 6)] == core.responses[0].tolist()
    (posterior,) = starts[5].posteriors.values()
    true = detective.experience.places_of(elite)
    assert sum(posterior.probabilities[i] for i in true) == core.truth[0, 4]


def test_partners_that_remember_hints_play_the_same_in_the_core(detective: Detective) -> None:
    full = ty.as_agent("eger:full")
    assert isinstance(full, ty.agents.CoreAgent)
    seeds = np.arange(300, 305, dtype=np.uint64)[None]
    core = play_detectives(detective, [full], seeds, ty.Setup.parse(SOME.setup))
    arena = ty.match(detective, "eger:full", games=5, first_seed=300, setup=SOME.setup)
    assert arena.scores.tolist() == core.scores[0].tolist()


def test_it_knows_its_partner_after_three_games(detective: Detective) -> None:
    evaluation = evaluate(detective, SOME, episodes=5, games=4)
    assert (evaluation.truth[0, :, :, 3] > 0.5).mean() >= 0.8


def test_it_does_better_than_the_generalist_and_nearly_as_well_as_the_oracle(
    experience: Experience, detective: Detective
) -> None:
    agents = {
        "generalist": generalist(experience),
        "oracle": Oracle(experience),
        "detective": detective,
    }
    evaluation = evaluate(agents | {"detective": detective}, SOME, episodes=20, games=10)
    by_episode = evaluation.scores.astype(float).mean(axis=(1, 3))
    gain = by_episode[2] - by_episode[0]
    assert gain.mean() > 3 * gain.std(ddof=1) / np.sqrt(len(gain))
    assert gain.mean() > 0.6 * (by_episode[1] - by_episode[0]).mean()


def test_beliefs_are_probabilities_and_last_for_an_episode(detective: Detective) -> None:
    ty.match(detective, partner(2), games=3, first_seed=7, setup=SOME.setup)
    (belief,) = detective.beliefs.values()
    assert sum(belief.probabilities) == pytest.approx(1.0)
    assert max(belief.probabilities) > 0.5
    fresh = copy.copy(detective)
    assert not fresh.choices
    again = ty.match(detective, partner(2), games=3, first_seed=7, setup=SOME.setup)
    first = ty.match(fresh, partner(2), games=3, first_seed=7, setup=SOME.setup)
    assert again == first, "a new episode starts from the prior"


def test_it_sits_anywhere_and_with_several_partners() -> None:
    setup = f"{SOME.setup} players=3"
    known = Experience.train(SOME, games=20, setup=setup)
    detective = Detective(known)
    agents = [detective, partner(1), partner(5)]
    for shift in range(3):
        played = ty.match(*(agents[shift:] + agents[:shift]), games=2, first_seed=40, setup=setup)
        assert played.games == 2
    assert len(detective.beliefs) == 2


def test_a_partner_unlike_all_hypotheses_rules_none_out(detective: Detective) -> None:
    ty.match(detective, "legal_random", games=3, first_seed=1, setup=SOME.setup)
    (belief,) = detective.beliefs.values()
    assert all(p > 0 for p in belief.probabilities)
    assert sum(belief.probabilities) == pytest.approx(1.0)


def test_one_hypothesis_is_enough() -> None:
    alone = ty.Pool("alone", SOME.elites[:1], SOME.setup)
    detective = Detective(Experience.train(alone, games=5))
    played = ty.match(detective, partner(3), games=2, setup=SOME.setup)
    plain = ty.match(partner(0), partner(3), games=2, setup=SOME.setup)
    assert played.scores.tolist() == plain.scores.tolist()


def test_impossible_numbers_and_a_move_before_the_game_are_refused(experience: Experience) -> None:
    with pytest.raises(ty.TamayaError, match="samples = 0"):
        Detective(experience, samples=0)
    with pytest.raises(ty.TamayaError, match="noise = 1"):
        Detective(experience, doubts=[(1.0, 1.0)])
    with pytest.raises(ty.TamayaError, match="has not begun a game"):
        Detective(experience).act(ty.State.deal(seed=1).view(0))


def test_a_file_of_experience_names_a_detective(experience: Experience, tmp_path: Path) -> None:
    experience.write(tmp_path / "known.meta")
    by_name = ty.match(f"meta:{tmp_path}/known.meta", partner(1), games=2, setup=SOME.setup)
    assert by_name == ty.match(
        Detective(experience, name=by_name.agents[0]), partner(1), games=2, setup=SOME.setup
    )
    with pytest.raises(ty.UnknownNameError, match="no mode 'spy'.*expected detective, published"):
        ty.as_agent(f"meta:{tmp_path}/known.meta#spy")


def test_losses_against_the_generalist_count_several_times() -> None:
    two = replace(SOME, agents=SOME.agents[:2])
    known = replace(Experience.train(two, games=10), scores=np.array([[10.0, 10.0], [12.0, 7.9]]))
    assert known.reference == 0
    for caution, response in ((1.0, 1), (3.0, 0)):
        careful = Detective(known, caution=caution, prior=[0.6, 0.4])
        careful.begin_game(ty.State.deal(1, ty.Setup.parse(SOME.setup)).view(0), 1)
        assert careful.choices[-1].response == two.names[response]
    with pytest.raises(ty.TamayaError, match="caution = 0.5"):
        Detective(known, caution=0.5)


def test_the_reference_is_the_best_response_that_is_also_a_hypothesis() -> None:
    grown = SOME.elites[0].but(name="grown", genome=ty.as_agent("competition:iggi").genome)  # type: ignore[attr-defined]
    known = Experience.train(SOME, ty.Pool("r", (grown, *SOME.elites[1:]), SOME.setup), games=10)
    scores = known.scores.copy()
    scores[0] = 25
    assert replace(known, scores=scores).reference == 1 + int(scores[1:].mean(axis=1).argmax())


def test_between_equals_an_agent_of_the_pool_is_likelier() -> None:
    twin = SOME.elites[0].but(name="twin", niche=())
    known = Experience.train(ty.Pool("h", (*SOME.elites, twin), SOME.setup), SOME, games=10)
    assert Detective(known).caution == CAUTION
    prior = Detective(known).prior
    assert prior[-1] == pytest.approx(0.9 * prior[0])
    alone = Detective(Experience.train(ty.Pool("h", (twin,), SOME.setup), games=10))
    assert (alone.caution, alone.prior.tolist()) == (1, [1.0])
