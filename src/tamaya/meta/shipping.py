"""Makes the files of the shipped detective: `python -m tamaya.meta.shipping`.

It plays every response with every hypothesis. Hypotheses are agents of the shipped pools and of all
native families; each group of them has the same prior weight. Responses are conventions, networks
and agents that people have written, and the Generalist of each pool.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tamaya.agents import AgentLike, Elite, as_agent
from tamaya.agents.agent import ValueAgent
from tamaya.agents.elite import niche_text
from tamaya.game import Setup
from tamaya.matchups import Pool, pool
from tamaya.matchups.pool import CLASSICS
from tamaya.meta.experience import Experience
from tamaya.meta.shipped_files import FOLDER, Case, file_for, write

RESPONSE_NETWORK = "learned:response"
CONVENTIONS = (
    "convention:hats",
    "convention:ladder(level=1)",
    "convention:ladder(level=2)",
    "convention:ladder(level=3)",
)
NETWORKS = (RESPONSE_NETWORK, "learned:self-play", "learned:companion")
GROUPS: dict[str, tuple[str, ...]] = {
    "classics": (*CLASSICS, "iggi2", "clivej"),
    "ours": ("tamaya", "kagiya", "companion"),
    "hle": tuple(f"hle:{name}" for name in ("iggi", "outer", "van_den_bergh", "flawed", "piers")),
    "competition": tuple(
        f"competition:{name}"
        for name in ("iggi", "piers", "flawed", "internal", "outer", "van_den_bergh", "clivej")
    ),
    "evolved": ("evolved:mirror_situational", "evolved:best_2019", "evolved:nyu_2"),
    "eger": ("eger:inner", "eger:outer", "eger:intentional", "eger:full"),
    "cyclone": (
        "cyclone:human_like",
        "cyclone:human_complementary",
        "cyclone:self_play",
        "cyclone:people",
        "cyclone:companion",
    ),
    "people": ("human:all", "human:cluster1", "human:cluster2", "human:cluster3"),
    "conventions": CONVENTIONS,
    "networks": NETWORKS,
}
"""hypotheses of the native families; agents that cannot play a set-up are left out"""
POOLS = {
    2: ("canaan2020-1", "canaan2020-2", "canaan2020-3", "tamaya-1", "canaan2019-1", "wide-1"),
    3: ("canaan2020-3p-1", "wide-3p-1"),
    4: ("canaan2020-4p-1", "wide-4p-1"),
    5: ("canaan2020-5p-1", "wide-5p-1"),
}
MOST_OF_A_POOL = 24
"""hypotheses from one pool; of larger ones, agents at equal distances"""
RESPONSES = (
    *NETWORKS,
    *CONVENTIONS,
    "companion",
    "tamaya",
    "kagiya",
    "piers",
    "eger:full",
    "cyclone:human_complementary",
    "cyclone:self_play",
    "cyclone:companion",
)
DEFAULTS = {2: RESPONSE_NETWORK, 3: "companion", 4: "companion", 5: "companion"}
"""responses to unknown partners, by the number of players. With more than two players, the network
and the companion score alike on average, but the network scores less with models of people and
loses the last life more often (docs/meta.md)"""
_POOL_GAMES = 20
"""games of each pair that choose the Generalist of a pool"""
FIRST_SEED = 3_000_000


def groups(setup: Setup) -> dict[str, tuple[AgentLike, ...]]:
    """The hypotheses for a set-up, by group."""
    families: dict[str, tuple[AgentLike, ...]] = {
        name: tuple(agent for agent in agents if _can_play(agent, setup))
        for name, agents in GROUPS.items()
    }
    evolved = {name: _some_of(pool(name)) for name in POOLS[setup.players]}
    return {name: agents for name, agents in (families | evolved).items() if agents}


def _can_play(name: str, setup: Setup) -> bool:
    agent = as_agent(name)
    assert isinstance(agent, ValueAgent)
    return setup.players in agent.players and agent.refusal(setup) is None


def _some_of(source: Pool) -> tuple[Elite, ...]:
    step = -(-len(source) // MOST_OF_A_POOL)
    return tuple(
        elite.but(name=f"elite:{source.name}#{niche_text(elite.niche)}", score=None, features={})
        for elite in source.elites[::step]
    )


def case(setup: Setup, games: int, threads: int | None = None) -> Case:
    """Plays the games behind the detective's choices for a set-up."""
    by_group = groups(setup)
    hypotheses = Pool("shipped", tuple(a for group in by_group.values() for a in group), str(setup))
    weights = tuple(1 / len(group) for group in by_group.values() for _ in group)
    named = tuple(name for name in RESPONSES if _can_play(name, setup))
    evolved = tuple(
        _generalist(by_group[name], setup, threads)
        for name in POOLS[setup.players]
        if _is_lawful(pool(name), setup)
    )
    known = Experience.train(
        hypotheses,
        Pool("shipped", (*named, *evolved), str(setup)),
        games=games,
        first_seed=FIRST_SEED,
        setup=setup,
        threads=threads,
    )
    conventions = tuple(name for name in named if name in CONVENTIONS)
    return Case(known, weights, DEFAULTS[setup.players], conventions)


def _is_lawful(source: Pool, setup: Setup) -> bool:
    """Whether elites of a pool can be responses: published rules can make illegal moves, which only
    the set-ups of the published programs allow.
    """
    return setup.refill == "in_place" or "published" not in source.rulebook


def _generalist(elites: tuple[AgentLike, ...], setup: Setup, threads: int | None) -> AgentLike:
    """The elite with the highest mean score over all elites."""
    known = Experience.train(
        Pool("elites", elites, str(setup)),
        games=_POOL_GAMES,
        first_seed=FIRST_SEED + 1_000_000,
        setup=setup,
        threads=threads,
    )
    return elites[int(known.scores.mean(axis=1).argmax())]


def main() -> None:
    """Writes the files for all set-ups and numbers of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="*", default=sorted(POOLS))
    parser.add_argument("--setups", nargs="*", default=["standard", "competition"])
    parser.add_argument("--games", type=int, default=60, help="games of each pair")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    for players in arguments.players:
        for name in arguments.setups:
            setup = Setup.parse(f"{name} illegal=end players={players}")
            knowledge = case(setup, arguments.games, arguments.threads)
            file = file_for(setup, arguments.folder)
            write(knowledge, file)
            known = knowledge.experience
            size = f"{len(known.responses)} x {len(known.hypotheses)}"
            print(f"{file}: {size}, default {knowledge.default}", flush=True)


if __name__ == "__main__":
    main()
