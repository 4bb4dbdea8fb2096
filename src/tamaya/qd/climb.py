"""Evolves one rule list that plays well with given partners.

Unlike MAP-Elites, which keeps the best list of every niche, a climb keeps only the best lists. In
each generation the children of the survivors play a few games. The best children and the survivors
then play many fresh decks, the same for all, and the lists with the best mean over all their games
survive. Survivors play again in every generation, so that luck does not last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import AgentLike, CoreAgent, NativeAgent, core_agent
from tamaya.arena import Backend, TeamRequest, backend
from tamaya.game import Setup, TamayaError
from tamaya.numbers import Floats, whole_number
from tamaya.qd.draws import Purpose, RandomStream
from tamaya.qd.variation import Genes, random_genomes
from tamaya.rules import Genome, RuleSpec, rulebook
from tamaya.stats import cautious

CROSSED = 0.3
"""chance of a child to have two parents"""
MUTATIONS = 4
"""changes of a child at most; the first is certain, each further one follows with chance 1/2"""
BELIEVED = 40
"""number of games after which a gain with one partner is shrunk halfway to the list's mean gain"""
CHANGES = ("another rule", "another parameter", "move", "insert", "remove")
"""kinds of change, all equally likely"""


@dataclass(frozen=True, kw_only=True)
class Climb:
    """Settings of a climb."""

    setup: str = "standard"
    rulebooks: tuple[str, ...] = ("tamaya",)
    length: int = 16
    """rules in a list; `simplify` can drop those that never decide"""
    generations: int = 60
    random: int = 1000
    """random lists tried before the first generation, besides `start`"""
    children: int = 1000
    """lists tried in each generation"""
    survivors: int = 60
    """lists that survive each generation"""
    games: int = 12
    """games of a child with each partner, half of them in each seat"""
    again: int = 60
    """games of each survivor and of the best children with each partner, in each generation"""
    worst: float = 0.25
    """weight of the score with the worst partner; the mean over partners has the rest"""
    caution: float = 1.0
    """weight of points lost against the agent `over`; points gained have weight 1"""
    seed: int = 0

    def __post_init__(self) -> None:
        for name, low, high in (
            ("length", 1, 80),
            ("generations", 0, 10**6),
            ("random", 1, 10**6),
            ("children", 1, 10**6),
            ("survivors", 1, 10**5),
            ("games", 2, 10**5),
            ("again", 2, 10**6),
            ("seed", 0, 2**63 - 1),
        ):
            whole_number(name, getattr(self, name), low, high)
        if not 0 <= self.worst <= 1:
            raise TamayaError(f"worst = {self.worst} (expected a share from 0 to 1)")
        if not 1 <= self.caution <= 100:
            raise TamayaError(f"caution = {self.caution} (expected a number from 1 to 100)")
        Setup.parse(self.setup)


@dataclass(frozen=True)
class Grown:
    """A rule list, and its mean score with each partner in the games that selected it.

    With an agent `over`, the numbers are gains over that agent on the same decks. They are somewhat
    too high, since they decided which list was selected; measure it on other decks.
    """

    genome: Genome
    with_partners: tuple[float, ...]
    games: int


@dataclass(frozen=True)
class Climbing:
    """Progress of a climb after a generation."""

    generation: int
    of: int
    best: Grown


def climb(  # noqa: PLR0913
    partners: Sequence[AgentLike],
    settings: Climb | None = None,
    *,
    start: Sequence[NativeAgent] = (),
    over: CoreAgent | None = None,
    on: str | Backend = "threads",
    tell: Callable[[Climbing], object] = lambda now: None,
) -> list[Grown]:
    """Evolves rule lists for given partners and returns the survivors, best first.

    :param partners: native agents, like rule agents and models of people; each sits in all seats
        but one
    :param start: rule agents to start from, besides random lists
    :param over: an agent to surpass; lists are then rated by their gain over it
    :param on: `threads`, `cuda`, `ray`, or a backend
    :param tell: called after each generation
    :raises TamayaError: if a partner is not a native agent, or an agent of `start` has rules that
        are not in the rulebooks
    """
    settings = settings or Climb()
    chosen_backend = backend(on) if isinstance(on, str) else on
    slope = _Slope(settings, tuple(map(core_agent, partners)), chosen_backend, over)
    living = slope.begin(start)
    for generation in range(settings.generations):
        living = slope.generation(living, generation)
        tell(Climbing(generation + 1, settings.generations, slope.grown(living)[0]))
    return slope.grown(living)


@dataclass(frozen=True, eq=False)
class _Living:
    """Rule lists with the sums of their scores."""

    genes: Genes
    sums: Floats
    """scores added up, or gains: [lists, partners]"""
    games: NDArray[np.int64]
    """games of each list with each partner"""

    @property
    def means(self) -> Floats:
        result: Floats = self.sums / np.maximum(self.games, 1)[:, None]
        return result


class _Slope:
    """One climb: its settings and partners, and the step to the next generation."""

    def __init__(
        self,
        settings: Climb,
        partners: tuple[CoreAgent, ...],
        backend: Backend,
        over: CoreAgent | None,
    ) -> None:
        if not partners:
            raise TamayaError("no partners to grow an agent for (expected one or more)")
        self._settings, self._backend = settings, backend
        self._partners = [partner.policy for partner in partners]
        self._over = [] if over is None else [over.policy]
        self._setup = Setup.parse(settings.setup)
        self._rules: list[RuleSpec] = [
            rule for book in settings.rulebooks for rule in rulebook(book)
        ]
        if settings.length > len(self._rules):
            raise TamayaError(
                f"length = {settings.length}, but the rulebooks have only {len(self._rules)} rules"
            )
        names = [rule.name for rule in self._rules]
        self._alike = [
            np.flatnonzero([other == name for other in names]).astype(np.uint16) for name in names
        ]

    def begin(self, start: Sequence[NativeAgent]) -> _Living:
        settings = self._settings
        draws = RandomStream(settings.seed, Purpose.climb, 0)
        fresh = random_genomes(draws, settings.random, settings.length, len(self._rules))
        start_genes = [self._places(agent, fresh[number]) for number, agent in enumerate(start)]
        genes = np.concatenate(
            [np.array(start_genes, np.uint16).reshape(-1, settings.length), fresh]
        )
        means = self._play(genes, draws, settings.games)
        best = np.argsort(-self._worth(means, settings.games), kind="stable")[: settings.survivors]
        return self._replayed(
            _Living(
                genes[best], np.zeros((len(best), means.shape[1])), np.zeros(len(best), np.int64)
            ),
            draws,
        )

    def generation(self, living: _Living, number: int) -> _Living:
        settings = self._settings
        draws = RandomStream(settings.seed, Purpose.climb, number + 1)
        children = self._children(living.genes, draws)
        first_worth = self._worth(self._play(children, draws, settings.games), settings.games)
        children = children[np.argsort(-first_worth, kind="stable")[: settings.survivors]]
        blank = np.zeros((len(children), living.sums.shape[1]))
        everybody = self._replayed(
            _Living(
                np.concatenate([living.genes, children]),
                np.concatenate([living.sums, blank]),
                np.concatenate([living.games, np.zeros(len(children), np.int64)]),
            ),
            draws,
        )
        # Means of few games are shrunk to the mean of the survivors, which weighs as one round.
        survivor_means = everybody.means[: len(living.genes)].mean(axis=0)
        games = everybody.games + settings.again
        shrunk = (everybody.sums + settings.again * survivor_means) / games[:, None]
        order = np.argsort(-self._worth(shrunk, games), kind="stable")
        _, firsts = np.unique(everybody.genes[order], axis=0, return_index=True)
        survivors = order[np.sort(firsts)][: settings.survivors]
        return _Living(
            everybody.genes[survivors], everybody.sums[survivors], everybody.games[survivors]
        )

    def grown(self, living: _Living) -> list[Grown]:
        means = living.means
        order = np.argsort(-self._worth(means, living.games), kind="stable")
        return [
            Grown(
                Genome(tuple(self._rules[place] for place in living.genes[row])),
                tuple(means[row].tolist()),
                int(living.games[row]),
            )
            for row in order
        ]

    def _worth(self, means: Floats, games: int | NDArray[np.int64]) -> NDArray[np.float64]:
        worst_weight = self._settings.worst
        if self._over:
            # Losses with one partner may be bad luck, so they are shrunk to the list's mean gain.
            own_mean = means.mean(axis=1, keepdims=True)
            trust = np.reshape(games / (games + BELIEVED), (-1, 1))
            means = cautious(own_mean + trust * (means - own_mean), self._settings.caution)
        mean, worst = means.mean(axis=1), means.min(axis=1)
        worth: NDArray[np.float64] = (1 - worst_weight) * mean + worst_weight * worst
        return worth

    def _replayed(self, living: _Living, draws: RandomStream) -> _Living:
        again = self._settings.again
        sums = living.sums + again * self._play(living.genes, draws, again)
        return _Living(living.genes, sums, living.games + again)

    def _play(self, genes: Genes, draws: RandomStream, games: int) -> Floats:
        """Mean scores [lists, partners] on the same fresh decks, in the first and the last seat."""
        partners, players = len(self._partners), self._setup.players
        half, places, lists = games // 2, np.repeat(np.arange(partners), 2), len(genes)
        count = lists + len(self._over)
        teams = np.empty((count, 2 * partners, players), np.int32)
        teams[:] = (count + places)[:, None]
        for seat, column in ((0, 0), (players - 1, 1)):
            teams[:, column::2, seat] = np.arange(count)[:, None]
        first = draws.seeds(1) + np.arange(2 * partners, dtype=np.uint64) * np.uint64(half)
        request = TeamRequest(
            setup=self._setup,
            rules=self._rules,
            genes=genes,
            others=[*self._over, *self._partners],
            teams=teams.reshape(-1, players),
            first_seeds=np.tile(first, count),
            games=half,
        )
        scores = self._backend.play(request).scores.reshape(count, partners, 2 * half)
        means = np.asarray(scores.mean(axis=2, dtype=np.float64))
        return means[:lists] - means[lists] if self._over else means

    def _children(self, parents: Genes, draws: RandomStream) -> Genes:
        count, length = self._settings.children, self._settings.length
        result = parents[draws.below(len(parents), count)]
        others = parents[draws.below(len(parents), count)]
        crossed = draws.chance(CROSSED, count, 1) & draws.chance(0.5, count, length)
        result = np.where(crossed, others, result)
        wanted = np.ones(count, bool)
        for _ in range(MUTATIONS):
            self._change(result, np.flatnonzero(wanted), draws)
            wanted &= draws.chance(0.5, count)
        return result

    def _change(self, genes: Genes, rows: NDArray[np.int64], draws: RandomStream) -> None:
        count, length = len(rows), self._settings.length
        kinds = draws.below(len(CHANGES), count)
        places, targets = draws.below(length, count), draws.below(length, count)
        fresh = draws.below(len(self._rules), count).astype(np.uint16)
        lots = draws.below(2**32, count)
        for number, row in enumerate(rows):
            old, place = genes[row], places[number]
            match CHANGES[kinds[number]]:
                case "another rule":
                    old[place] = fresh[number]
                case "another parameter":
                    alike = self._alike[old[place]]
                    old[place] = alike[lots[number] % len(alike)]
                case "move":
                    rest = np.delete(old, place)
                    genes[row] = np.insert(rest, targets[number], old[place])
                case "insert":
                    genes[row] = np.insert(old, place, fresh[number])[:length]
                case _:
                    genes[row] = np.append(np.delete(old, place), fresh[number])

    def _places(self, agent: NativeAgent, rest: Genes) -> Genes:
        """The rules of an agent as places in the rulebooks, filled up with those of `rest`."""
        by_rule = {rule: place for place, rule in enumerate(self._rules)}
        foreign = [rule for rule in agent.genome if rule not in by_rule]
        if foreign:
            raise TamayaError(
                f"{agent.name!r} has the rule {str(foreign[0])!r}, which is not in "
                f"{' or '.join(self._settings.rulebooks)}"
            )
        own = [by_rule[rule] for rule in agent.genome]
        return np.array([*own, *rest][: self._settings.length], np.uint16)
