"""Evolves responses for partners: specialists for groups of them, and a better Generalist.

Partners that score best with the same response form a group. The agents of a pool are grouped, and
so is the pool together with many made-up partners (`relatives`). Specialists are evolved for each
group. Some of them join the hypotheses, as good players that differ from those of the pool. The
better Generalist is evolved from the pool's own and should not score less with any partner, so
losses count many times.
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
from tamaya.files import make_folder
from tamaya.game import Seed, Setup, TamayaError
from tamaya.matchups import Pool, pool
from tamaya.matchups.content import changes, content
from tamaya.matchups.pool import PoolLike
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
"""files of the result in the folder"""
_SURPASSING = "generalist.json"
_GAMES, _CHOOSING_GAMES = 400, 200
"""games of each pair that group partners, and that choose responses"""
_GROUPING_SEED, _CHOOSING_SEED = 1 << 41, 1 << 42
"""first decks of these games; `Experience.train` uses others"""

_RANDOM_START = 2000
"""random genomes at the start of a run"""
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
"""settings of the better Generalist; there are many partners, so few games with each are enough"""
_CLIMBED = 3
"""number of better Generalists to choose from"""

GrowthProgress = Callable[[str, EvolutionProgress | Climbing], None]
"""called with the name of a run and its progress"""


@dataclass(frozen=True)
class Growth:
    """Hypotheses and responses to train a meta-agent on."""

    hypotheses: Pool
    """the pool's agents, made-up partners, and some specialists"""
    responses: Pool
    """the chosen responses; the pool's Generalist comes first"""


def covering(scores: Floats, most: int) -> tuple[int, ...]:
    """Chooses a few responses that together score well with all hypotheses.

    The first is the response with the highest mean. Each further one is the response that most
    raises the mean over hypotheses of the best chosen score, until `most` are chosen or none raises
    it.

    :param scores: [response, hypothesis]
    """
    chosen: list[int] = []
    best = np.full(scores.shape[1], -np.inf)
    while len(chosen) < most:
        together = np.maximum(scores, best).mean(axis=1)
        response = int(together.argmax())
        if chosen and together[response] <= best.mean():
            break
        chosen.append(response)
        best = np.maximum(best, scores[response])
    return tuple(chosen)


def groups(
    hypotheses: Pool, most: int, *, responses: Pool | None = None, threads: int | None = None
) -> tuple[Pool, ...]:
    """Groups hypotheses by the response that scores best with them.

    :param responses: the responses to group by; by default the hypotheses themselves
    """
    known = Experience.train(
        hypotheses, responses, games=_GAMES, first_seed=_GROUPING_SEED, threads=threads
    )
    centres = covering(known.scores, most)
    best_centre = known.scores[list(centres)].argmax(axis=0)
    members = [
        [elite for elite, place in zip(hypotheses.elites, best_centre, strict=True) if place == k]
        for k in range(len(centres))
    ]
    return tuple(
        Pool(f"group {number}", tuple(group), hypotheses.setup)
        for number, group in enumerate(filter(None, members), 1)
    )


@dataclass(frozen=True)
class GrowthRun:
    """One run of evolution: responses of one rulebook for one group."""

    folder: Path
    partners: Path
    """the group's file"""
    settings: dict[str, object]
    """keyword arguments of `ty.evolve`"""


@dataclass(frozen=True, kw_only=True)
class GrowthSettings:
    """What decides the result of `grow` besides the partners; `grow` explains each field."""

    most_groups: int
    candidates: int
    generations: int
    rulebooks: tuple[str, ...]
    most: int
    children: int
    random: int
    joining: int
    training_games: int
    seed: Seed

    def check(self, partners: int) -> None:
        """Checks all numbers and rulebooks, given the number of partners.

        :raises TamayaError: if one is impossible
        """
        for what, number, least, highest in (
            ("responses", self.most, 1, 1000),
            ("joining", self.joining, 0, 500),
            ("games", self.training_games, 1, 1_000_000),
            ("groups", self.most_groups, 1, partners),
        ):
            whole_number(what, number, least, highest)
        for book in self.rulebooks:
            rulebook(book)
        if not self.rulebooks:
            raise TamayaError("no rulebook to grow responses from (expected tamaya or published)")

    def provenance(self, partners: Pool) -> dict[str, object]:
        """What the file of responses says about its origin."""
        return {
            "responses to": partners.name,
            "agents": _fingerprint(partners),
            "groups": self.most_groups,
            "candidates": self.candidates,
            "generations": self.generations,
            "rulebooks": list(self.rulebooks),
            "most": self.most,
            "children": self.children,
            "random": self.random,
            "joining": self.joining,
            "training games": self.training_games,
            "seed": self.seed,
        }


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
    """Evolves agents that score well with groups of hypotheses, and chooses a few that cover all.

    Only the hypotheses, their made-up relatives and agents evolved for these take part, and each
    step uses its own decks. The folder holds the runs and the result; unfinished runs are resumed.

    :param hypotheses: agents that a partner may be: anything `ty.pool` accepts, with rule agents
        only
    :param most_groups: number of groups, at most
    :param candidates: genomes evaluated for each group and rulebook
    :param generations: generations of the better Generalist
    :param most: responses to choose, at most
    :param children: made-up children of each hypothesis, at most
    :param random: made-up partners with random rules
    :param joining: specialists that join the hypotheses
    :param training_games: games of each pair that choose the Generalist, on the decks of
        `Experience.train`; train the experience with as many, so that both have the same Generalist
    :param progress: called after each batch with the run's name and its progress
    :raises TamayaError: for impossible numbers, or if the folder holds other runs
    """
    settings = GrowthSettings(
        most_groups=most_groups,
        candidates=candidates,
        generations=generations,
        rulebooks=tuple(rulebooks),
        most=most,
        children=children,
        random=random,
        joining=joining,
        training_games=training_games,
        seed=seed,
    )
    partners, out = _without_refusals(pool(hypotheses)), Path(folder)
    settings.check(len(partners))
    make_folder(out)
    return _ResponseGrower(partners, out, settings, on, threads, progress).grow()


@dataclass(frozen=True)
class _ResponseGrower:
    """One growth in its folder."""

    partners: Pool
    out: Path
    settings: GrowthSettings
    on: str | Backend
    threads: int | None
    progress: GrowthProgress | None

    def grow(self) -> Growth:
        """Takes all steps, or reads the result if the folder holds it."""
        settings, partners = self.settings, self.partners
        provenance = settings.provenance(partners)
        finished = _finished(self.out, provenance)
        if finished is not None:
            return finished
        made_up = widened(
            partners,
            children=settings.children,
            random=settings.random,
            seed=settings.seed,
            threads=self.threads,
        )
        specialists = self._specialists(made_up)
        everybody = replace(
            made_up,
            agents=(*made_up.elites, *_spread(specialists, settings.joining)),
            made={**made_up.made, "joining": settings.joining},
        )
        everybody.write(self.out / HYPOTHESES)
        first = _generalist(partners, settings.training_games, self.threads)
        tried = (first, *specialists, *self._surpassing(first, everybody))
        responses = self._selected(tried, everybody, provenance)
        responses.write(self.out / RESPONSES)
        return Growth(everybody, responses)

    def _specialists(self, everybody: Pool) -> list[Elite]:
        """The elites of all evolution runs."""
        grown: list[Elite] = []
        for task in self._plan(everybody):
            progress = self._telling(task.folder.name)
            run = evolve(task.folder, on=self.on, progress=progress, **task.settings)  # type: ignore[arg-type]
            grown += _elites(run)
        return grown

    def _telling(self, name: str) -> Callable[[EvolutionProgress | Climbing], None]:
        return lambda now: None if self.progress is None else self.progress(name, now)

    def _plan(self, everybody: Pool) -> list[GrowthRun]:
        """Groups partners, writes the files of the groups, and returns the runs to make.

        The pool's agents are grouped by each other, and everybody is grouped by the pool's agents.
        """
        most, partners = self.settings.most_groups, self.partners
        by_kind = {
            "group": groups(partners, most, threads=self.threads),
            "wide-group": groups(everybody, most, responses=partners, threads=self.threads),
        }
        runs = []
        for kind, groups_of_kind in by_kind.items():
            for number, group in enumerate(groups_of_kind, 1):
                file = self.out / f"{kind}-{number}.json"
                _keep_group(group, file)
                runs += [self._run(file, book) for book in self.settings.rulebooks]
        return runs

    def _run(self, group: Path, book: str) -> GrowthRun:
        candidates = self.settings.candidates
        return GrowthRun(
            self.out / f"{group.stem}-{book}",
            group,
            {
                "rulebook": book,
                "setup": self.partners.setup,
                "objective": "mean",
                "partners": str(group),
                "candidates": candidates,
                "seed": self.settings.seed,
                "random_start": min(_RANDOM_START, candidates),
            },
        )

    def _surpassing(self, first: Elite, partners: Pool) -> list[Elite]:
        """Rule lists that score more than the Generalist and hardly ever less.

        There are none if the Generalist's rules are not in the rulebooks. The games run on this
        machine's cores, since a generation has too few for a GPU. A file with the same partners and
        settings is read instead.
        """
        settings, file = self.settings, self.out / _SURPASSING
        known_rules = {rule for book in settings.rulebooks for rule in rulebook(book)}
        if settings.generations == 0 or not set(first.genome) <= known_rules:
            return []
        climb_settings = replace(
            _CLIMB,
            setup=partners.setup,
            generations=settings.generations,
            seed=settings.seed,
            rulebooks=settings.rulebooks,
            length=max(_CLIMB.length, len(first.genome)),
        )
        provenance = {
            "climb": asdict(climb_settings),
            "over": str(first.genome),
            "partners": content(partners),
        }
        provenance = json.loads(json.dumps(provenance))
        if file.exists() and pool(file).made == provenance:
            return list(pool(file).elites)
        tell = self._telling("generalist")
        best = climb(partners.elites, climb_settings, start=[first], over=first, tell=tell)
        grown = [
            Elite(elite.genome, name=f"generalist {number}")
            for number, elite in enumerate(best[:_CLIMBED], 1)
        ]
        books = ",".join(sorted(settings.rulebooks))
        Pool(file.stem, tuple(grown), partners.setup, rulebook=books, made=provenance).write(file)
        return grown

    def _selected(
        self, tried: tuple[Elite, ...], everybody: Pool, provenance: dict[str, object]
    ) -> Pool:
        """The few agents that together score best with everybody, as a pool."""
        setup = self.partners.setup
        scores = Experience.train(
            everybody,
            Pool("tried", tried, setup),
            threads=self.threads,
            games=_CHOOSING_GAMES,
            first_seed=_CHOOSING_SEED,
        ).scores
        chosen = _chosen(scores, len(self.partners), self.settings.most)
        return Pool(
            self.out.resolve().name,
            tuple(tried[i] for i in chosen),
            setup,
            rulebook=everybody.rulebook,
            version=version("tamaya"),
            made=provenance | {"chosen of": len(tried)},
        )


def _without_refusals(partners: Pool) -> Pool:
    """The partners, in a set-up in which an illegal move ends the game instead of the growth.

    Made-up partners and responses can have published rules, and these can choose illegal moves.
    """
    setup = Setup.parse(partners.setup)
    if setup.illegal == "end":
        return partners
    return replace(partners, setup=str(setup.replace(illegal="end")))


def _keep_group(group: Pool, file: Path) -> None:
    """Writes the file of a group, or checks that an existing file holds the same group.

    :raises TamayaError: if the folder holds responses for other partners
    """
    if file.exists():
        different = changes(content(pool(file)), content(group))
        if different:
            raise TamayaError(
                f"{str(file.parent)!r} was grown for other partners: {file.name} differs "
                f"({different}) (choose another folder, or remove this one)"
            )
    group.write(file)


def _fingerprint(partners: Pool) -> str:
    rules = "\n".join(f"{elite.genome} {elite.gives_up}" for elite in partners.elites)
    return hashlib.sha256(f"{partners.setup}\n{rules}".encode()).hexdigest()[:16]


def _finished(folder: Path, provenance: dict[str, object]) -> Growth | None:
    """The result in a folder, if it has the same provenance."""
    if not (folder / RESPONSES).exists() or not (folder / HYPOTHESES).exists():
        return None
    responses = pool(folder / RESPONSES)
    if {name: responses.made.get(name) for name in provenance} != provenance:
        return None
    return Growth(pool(folder / HYPOTHESES), responses)


def _generalist(partners: Pool, games: int, threads: int | None) -> Elite:
    """The agent with the highest mean score over the pool, as `Experience.generalist` finds it."""
    known = Experience.train(partners, games=games, threads=threads)
    return known.responses.elites[known.responses.names.index(known.generalist)].but(niche=())


def _spread(agents: Sequence[Elite], wanted: int) -> list[Elite]:
    """Agents at evenly spaced places of the list, so that every run and niche is represented."""
    count = min(wanted, len(agents))
    return [agents[place * len(agents) // count] for place in range(count)]


def _chosen(scores: Floats, own: int, most: int) -> tuple[int, ...]:
    """The Generalist, the best cautious improvement of it, and responses that cover all partners.

    :param own: number of hypotheses that are the pool's agents; they come first and are covered
        first
    """
    safe = 1 + int(cautious(scores[1:] - scores[0], CAUTION).mean(axis=1).argmax())
    rest = (*covering(scores[:, :own], most), *covering(scores, most))
    return tuple(dict.fromkeys((0, safe, *rest)))[:most]


def _elites(run: Run) -> list[Elite]:
    elites = run.pool().elites
    return [elite.but(name=f"{run.folder.name} {elite.name}", niche=()) for elite in elites]
