"""Makes up partners: children of a pool's agents, and random rule lists that score well.

A meta-agent that knows only the few agents of a pool takes every stranger for one of them. Children
of these agents play similarly but not the same; random lists stand for all other strangers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import Elite
from tamaya.arena import play_teams
from tamaya.game import Seed, Setup
from tamaya.matchups import Pool
from tamaya.numbers import Floats, whole_number
from tamaya.qd.draws import Purpose, RandomStream
from tamaya.qd.metrics.games import Tell, quiet
from tamaya.qd.metrics.similarity import ask
from tamaya.rules import Genome, RuleSpec, rulebook

_TRIES = 6
"""children created for each one wanted"""
_ALIKE = 0.97
"""a child that makes its parent's move in a larger share of positions is dropped"""
_CHILD_SCORE, _LEAST_SCORE = 0.5, 3.0
"""lowest score of a child: as a share of its parent's, and in points"""
_LISTS = 100
"""random lists of each rulebook that are tried for each one wanted"""
_GOOD_LISTS = 600
"""random lists of each rulebook that are compared by their moves, at most"""
_RANDOM_SCORE = 0.75
"""lowest score of a random list, as a share of the pool's mean"""
_LENGTH = 15
"""rules in a random list"""
_CHILD_GAMES, _LIST_GAMES, _ASKED_GAMES = 100, 20, 3
"""games of self-play of a child and of a random list, and games that record positions"""
_FIRST_SEED = 1 << 44
"""first deck of these games; nothing else uses these decks"""


def widened(  # noqa: PLR0913
    hypotheses: Pool,
    *,
    children: int = 3,
    random: int = 60,
    rulebooks: Sequence[str] = ("published", "tamaya"),
    seed: Seed = 0,
    threads: int | None = None,
    progress: Tell = quiet,
) -> Pool:
    """Adds made-up partners to a pool: children of its agents, and random rule lists.

    The pool's own agents come first and keep their names and niches; the others have no niche.
    Equal arguments give equal pools.

    :param children: children of each agent, at most
    :param random: random lists, chosen to make different moves from each other
    :param rulebooks: rulebooks of the random lists
    :param progress: called with the share of the work that is finished
    :raises TamayaError: if an agent is not a plain rule list, or for impossible numbers
    """
    whole_number("children", children, 0, 100)
    whole_number("random lists", random, 0, 500)
    own = hypotheses.elites
    made_up = [
        *_children(hypotheses, children, seed, threads, lambda share: progress(share / 2)),
        *_random_lists(
            hypotheses, random, rulebooks, seed, threads, lambda share: progress(0.5 + share / 2)
        ),
    ]
    books = {book for book in hypotheses.rulebook.split(",") if book} | set(rulebooks)
    return Pool(
        f"{hypotheses.name} and others",
        (*own, *made_up),
        hypotheses.setup,
        rulebook=",".join(sorted(books)),
        features=hypotheses.features,
        grid=hypotheses.grid,
        made={"own": len(own), "children": children, "random": random, "seed": seed},
    )


def _children(
    hypotheses: Pool, wanted: int, seed: Seed, threads: int | None, tell: Tell
) -> list[Elite]:
    parents, tries = hypotheses.elites, _TRIES * wanted
    if not wanted:
        return []
    candidates = [
        Elite(
            _child(
                number, parents, turn, RandomStream(seed, Purpose.relatives, number * tries + turn)
            ),
            name=f"{parent.name} child {turn}",
            gives_up=parent.gives_up,
        )
        for number, parent in enumerate(parents)
        for turn in range(tries)
    ]
    everybody = [*parents, *candidates]
    scores = _self_play(everybody, hypotheses.setup, _CHILD_GAMES, threads)
    moves = ask(hypotheses, everybody, games=_ASKED_GAMES, progress=tell).moves
    chosen: list[Elite] = []
    for number in range(len(parents)):
        first = len(parents) + number * tries
        least = max(_LEAST_SCORE, _CHILD_SCORE * scores[number])
        fit = [
            place
            for place in range(first, first + tries)
            if scores[place] >= least and (moves[place] == moves[number]).mean() <= _ALIKE
        ]
        chosen += [everybody[place] for place in fit[:wanted]]
    return chosen


def _child(number: int, parents: Sequence[Elite], turn: int, draws: RandomStream) -> Genome:
    """A mutated copy of a parent. In turn, copies have two random rules, four random rules, or one
    random rule and half of the rules of another parent. In half of the copies one rule moves."""
    rules = list(parents[number].genome)
    book = _book(rules)
    if turn % 3 == 2:
        other = list(parents[int(draws.below(len(parents), 1)[0])].genome)
        taken = draws.chance(0.5, len(rules))
        rules = [
            theirs if take else mine
            for mine, theirs, take in zip(
                rules, [*other, *rules[len(other) :]], taken, strict=False
            )
        ]
    changes = (2, 4, 1)[turn % 3]
    places, fresh = draws.below(len(rules), changes), draws.below(len(book), changes)
    for place, rule in zip(places, fresh, strict=True):
        rules[place] = book[rule]
    if draws.chance(0.5, 1)[0]:
        source, target = draws.below(len(rules), 2)
        rules.insert(target, rules.pop(source))
    return Genome(tuple(rules))


def _book(rules: Sequence[RuleSpec]) -> tuple[RuleSpec, ...]:
    """The rulebook that holds these rules; the rules of all books if no single one does."""
    books = [rulebook(name) for name in ("published", "tamaya")]
    for book in books:
        if set(rules) <= set(book):
            return book
    return tuple(rule for book in books for rule in book)


def _random_lists(  # noqa: PLR0913, PLR0917
    hypotheses: Pool,
    wanted: int,
    rulebooks: Sequence[str],
    seed: Seed,
    threads: int | None,
    tell: Tell,
) -> list[Elite]:
    """Random lists that score well, chosen to be as different as possible, the best one first."""
    if not wanted:
        return []
    least = _RANDOM_SCORE * float(
        _self_play(hypotheses.elites, hypotheses.setup, _CHILD_GAMES, threads).mean()
    )
    good: list[Elite] = []
    points: list[float] = []
    for index, book in enumerate(rulebooks):
        rules = rulebook(book)
        draws = RandomStream(seed, Purpose.random_lists, index)
        orders = draws.orders(_LISTS * wanted, len(rules))[:, :_LENGTH]
        lists = [
            Elite(Genome(tuple(rules[place] for place in row)), name=f"random {book} {number}")
            for number, row in enumerate(orders)
        ]
        scores = _self_play(lists, hypotheses.setup, _LIST_GAMES, threads)
        chosen = np.flatnonzero(scores >= least)[:_GOOD_LISTS]
        good += [lists[place] for place in chosen]
        points += scores[chosen].tolist()
    if not good:
        return []
    moves = ask(hypotheses, good, games=_ASKED_GAMES, progress=tell).moves
    return [good[place] for place in _apart(moves, int(np.argmax(points)), wanted)]


def _apart(moves: NDArray[np.int8], first: int, wanted: int) -> list[int]:
    """Chooses agents one by one, always the one least similar to those chosen before."""
    chosen = [first]
    nearest = (moves == moves[first]).mean(axis=1)
    while len(chosen) < min(wanted, len(moves)):
        nearest[chosen[-1]] = 2.0  # is not chosen again
        farthest = int(nearest.argmin())
        chosen.append(farthest)
        nearest = np.maximum(nearest, (moves == moves[farthest]).mean(axis=1))
    return chosen


def _self_play(agents: Sequence[Elite], setup: str, games: int, threads: int | None) -> Floats:
    rules = Setup.parse(setup)
    teams = np.repeat(np.arange(len(agents), dtype=np.int32)[:, None], rules.players, axis=1)
    seeds = np.full(len(agents), _FIRST_SEED, np.uint64)
    policies = _core.Policies([agent.policy for agent in agents])
    played = play_teams(rules, policies, teams, seeds, games, threads=threads)
    return np.asarray(played.scores.mean(axis=1, dtype=np.float64))
