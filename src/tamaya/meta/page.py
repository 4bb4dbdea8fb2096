"""Writes what the shipped detective gains with families that it does not know into docs/meta.md.

`python -m tamaya.meta.page docs/meta.md` leaves each family out of its hypotheses and responses in
turn, and lets it play with agents of that family. All of these families were used
when the detective was designed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tamaya.files import replace_section
from tamaya.game import Setup
from tamaya.matchups import Pool
from tamaya.meta.episodes import evaluate
from tamaya.meta.evaluation import Evaluation
from tamaya.meta.left_out import FAMILIES, LeftOutFamily
from tamaya.meta.shipped_files import Case, file_for, read
from tamaya.stats import Estimate

SECTION = "left out"
EPISODES, GAMES, FIRST_SEED = 8, 4, 7_000_000
MOST_PARTNERS = 3
"""partners of each family, spread evenly over its hypotheses"""
DEFAULT, LEFT_OUT, KNOWN = "default response", "family left out", "family known"
PLAYERS = (2, 3)
MEASURED = tuple(family for word, family in FAMILIES.items() if word != "learned")
"""families of the table; of the networks, `learned:self-play` only"""


def measured(case: Case, family: LeftOutFamily) -> Evaluation | None:
    """Episodes with agents of a family; None if there are none for this number of players."""
    known, responses = case.experience.hypotheses, case.experience.responses.names
    named = zip(known.names, known.agents, strict=True)
    partners = [agent for name, agent in named if family.has(name)]
    if not partners:
        return None
    step = -(-len(partners) // MOST_PARTNERS)
    names = (*known.names, *responses)
    contenders = {
        DEFAULT: case.without(frozenset(responses)),
        LEFT_OUT: case.without(frozenset(filter(family.leaves_out, names))),
        KNOWN: case,
    }
    return evaluate(
        {name: contender.detective(name) for name, contender in contenders.items()},
        Pool(family.name, tuple(partners[::step]), known.setup),
        episodes=EPISODES,
        games=GAMES,
        first_seed=FIRST_SEED,
        setup=case.experience.setup,
    )


def line(players: int, family: LeftOutFamily, result: Evaluation) -> str:
    """One line of the table."""
    gains = [result.gain(name, DEFAULT).difference for name in (LEFT_OUT, KNOWN)]
    cells = [str(players), family.name, str(len(result.partners)), _text(result.score(DEFAULT))]
    cells += [f"{gain.mean:+.2f} ± {gain.sem:.2f}" for gain in gains]
    return f"| {' | '.join(cells)} |"


def _text(estimate: Estimate) -> str:
    return f"{estimate.mean:.2f} ± {estimate.sem:.2f}"


def text() -> str:
    """The section of the document."""
    rows = []
    for players in PLAYERS:
        case = read(file_for(Setup.parse(f"standard players={players}")))
        for family in MEASURED:
            result = measured(case, family)
            if result is not None:
                rows.append(line(players, family, result))
                print(rows[-1], flush=True)
    last = FIRST_SEED + EPISODES * GAMES - 1
    return "\n".join(
        [
            f"`python -m tamaya.meta.page docs/meta.md`: {EPISODES} episodes of {GAMES} games with "
            f"each partner, seeds {FIRST_SEED}-{last}, standard, points kept, ± standard error "
            "over episodes. Gains are over the default response alone, on the same decks.",
            "",
            f"| players | partners | agents | {DEFAULT} | gain, {LEFT_OUT} | gain, {KNOWN} |",
            "|---|---|---|---|---|---|",
            *rows,
        ]
    )


def main() -> None:
    """Plays the games and writes the table into the file."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/meta.md")
    section = text()
    document = path.read_text(encoding="utf-8")
    path.write_text(replace_section(document, SECTION, section), encoding="utf-8")


if __name__ == "__main__":
    main()
