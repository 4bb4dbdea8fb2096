"""What every named agent promises, and how names become agents."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents import CoreAgent, NativeAgent, entries
from tamaya.rules import Genome
from tests.setups import random_game

NAMES = ty.agent_names()


RULE_LISTS = [name for name in NAMES if isinstance(ty.as_agent(name), NativeAgent)]


def native(name: str) -> NativeAgent:
    agent = ty.as_agent(name)
    assert isinstance(agent, NativeAgent)
    return agent


def core(name: str) -> CoreAgent:
    agent = ty.as_agent(name)
    assert isinstance(agent, CoreAgent)
    return agent


def gives_up(name: str) -> bool:
    agent = core(name)
    return isinstance(agent, NativeAgent) and agent.gives_up


@pytest.mark.parametrize("name", NAMES)
def test_a_name_leads_to_an_agent_of_that_name_with_a_description(name: str) -> None:
    assert core(name).name == name
    description = entries()[name].description
    assert description[0].isupper()
    assert description.endswith(".")
    assert "\n" not in description


@pytest.mark.parametrize("name", RULE_LISTS)
def test_a_genome_survives_its_text(name: str) -> None:
    genome = native(name).genome
    assert Genome.parse(str(genome)) == genome
    assert eval(repr(genome)) == genome


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_agents_play_legally_with_any_number_of_players(name: str, players: int) -> None:
    setup = "competition" if gives_up(name) or "evolved:" in name else "standard"
    if name.startswith("learned:") and players != 2:
        with pytest.raises(ty.TamayaError, match="was trained for"):
            ty.match(*[name] * players, games=1, setup=setup)
        return
    matchup = ty.match(*[name] * players, games=40, setup=setup)
    assert matchup.games == 40
    if not gives_up(name) and "evolved:" not in name:
        assert matchup.forfeits == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_depends_only_on_the_view_and_the_seed(name: str) -> None:
    for state in random_game(ty.Setup.competition(2), seed=5):
        if state.over:
            continue
        moves = []
        for _ in range(2):
            agent = core(name)
            agent.begin_game(state.view(state.current), 77)
            moves.append(agent.decide(state.view(state.current)).move)
        assert moves[0] == moves[1]


def test_an_agent_with_no_noise_is_the_agent_and_with_all_noise_is_random() -> None:
    piers, random = "competition:piers", "mapelites:legal_random"
    quiet, loud = (f"noisy({percent}, {piers})" for percent in (0, 100))
    scores = {
        name: ty.match(name, name, games=300, setup="competition").scores
        for name in (piers, quiet, loud, random)
    }
    assert np.array_equal(scores[quiet], scores[piers])
    assert abs(float(scores[loud].mean()) - float(scores[random].mean())) < 0.4
    half = ty.match(*[f"noisy(10, {piers})"] * 2, games=300, setup="competition").score.mean
    assert scores[loud].mean() < half < scores[piers].mean()


def test_agents_can_be_nested_and_carry_their_spec_as_name() -> None:
    spec = "noisy(5, competition:risky(60))"
    assert native(spec).name == spec
    assert "play_probably_safe(60)" in str(native(spec).genome)


def test_the_parametric_van_den_bergh_with_the_papers_numbers_is_the_named_one() -> None:
    named = native("competition:van_den_bergh").genome
    assert native("competition:van_den_bergh_with(60, 100, new, 2)").genome == named
    assert native("competition:van_den_bergh_with").genome == named
    bold = native("competition:van_den_bergh_with(30, 80, most, 1)")
    assert "percent=30, lives=1" in str(bold.genome)
    assert ty.match(bold, "competition:piers", games=20, setup="competition").games == 20


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("pierz", "no agent 'pierz'.*near names"),
        ("competition:risky(120)", "percentage from 0 to 100"),
        ("competition:risky(a)", "percentage from 0 to 100"),
        ("competition:risky(1, 2)", r"wrong parameters.*competition:risky\(percent\)"),
        ("competition:piers(3)", "wrong parameters: 'competition:piers.3.'"),
        ("noisy(10)", "no agent ''|wrong parameters"),
        ("noisy(200, competition:piers)", "percentage from 0 to 100"),
        ("competition:van_den_bergh_with(160)", "play=160 .expected a percentage"),
        (
            "competition:van_den_bergh_with(60, 99, least)",
            "hint=least .expected most, new, useless or random",
        ),
        (
            "competition:van_den_bergh_with(60, 99, new, many)",
            "lives=many .expected a number of lives",
        ),
        ("chromosome(1, 200)", "no gene 200"),
        ("chromosome(x)", "not a chromosome"),
        ("chromosome()", "not a chromosome"),
    ],
)
def test_wrong_names_and_parameters_are_told(spec: str, complaint: str) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.as_agent(spec)


def test_a_file_that_cannot_be_loaded_says_why(tmp_path: object) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_like_this\n")
    with pytest.raises(ty.TamayaError, match="cannot load .*ModuleNotFoundError"):
        ty.as_agent(f"{broken}:Bot")


def test_an_agent_file_cannot_hide_another_module(tmp_path: object) -> None:
    import random
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    file = tmp_path / "random.py"
    file.write_text("class Bot:\n    def act(self, view):\n        return view.legal_moves()[0]\n")
    assert ty.play(f"{file}:Bot", f"{file}:Bot").agents == ("Bot", "Bot")
    import sys

    assert sys.modules["random"] is random
