"""Partners of the test: new pools, families, and models of people that no agent learned from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import tamaya as ty
from benchmarks.detective_test.sizes import Sizes
from tamaya.agents import AgentLike, NativeAgent
from tamaya.benchmark.seeds import derived
from tamaya.humans import HumanAgent, PersonModel
from tamaya.meta.left_out import FAMILIES, LeftOutFamily
from tamaya.meta.shipped_files import Case
from tamaya.reproduce.people.partners import PartnerArgs, other_half

PUBLISHED_POOLS = ("published rules, first", "published rules, second")
OUR_POOL = "our rules"
NOISE = (10, 25)
"""percentages of random moves of noisy partners"""
NOISY_ELITES = 3
LEARNED = FAMILIES["learned"]
LEFT_OUT = (
    *(FAMILIES[word] for word in ("classics", "eger", "cyclone", "people")),
    LEARNED,
)
"""families that are left out of the detective's hypotheses and responses"""
_NETWORKS = ("learned:self-play", "learned:other-play-1", "learned:other-play-2")
_BATCH = 500

Partners = Mapping[str, AgentLike]


def new_pools(sizes: Sizes, folder: Path) -> dict[str, ty.Pool]:
    """Pools that are evolved from the seed of the test, with set-ups that they are made for."""
    pools = {
        name: ty.evolve(
            folder / name,
            preset="canaan2020",
            seed=derived(sizes.seed, name),
            candidates=sizes.published_candidates,
        ).pool()
        for name in PUBLISHED_POOLS
    }
    ours = ty.evolve(
        folder / OUR_POOL,
        rulebook="tamaya",
        setup="standard illegal=end",
        seed=derived(sizes.seed, OUR_POOL),
        candidates=sizes.our_candidates,
        games=sizes.our_games,
        batch=min(_BATCH, sizes.our_candidates // 2),
    )
    return pools | {OUR_POOL: ours.pool()}


def of_pool(name: str, pool: ty.Pool) -> dict[str, AgentLike]:
    """The agents of a pool, by names that no other pool has."""
    return {f"{name}, cell {elite.name}": elite for elite in pool.elites}


def noisy(pool: ty.Pool) -> dict[str, AgentLike]:
    """The best agents of a pool, with random moves."""
    best = sorted(pool.elites, key=lambda elite: -elite.score.mean if elite.score else 0.0)
    return {
        f"{percent} % noise, cell {elite.name}": NativeAgent(
            f"noisy {elite.name}", elite.genome, noise=percent, gives_up=elite.gives_up
        )
        for elite in best[:NOISY_ELITES]
        for percent in NOISE
    }


def of_family(family: LeftOutFamily, case: Case, most: int) -> dict[str, AgentLike]:
    """Agents of a family: hypotheses of the shipped detective, spread evenly, or networks."""
    known = case.experience.hypotheses
    named = dict(zip(known.names, known.agents, strict=True))
    members = {name: agent for name, agent in named.items() if family.has(name)}
    if family is LEARNED:
        members = {name: name for name in _NETWORKS}
    step = -(-len(members) // most)
    return dict(list(members.items())[::step])


def people(sizes: Sizes, folder: Path) -> dict[str, AgentLike]:
    """Models of the half of the people that `learned:companion` and `companion` never met.

    They are trained once, and then read from the folder.

    :raises MissingData: if the games of the study are absent
    """
    if not folder.exists():
        models = other_half(PartnerArgs(epochs=sizes.epochs))
        folder.mkdir(parents=True)
        for name, model in models.items():
            model.save(folder / f"{name}.npz")
    agents: dict[str, AgentLike] = {}
    for file in sorted(folder.glob("*.npz")):
        name = f"other people, {file.stem}"
        agents[name] = HumanAgent(PersonModel.read(file), name=name)
    return agents
