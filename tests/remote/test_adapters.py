"""Adapters for agents of other frameworks, tested with the real packages from PyPI.

Each framework gets a virtual environment of its own, because its pins clash with ours. They are
made on demand (mark `exhaustive`) and kept in the folder that TAMAYA_ADAPTERS names, if it is set.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.numbers import Bytes
from tamaya.remote import messages
from tests.truth import ROOT

ADAPTERS = ROOT / "examples" / "adapters"
SHARED = """
def choose(bits, legal):
    '''A legal action that depends on every bit of the observation.'''
    total = sum(place * place for place, bit in enumerate(bits) if bit)
    return sorted(legal)[total % len(legal)]
"""


def choose(observations: Bytes, legal: Bytes) -> list[int]:
    """The same choice as SHARED, in our own process."""
    names: dict[str, object] = {}
    exec(SHARED, names)
    pick = names["choose"]
    assert callable(pick)
    return [
        int(pick(row.tolist(), np.flatnonzero(mask).tolist()))
        for row, mask in zip(observations, legal, strict=True)
    ]


def python_with(package: str, folder: Path) -> str:
    """The Python of a virtual environment with a package from PyPI."""
    home = Path(os.environ.get("TAMAYA_ADAPTERS", str(folder))) / package
    program, complete = home / "bin" / "python", home / "complete"
    if not complete.exists():  # also if an earlier installation was interrupted
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        install = [str(program), "-m", "pip", "install", "-q", package]
        if subprocess.run(install, check=False).returncode:
            pytest.skip(f"pip cannot install {package}")
        complete.touch()
    return str(program)


def compare(python: str, adapter: str, agent: Path, setup: str) -> None:
    """The adapter's agent must play the same games as the same function in our own process."""
    spec = f'remote:"{python} {ADAPTERS / adapter} {agent}:make"(seconds=60)'
    players = ty.Setup.parse(setup).players
    team = [spec, *["piers"] * (players - 1)]
    ours = ty.match(ty.NetworkAgent(choose), *team[1:], games=3, setup=setup)
    theirs = ty.match(*team, games=3, setup=setup)
    assert_same(theirs, ours)


def assert_same(theirs: ty.Matchup, ours: ty.Matchup) -> None:
    assert not theirs.lost
    assert theirs.results["trace"].tolist() == ours.results["trace"].tolist()


@pytest.mark.exhaustive
@pytest.mark.parametrize("setup", ["standard players=2", "standard players=4"])
def test_an_agent_of_openspiel_sees_and_plays_as_in_our_own_process(
    setup: str, tmp_path: Path
) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(
        "from open_spiel.python import rl_agent\n"
        + SHARED
        + """
class Chosen(rl_agent.AbstractAgent):
    def __init__(self, seat, actions):
        self.seat, self.actions = seat, actions

    def step(self, time_step, is_evaluation=False):
        seen = time_step.observations
        assert seen["current_player"] == self.seat
        action = choose(seen["info_state"][self.seat], seen["legal_actions"][self.seat])
        return rl_agent.StepOutput(action=action, probs=[])

def make(seat, players, actions, observation_size):
    return Chosen(seat, actions)
"""
    )
    compare(python_with("open_spiel", tmp_path), "openspiel_agent.py", agent, setup)


@pytest.mark.exhaustive
def test_the_example_with_jax_plays(tmp_path: Path) -> None:
    """Tamaya comes from this environment, JAX and its NumPy from the other one."""
    code = "import runpy, site, sys; site.addsitedir(sys.argv[2]); "
    code += "runpy.run_path(sys.argv[1], run_name='__main__')"
    words = [str(ROOT / "examples" / "jax_policy.py"), sysconfig.get_paths()["purelib"]]
    command = [python_with("jax", tmp_path), "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("my JAX network and piers: mean "), done.stderr


@pytest.mark.exhaustive
def test_the_random_agent_of_openspiel_plays_whole_games(tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(
        "from open_spiel.python.algorithms import random_agent\n"
        "def make(seat, players, actions, observation_size):\n"
        "    return random_agent.RandomAgent(seat, actions)\n"
    )
    python = python_with("open_spiel", tmp_path)
    spec = f'remote:"{python} {ADAPTERS / "openspiel_agent.py"} {agent}:make"(seconds=60)'
    matchup = ty.match(spec, spec, games=3)
    assert not matchup.lost
    assert matchup.bombed.all()


KAGGLE_TRUTH = """
import json, sys
sys.path.insert(0, sys.argv[1])
import kaggle_agent
from kaggle_environments.envs.open_spiel_env.games.hanabi import hanabi_proxy

for game in json.load(open(sys.argv[2])):
    state = hanabi_proxy.HanabiGame({"players": game["players"]}).new_initial_state()
    deck = iter(game["deck"])
    for act, action in zip(game["acts"], game["actions"]):
        while state.is_chance_node():
            state.apply_action(next(deck))
        theirs = json.loads(state.observation_string(act["view"]["seat"]))
        ours = json.loads(json.dumps(kaggle_agent.table_object(act)))
        different = [key for key in {*ours, *theirs} if ours.get(key) != theirs.get(key)]
        assert not different, [(key, ours.get(key), theirs.get(key)) for key in different]
        state.apply_action(action)
    print("compared", len(game["acts"]))
"""


def recorded_games() -> list[dict[str, object]]:
    """Games with the messages that a remote player would get in every turn."""
    games: list[dict[str, object]] = []
    for players, seed in ((2, 0), (3, 1), (5, 2)):
        setup = ty.Setup.standard(players)
        team = ["piers", "legal_random", "iggi", "outer", "internal"][:players]
        moves = ty.play(*team, seed=seed, setup=setup).transcript.moves
        state = ty.State.deal(seed, setup)
        deck = [5 * "rygwb".index(card.color) + card.rank - 1 for card in state.full_deck]
        acts = []
        for move in moves:
            acts.append(messages.act_message(state.view(state.current), 1.0))
            state.apply(move)
        actions = [move.action_id(setup) for move in moves]
        games.append({"players": players, "deck": deck, "acts": acts, "actions": actions})
    return games


def check_recorded_games(python: str, truth: str, folder: Path) -> None:
    (folder / "truth.py").write_text(truth)
    (folder / "games.json").write_text(json.dumps(recorded_games()))
    command = [python, str(folder / "truth.py"), str(ADAPTERS), str(folder / "games.json")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.count("compared") == 3


@pytest.mark.exhaustive
def test_the_kaggle_adapter_makes_the_observations_of_kaggle(tmp_path: Path) -> None:
    check_recorded_games(python_with("kaggle-environments", tmp_path), KAGGLE_TRUTH, tmp_path)


@pytest.mark.exhaustive
def test_an_agent_of_kaggle_plays_whole_games(tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import json\n"
        "def agent(observation, configuration):\n"
        "    table = json.loads(observation.observationString)\n"
        "    assert table['observer'] == observation.playerId\n"
        "    print('thinking')\n"
        "    return {'submission': observation.legalActions[0]}\n"
    )
    python = python_with("kaggle-environments", tmp_path)
    spec = f'remote:"{python} {ADAPTERS / "kaggle_agent.py"} {agent}:agent"(seconds=60)'
    first = ty.NetworkAgent(lambda _, legal: legal.argmax(axis=1))
    assert_same(ty.match(spec, "piers", games=2), ty.match(first, "piers", games=2))


JAXMARL_TRUTH = """
import json, sys
sys.path.insert(0, sys.argv[1])
import jax, jaxmarl, numpy
import jaxmarl_agent

for game in json.load(open(sys.argv[2])):
    env = jaxmarl.make("hanabi", num_agents=game["players"])
    pairs = jax.numpy.array([(card // 5, card % 5) for card in game["deck"]])
    seen, state = env.reset_from_deck_of_pairs(pairs)
    for act, action in zip(game["acts"], game["actions"]):
        me = env.agents[act["view"]["seat"]]
        ours = jaxmarl_agent.observation(act)
        numpy.testing.assert_allclose(ours, numpy.asarray(seen[me]), atol=1e-6)
        legal = jaxmarl_agent.legal_mask(act)
        numpy.testing.assert_array_equal(legal, numpy.asarray(env.get_legal_moves(state)[me]))
        actions = {agent: jax.numpy.array(env.num_moves - 1) for agent in env.agents}
        actions[me] = jax.numpy.array(action)
        seen, state, *_ = env.step_env(jax.random.PRNGKey(0), state, actions)
    print("compared", len(game["acts"]))
"""


@pytest.mark.exhaustive
def test_the_jaxmarl_adapter_makes_the_observations_of_jaxmarl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    check_recorded_games(python_with("jaxmarl", tmp_path), JAXMARL_TRUTH, tmp_path)


@pytest.mark.exhaustive
def test_a_function_of_jax_plays_whole_games_and_sees_every_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    agent = tmp_path / "agent.py"
    agent.write_text(
        """
import jax.numpy as jnp

class First:
    def __init__(self, actions): self.actions, self.turns = actions, 0

    def reset(self): self.turns = 0

    def __call__(self, observation, legal):
        assert legal.shape == (self.actions,)
        own = legal[-1] == 0
        assert (self.turns % 2 == 0) == bool(own), "seat 0 moves in every other turn"
        self.turns += 1
        return jnp.argmax(legal)

def make(seat, players, actions, observation_size): return First(actions)
"""
    )
    python = python_with("jaxmarl", tmp_path)
    command = f"{python} {ADAPTERS / 'jaxmarl_agent.py'} {agent}:make"
    first = ty.NetworkAgent(lambda _, legal: legal.argmax(axis=1))
    theirs = ty.match(f'remote:"{command}"(seconds=60, events=yes)', "piers", games=2)
    assert_same(theirs, ty.match(first, "piers", games=2))
