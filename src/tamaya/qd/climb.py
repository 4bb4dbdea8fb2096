"""Evolves one rule list that plays well with given partners.

MAP-Elites keeps the best of every kind; this keeps the best. Some lists survive each generation.
Their children play a few games, the best of them join the survivors on many fresh decks, the same
for all, and who has the best mean over all its games survives. Survivors play again and again, so
that luck does not last.
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
from tamaya.qd.draws import Draws, Purpose
from tamaya.qd.variation import Genes, random_genomes
from tamaya.rules import Genome, RuleSpec, rulebook
from tamaya.stats import cautious

CROSSED = 0.3
"""chance of a child to have two parents"""
MUTATIONS = 4
"""changes of a child, at most; the second and every further one has even chances"""
BELIEVED = 40
"""games after which half of what a list gains with one partner, beside its mean, is believed"""
CHANGES = ("another rule", "another parameter", "move", "insert", "remove")


@dataclass(frozen=True, kw_only=True)
class Climb:
    """How a list of rules is grown for its partners."""

    setup: str = "standard"
    rulebooks: tuple[str, ...] = ("tamaya",)
    length: int = 16
    """rules of a list; those that never decide can be left out afterwards"""
    generations: int = 60
    random: int = 1000
    """lists tried before the first generation, besides given ones"""
    children: int = 1000
    """lists tried in each generation"""
    survivors: int = 60
    games: int = 12
    """games of a child with each partner, half of them in each seat"""
    again: int = 60
    """games of each survivor and each promising child with each partner, in each generation"""
    worst: float = 0.25
    """how much the worst partner counts; the mean of all counts for the rest"""
    caution: float = 1.0
    """points lost to an agent that is to be surpassed count so many times"""
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
    """A list of rules, and its mean score with each partner over the games that chose it.

    Where an agent was to be surpassed, what it scores more than that one on the same decks. These
    means flatter a little: it is the luckiest of many. Play other decks to measure it.
    """

    genome: Genome
    with_partners: tuple[float, ...]
    games: int


@dataclass(frozen=True)
class Climbing:
    """Where the climb stands after a generation."""

    generation: int
    of: int
    best: Grown


def climb(  # noqa: PLR0913
    partners: Sequence[AgentLike],
    how: Climb | None = None,
    *,
    start: Sequence[NativeAgent] = (),
    over: CoreAgent | None = None,
    on: str | Backend = "threads",
    tell: Callable[[Climbing], object] = lambda now: None,
) -> list[Grown]:
    """Grows lists of rules for partners; the best first.

    :param partners: agents of the core, like rule agents and models of people; each sits in all
        seats but one
    :param start: rule agents to begin with, besides random lists
    :param over: an agent to surpass: lists are compared by what they score more than it
    :raises TamayaError: if a partner plays outside of the core, or a start has foreign rules
    """
    how = how or Climb()
    plays = backend(on) if isinstance(on, str) else on
    slope = _Slope(how, tuple(map(core_agent, partners)), plays, over)
    living = slope.begin(start)
    for generation in range(how.generations):
        living = slope.generation(living, generation)
        tell(Climbing(generation + 1, how.generations, slope.grown(living)[0]))
    return slope.grown(living)


@dataclass(frozen=True, eq=False)
class _Living:
    """Lists with all that they have scored."""

    genes: Genes
    sums: Floats
    games: NDArray[np.int64]

    @property
    def means(self) -> Floats:
        result: Floats = self.sums / np.maximum(self.games, 1)[:, None]
        return result


class _Slope:
    def __init__(
        self,
        how: Climb,
        partners: tuple[CoreAgent, ...],
        plays: Backend,
        over: CoreAgent | None,
    ) -> None:
        if not partners:
            raise TamayaError("no partners to grow an agent for")
        self._how, self._plays = how, plays
        self._partners = [partner.policy for partner in partners]
        self._over = [] if over is None else [over.policy]
        self._setup = Setup.parse(how.setup)
        self._rules: list[RuleSpec] = [rule for book in how.rulebooks for rule in rulebook(book)]
        if how.length > len(self._rules):
            raise TamayaError(f"length = {how.length}, of {len(self._rules)} rules")
        names = [rule.name for rule in self._rules]
        self._alike = [
            np.flatnonzero([other == name for other in names]).astype(np.uint16) for name in names
        ]

    def begin(self, start: Sequence[NativeAgent]) -> _Living:
        how = self._how
        draws = Draws(how.seed, Purpose.climb, 0)
        fresh = random_genomes(draws, how.random, how.length, len(self._rules))
        given = [self._places(agent, fresh[number]) for number, agent in enumerate(start)]
        genes = np.concatenate([np.array(given, np.uint16).reshape(-1, how.length), fresh])
        means = self._play(genes, draws, how.games)
        best = np.argsort(-self._worth(means, how.games), kind="stable")[: how.survivors]
        return self._replayed(
            _Living(
                genes[best], np.zeros((len(best), means.shape[1])), np.zeros(len(best), np.int64)
            ),
            draws,
        )

    def generation(self, living: _Living, number: int) -> _Living:
        how = self._how
        draws = Draws(how.seed, Purpose.climb, number + 1)
        children = self._children(living.genes, draws)
        first = self._worth(self._play(children, draws, how.games), how.games)
        children = children[np.argsort(-first, kind="stable")[: how.survivors]]
        blank = np.zeros((len(children), living.sums.shape[1]))
        everybody = self._replayed(
            _Living(
                np.concatenate([living.genes, children]),
                np.concatenate([living.sums, blank]),
                np.concatenate([living.games, np.zeros(len(children), np.int64)]),
            ),
            draws,
        )
        # Who has played little is drawn to what survivors score, as far as one round of games goes.
        usual = everybody.means[: len(living.genes)].mean(axis=0)
        trusted = (everybody.sums + how.again * usual) / (everybody.games + how.again)[:, None]
        order = np.argsort(-self._worth(trusted, everybody.games + how.again), kind="stable")
        _, firsts = np.unique(everybody.genes[order], axis=0, return_index=True)
        kept = order[np.sort(firsts)][: how.survivors]
        return _Living(everybody.genes[kept], everybody.sums[kept], everybody.games[kept])

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
        share = self._how.worst
        if self._over:
            # Luck makes losses too, so few games say more of a list than of it with one partner.
            mean = means.mean(axis=1, keepdims=True)
            believed = np.reshape(games / (games + BELIEVED), (-1, 1))
            means = cautious(mean + believed * (means - mean), self._how.caution)
        worth: NDArray[np.float64] = (1 - share) * means.mean(axis=1) + share * means.min(axis=1)
        return worth

    def _replayed(self, living: _Living, draws: Draws) -> _Living:
        again = self._how.again
        sums = living.sums + again * self._play(living.genes, draws, again)
        return _Living(living.genes, sums, living.games + again)

    def _play(self, genes: Genes, draws: Draws, games: int) -> Floats:
        """All lists on the same fresh decks, in the first seat and in the last."""
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
        scores = self._plays.play(request).scores.reshape(count, partners, 2 * half)
        means = np.asarray(scores.mean(axis=2, dtype=np.float64))
        return means[:lists] - means[lists] if self._over else means

    def _children(self, parents: Genes, draws: Draws) -> Genes:
        count, length = self._how.children, self._how.length
        result = parents[draws.below(len(parents), count)]
        others = parents[draws.below(len(parents), count)]
        crossed = draws.chance(CROSSED, count, 1) & draws.chance(0.5, count, length)
        result = np.where(crossed, others, result)
        wanted = np.ones(count, bool)
        for _ in range(MUTATIONS):
            self._change(result, np.flatnonzero(wanted), draws)
            wanted &= draws.chance(0.5, count)
        return result

    def _change(self, genes: Genes, rows: NDArray[np.int64], draws: Draws) -> None:
        count, length = len(rows), self._how.length
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
        """The rules of an agent as places in the rulebooks, filled up with others."""
        by_rule = {rule: place for place, rule in enumerate(self._rules)}
        foreign = [rule for rule in agent.genome if rule not in by_rule]
        if foreign:
            raise TamayaError(
                f"{agent.name!r} has the rule {str(foreign[0])!r}, which is not in "
                f"{' or '.join(self._how.rulebooks)}"
            )
        own = [by_rule[rule] for rule in agent.genome]
        return np.array([*own, *rest][: self._how.length], np.uint16)
