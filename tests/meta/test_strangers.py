"""The test of the shipped detective with strangers: its bots, its statistics and its table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from benchmarks.detective_test import parts, table
from benchmarks.detective_test.__main__ import SECTION
from benchmarks.detective_test.bots import BOTS, Bot, Quiet, Saver, Simple
from benchmarks.detective_test.measuring import Decks, Played, p_below
from benchmarks.detective_test.partners import LEFT_OUT
from benchmarks.detective_test.sizes import SEED, Sizes

import tamaya as ty
from tamaya.files.sections import markers
from tamaya.meta.left_out import LeftOutFamily
from tamaya.meta.shipped_files import file_for, read
from tamaya.position import position
from tamaya.stats import Estimate

DOCUMENT = Path(__file__).parents[2] / "docs" / "meta.md"
CERTAIN = """
    fireworks r2 y0 g0 w0 b0   hints 4   lives 3   deck 20
    alice  r3{r,3}  ??  ??  ??  ??
    bob    y1  g2  w4  b5  b2
"""
NOTHING_CERTAIN = """
    fireworks r2 y0 g0 w0 b0   hints 2   lives 3   deck 20
    alice  ??  ??  ??  ??  ??
    bob    w4  g2  y1  b5  b2
"""


def chosen(bot: type[Bot], text: str) -> str:
    return str(bot().act(position(text).view(0)))


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.__name__)
def test_every_bot_plays_a_certain_card(bot: type[Bot]) -> None:
    assert chosen(bot, CERTAIN) == "play 0"


@pytest.mark.parametrize(
    ("bot", "move"),
    [(Simple, "hint +1 y"), (Saver, "hint +1 5"), (Quiet, "discard 2")],
)
def test_bots_differ_if_no_card_is_certain(bot: type[Bot], move: str) -> None:
    """Simple hints the playable y1, Saver saves the b5, and Quiet has too few hint tokens."""
    assert chosen(bot, NOTHING_CERTAIN) == move


@pytest.mark.parametrize("family", LEFT_OUT, ids=lambda family: family.name)
def test_a_family_that_is_left_out_is_neither_hypothesis_nor_response(
    family: LeftOutFamily,
) -> None:
    case = parts.case_for(parts.STANDARD)
    left = parts.without(case, family).experience
    names = {*left.hypotheses.names, *left.responses.names} - {case.default}
    assert not any(map(family.has, names))
    assert len(left.hypotheses) < len(case.experience.hypotheses)


def test_the_p_value_is_that_of_a_one_sided_t_test() -> None:
    """Student's distribution with four degrees of freedom: 5 % lie below -2.132."""
    gain = Estimate(-2.132 - 0.1, 1.0, 5)
    assert p_below(gain, -0.1) == pytest.approx(0.05, abs=1e-4)
    assert p_below(Estimate(2.132 - 0.1, 1.0, 5), -0.1) == pytest.approx(0.95, abs=1e-4)
    assert p_below(Estimate(0.0, 0.0, 5), -0.1) == 1.0


def made(agents: tuple[str, ...], partners: tuple[str, ...], points: list[float]) -> Played:
    """Two episodes of two games, in which each agent always scores the same."""
    shape = len(agents), len(partners), 2, 2
    return Played(agents, partners, np.broadcast_to(np.reshape(points, (-1, 1, 1, 1)), shape))


def test_the_table_says_what_is_not_reached() -> None:
    basic = parts.GENERALIST, parts.RESPONSE, parts.DETECTIVE
    pool = made(basic, ("a", "b"), [12.0, 14.0, 14.5])
    forgetful = made((parts.FORGETFUL,), ("a", "b"), [13.0])
    rules = made((parts.NO_NETWORKS,), ("a", "b"), [13.25])
    people = parts.COMPANION, parts.LEARNED_COMPANION, parts.DETECTIVE, parts.EXPECTS_PEOPLE
    text = table.text(
        table.Results(
            sizes=Sizes(games=2, ablation_episodes=2),
            same=pool,
            others={"new": made(basic, ("c",), [12.0, 14.0, 14.5])},
            families={"noisy": made(basic, ("d",), [12.0, 10.0, 11.5])},
            forgetful={"same pool": forgetful, "new": made((parts.FORGETFUL,), ("c",), [13.0])},
            without_networks={
                "same pool": rules,
                "new": made((parts.NO_NETWORKS,), ("c",), [13.25]),
            },
            people=made((*people, parts.TOLD), ("all",), [17.0, 18.0, 16.0, 18.0, 18.5]),
            players=(),
            again=(made(basic, ("d",), [12.0, 10.0, 11.5]),),
            bots=(made(basic, ("Simple",), [15.0, 16.0, 17.0]),),
            searched=(),
        )
    )
    assert (
        "| `canaan2020-1` (a known pool) | 2 | 12.00 ± 0.00 | +2.50 ± 0.00 | 3.0: not reached "
        "| +0.50 ± 0.00 | +1.50 ± 0.00 |" in text
    )
    assert "| new pools together | 1 | 12.00 ± 0.00 | +2.50 ± 0.00 | 2.4: reached" in text
    assert "| noisy | 1 | 12.00 ± 0.00 | -0.50 ± 0.00 | 1.5: not reached" in text
    assert "1.25 ± 0.00 points less" in text, "the detective without networks"
    assert "of 2 native ones, 1 lose" in text
    assert "| d | 4 | -0.50 ± 0.00 | < 0.0001 | +1.50 ± 0.00 |" in text
    assert "| Simple | 4 | +2.00 ± 0.00 | 1 | +1.00 ± 0.00 |" in text


def test_games_that_were_played_are_read_again(tmp_path: Path) -> None:
    decks = Decks(tmp_path, 5)
    pair = {"a": ty.as_agent("piers")}

    def play(part: str) -> list[float]:
        played = decks.play(
            part, pair, {"b": "iggi"}, episodes=2, games=3, setup="standard", decks="these"
        )
        return played.scores.ravel().tolist()

    first = play("one")
    assert play("two") == first, "the same decks"
    (tmp_path / "one.npz").rename(tmp_path / "three.npz")
    pair["a"] = ty.as_agent("iggi")
    assert play("three") == first, "read, not played"
    assert play("four") != first


def test_the_documented_table_is_that_of_the_seed() -> None:
    begin, end = markers(SECTION)
    section = DOCUMENT.read_text(encoding="utf-8").partition(begin)[2].partition(end)[0]
    assert f"seed {SEED}: {Sizes().episodes} episodes of {Sizes().games} games" in section
    assert all(bot.__name__ in section for bot in BOTS)
    known = read(file_for(ty.Setup.parse(parts.STANDARD + " players=2"))).default
    assert known == parts.RESPONSE, "the table compares the detective with its default response"
