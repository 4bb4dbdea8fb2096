"""Why self-recognition by sampling scores less than Outer, on which it builds."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.game import Seed, State
from tamaya.plotting import OURS, PALE, PAPER
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
from tamaya.stats import estimate

OUTER = "eger:outer"
SAMPLERS = ("eger:sample(outer, 50)", "eger:sample(outer, 200)", "eger:sample(outer, 1000)")
AGENTS = (OUTER, *SAMPLERS, "eger:sample(intentional, 200)")
SETUPS = {"3 lives": "eger", "60 lives": "eger max_lives=60"}
PROVEN, RECOGNISED = "proven", "recognised"
KINDS = (PROVEN, RECOGNISED)
PLAYS, SUCCESS = "plays per game", "percent that score"
NOTES = """\
`eger:sample(outer, n)` is Osawa's self-recognition as the program of Eger et al. samples it: after
a hint, it draws n own hands, keeps those for which an Outer player would have given this hint, and
takes the most frequent card of one slot for certain in this turn. With itself it scores three
points less than Outer, which ignores what a hint may mean.

The second table explains this. A play is `proven` if hints alone prove the card playable, so that
Outer would play it too; all other plays follow from recognition. Recognised plays often fail,
because the step accepts the likeliest card however unlikely it is, and because Outer, which the
step takes its partner for, gives a random hint whenever no card is playable, which is then read as
a message. Every failure costs a life and a card, and the games end early: the last life is lost in
most of them. More samples do not help, so the fault is in the decision, not in the sampling. With
60 lives, where failures cost only cards, recognition is worth more than Outer. The sampler that
takes its partner for Intentional ignores every hint (the imagined giver already knows what the
receiver knows, and so would not repeat the hint) and scores like Outer."""


@dataclass(frozen=True, kw_only=True)
class RecognitionArgs(Args):
    """Settings of the games."""

    games: int = 1000
    """games of each pair of equal agents"""
    watched: int = 100
    """games whose plays are classified"""
    first_seed: Seed = 0

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1


def measure(args: RecognitionArgs, progress: Progress) -> list[TableCell]:
    """Plays each agent with itself, with few and with many lives, and classifies its plays."""
    cells: list[TableCell] = []
    for number, name in enumerate(AGENTS):
        for lives, setup in SETUPS.items():
            matchup = ty.match(
                name, name, games=args.games, first_seed=args.first_seed, setup=setup
            )
            points = matchup.scores.astype(np.float64)
            cells.append(cell("score", name, lives, estimate(points)))
            if lives == "3 lives":
                bombed = 100.0 * (matchup.scores != matchup.strict_scores)
                cells.append(cell("score", name, "bombed, %", estimate(bombed)))
        cells += _plays(args, name)
        progress((number + 1) / len(AGENTS))
    return cells


def _plays(args: RecognitionArgs, name: str) -> list[TableCell]:
    """How often plays of each kind happen, and how often they score."""
    plays: Counter[str] = Counter()
    scored: Counter[str] = Counter()
    for game in range(args.watched):
        played = ty.play(name, name, seed=args.first_seed + game, setup="eger")
        positions = list(played.transcript.positions())
        for before, after in itertools.pairwise(positions):
            event = after.events[-1]
            move = event.move
            if move is None or move.kind != "play" or move.slot is None:
                continue
            kind = PROVEN if _is_proven(before, move.slot) else RECOGNISED
            plays[kind] += 1
            scored[kind] += event.scored
    cells = []
    for kind in KINDS:
        share = scored[kind] / plays[kind] if plays[kind] else math.nan
        error = math.sqrt(share * (1 - share) / plays[kind]) if plays[kind] else math.nan
        cells.append(cell(PLAYS, name, kind, plays[kind] / args.watched))
        cells.append(cell(SUCCESS, name, kind, 100 * share, sem=100 * error))
    return cells


def _is_proven(state: State, slot: int) -> bool:
    """Whether hints alone prove that the card is playable."""
    known = state.knowledge(state.current)[slot]
    playable = {str(card) for card in state.playable}
    return all(f"{color}{rank}" in playable for color in known.colors for rank in known.ranks)


def grids(result: Result) -> list[Grid]:
    """Scores, and the two kinds of plays."""
    columns = (*SETUPS, "bombed, %")
    scores = Grid(
        title="Mean score with itself ± standard error (points kept)",
        corner="agent",
        header=columns,
        lines=grid(result, "score", 2, AGENTS, columns),
    )
    plays = [
        Grid(
            title=f"Plays with 3 lives: {measured}",
            corner="agent",
            header=KINDS,
            lines=grid(result, measured, 2, AGENTS, KINDS),
            digits=1,
        )
        for measured in (SUCCESS, PLAYS)
    ]
    return [scores, *plays]


def draw(result: Result, file: Path) -> None:
    """Scores with few and many lives, and the share of plays that score."""
    figure = pictures.figure(4.2)
    left, right = figure.subplots(1, 2, sharey=True)
    places = np.arange(len(AGENTS))
    for shift, (lives, color) in zip(
        (-0.2, 0.2), zip(SETUPS, (OURS, PALE), strict=True), strict=True
    ):
        scores = [result.cell("score", 2, name, lives).ours for name in AGENTS]
        left.barh(places + shift, scores, 0.38, color=color, label=lives)
    for shift, (kind, color) in zip(
        (-0.2, 0.2), zip(KINDS, (OURS, PAPER), strict=True), strict=True
    ):
        shares = [np.nan_to_num(result.cell(SUCCESS, 2, name, kind).ours) for name in AGENTS]
        right.barh(places + shift, shares, 0.38, color=color, label=f"{kind} plays")
    left.set_yticks(places, AGENTS)
    left.invert_yaxis()
    left.set_xlabel("mean score with itself (points kept)")
    right.set_xlabel("percent of plays that score")
    for axes in (left, right):
        axes.legend(frameon=False, ncols=2, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1))
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=0)
    pictures.save(figure, file)


register(
    Experiment(
        name="eger2017_self_recognition",
        paper=papers.EGER_2017,
        what="why self-recognition scores less than Outer",
        beyond=True,
        duration="long",
        scales={
            "tiny": RecognitionArgs(games=6, watched=2),
            "quick": RecognitionArgs(games=200, watched=50),
            "paper": RecognitionArgs(),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
