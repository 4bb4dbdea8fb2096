"""The classic agents as two published Java programs play them, gene by gene.

`mapelites:` are the agents of the MAP-Elites repository, `competition:` those of the competition
framework. Both end the game if no rule applies, so they are made for the `competition` set-up.
"""

from __future__ import annotations

from typing import Annotated, Literal

from tamaya.agents.agent import Agent
from tamaya.agents.binding import Percent, Range
from tamaya.agents.native import NativeAgent
from tamaya.agents.registry import Entry, register, rule_list
from tamaya.errors import NotationError
from tamaya.rules import GENES, Genome, chromosome


def _genes(*parts: int | str) -> str:
    """Joins genes (by number) and rules (by name) to the text of one rule list."""
    return " > ".join(str(GENES[p]) if isinstance(p, int) else f"published.{p}" for p in parts)


_LIVES_60 = "play_probably_safe_with_lives(percent=60, lives=2)"

for _name, _description, _rules in (
    (
        "iggi",
        "Plays safe cards, hints playable ones, discards the oldest.",
        _genes(2, 8, 13, 38, 27, 39),
    ),
    (
        "internal",
        "Plays safe cards, otherwise hints and discards at random.",
        _genes(8, 38, 20, 22, 34),
    ),
    (
        "outer",
        "Plays safe cards and hints what the partner does not know yet.",
        _genes(8, 38, 21, 23, 34),
    ),
    (
        "van_den_bergh",
        "Plays at 60 % probability, hints most cards, discards what is probably useless.",
        _genes(_LIVES_60, 8, "discard_probably_useless(99)", 13, 14, 19, 29),
    ),
    (
        "flawed",
        "Plays at 25 % probability, and so loses its lives.",
        _genes(8, 49, 22, 38, 27, 34),
    ),
    (
        "piers",
        "IGGI that takes risks with lives to spare and saves hints.",
        _genes(41, 8, 46, 13, 48, 38, 27, 22, 34),
    ),
    ("cautious", "Plays only what is certain.", _genes(2, 8, 13, 38, 34)),
    ("legal_random", "Makes any legal move.", _genes(39)),
    (
        "piers_no_dispensable",
        "Piers without hints about dispensable cards.",
        _genes(41, 8, 46, 13, 38, 27, 22, 34),
    ),
    (
        "piers_late_dispensable",
        "Piers that discards useless cards before it hints dispensable ones.",
        _genes(41, 8, 46, 13, 38, 48, 27, 22, 34),
    ),
):
    rule_list(f"mapelites:{_name}", _description, _rules, gives_up=True, setup="competition")

for _name, _description, _rules in (
    (
        "iggi",
        "Plays safe cards, hints playable ones, discards the oldest.",
        _genes(2, 8, 13, 38, 27, 22),
    ),
    (
        "iggi2",
        "IGGI with calculated risks and more careful discards.",
        _genes(41, 2, 8, 46, 38, 12, 10, 28, 27, "hint_most(new=1)", 22),
    ),
    (
        "piers",
        "IGGI that takes risks with lives to spare and saves hints.",
        _genes(41, 8, 46, 13, 48, 38, 27, 22, 34),
    ),
    ("flawed", "Plays at 25 % probability, and so loses its lives.", _genes(8, 49, 22, 38, 27, 34)),
    ("cautious", "Plays only what is certain.", _genes(2, 8, 13, 38, 34, 22)),
    (
        "internal",
        "Plays safe cards, otherwise hints and discards at random.",
        _genes(8, 38, 20, 22, 34),
    ),
    (
        "outer",
        "Plays safe cards and hints what the partner does not know yet.",
        _genes(8, 38, 21, 23, 34),
    ),
    (
        "van_den_bergh",
        "The agent of Van den Bergh et al. with the best parameters of their paper.",
        _genes(_LIVES_60, 8, "discard_probably_useless(100)", 13, "hint_most(new=1)", 29),
    ),
    (
        "clivej",
        "Unblocks its partner and hints to players who know little.",
        _genes(40, 8, 18, 38, 10, 13, 14, "hint_most(new=1)", 36, 24),
    ),
    ("legal_random", "Makes any legal move.", _genes(39)),
):
    rule_list(f"competition:{_name}", _description, _rules, gives_up=True, setup="competition")


_VAN_DEN_BERGH_HINTS: dict[str, int | str] = {
    "most": 19,
    "new": "hint_most(new=1)",
    "useless": 14,
    "random": 22,
}
Lives = Annotated[int, Range("a number of lives from 0 to 60", 0, 60)]


def _risky(percent: Percent = 75, *, name: str) -> Agent:
    rules = _genes(2, f"play_probably_safe({percent})", 13, 38, 27)
    return NativeAgent(name, Genome.parse(rules), gives_up=True)


def _van_den_bergh(
    play: Percent = 60,
    discard: Percent = 100,
    hint: Literal["most", "new", "useless", "random"] = "new",
    lives: Lives = 2,
    *,
    name: str,
) -> Agent:
    risk = f"play_probably_safe_with_lives(percent={play}, lives={lives})"
    useless = f"discard_probably_useless({discard})"
    rules = _genes(risk, 8, useless, 13, _VAN_DEN_BERGH_HINTS[hint], 29)
    return NativeAgent(name, Genome.parse(rules), gives_up=True)


register(
    Entry(
        "competition:van_den_bergh_with",
        "Van den Bergh's agent with percentages, hint rule and lives of your choice.",
        _van_den_bergh,
        setup="competition",
    )
)
register(
    Entry(
        "competition:risky",
        "Plays cards that are playable with at least this probability.",
        _risky,
        setup="competition",
    )
)


def _chromosome(gives_up: bool) -> Entry:
    name = "chromosome2019" if gives_up else "chromosome"

    def make(*gene: str, name: str) -> Agent:
        if not gene or not all(number.isdecimal() and len(number) < 10 for number in gene):
            raise NotationError(f"not a chromosome: {name[:60]!r} (expected gene numbers 0 to 104)")
        return NativeAgent(name, chromosome(map(int, gene)), gives_up=gives_up)

    last = "ends the game, as in 2019" if gives_up else "makes a random move, as in 2020"
    text = f"A published chromosome by gene numbers; {last}, if no rule applies."
    return Entry(name, text, make, setup="competition")


register(_chromosome(gives_up=False))
register(_chromosome(gives_up=True))

_MIRROR_SITUATIONAL = (
    68, 7, 63, 8, 67, 66, 52, 35, 36, 51, 33, 13, 54, 16, 48, 37, 69, 19, 4, 5, 44, 61, 27, 49,
    34, 39, 18, 46, 0, 59, 65, 29, 3, 23, 70, 24, 58, 38, 42, 32, 6, 56, 9, 14, 41, 30, 11, 45,
    43, 21, 2, 15, 1, 50, 26, 62, 28, 57, 22, 64, 20, 10, 31, 55, 40, 47, 60, 71, 17, 53, 12, 25,
)  # fmt: skip

for _name, _players, _description, _chromosome_genes in (
    (
        "mirror_situational",
        2,
        "The 2018 competition entry for two players, evolved.",
        _MIRROR_SITUATIONAL,
    ),
    (
        "best_2019",
        2,
        "The best elite of the 2019 paper (two players).",
        (67, 21, 8, 52, 33, 53, 36, 93, 96, 34, 27, 6, 19, 62, 21),
    ),
    (
        "nyu_2",
        2,
        "The NYUGameLab 2019 competition entry for 2 players.",
        (67, 103, 7, 35, 101, 52, 77, 53, 16, 28, 23, 27, 37, 43, 101),
    ),
    (
        "nyu_3",
        3,
        "The NYUGameLab 2019 competition entry for 3 players.",
        (7, 50, 59, 67, 0, 36, 24, 97, 52, 69, 23, 72, 3, 28, 31),
    ),
    (
        "nyu_4",
        4,
        "The NYUGameLab 2019 competition entry for 4 players.",
        (8, 54, 50, 60, 46, 68, 58, 1, 29, 41, 93, 95, 71, 3, 94),
    ),
    (
        "nyu_5",
        5,
        "The NYUGameLab 2019 competition entry for 5 players.",
        (64, 50, 58, 7, 25, 68, 21, 29, 30, 54, 99, 28, 31, 14, 71),
    ),
):
    rule_list(
        f"evolved:{_name}",
        _description,
        _genes(*_chromosome_genes),
        players=(_players,),
        setup="competition",
    )
