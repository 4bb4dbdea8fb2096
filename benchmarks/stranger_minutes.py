"""Processor minutes of the four longest experiments, estimated from small parts of them.

python -m benchmarks.stranger_minutes

It runs each part of `strangers`, `strangers_design`, `learned_strangers` and `detective_ideas` on a
shipped pool with fewer candidates, generations, games and episodes, and multiplies its time. The
evolution of the pools is not counted, as on the pages of the papers; it is estimated from a few
batches of candidates.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import tamaya as ty
from benchmarks.evolution import STEPS, seconds_a_batch
from tamaya.agents import Agent
from tamaya.meta import generalist, grow
from tamaya.qd import preset
from tamaya.reproduce import experiment
from tamaya.reproduce.detective import ideas
from tamaya.reproduce.detective.learned import RESPONSE
from tamaya.reproduce.detective.strangers import FAMILIES, NOISE, StrangerArgs, Trained
from tamaya.reproduce.processor_time import Clock

POOL = "canaan2020-1"
POOLS = 3
"""pools of each experiment"""
SETUP = "competition players=2"
GROWN, GENERATIONS, GAMES = 500, 3, 20
"""candidates of a run, generations of the better Generalist, and games of each pair"""
FEW, MANY = 500, 1500
"""candidates of two runs, whose difference is the time of a candidate"""


def minutes_of(work: Callable[[], object]) -> float:
    """Processor minutes of some work."""
    clock = Clock()
    work()
    return clock.minutes


def evolution_minutes(name: str) -> float:
    """Minutes of a million candidates with the settings of a paper."""
    settings = preset(name)
    minutes = minutes_of(lambda: seconds_a_batch(settings, f"{name}-1"))
    return minutes / STEPS * 1_000_000 / settings.batch


def of_a_candidate(partners: Path, folder: Path, book: str) -> float:
    """Minutes of one candidate of a run that grows responses for a group of partners."""

    def run(candidates: int) -> float:
        return minutes_of(
            lambda: ty.evolve(
                folder / f"{book}-{candidates}",
                rulebook=book,
                setup=SETUP,
                objective="mean",
                partners=str(partners),
                candidates=candidates,
                random_start=100,
                seed=0,
            )
        )

    return (run(MANY) - run(FEW)) / (MANY - FEW)


def growth(folder: Path, args: StrangerArgs) -> tuple[Trained, float]:
    """Grows responses at a small size and trains on them; also returns the whole size's minutes."""
    clock, reports = Clock(), dict[str, list[float]]()
    grown = grow(
        POOL,
        folder,
        most_groups=args.groups,
        candidates=GROWN,
        generations=GENERATIONS,
        children=args.children,
        random=args.random,
        rulebooks=args.rulebooks,
        training_games=GAMES,
        progress=lambda name, _: reports.setdefault(name, []).append(clock.minutes),
    )
    whole, climbed, runs = clock.minutes, reports.pop("generalist"), len(reports)
    of_a_generation = (climbed[-1] - climbed[0]) / (GENERATIONS - 1)
    candidate = [
        of_a_candidate(folder / "wide-group-1.json", folder, book) for book in args.rulebooks
    ]
    whole += of_a_generation * (args.generations - GENERATIONS)
    whole += runs * (args.grown - GROWN) * sum(candidate) / len(candidate)
    clock = Clock()
    pool = ty.pool(POOL)
    trained = Trained(
        pool,
        ty.Experience.train(pool, games=GAMES),
        ty.Experience.train(grown.hypotheses, grown.responses, games=GAMES),
    )
    return trained, whole + clock.minutes * args.training_games / GAMES


def playing(agents: Mapping[str, object], partners: ty.Pool, episodes: int, games: int) -> float:
    """Minutes of one episode of these agents with each partner, from a few episodes."""
    return (
        minutes_of(
            lambda: ty.evaluate(
                dict(agents),
                partners,
                setup=SETUP,
                episodes=episodes,
                games=games,
                first_seed=1_000_000,
            )
        )
        / episodes
    )


def families(names: Sequence[str]) -> ty.Pool:
    """The agents of some families."""
    return ty.Pool("families", tuple(agent for name in names for agent in FAMILIES[name]), SETUP)


def strangers_minutes(trained: Trained, args: StrangerArgs) -> float:
    """Minutes of the episodes of `strangers`."""
    agents = trained.contenders()
    some = {name: agents[name] for name in ("generalist", "grown generalist", "detective")}
    with_families = [families(tuple(FAMILIES)), *map(trained.noisy, NOISE)]
    minutes = POOLS * playing(agents, trained.pool, 2, args.games)
    minutes += sum(playing(some, partners, 2, args.games) for partners in with_families)
    return POOLS * args.episodes * minutes


def ideas_minutes(trained: Trained, args: StrangerArgs) -> float:
    """Minutes of `detective_ideas` once its responses are grown."""
    clock, few = Clock(), args.training_games // 5
    agents: dict[str, Agent] = ideas.variants(trained, GAMES)
    training = clock.minutes + few / GAMES * minutes_of(
        lambda: ideas.two_pools(trained, trained, GAMES)
    )
    partners = families(("competition", "ours", "hle", "intentional", "cyclone"))
    played = 2 * playing(agents, trained.pool, 1, args.games)
    played += playing(agents, partners, 1, args.games)
    return POOLS * (training + args.episodes * played)


def learned_minutes(trained: Trained, args: StrangerArgs) -> float:
    """Minutes of `learned_strangers`."""
    agents = {"generalist": generalist(trained.plain), RESPONSE: RESPONSE}
    minutes = POOLS * playing(agents, trained.pool, 4, args.games)
    minutes += playing(agents, families(tuple(FAMILIES)), 4, args.games)
    minutes += sum(playing(agents, trained.noisy(p), 4, args.games) for p in NOISE)
    training = minutes_of(lambda: ty.Experience.train(trained.pool, games=GAMES))
    return args.episodes * minutes + training * args.training_games / GAMES


def main() -> None:
    """Prints the minutes of each experiment."""
    for name in ("canaan2019", "canaan2020"):
        print(f"a million candidates of {name}: {evolution_minutes(name):.0f} minutes")
    args = experiment("strangers").scales["paper"]
    short = experiment("detective_ideas").scales["paper"]
    with tempfile.TemporaryDirectory() as folder:
        trained, growing = growth(Path(folder) / "responses", args)
        print(f"growing responses: {POOLS * growing:.0f} minutes")
        print(f"strangers_design: {POOLS * growing + strangers_minutes(trained, args):.0f} minutes")
        print(f"learned_strangers: {learned_minutes(trained, args):.0f} minutes")
        print(f"detective_ideas: {POOLS * growing + ideas_minutes(trained, short):.0f} minutes")


if __name__ == "__main__":
    main()
