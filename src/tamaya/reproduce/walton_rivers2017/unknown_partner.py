"""How many moves a model of an unknown partner needs, and what a search gains by it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.agents import CoreAgent
from tamaya.game import Seed
from tamaya.numbers import Floats
from tamaya.plotting import LINES, OURS, PALE
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.experiment import (
    Args,
    Experiment,
    Progress,
    Result,
    TableCell,
    cell,
    register,
)
from tamaya.reproduce.grid import Grid, grid
from tamaya.search import PartnerFit, SeenMove
from tamaya.stats import estimate

SETUP = "competition players=2"
OBSERVER = "piers"
UNKNOWN = tuple(
    f"elite:canaan2020-2#{niche}"
    for niche in ("1,3", "1,4", "2,2", "2,3", "2,4", "3,2", "3,3", "4,4")
)
"""evolved agents: none is in the prior population"""
SCRATCH, KNOWN, BOTH = "fitted from scratch", "best known agent", "fitted over the prior"
FITS = (SCRATCH, KNOWN, BOTH)
SEARCH = "predictor({model}, own=piers, iterations={iterations})"
TRUE, LEARNED, WRONG, PLAIN = "the partner itself", "learned", "Piers", "no search: Piers"
NOTES = """\
A predictor needs a model of its partner. `predictor(learned)` knows none: it fits one to the
partner's moves while it plays, over a prior of the seven agents of the papers' mixed-team test.
While a known agent explains the moves best, it is the model; otherwise a list of rules that is
learned from scratch, rule by rule. The observer does not see its own hand, so it judges each move
in sampled positions. The partners are eight elites of `canaan2020-2`, none of which is in the
prior; the settings of the fit were chosen with elites of `canaan2020-1`.

The first table shows how well models predict moves of the partner in other games, by the number of
moves that they were fitted to. `fitted from scratch` uses published rules and no known agent; `best
known agent` is the likeliest agent of the prior. Ten moves of the partner are enough for a fitted
list that predicts more than the best known agent; with five moves the fitted list already explains
the observed moves better, but predicts less. More than eighty moves bring nothing: about a quarter
of the moves stay unpredicted.

The second table shows scores: a predictor with the learned model, with the true one, with a wrong
one, and the observer's own policy without a search. The learned model brings three quarters of the
points that the true model brings. The games with a partner are one episode, so the learned model
has the moves of all earlier games too. All play the same decks; points kept."""


@dataclass(frozen=True, kw_only=True)
class UnknownArgs(Args):
    """Settings of the fits and of the games."""

    moves: tuple[int, ...] = (0, 5, 10, 20, 40, 80, 160, 320)
    """numbers of observed moves"""
    partners: int = len(UNKNOWN)
    """unknown partners"""
    test_games: int = 10
    """games with each partner in which models are tested"""
    samples: int = 4
    """sampled positions of each observed move"""
    games: int = 40
    """games of each searching agent with each partner"""
    iterations: int = 200
    """rollouts of a move"""
    first_seed: Seed = 0

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck of the games with searches."""
        return self.first_seed, self.first_seed + self.games - 1


def measure(args: UnknownArgs, progress: Progress) -> list[TableCell]:
    """Fits models of every partner, and plays with them."""
    shares: dict[tuple[str, int], list[float]] = {}
    scores: dict[str, list[Floats]] = {}
    for number, partner in enumerate(UNKNOWN[: args.partners]):
        for key, share in _curve(args, partner).items():
            shares.setdefault(key, []).append(share)
        for name, points in _games(args, partner).items():
            scores.setdefault(name, []).append(points)
        progress((number + 1) / args.partners)
    cells = [
        cell("moves predicted", name, str(count), estimate(100 * np.array(values)))
        for (name, count), values in shares.items()
    ]
    mean = {name: np.mean(points, axis=0) for name, points in scores.items()}
    cells += [cell("score", name, "points", estimate(points)) for name, points in mean.items()]
    cells += [
        cell("score", name, "minus Piers as model", estimate(points - mean[WRONG]))
        for name, points in mean.items()
    ]
    return cells


def _seen(partner: str, seed: Seed, samples: int) -> list[SeenMove]:
    """All moves of a partner in a game with the observer, as the observer sees them."""
    game = ty.play(OBSERVER, partner, seed=seed, setup=SETUP)
    seen = []
    for before, after in itertools.pairwise(game.transcript.positions()):
        if before.current == 1:
            move = SeenMove.of(after.view(0), samples=samples, seed=before.turn * 100)
            seen += [move] if move is not None else []
    return seen


def _tests(args: UnknownArgs, partner: str) -> list[SeenMove]:
    """Moves of the partner in other games, with its true views: only the test may use them."""
    tests = []
    for seed in range(args.test_games):
        game = ty.play(OBSERVER, partner, seed=10_000 + seed, setup=SETUP)
        states = list(game.transcript.positions())
        for state, move in zip(states, game.transcript.moves, strict=False):
            if state.current == 1:
                tests.append(SeenMove((state.view(1),), move))
    return tests


def _curve(args: UnknownArgs, partner: str) -> dict[tuple[str, int], float]:
    seen: list[SeenMove] = []
    seed = 0
    while len(seen) < max(args.moves):
        seen += _seen(partner, 20_000 + seed, args.samples)
        seed += 1
    tests, prior, scratch = _tests(args, partner), PartnerFit(), PartnerFit(prior=False)
    shares = {}
    for count in args.moves:
        chosen = seen[:count]
        agents = {
            SCRATCH: scratch.fit(chosen).agent,
            KNOWN: prior.best_known(chosen).agent,
            BOTH: prior.fit(chosen).agent,
        }
        for name, agent in agents.items():
            shares[name, count] = _predicted(agent, tests)
    return shares


def _predicted(agent: CoreAgent, tests: Sequence[SeenMove]) -> float:
    """The share of moves that the agent makes too."""
    player = agent.sit()
    same = 0
    for number, test in enumerate(tests):
        player.begin_game(test.views[0], number)
        same += player.decide(test.views[0]).move == test.move
    return same / len(tests)


def _games(args: UnknownArgs, partner: str) -> dict[str, Floats]:
    models = {TRUE: partner, LEARNED: "learned", WRONG: "piers"}
    agents = {
        name: SEARCH.format(model=model, iterations=args.iterations)
        for name, model in models.items()
    } | {PLAIN: OBSERVER}
    scores = {}
    for name, agent in agents.items():
        played = ty.match(agent, partner, games=args.games, first_seed=args.first_seed, setup=SETUP)
        scores[name] = played.scores.astype(np.float64)
    return scores


def grids(result: Result) -> list[Grid]:
    """The curve, and the scores."""
    counts = tuple(str(count) for count in result.args["moves"])  # type: ignore[attr-defined]
    rows = (TRUE, LEARNED, WRONG, PLAIN)
    columns = ("points", "minus Piers as model")
    return [
        Grid(
            title="Percent of the partner's moves predicted, by observed moves; ± over partners",
            corner="model",
            header=counts,
            lines=grid(result, "moves predicted", 2, FITS, counts),
            digits=1,
        ),
        Grid(
            title="Mean score over the partners ± standard error over decks",
            corner="model of the partner",
            header=columns,
            lines=grid(result, "score", 2, rows, columns),
        ),
    ]


def draw(result: Result, file: Path) -> None:
    """The share of predicted moves by the number of observed moves."""
    figure = pictures.figure(4.2)
    axes = figure.subplots(1, 1)
    counts = [int(count) for count in result.args["moves"]]  # type: ignore[attr-defined]
    for name, color in zip(FITS, (PALE, LINES[3], OURS), strict=True):
        cells = [result.cell("moves predicted", 2, name, str(count)) for count in counts]
        axes.errorbar(
            range(len(counts)),
            [share.ours for share in cells],
            yerr=[share.sem for share in cells],
            marker="o",
            color=color,
            label=name,
            capsize=2,
        )
    axes.set_xticks(range(len(counts)), [str(count) for count in counts])
    axes.set_xlabel("observed moves of the partner")
    axes.set_ylabel("percent of moves predicted")
    axes.legend(frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    pictures.save(figure, file)


register(
    Experiment(
        name="walton_rivers2017_unknown_partner",
        paper=papers.WALTON_RIVERS_2017,
        what="a model of an unknown partner, learned while playing",
        beyond=True,
        duration="long",
        scales={
            "tiny": UnknownArgs(
                moves=(0, 10), partners=2, test_games=2, games=2, iterations=5, samples=2
            ),
            "quick": UnknownArgs(test_games=4, games=10, iterations=50),
            "paper": UnknownArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
