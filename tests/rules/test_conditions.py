"""Conditional rules: text, meaning, and the core."""

from __future__ import annotations

import pickle

import pytest

import tamaya as ty
from tamaya.errors import TamayaError
from tamaya.rules import Genome, rule
from tests.rules.scenario import reached

LIKELY = """
    fireworks r0 y0 g0 w0 b0   hints 4   lives {lives}
    alice  r1{{*,12}}  ??  ??  ??  ??
    bob    r2  r3  r4  y2  y3
"""
"""a card that may be playable, and is not proven to be"""


def moves(genome: str, lives: int) -> str:
    state = reached(LIKELY.format(lives=lives))
    agent = ty.as_agent(genome)
    view = state.view(state.current)
    player = agent.sit()
    player.begin_game(view, 0)
    return str(player.decide(view).move)


def test_a_rule_applies_only_under_its_condition() -> None:
    genome = "if(lives_at_least=2, play_probably(20)) > discard_oldest"
    assert moves(genome, lives=3).startswith("play")
    assert moves(genome, lives=1) == "discard 0"


def test_the_else_part_applies_where_the_condition_does_not() -> None:
    genome = "if(lives_at_least=2, play_probably(20), discard_newest) > legal_random"
    assert moves(genome, lives=2).startswith("play")
    assert moves(genome, lives=1) == "discard 4"


def test_an_else_part_is_the_opposite_condition() -> None:
    written = Genome.parse("if(lives_at_least=2, play_safe, discard_oldest)")
    assert str(written) == "if(lives_at_least=2, play_safe) > if(lives_at_most=1, discard_oldest)"
    assert Genome.parse(str(written)) == written


def test_a_rule_is_read_back_with_its_condition() -> None:
    text = "if(lives_at_least=2, play_probably(20))"
    assert str(rule(text)) == text
    with pytest.raises(TamayaError, match="more than one rule"):
        rule("if(lives_at_least=2, play_safe, discard_oldest)")


def test_the_else_part_of_two_conditions_covers_every_other_case_once() -> None:
    specs = Genome.parse("if(lives_at_least=2, hints_at_most=3, play_safe, discard_oldest)").rules
    cases = [(lives, hints) for lives in range(4) for hints in range(9)]

    def holds(spec: ty.rules.RuleSpec, lives: int, hints: int) -> bool:
        ranges = {"lives": (0, 127), "hints": (0, 127)} | dict(spec.when.ranges)
        (a, b), (c, d) = ranges["lives"], ranges["hints"]
        return a <= lives <= b and c <= hints <= d

    for lives, hints in cases:
        then, *others = [holds(spec, lives, hints) for spec in specs]
        assert then == (lives >= 2 and hints <= 3)
        assert sum(others) == (not then)


def applying(text: str, lives: int, hints: int) -> list[str]:
    """Names of the rules that apply with so many lives and hint tokens."""
    names = []
    for spec in Genome.parse(text).rules:
        (a, b), (c, d) = (spec.when.ranges.get(name, (0, 127)) for name in ("lives", "hints"))
        if a <= lives <= b and c <= hints <= d:
            names.append(spec.name)
    return names


@pytest.mark.parametrize(
    "text",
    [
        "if(lives_at_least=2, hints_at_least=1, play_safe, "
        "if(lives_at_least=2, discard_oldest > discard_newest, legal_random))",
        "if(lives_at_least=2, if(lives_at_least=2, hints_at_least=1, play_safe, "
        "discard_oldest > discard_newest), legal_random)",
    ],
)
def test_an_else_part_can_have_conditions_that_only_some_of_its_cases_meet(text: str) -> None:
    for hints in range(9):
        assert applying(text, lives=1, hints=hints) == ["legal_random"]
        two_lives = ["play_safe"] if hints else ["discard_oldest", "discard_newest"]
        assert applying(text, lives=2, hints=hints) == two_lives


def test_conditions_nest_and_hold_for_lists_of_rules() -> None:
    text = "if(lives_at_least=2, if(hints_at_most=3, play_safe > discard_oldest)) > legal_random"
    genome = Genome.parse(text)
    condition = "lives_at_least=2, hints_at_most=3"
    assert [str(spec) for spec in genome.rules] == [
        f"if({condition}, play_safe)",
        f"if({condition}, discard_oldest)",
        "legal_random",
    ]


def test_a_condition_reads_as_a_sentence() -> None:
    spec = rule("if(lives_at_least=2, hints_at_most=1, play_safe)")
    assert spec.description.startswith("With at least 2 lives and at most 1 hint token: ")


def test_rule_and_agent_agree_and_a_pickled_policy_keeps_the_condition() -> None:
    spec = rule("if(lives_at_most=1, play_probably(20))")
    for lives in (1, 3):
        view = reached(LIKELY.format(lives=lives)).view(0)
        assert (spec(view) is not None) == (lives == 1)
    policy = Genome((spec,)).policy()
    assert pickle.loads(pickle.dumps(policy)).fields == policy.fields


def test_van_den_bergh_as_published_is_the_same_with_a_condition() -> None:
    """The published agent has the condition inside its rule."""
    plain = "competition:van_den_bergh"
    rules = ty.as_agent(plain).genome.rules  # type: ignore[attr-defined]
    (risky, *others) = map(str, rules)
    assert risky == "published.play_probably_safe_with_lives(percent=60, lives=2)"
    conditional = f"if(lives_at_least=2, published.play_probably_safe(60)) > {' > '.join(others)}"
    for seed in range(20):
        setup = "competition players=2"
        same = [ty.play(name, name, seed=seed, setup=setup) for name in (plain, conditional)]
        assert same[0].transcript.moves == same[1].transcript.moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("if(play_safe)", "not a conditional rule"),
        ("if(lives_at_least=2)", "not a conditional rule"),
        ("if(lives_at_least=2, play_safe, play_safe, play_safe)", "not a conditional rule"),
        ("if(tokens_at_least=2, play_safe)", "no condition on 'tokens'"),
        ("if(lives_at_least=0, play_safe)", "expected 1 to 126"),
        ("if(lives_at_least=2, if(lives_at_most=1, play_safe))", "no rule can apply"),
        ("if(lives_at_least=2, play_sofe)", "no rule 'play_sofe'"),
        ("if(lives_at_least=2, play_safe, if(lives_at_least=3, play_safe))", "no rule can apply"),
        (
            3000 * "if(lives_at_least=2," + "play_safe" + 3000 * ")",
            "not a genome: .*at most 30 brackets",
        ),
    ],
)
def test_bad_conditions_are_refused(text: str, message: str) -> None:
    with pytest.raises(TamayaError, match=message):
        Genome.parse(text)
