"""What every named agent promises, and how names become agents."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.agents import NativeAgent, ValueAgent, entries
from tamaya.arena import count_fires
from tamaya.game import Setup
from tamaya.rules import Genome, RuleSpec
from tests.setups import random_game

NAMES = ty.agent_names()


RULE_LISTS = [name for name in NAMES if isinstance(ty.as_agent(name), NativeAgent)]


def native(name: str) -> NativeAgent:
    agent = ty.as_agent(name)
    assert isinstance(agent, NativeAgent)
    return agent


def value(name: str) -> ValueAgent:
    agent = ty.as_agent(name)
    assert isinstance(agent, ValueAgent)
    return agent


def gives_up(name: str) -> bool:
    agent = value(name)
    return isinstance(agent, NativeAgent) and agent.gives_up


@pytest.mark.parametrize("name", NAMES)
def test_a_name_leads_to_an_agent_of_that_name_with_a_description(name: str) -> None:
    assert value(name).name == name
    description = entries()[name].description
    assert description[0].isupper()
    assert description.endswith(".")
    assert "\n" not in description


@pytest.mark.parametrize("name", RULE_LISTS)
def test_a_genome_survives_its_text(name: str) -> None:
    genome = native(name).genome
    assert Genome.parse(str(genome)) == genome
    assert eval(repr(genome)) == genome


@pytest.mark.parametrize("name", ["companion", "tamaya", "kagiya"])
def test_our_own_partners_always_have_a_rule_for_their_move(name: str) -> None:
    policy, length = native(name).policy, len(native(name).genome)
    for players in (2, 3, 4, 5):
        setup = ty.Setup.standard(players)
        fired = count_fires(setup, _core.Policies([policy]), games=1000)[0]
        assert fired[length:].sum() == 0, f"{players} players"


SURE_HINTS = {"hint_randomly", "hint_harmless(1)"}
SURE_DISCARDS = {"discard_randomly", "discard_oldest"}
PUBLISHED_FAMILIES = {"competition", "evolved", "hle", "mapelites"}


def always_decides(name: str) -> bool:
    """Has the agent a rule for each position? In each, hints or discards are legal."""
    rules = {str(rule) for rule in native(name).genome.rules}
    return "legal_random" in rules or bool(rules & SURE_HINTS and rules & SURE_DISCARDS)


def test_only_published_lists_can_be_left_without_a_rule() -> None:
    """The lobby lists these names. Three bare names are lists of papers, rule by rule."""
    rule_lists = [*RULE_LISTS, "risky", "companion(version=1)"]
    undecided = {name for name in rule_lists if not always_decides(name)}
    bare = {name for name in undecided if ":" not in name}
    assert bare == {"outer", "van_den_bergh", "clivej", "companion(version=1)"}
    assert {name.partition(":")[0] for name in undecided - bare} <= PUBLISHED_FAMILIES


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sure_rules_apply_whenever_their_move_is_legal(players: int) -> None:
    rules = {text: RuleSpec.parse(text) for text in (*SURE_HINTS, *SURE_DISCARDS)}
    for seed in range(10):
        for state in random_game(Setup.standard(players), seed):
            if state.over:
                continue
            view = state.view(state.current)
            legal = {"hint" if move.is_hint else move.kind for move in view.legal_moves()}
            assert legal & {"hint", "discard"}
            applying = {text for text, rule in rules.items() if rule(view) is not None}
            assert applying == {text for text in rules if text.partition("_")[0] in legal}


def fives_discarded(name: str) -> int:
    """Counts decks whose second player discards a five right after a hint at it."""
    count = 0
    for seed in range(60):
        state = ty.State.deal(seed)
        fives = [slot for slot, card in enumerate(state.hand(1)) if card and card.rank == 5]
        if not fives:
            continue
        state.apply(ty.Move.parse("hint +1 5"))
        player = ty.as_agent(name).sit(seat=1, seed=seed)
        player.begin_game(state.view(1))
        move = player.decide(state.view(1)).move
        assert move is not None
        count += move.kind == "discard" and move.slot in fives
    return count


def test_the_companion_discards_no_five_that_was_just_hinted() -> None:
    assert fives_discarded("companion(version=1)") > 0
    assert fives_discarded("companion") == 0


def test_the_first_companion_stays_the_list_that_was_evolved() -> None:
    first = native("companion(version=1)")
    assert str(first.genome) == (
        "play_safe > hint_fix > play_hinted_newest(50) > play_hail_mary(percent=0, lives=1)"
        " > hint_unmixed > hint_playable_critical(1) > hint_focus_many(2) > discard_repeated"
        " > discard_probably_useless_unhinted(0) > discard_far(2) > play_hinted_rank(40)"
    )
    with pytest.raises(ty.TamayaError, match=r"no version 3 \(expected 1 or 2\)"):
        ty.as_agent("companion(version=3)")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_agents_play_legally_with_any_number_of_players(name: str, players: int) -> None:
    setup = "competition" if gives_up(name) or "evolved:" in name else "standard"
    if value(name).refusal(Setup.parse(f"{setup} players={players}")):
        assert name in {"learned:other-play-3", "learned:companion"}
        assert players > 2
        with pytest.raises(ty.TamayaError, match="was trained for"):
            ty.match(*[name] * players, games=1, setup=setup)
        return
    games = 40 if value(name).is_native else 2
    matchup = ty.match(*[name] * players, games=games, setup=setup)
    assert matchup.games == games
    if not gives_up(name) and "evolved:" not in name:
        assert matchup.forfeits == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_depends_only_on_the_view_and_the_seed(name: str) -> None:
    for state in random_game(ty.Setup.competition(2), seed=5):
        if state.over:
            continue
        moves = []
        for _ in range(2):
            agent = value(name)
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
        ("runs/x.txt", r"no agent 'runs/x.txt' .tamaya agents lists all.$"),
        ("learned:", r"no agent 'learned:' .near names: learned:FILE.safetensors, learned"),
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
