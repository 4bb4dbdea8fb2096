"""Models of people: what they learn, and that the core plays what was learned."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.humans.clone import halves
from tamaya.humans.clusters import clustered, second_halves
from tamaya.humans.decision_inputs import KINDS, MARKS, SCENE, DecisionInputs, decision_inputs
from tamaya.humans.games import HumanDecision, HumanGame, decisions
from tamaya.humans.learning import Lesson, PersonWeights, chances, learn, worth_of
from tamaya.humans.model import HumanAgent, PersonModel, Provenance

SETUP = ty.Setup.eger(2)
QUICK = Lesson(epochs=6)


def games_of(agent: str, partner: str, games: int, *, first_seed: int = 0) -> list[HumanGame]:
    """Games in which an agent plays the person."""
    human_games = []
    for seed in range(first_seed, first_seed + games):
        transcript = ty.play(partner, agent, seed=seed, setup=SETUP).transcript
        people = (None, f"{agent}-{seed % 5}")
        human_games.append(HumanGame(f"{agent}-{seed}", transcript, people))
    return human_games


def data_of(agent: str, games: int, *, first_seed: int = 0) -> DecisionInputs:
    return decision_inputs(
        list(decisions(games_of(agent, "eger:intentional", games, first_seed=first_seed)))
    )


@pytest.fixture(scope="module")
def of_full() -> DecisionInputs:
    return data_of("eger:full", 40)


@pytest.fixture(scope="module")
def learned(of_full: DecisionInputs) -> PersonWeights:
    return learn(of_full, QUICK)


def about() -> Provenance:
    return Provenance(what="full", data="made", people=5, decisions=1, lesson={}, version="0")


def share(weights: PersonWeights, data: DecisionInputs) -> float:
    """How often the likeliest move is the one that was made."""
    probabilities = chances(weights, data)
    best = np.maximum.reduceat(probabilities, data.starts[:-1])
    return float((probabilities[data.chosen] == best).mean())


def test_a_model_learns_who_plays(learned: PersonWeights) -> None:
    """Full is one thing to predict, another agent another."""
    fresh = data_of("eger:full", 15, first_seed=500)
    assert share(learned, fresh) > 0.8
    assert share(learned, data_of("cyclone:self_play", 15, first_seed=500)) < 0.6


def test_learning_is_a_function_of_data_and_seed(of_full: DecisionInputs) -> None:
    few = of_full.only(np.arange(len(of_full)) < 300)
    first, second = learn(few, Lesson(epochs=2)), learn(few, Lesson(epochs=2))
    assert np.array_equal(first.flat, second.flat)
    assert not np.array_equal(first.flat, learn(few, Lesson(epochs=2, seed=1)).flat)


def test_gradients_are_those_of_the_log_loss(of_full: DecisionInputs) -> None:
    """Learning goes downhill: against differences of the loss itself."""
    from tamaya.humans import learning

    few = of_full.only(np.arange(len(of_full)) < 40)
    weights = PersonWeights.fresh(np.random.default_rng(3))
    batch, ones = np.arange(40), np.ones(40, np.float32)
    keep = np.ones((40, weights.outward.shape[1]), np.float32)
    inward, outward = learning._gradients(weights, few, batch, ones, keep)

    def loss() -> float:
        probabilities = chances(weights, few).astype(np.float64)
        return float(-np.log(probabilities[few.chosen]).mean())

    rng = np.random.default_rng(4)
    for values, slope in ((weights.inward, inward), (weights.outward, outward)):
        for kind in range(KINDS):
            before = values[kind].copy()
            along = slope[kind] + rng.normal(0, np.abs(slope[kind]).mean(), slope[kind].shape)
            step = (0.02 / np.linalg.norm(along) * along).astype(np.float32)
            values[kind] = before + step
            above = loss()
            values[kind] = before - step
            below = loss()
            values[kind] = before
            assert above - below == pytest.approx(2 * float((slope[kind] * step).sum()), rel=0.03)


def test_the_core_gives_the_chances_that_were_learned(learned: PersonWeights) -> None:
    agent = HumanAgent(PersonModel(learned, about()))
    rounded = PersonWeights.of(learned.flat.astype(np.float16).astype(np.float32))
    made_decisions = list(decisions(games_of("eger:full", "eger:outer", 3, first_seed=900)))
    data = decision_inputs(made_decisions)
    learned_chances = chances(rounded, data)
    for number, decision in enumerate(made_decisions):
        core_chances = agent.probabilities(decision.view)
        assert set(core_chances) == set(decision.view.legal_moves())
        assert sum(core_chances.values()) == pytest.approx(1)
        rows = learned_chances[data.starts[number] : data.starts[number + 1]]
        assert sorted(core_chances.values()) == pytest.approx(sorted(rows.tolist()), abs=1e-5)
        assert core_chances[decision.move] == pytest.approx(
            float(learned_chances[data.chosen[number]]), abs=1e-5
        )


def test_moves_are_drawn_as_often_as_they_are_likely(learned: PersonWeights) -> None:
    view = next(decisions(games_of("eger:full", "eger:outer", 1))).view
    agent = HumanAgent(PersonModel(learned, about()))
    chances, counts = agent.probabilities(view), dict.fromkeys(view.legal_moves(), 0)
    games = 4000
    for seed in range(games):
        agent.begin_game(view, seed)
        counts[agent.act(view)] += 1
    for move, chance in chances.items():
        error = (chance * (1 - chance) / games) ** 0.5
        assert abs(counts[move] / games - chance) < 4 * error + 1e-3
    sure = HumanAgent(PersonModel(learned, about()), likeliest=True)
    sure.begin_game(view, 0)
    assert chances[sure.act(view)] == max(chances.values())


def test_models_go_to_files_and_pickles_and_come_back(
    learned: PersonWeights, tmp_path: Path
) -> None:
    PersonModel(learned, about()).save(tmp_path / "full.npz")
    agent = ty.as_agent(f"human:{tmp_path}/full.npz")
    assert isinstance(agent, HumanAgent)
    assert agent.model.provenance == about()
    again = HumanAgent(PersonModel(learned, about()))
    copied = pickle.loads(pickle.dumps(agent.policy))
    scores = [
        ty.match(model, "eger:full", games=40, setup=SETUP).scores.tolist()
        for model in (agent, again)
    ]
    assert scores[0] == scores[1]
    view = ty.State.deal(3, SETUP).view(0)
    assert HumanAgent.probabilities(again, view) == agent.probabilities(view)
    assert dict(_core.person_chances(copied, view)) == agent.probabilities(view)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_models_play_with_more_partners(learned: PersonWeights, players: int) -> None:
    agent = HumanAgent(PersonModel(learned, about()))
    team = [agent, *["piers"] * (players - 1)]
    assert ty.match(*team, games=20).score.mean > 1


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"", "is not a model of people"), (b"PK nonsense", "is not a model of people")],
)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    (tmp_path / "x.npz").write_bytes(content)
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.as_agent(f"human:{tmp_path}/x.npz")


def test_unknown_models_and_switches_are_named(tmp_path: Path) -> None:
    with pytest.raises(ty.UnknownNameError, match="'nobody' .expected all"):
        ty.as_agent("human:nobody")
    with pytest.raises(ty.NotationError, match="choice=loud .expected drawn or likeliest"):
        ty.as_agent(f"human:{tmp_path}/x.npz?choice=loud")
    with pytest.raises(ty.TamayaError, match="cannot read the model"):
        ty.as_agent(f"human:{tmp_path}/absent.npz")


@pytest.mark.parametrize("name", ["all", "cluster1", "cluster2", "cluster3"])
def test_shipped_models_say_where_they_come_from(name: str) -> None:
    agent = ty.as_agent(f"human:{name}")
    assert isinstance(agent, ty.HumanAgent)
    about = agent.model.provenance
    assert "CC BY 4.0" in about.data
    assert about.people > 10
    assert about.decisions > 1000
    assert 0.5 < about.found["same_move"] < 0.7, "not measured on people it has not met"
    assert f"human:{name}" in ty.agent_names()


def test_the_likeliest_move_is_made_every_time() -> None:
    view = ty.State.deal(5, ty.Setup.eger()).view(0)
    sure = ty.as_agent("human:all?choice=likeliest")
    sampling = ty.as_agent("human:all")
    assert isinstance(sampling, ty.HumanAgent)
    chances = sampling.probabilities(view)
    moves = set()
    for seed in range(40):
        sure.begin_game(view, seed)
        assert sure.act(view) == max(chances, key=lambda move: chances[move])
        sampling.begin_game(view, seed)
        moves.add(sampling.act(view))
    assert len(moves) > 1


def test_a_model_cut_short_is_refused(learned: PersonWeights, tmp_path: Path) -> None:
    PersonModel(learned, about()).save(tmp_path / "full.npz")
    content = (tmp_path / "full.npz").read_bytes()
    (tmp_path / "full.npz").write_bytes(content[: len(content) // 2])
    with pytest.raises(ty.TamayaError, match="is not a model of people"):
        PersonModel.read(tmp_path / "full.npz")
    with pytest.raises(ty.TamayaError, match="3 weights of a person"):
        PersonWeights.of(np.zeros(3, np.float32))


def test_a_move_that_is_not_legal_is_named() -> None:
    view = ty.State.deal(3, ty.Setup.standard(2)).view(0)
    with pytest.raises(ty.TamayaError, match="'discard 0' in game g is not a legal move"):
        decision_inputs([HumanDecision("p", "g", view, ty.Move.discard(0))])


def test_nobody_counts_for_more_than_so_many_decisions(of_full: DecisionInputs) -> None:
    counts = worth_of(of_full, 100)
    for person in set(of_full.people.tolist()):
        assert counts[of_full.people == person].sum() == pytest.approx(100, rel=1e-3)


@pytest.mark.exhaustive
def test_two_kinds_of_people_are_told_apart() -> None:
    games = [
        *games_of("eger:full", "eger:intentional", 15),
        *games_of("cyclone:self_play", "eger:intentional", 15),
    ]
    data = decision_inputs(list(decisions(games)))
    common = learn(data, QUICK)
    clusters = clustered(data, common, 2)
    for members in clusters.members:
        assert len({name.split("-")[0] for name in members}) == 1, members
    fresh = decision_inputs(
        list(
            decisions(
                [
                    *games_of("eger:full", "eger:intentional", 5, first_seed=700),
                    *games_of("cyclone:self_play", "eger:intentional", 5, first_seed=700),
                ]
            )
        )
    )
    losses = second_halves(clusters, common, fresh)
    assert losses["groups"] < losses["common"]


def test_shapes_are_those_of_the_core(of_full: DecisionInputs) -> None:
    assert of_full.scenes.shape[1] == SCENE
    assert of_full.marks.shape[1] == MARKS
    assert set(of_full.kinds.tolist()) <= set(range(KINDS))
    assert np.isfinite(of_full.marks).all()


def test_halves_divide_the_people_and_heavy_players_are_in_the_first() -> None:
    games = [*games_of("piers", "iggi", 5), *games_of("outer", "iggi", 20)]
    first, second = halves(games, most=3)
    people = [{game.person for game in half} for half in (first, second)]
    assert {game.id for game in first} | {game.id for game in second} == {g.id for g in games}
    assert not people[0] & people[1]
    assert people[0] >= {f"outer-{number}" for number in range(5)}
    assert people[1]
