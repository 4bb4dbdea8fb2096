"""Measures the shipped detective with strangers, and writes the table into docs/meta.md.

    python -m benchmarks.detective_test runs/detective_test [docs/meta.md]

The games are kept in the folder, and the same command resumes. It needs the games of the human
study (HanabiData) to train models of people. See `parts` for who plays with whom.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.detective_test import parts, table
from benchmarks.detective_test.measuring import Decks, Played
from benchmarks.detective_test.partners import new_pools
from benchmarks.detective_test.parts import DETECTIVE, GENERALIST, Part
from benchmarks.detective_test.sizes import Sizes
from benchmarks.detective_test.tables_of_players import play_table
from tamaya.files import replace_section, write_whole
from tamaya.reproduce import data

SECTION = "strangers"


@dataclass(frozen=True)
class Test:
    """Plays all parts, the cheap ones first."""

    sizes: Sizes
    folder: Path

    def results(self) -> table.Results:
        """Plays everything that the folder does not hold yet."""
        sizes, decks = self.sizes, Decks(self.folder / "games", self.sizes.seed)
        pools = new_pools(sizes, self.folder / "pools")
        same, others = parts.same_pool(), parts.other_pools(pools)
        families, bots = parts.families(pools, sizes), parts.bots()
        played = {part.name: part.play(decks, sizes) for part in (same, *others, *families)}
        met = parts.other_people(sizes, self.folder / "people").play(decks, sizes)
        forgetful = {part.name: part.forgetful(decks, sizes) for part in (same, *others)}
        ablation = {part.name: part.without_networks(decks, sizes) for part in (same, *others)}
        python = [bots.again(name, decks, sizes, sizes.bot_episodes) for name in bots.partners]
        strangers = [(part, played[part.name]) for part in (*others, *families)]
        again = [
            part.again(name, decks, sizes, sizes.long_episodes)
            for part, name in _lowest(strangers, sizes.worst)
        ]
        players = [play_table(number, sizes.seed, self.folder) for number in sizes.players]
        return table.Results(
            sizes=sizes,
            same=played[same.name],
            others={part.name: played[part.name] for part in others},
            families={part.name: played[part.name] for part in families},
            forgetful=forgetful,
            without_networks=ablation,
            people=met,
            players=tuple(players),
            again=tuple(again),
            bots=tuple(python),
            searched=tuple(parts.searched(others, decks, sizes)),
        )


def _lowest(strangers: list[tuple[Part, Played]], most: int) -> list[tuple[Part, str]]:
    """The single strangers with whom the detective gained least."""
    gains = [
        (gain.mean, place, name)
        for place, (_, games) in enumerate(strangers)
        for name, gain in games.by_partner(DETECTIVE, GENERALIST).items()
    ]
    return [(strangers[place][0], name) for _, place, name in sorted(gains)[:most]]


def main() -> None:
    """Plays the games and writes the table into the document."""
    data.check("HanabiData")
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "runs/detective_test")
    path = Path(sys.argv[2] if len(sys.argv) > 2 else "docs/meta.md")
    text = table.text(Test(Sizes(), folder).results())
    document = path.read_text(encoding="utf-8")
    write_whole(path, replace_section(document, SECTION, text))


if __name__ == "__main__":
    main()
