"""Responses grown for partners: specialists for groups of them, and a better Generalist.

Specialists are evolved for groups that like the same company: groups of a pool, and groups of many
more partners that are made up (`relatives`). Some specialists join the partners: they are good
players of another kind than those of the pool. The better Generalist grows out of the pool's own,
and should lose to it with nobody: losses count many times.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path

import numpy as np

from tamaya.agents import Elite
from tamaya.arena import Backend
from tamaya.game import Seed, TamayaError
from tamaya.matchups import Pool, pool
from tamaya.matchups.all_pairs import PoolLike
from tamaya.matchups.content import changes, content
from tamaya.meta.detective import CAUTION
from tamaya.meta.experience import Experience
from tamaya.meta.relatives import widened
from tamaya.numbers import Floats, whole_number
from tamaya.qd import Run, evolve
from tamaya.qd.climb import Climb, Climbing, climb
from tamaya.qd.run import EvolutionProgress
from tamaya.rules import rulebook
from tamaya.stats import cautious

HYPOTHESES, RESPONSES = "hypotheses.json", "responses.json"
"""files that growing leaves in its folder"""
_SURPASSING = "generalist.json"
_GAMES, _CHOOSING_GAMES = 400, 200
_GROUPING_SEED, _CHOOSING_SEED = 1 << 41, 1 << 42
"""decks by which partners are grouped and responses chosen: not those of `Experience.train`"""

_RANDOM_START = 2000
"""random genomes of a run"""
_CLIMB = Climb(
    length=16,
    generations=120,
    random=200,
    children=500,
    survivors=24,
    games=2,
    again=12,
    worst=0.0,
    caution=CAUTION,
)
"""how the better Generalist is grown: partners are many, so few games with each are enough"""
_CLIMBED = 3
"""of the best that were grown so, to choose from"""

GrowthProgress = Callable[[str, EvolutionProgress | Climbing], None]


@dataclass(frozen=True)
class Growth:
    """What an agent is trained on: who partners may be, and what can be played with them."""

    hypotheses: Pool
    """the pool's agents, others that were made up, and some that were grown"""
    responses: Pool
    """the pool's Generalist first"""


def covering(scores: Floats, most: int) -> tuple[int, ...]:
    """Few responses that together go well with all hypotheses: [response, hypothesis].

    The first is the best with all of them alike; each further one adds most to what the best of
    those chosen scores with each, until `most` are chosen or none adds anything.
    """
    chosen: list[int] = []
    best = np.full(scores.shape[1], -np.inf)
    while len(chosen) < most:
        together = np.maximum(scores, best).mean(axis=1)
        one = int(together.argmax())
        if chosen and together[one] <= best.mean():
            break
        chosen.append(one)
        best = np.maximum(best, scores[one])
    return tuple(chosen)


def groups(
    hypotheses: Pool, most: int, *, guests: Pool | None = None, threads: int | None = None
) -> tuple[Pool, ...]:
    """Hypotheses apart by who goes best with each: those that like the same company.

    :param guests: whom they may like; by default each other
    """
    known = Experience.train(
        hypotheses, guests, games=_GAMES, first_seed=_GROUPING_SEED, threads=threads
    )
    company = covering(known.scores, most)
    likes = known.scores[list(company)].argmax(axis=0)
    members = [
        [elite for elite, place in zip(hypotheses.elites, likes, strict=True) if place == k]
        for k in range(len(company))
    ]
    return tuple(
        Pool(f"group {number}", tuple(some), hypotheses.setup)
        for number, some in enumerate(filter(None, members), 1)
    )


@dataclass(frozen=True)
class GrowthRun:
    """One run of evolution: responses of one rulebook for one group."""

    folder: Path
    partners: Path
    """the group's file"""
    settings: dict[str, object]
    """for `ty.evolve`"""


def plan(  # noqa: PLR0913
    hypotheses: PoolLike,
    everybody: Pool,
    folder: str | Path,
    *,
    most_groups: int,
    candidates: int,
    rulebooks: Sequence[str],
    seed: Seed,
    threads: int | None = None,
) -> tuple[GrowthRun, ...]:
    """Groups the hypotheses and everybody, writes their files, and says what is to be evolved."""
    partners, place = pool(hypotheses), Path(folder)
    found = {
        "group": groups(partners, most_groups, threads=threads),
        "wide-group": groups(everybody, most_groups, guests=partners, threads=threads),
    }
    items = []
    for kind, number, group in [
        (kind, number, group)
        for kind, some in found.items()
        for number, group in enumerate(some, 1)
    ]:
        file = place / f"{kind}-{number}.json"
        _keep_group(group, file)
        items += [
            GrowthRun(
                place / f"{kind}-{number}-{book}",
                file,
                {
                    "rulebook": book,
                    "setup": partners.setup,
                    "objective": "mean",
                    "partners": str(file),
                    "candidates": candidates,
                    "seed": seed,
                    "random_start": min(_RANDOM_START, candidates),
                },
            )
            for book in rulebooks
        ]
    return tuple(items)


def _keep_group(group: Pool, file: Path) -> None:
    """Writes the file of a group, or checks that it holds the same one.

    :raises TamayaError: if the folder was grown for other partners
    """
    if file.exists():
        different = changes(content(pool(file)), content(group))
        if different:
            raise TamayaError(
                f"{str(file.parent)!r} was grown for other partners: {file.name} differs "
                f"({different}) (choose another folder, or remove this one)"
            )
    group.write(file)


def grow(  # noqa: PLR0913
    hypotheses: PoolLike,
    folder: str | Path,
    *,
    most_groups: int = 4,
    candidates: int = 20_000,
    generations: int = _CLIMB.generations,
    rulebooks: Sequence[str] = ("tamaya", "published"),
    most: int = 48,
    children: int = 3,
    random: int = 60,
    joining: int = 60,
    training_games: int = 2000,
    seed: Seed = 0,
    on: str | Backend = "threads",
    threads: int | None = None,
    progress: GrowthProgress | None = None,
) -> Growth:
    """Evolves agents that score well with groups of hypotheses, and chooses few that cover them.

    Nobody but the hypotheses, their made-up relatives and what is grown for these takes part, and
    each step has decks of its own. The folder keeps the runs, which are taken up where they were
    left, and the result.

    :param hypotheses: who a partner may be: anything `ty.pool` understands, rule agents only
    :param most_groups: hypotheses are put into at most so many groups
    :param candidates: genomes evaluated for each group and rulebook
    :param generations: of lists that are to surpass the Generalist
    :param most: responses to choose at most, of all that was grown
    :param children: partners to make up of each hypothesis, at most
    :param random: partners to make up of random rules
    :param joining: agents grown for a group that join the hypotheses
    :param training_games: the Generalist is who is best by so many games of each pair, on the decks
        of `Experience.train`: who is compared with it should be trained with as many
    :param progress: called after each batch with the run's name and how far it is
    :raises TamayaError: for impossible numbers, or if the folder holds other runs
    """
    for what, number, least, highest in (
        ("responses", most, 1, 1000),
        ("joining", joining, 0, 500),
        ("games", training_games, 1, 1_000_000),
    ):
        whole_number(what, number, least, highest)
    partners, place = pool(hypotheses), Path(folder)
    _check(partners, place, most_groups, rulebooks)
    how_made: dict[str, object] = {
        "responses to": partners.name,
        "agents": _fingerprint(partners),
        "groups": most_groups,
        "candidates": candidates,
        "generations": generations,
        "rulebooks": list(rulebooks),
        "most": most,
        "children": children,
        "random": random,
        "joining": joining,
        "training games": training_games,
        "seed": seed,
    }
    finished = _finished(place, how_made)
    if finished is not None:
        return finished
    made_up = widened(partners, children=children, random=random, seed=seed, threads=threads)
    runs = plan(
        partners,
        made_up,
        folder,
        most_groups=most_groups,
        candidates=candidates,
        rulebooks=rulebooks,
        seed=seed,
        threads=threads,
    )

    def tell(name: str) -> Callable[[EvolutionProgress | Climbing], None]:
        return lambda now: None if progress is None else progress(name, now)

    grown: list[Elite] = []
    for one in runs:
        run = evolve(one.folder, on=on, progress=tell(one.folder.name), **one.settings)  # type: ignore[arg-type]
        grown += _elites(run)
    everybody = replace(
        made_up,
        agents=(*made_up.elites, *_spread(grown, joining)),
        made={**made_up.made, "joining": joining},
    )
    everybody.write(place / HYPOTHESES)
    first = _generalist(partners, training_games, threads)
    how = replace(_CLIMB, setup=partners.setup, generations=generations, seed=seed)
    grown += _surpassing(first, everybody, how, rulebooks, place / _SURPASSING, tell("generalist"))
    tried = (first, *grown)
    scores = Experience.train(
        everybody,
        Pool("tried", tried, partners.setup),
        threads=threads,
        games=_CHOOSING_GAMES,
        first_seed=_CHOOSING_SEED,
    ).scores
    chosen = _chosen(scores, len(partners), most)
    made = Pool(
        place.resolve().name,
        tuple(tried[i] for i in chosen),
        partners.setup,
        rulebook=everybody.rulebook,
        version=version("tamaya"),
        made=how_made | {"chosen of": len(tried)},
    )
    made.write(place / RESPONSES)
    return Growth(everybody, made)


def _check(partners: Pool, place: Path, most_groups: int, rulebooks: Sequence[str]) -> None:
    """Complains before anything is played, and makes the folder."""
    whole_number("groups", most_groups, 1, len(partners))
    for book in rulebooks:
        rulebook(book)
    if not rulebooks:
        raise TamayaError("no rulebook to grow responses from (expected tamaya or published)")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TamayaError(f"cannot make {str(place)!r}: {error.strerror or error}") from None


def _fingerprint(partners: Pool) -> str:
    rules = "\n".join(f"{elite.genome} {elite.gives_up}" for elite in partners.elites)
    return hashlib.sha256(f"{partners.setup}\n{rules}".encode()).hexdigest()[:16]


def _finished(place: Path, how_made: dict[str, object]) -> Growth | None:
    """What a folder holds already, if it was made like that."""
    if not (place / RESPONSES).exists() or not (place / HYPOTHESES).exists():
        return None
    responses = pool(place / RESPONSES)
    if {name: responses.made.get(name) for name in how_made} != how_made:
        return None
    return Growth(pool(place / HYPOTHESES), responses)


def _generalist(partners: Pool, games: int, threads: int | None) -> Elite:
    """The one of a pool that scores most with all of it; of two alike, whom training would take."""
    known = Experience.train(partners, games=games, threads=threads)
    return known.players[known.responses.names.index(known.generalist)].but(niche=())


def _spread(agents: Sequence[Elite], wanted: int) -> list[Elite]:
    """So many, evenly out of all: of each run, and of each of its kinds."""
    count = min(wanted, len(agents))
    return [agents[place * len(agents) // count] for place in range(count)]


def _surpassing(  # noqa: PLR0913, PLR0917
    first: Elite,
    partners: Pool,
    how: Climb,
    rulebooks: Sequence[str],
    file: Path,
    tell: Callable[[Climbing], None],
) -> list[Elite]:
    """Lists that gain on the Generalist and hardly ever lose to it; none if its rules are others.

    Played on this machine's cores: a generation has too few games for a GPU to be worth it. A file
    keeps them, and is read if it is of the same partners and settings.
    """
    there = {rule for book in rulebooks for rule in rulebook(book)}
    if how.generations == 0 or not set(first.genome) <= there:
        return []
    length = max(how.length, len(first.genome))
    how = replace(how, rulebooks=tuple(rulebooks), length=length)
    made = {"climb": asdict(how), "over": str(first.genome), "partners": content(partners)}
    made = json.loads(json.dumps(made))
    if file.exists() and pool(file).made == made:
        return list(pool(file).elites)
    best = climb(partners.elites, how, start=[first], over=first, tell=tell)[:_CLIMBED]
    grown = [
        Elite(elite.genome, name=f"generalist {number}") for number, elite in enumerate(best, 1)
    ]
    books = ",".join(sorted(rulebooks))
    Pool(file.stem, tuple(grown), partners.setup, rulebook=books, made=made).write(file)
    return grown


def _chosen(scores: Floats, own: int, most: int) -> tuple[int, ...]:
    """The Generalist, what surpasses it most cautiously, and those that cover all partners.

    :param own: so many hypotheses are the pool's agents, which are covered first
    """
    safe = 1 + int(cautious(scores[1:] - scores[0], CAUTION).mean(axis=1).argmax())
    rest = (*covering(scores[:, :own], most), *covering(scores, most))
    return tuple(dict.fromkeys((0, safe, *rest)))[:most]


def _elites(run: Run) -> list[Elite]:
    elites = run.pool().elites
    return [elite.but(name=f"{run.folder.name} {elite.name}", niche=()) for elite in elites]
