"""The published rulebook: genes by number, and its oddities as positions."""

from __future__ import annotations

import pytest

from tamaya import Move, NotationError, Setup, TamayaError, UnknownNameError
from tamaya.position import position
from tamaya.rules import GENES, Genome, RuleSpec, chromosome, rule, rule_names

TWO = Setup.competition(2)


def test_there_are_105_genes_of_which_only_72_to_77_are_alike() -> None:
    assert len(GENES) == 105
    assert len(set(GENES)) == 100
    assert len(set(GENES[72:78])) == 1


@pytest.mark.parametrize("gene", range(105))
def test_every_gene_survives_its_text_and_explains_itself(gene: int) -> None:
    spec = GENES[gene]
    assert RuleSpec.parse(str(spec)) == spec
    assert eval(repr(spec)) == spec
    assert spec.name in rule_names("published")
    assert "{" not in spec.description
    assert spec.description[0].isupper()


def test_rules_take_parameters_by_place_or_by_name() -> None:
    assert rule("published.play_probably_safe") == rule("published.play_probably_safe(60)")
    assert rule("published.hint_weighed(bad=-1, good=2)").args == (2, -1)
    assert str(rule("published.hint_weighed(2, -1)")) == "published.hint_weighed(good=2, bad=-1)"


@pytest.mark.parametrize(
    ("text", "error", "complaint"),
    [
        ("published.play_saef", UnknownNameError, "no rule.*published.play_safe"),
        ("play_safe(", NotationError, "not a rule"),
        ("published.play_safe(3)", NotationError, "takes 0 parameters"),
        ("published.play_probably_safe(percent=1000)", NotationError, "1000.*-128 to 127"),
        ("published.play_probably_safe(chance=3)", NotationError, "no parameter 'chance'"),
        ("published.play_probably_safe(x)", NotationError, "not a parameter"),
        ("", NotationError, "not a rule"),
    ],
)
def test_bad_rules_are_quoted(text: str, error: type[TamayaError], complaint: str) -> None:
    with pytest.raises(error, match=complaint):
        RuleSpec.parse(text)


def test_bad_genomes_are_quoted() -> None:
    with pytest.raises(NotationError, match="not a genome"):
        Genome.parse("  ")
    with pytest.raises(NotationError, match="no gene 105"):
        chromosome([1, 105])
    with pytest.raises(TamayaError, match="81 rules .expected at most 80"):
        chromosome([8] * 81).policy()


def test_hinting_useless_cards_that_no_hint_shows_is_an_illegal_hint() -> None:
    at = position(
        """
        fireworks r2 y0 g0 w0 b0   hints 4
        alice  ??  ??  ??  ??  ??
        bob    r1  y4  g4  w4  b4
        """,
        TWO,
    )
    move = rule("published.hint_useless_cards(5)")(at.view(0))
    assert move is not None
    assert move not in at.legal_moves()
    assert at.apply(move).kind == "forfeit"


def test_mistakes_are_hinted_only_from_seat_zero() -> None:
    text = """
        fireworks r0 y0 g0 w0 b0   hints 4
        alice  y2  y3  y3  y4  y4
        bob    r2  g3  w3  b3  w4
    """
    spec = rule("published.hint_mistake(unplayable=1, percent=0)")
    at = position(text, TWO)
    assert spec(at.view(0)) is not None
    turned = position(text.replace("bob", "> bob"), TWO)
    with pytest.raises(TamayaError, match="throws"):
        spec(turned.view(1))


def test_hail_mary_never_fires_in_the_original() -> None:
    at = position(
        """
        fireworks r1 y1 g1 w1 b1   hints 0   lives 3   deck 0
        alice  r2{r,2}  ??  ??  ??  ??
        bob    y4  g4  w4  b4  r4
        """,
        TWO,
    )
    assert rule("published.play_hail_mary(0)")(at.view(0)) is None
    assert rule("published.play_probably_safe(0)")(at.view(0)) == Move("play 0")


def test_equal_chances_go_to_the_highest_slot() -> None:
    at = position(
        """
        fireworks r0 y0 g0 w0 b0   hints 8
        alice  ??  ??  ??  ??  ??
        bob    r2  y2  g2  w2  b2
        """,
        TWO,
    )
    assert rule("published.play_probably_safe(0)")(at.view(0)) == Move("play 4")


def test_nothing_is_discarded_with_all_tokens_there_and_nothing_hinted_without() -> None:
    full = position(
        "fireworks r0 y0 g0 w0 b0 hints 8\nalice ?? ?? ?? ?? ??\nbob r1 y1 g1 w1 b1", TWO
    )
    none = position(
        "fireworks r0 y0 g0 w0 b0 hints 0\nalice ?? ?? ?? ?? ??\nbob r1 y1 g1 w1 b1", TWO
    )
    assert rule("published.discard_oldest")(full.view(0)) is None
    assert rule("published.discard_oldest")(none.view(0)) == Move("discard 0")
    assert rule("published.hint_playable")(none.view(0)) is None
    assert rule("published.hint_playable")(full.view(0)) == Move("hint +1 1")
