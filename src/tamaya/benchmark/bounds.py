"""Bounds: for every partner of a test set, a response that is told who the partner is.

Candidates are native agents, rule lists that are evolved for this very partner, and a search whose
model of the partner is the partner. The best is chosen on some decks and measured on others. Its
score is therefore a lower bound on the best response's score, up to the stated error: whatever was
tried, the best response is at least as good.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from tamaya.agents import Agent, CoreAgent, NativeAgent, as_agent
from tamaya.arena import Threads, match
from tamaya.arena.backends import Workers
from tamaya.benchmark.growing import Tell
from tamaya.benchmark.protocol import NOISY, PEOPLE
from tamaya.benchmark.seeds import derived, digest_of
from tamaya.benchmark.test_set import TestPartner, TestSet
from tamaya.benchmark.validation import FOLDER
from tamaya.errors import TamayaError
from tamaya.files import cache_folder, make_folder
from tamaya.game import Seat, Setup
from tamaya.networks import LearnedAgent
from tamaya.numbers import Floats
from tamaya.qd.climb import Climb, climb
from tamaya.rules import rulebook
from tamaya.search import SearchAgent
from tamaya.search.settings import MCS
from tamaya.stats import estimate

_EXTRA = (
    "learned:response",
    "learned:companion",
    "companion",
    "tamaya",
    "kagiya",
    "piers",
    "convention:hats",
)
"""responses that are tried with every partner, besides the partners of the test set"""
_STEP = "bounding"


@dataclass(frozen=True, kw_only=True)
class BoundBudget:
    """How much is tried for each partner.

    Decks are played in every seat. Their numbers hold for two players; with more players fewer
    decks are played, so that the number of games is about the same.
    """

    screened: int
    """decks with every candidate, in the first seat only"""
    finalists: int
    """candidates that are measured again"""
    chosen: int
    """decks that choose the best"""
    reported: int
    """decks that measure the best"""
    generations: int
    """generations of rule lists that are evolved for the partner; 0 for none"""
    rollouts: int
    """rollouts of a search for each move"""
    searched: int
    """decks that a search plays to choose; it reports on twice as many"""

    def for_players(self, players: int) -> BoundBudget:
        """The budget with the numbers of decks for so many players."""
        chosen, reported, searched = (
            -(-2 * decks // players) for decks in (self.chosen, self.reported, self.searched)
        )
        return replace(self, chosen=chosen, reported=reported, searched=searched)


FULL_BOUNDS = BoundBudget(
    screened=15, finalists=6, chosen=50, reported=150, generations=30, rollouts=150, searched=25
)
QUICK_BOUNDS = BoundBudget(
    screened=8, finalists=4, chosen=25, reported=60, generations=12, rollouts=60, searched=10
)


@dataclass(frozen=True)
class Bound:
    """A lower bound on the best score with a partner."""

    partner: str
    value: float
    sem: float
    """standard error over decks, each averaged over the seats"""
    response: str
    """the response that scores this"""
    tried: int
    """responses that were tried"""

    def line(self) -> str:
        """The bound as a line of a file of bounds."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def find_bounds(  # noqa: PLR0913
    partners: TestSet,
    *,
    quick: bool = False,
    cache: Path | None = None,
    threads: int | None = None,
    tell: Tell = lambda *_: None,
    on: Workers | None = None,
) -> dict[str, Bound]:
    """Bounds of all partners by name. Those in the package or the cache are not computed again.

    :param on: workers that find the bounds of several partners side by side
    :raises TamayaError: if the cache cannot be written
    """
    budget = QUICK_BOUNDS if quick else FULL_BOUNDS
    folder = cache_folder() / "benchmark" if cache is None else cache
    file = folder / bounds_name(partners, quick=quick)
    bounds = shipped_bounds(partners, quick=quick)
    bounds |= {bound.partner: bound for bound in _saved(file)}
    missing = [partner for partner in partners.partners if partner.name not in bounds]
    find = partial(_find, partners, budget, threads if on is None else 1)
    new = map(find, missing) if on is None else on.each(find, missing)
    done = len(partners.partners) - len(missing)
    tell(_STEP, done, len(partners.partners))
    for number, bound in enumerate(new, 1):
        bounds[bound.partner] = bound
        _append(file, bound)
        tell(_STEP, done + number, len(partners.partners))
    return bounds


def shipped_bounds(partners: TestSet, *, quick: bool) -> dict[str, Bound]:
    """Bounds in the package, by partner; none for sets whose bounds are not shipped."""
    file = FOLDER / bounds_name(partners, quick=quick)
    return {bound.partner: bound for bound in _saved(file)}


def bounds_name(partners: TestSet, *, quick: bool) -> str:
    """Name of the file of a set's bounds.

    Other sets, budgets and responses give other names, so that bounds of different ways of finding
    them are never mixed.
    """
    budget = QUICK_BOUNDS if quick else FULL_BOUNDS
    sizes = "-".join(str(value) for value in asdict(budget).values())
    return f"{partners.hash[:20]}.bounds-{sizes}-{digest_of(*_EXTRA).hex()[:6]}.jsonl"


def _saved(file: Path) -> Iterator[Bound]:
    """Bounds in a file; a line that was cut off is ignored."""
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except OSError:
        return
    for line in lines:
        try:
            yield Bound(**json.loads(line))
        except (ValueError, TypeError):
            continue


def _append(file: Path, bound: Bound) -> None:
    make_folder(file.parent)
    try:
        with file.open("a", encoding="utf-8") as out:
            out.write(bound.line())
    except OSError as error:
        raise TamayaError(f"cannot write {str(file)!r}: {error.strerror or error}") from None


def _find(
    partners: TestSet, budget: BoundBudget, threads: int | None, partner: TestPartner
) -> Bound:
    return _finder(partners, budget, threads).bound(partner)


@lru_cache(maxsize=2)
def _finder(partners: TestSet, budget: BoundBudget, threads: int | None) -> _Finder:
    """The finder of a set. Workers make their own, because its networks are large."""
    return _Finder(partners, budget, threads)


class _Finder:
    """Finds the best response to a partner."""

    def __init__(self, partners: TestSet, budget: BoundBudget, threads: int | None) -> None:
        self._setup = Setup.parse(partners.setup)
        self._budget = budget.for_players(self._setup.players)
        self._seed, self._threads = partners.seed, threads
        names = [
            partner.agents[0]
            for partner in partners.partners
            if len(partner.agents) == 1 and partner.family not in (NOISY.name, PEOPLE.name)
        ]
        known = map(as_agent, dict.fromkeys((*names, *_EXTRA)))
        self._responses = [
            agent
            for agent in known
            if isinstance(agent, CoreAgent) and agent.refusal(self._setup) is None
        ]

    def bound(self, partner: TestPartner) -> Bound:
        others = partner.others(self._setup.players)
        own = [agent for agent in others if isinstance(agent, CoreAgent)]
        candidates = [*self._responses, *own]
        screened = [
            self._scores(agent, partner, "screen", self._budget.screened, [0]).mean()
            for agent in candidates
        ]
        order = np.argsort(-np.array(screened), kind="stable")[: self._budget.finalists]
        finalists: list[CoreAgent] = [candidates[place] for place in order]
        finalists += self._grown(own, finalists, partner)
        means = [self._chosen(agent, partner, self._budget.chosen) for agent in finalists]
        ranked = [finalists[place] for place in np.argsort(-np.array(means), kind="stable")]
        best: Agent = ranked[0]
        tried = len(candidates) + len(finalists) - len(order)
        search = self._search(ranked, own, partner)
        decks = self._budget.reported
        if search is not None:
            tried += 1
            few = self._budget.searched
            if self._chosen(search, partner, few) > self._chosen(best, partner, few):
                best, decks = search, 2 * few
        scores = self._scores(best, partner, "report", decks, range(self._setup.players))
        measured = estimate(scores)
        return Bound(partner.name, measured.mean, measured.sem, best.name, tried)

    def _grown(
        self, others: Sequence[CoreAgent], start: Sequence[CoreAgent], partner: TestPartner
    ) -> list[CoreAgent]:
        """The best rule list that is evolved for the partner; none for slow or mixed partners."""
        slow = any(isinstance(agent, LearnedAgent) for agent in others)
        if slow or len(set(partner.agents)) > 1 or not self._budget.generations:
            return []
        settings = Climb(
            setup=str(self._setup),
            rulebooks=("tamaya", "published"),
            generations=self._budget.generations,
            random=200,
            children=80,
            survivors=10,
            games=6,
            again=16,
            seed=derived(self._seed, "response", partner.name),
        )
        rules = {rule for book in settings.rulebooks for rule in rulebook(book)}
        fitting = [
            agent
            for agent in (*start, *others[:1])
            if type(agent) is NativeAgent
            and len(agent.genome) <= settings.length
            and set(agent.genome) <= rules
        ]
        best = climb(others[:1], settings, start=fitting, on=Threads(self._threads))[0]
        return [NativeAgent(str(best.genome), best.genome)]

    def _search(
        self, ranked: Sequence[CoreAgent], others: Sequence[CoreAgent], partner: TestPartner
    ) -> SearchAgent | None:
        """A search that knows the partner and improves the best quick response; None if slow."""
        quick = [agent for agent in ranked if not isinstance(agent, LearnedAgent)]
        slow = any(isinstance(agent, LearnedAgent) for agent in others)
        if slow or partner.family == PEOPLE.name or not quick:
            return None
        own, rollouts = quick[0], self._budget.rollouts
        settings = replace(MCS, iterations=rollouts, learn=False)
        name = f"mcs({own.name}, iterations={rollouts}) that knows the partner"
        return SearchAgent(settings, own=own, partners=[[agent] for agent in others], name=name)

    def _chosen(self, agent: Agent, partner: TestPartner, decks: int) -> float:
        seats = range(self._setup.players)
        return float(self._scores(agent, partner, "choose", decks, seats).mean())

    def _scores(
        self,
        agent: Agent,
        partner: TestPartner,
        purpose: str,
        decks: int,
        seats: Sequence[Seat],
    ) -> Floats:
        """Mean score over the seats on each deck of a purpose."""
        players = self._setup.players
        order = (agent, *partner.others(players))
        first = derived(self._seed, "bounds", purpose, partner.name)
        scores = [
            match(
                *(order[(place - seat) % players] for place in range(players)),
                games=decks,
                first_seed=first,
                setup=self._setup,
                threads=self._threads,
            ).scores
            for seat in seats
        ]
        return np.asarray(np.mean(scores, axis=0, dtype=np.float64))
