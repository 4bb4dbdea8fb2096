"""The parts of the test with two players: who plays with whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import tamaya as ty
from benchmarks.detective_test.bots import BOTS
from benchmarks.detective_test.measuring import Decks, Played
from benchmarks.detective_test.partners import (
    LEARNED,
    LEFT_OUT,
    OUR_POOL,
    Partners,
    noisy,
    of_family,
    of_pool,
    people,
)
from benchmarks.detective_test.sizes import Sizes
from tamaya.benchmark.seeds import derived
from tamaya.matchups import pool
from tamaya.meta import Contender, Investigation
from tamaya.meta.left_out import LeftOutFamily
from tamaya.meta.shipped_files import Case, file_for, read

GENERALIST, RESPONSE, DETECTIVE = "generalist", "learned:response", "detective"
FORGETFUL, KNOWN, SEARCH = "forgetful response", "detective that knows them", "search"
NO_NETWORKS, COMPANION, TOLD = "detective without networks", "companion", "told detective"
EXPECTS_PEOPLE, LEARNED_COMPANION = "detective that expects people", "learned:companion"
PAPERS_GENERALIST = "elite:canaan2020-1#2,3"
"""the agent of `canaan2020-1` with the highest mean score with the pool"""
KNOWN_POOL = "canaan2020-1"
STANDARD, COMPETITION, EGER = "standard illegal=end", "competition", "eger illegal=end"
OF_ALL_PEOPLE = ("human:", "cyclone:people", "cyclone:human")
"""agents fitted to people of both halves, or to one of them"""


def case_for(setup: str) -> Case:
    """What the shipped detective knows about games of a set-up for two players."""
    return read(file_for(ty.Setup.parse(f"{setup} players=2")))


def without(case: Case, family: LeftOutFamily) -> Case:
    """The case without a family; the default response stays."""
    known = case.experience
    names = (*known.hypotheses.names, *known.responses.names)
    return case.without(frozenset(filter(family.leaves_out, names)))


@dataclass(frozen=True)
class Part:
    """Partners, and the agents that are compared with them."""

    name: str
    setup: str
    contenders: Mapping[str, Contender]
    partners: Partners

    def play(self, decks: Decks, sizes: Sizes) -> Played:
        """Plays all episodes."""
        return decks.play(
            self.name,
            self.contenders,
            self.partners,
            episodes=sizes.episodes,
            games=sizes.games,
            setup=self.setup,
        )

    def forgetful(self, decks: Decks, sizes: Sizes) -> Played:
        """Plays the network on the same decks, without memory of earlier games."""
        single = decks.play(
            f"{self.name}, forgetful",
            {FORGETFUL: RESPONSE},
            self.partners,
            episodes=sizes.episodes * sizes.games,
            games=1,
            setup=self.setup,
            decks=self.name,
        )
        shape = 1, len(single.partners), sizes.episodes, sizes.games
        return Played(single.agents, single.partners, single.scores.reshape(shape))

    def without_networks(self, decks: Decks, sizes: Sizes) -> Played:
        """Plays the first episodes with a detective whose responses include no network."""
        case = case_for(self.setup)
        known = case.experience.responses.names
        rules = Case(case.experience, case.weights, COMPANION, case.whole_games)
        networks = frozenset(name for name in known if name.startswith("learned:"))
        return decks.play(
            f"{self.name}, no networks",
            {NO_NETWORKS: rules.without(networks).detective(NO_NETWORKS)},
            self.partners,
            episodes=sizes.ablation_episodes,
            games=sizes.games,
            setup=self.setup,
            decks=self.name,
        )

    def again(self, partner: str, decks: Decks, sizes: Sizes, episodes: int) -> Played:
        """Plays many episodes with one partner, on new decks."""
        names = GENERALIST, RESPONSE, DETECTIVE
        return decks.play(
            f"again {self.name} {partner}",
            {name: self.contenders[name] for name in names},
            {partner: self.partners[partner]},
            episodes=episodes,
            games=sizes.games,
            setup=self.setup,
        )


def basic(detective: Contender = "detective") -> dict[str, Contender]:
    """The paper's Generalist, the network alone, and a detective."""
    return {GENERALIST: PAPERS_GENERALIST, RESPONSE: RESPONSE, DETECTIVE: detective}


def same_pool() -> Part:
    """The pool of the paper's Generalist, which the shipped detective knows."""
    return Part("same pool", COMPETITION, basic(), of_pool(KNOWN_POOL, pool(KNOWN_POOL)))


def other_pools(pools: Mapping[str, ty.Pool]) -> list[Part]:
    """New pools."""
    return [
        Part(name, STANDARD if name == OUR_POOL else COMPETITION, basic(), of_pool(name, new))
        for name, new in pools.items()
    ]


def families(pools: Mapping[str, ty.Pool], sizes: Sizes) -> list[Part]:
    """Families that the detective does not know, and noisy partners."""
    case, parts = case_for(STANDARD), []
    for family in LEFT_OUT:
        partners = of_family(family, case, sizes.agents_of_family)
        contenders = basic(without(case, family).detective(DETECTIVE))
        if family is not LEARNED:
            contenders[KNOWN] = "detective"
        parts.append(Part(family.name, STANDARD, contenders, partners))
    return [*parts, Part("noisy agents", STANDARD, basic(), noisy(pools[OUR_POOL]))]


def other_people(sizes: Sizes, folder: Path) -> Part:
    """Models of people, for a detective that knows no model of these people."""
    case = case_for(EGER)
    known = case.experience
    names = (*known.hypotheses.names, *known.responses.names)
    unknown = frozenset(name for name in names if name.startswith(OF_ALL_PEOPLE))
    contenders = {
        COMPANION: COMPANION,
        LEARNED_COMPANION: LEARNED_COMPANION,
        DETECTIVE: case.without(unknown).detective(DETECTIVE),
        EXPECTS_PEOPLE: case.for_people().without(unknown).detective(EXPECTS_PEOPLE),
        TOLD: "detective",
    }
    return Part("other people", EGER, contenders, people(sizes, folder))


def bots() -> Part:
    """The bots in Python."""
    return Part("bots", STANDARD, basic(), {bot.__name__: bot() for bot in BOTS})


def searched(parts: list[Part], decks: Decks, sizes: Sizes) -> list[Played]:
    """Episodes with and without search, with one partner of the new pools each."""
    partners = [(part, name) for part in parts for name in part.partners]
    order = sorted(partners, key=lambda pair: derived(decks.seed, f"search {pair[1]}"))
    played = []
    for number in range(sizes.searched):
        part, partner = order[number % len(order)]
        case = case_for(part.setup)
        search = Investigation(iterations=sizes.iterations)
        played.append(
            decks.play(
                f"search {number}",
                {DETECTIVE: case.detective(), SEARCH: case.detective(SEARCH, search)},
                {partner: part.partners[partner]},
                episodes=1,
                games=sizes.games,
                setup=part.setup,
            )
        )
    return played
