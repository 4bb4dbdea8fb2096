"""What each idea behind our meta-agent is worth, on the pools that it was designed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamaya as ty
from tamaya.agents import Agent, Elite
from tamaya.matchups import Progress as Games
from tamaya.meta import Detective, MetaAgent
from tamaya.reproduce import pictures, strangers
from tamaya.reproduce.episode_decks import episode_decks
from tamaya.reproduce.evolved_runs import part
from tamaya.reproduce.experiment import Cell, Experiment, Progress, Result, register
from tamaya.reproduce.grid import Grid
from tamaya.reproduce.six_agents import PAPER
from tamaya.reproduce.strangers import Args, Trained
from tamaya.stats import Estimate, estimate

OWN, OTHER, CLASSIC = "the same pool", "another pool", "classic agents"
WHERE = (OWN, OTHER, CLASSIC)
SURE = ((0.05, 1.0),)
GAIN = "gain"
NOTES = """\
Variants of the detective with responses that were grown for one of our pools `canaan2020-1` to
`-3`, against the Generalist of the same responses, on the same decks. `Features` is the likelihood
of the paper, communicativeness and information per play once a game, with the same responses. `Two
pools` knows the agents of two pools and the responses grown for both (and meets those of the third,
so there is no same pool); with `by niche` each niche is as likely at first as any other, and the
agents of one niche share its prior. `Answers of the pool` are the pool's own agents instead of
grown ones; their gain is over the Generalist among them.

Moves tell more than features, grown answers are worth more than any other idea, and knowing two
pools helps with a third. Our pools fill the same niches, so a prior by niche is nearly the same as
none. Changes within games and more imagined positions bring a little. Doubts cost something with
other pools and bring nothing on the mean of classic agents here; they were chosen on an earlier set
of grown answers, with which being sure lost half a point with the agents of `hle:`."""


@dataclass(frozen=True)
class Variant:
    """One way to build the agent, and whose gain it is compared with."""

    agent: Agent
    base: Agent


def variants(one: Trained) -> dict[str, Variant]:
    """Those that know one pool."""
    known = one.grown
    found = {
        "detective": Detective(known),
        "2 imagined positions": Detective(known, samples=2),
        "32 imagined positions": Detective(known, samples=32),
        "changes between games only": Detective(known, within_games=False),
        "changes for 0.3 points": Detective(known, patience=0.3),
        "no doubts": Detective(known, doubts=SURE),
        "features, as published": MetaAgent(known, "published"),
    }
    base = _generalist(known)
    made = {name: Variant(agent, base) for name, agent in found.items()}
    return made | {
        "answers of the pool": Variant(Detective(one.plain), _generalist(one.plain)),
    }


def two_pools(first: Trained, second: Trained, games: int) -> dict[str, Variant]:
    """Those that know two pools."""
    hypotheses = ty.Pool("two pools", (*_named("a", first.pool), *_named("b", second.pool)),
                         first.pool.setup)  # fmt: skip
    answers = (*_named("a", first.grown.responses), *_named("b", second.grown.responses))
    known = ty.Experience.train(hypotheses, ty.Pool("answers", answers, first.pool.setup),
                                games=games)  # fmt: skip
    niches = [one.niche for one in (*first.pool.elites, *second.pool.elites)]
    prior = [1 / niches.count(niche) for niche in niches]
    base = _generalist(known)
    return {
        "two pools": Variant(Detective(known), base),
        "two pools, by niche": Variant(Detective(known, prior=prior), base),
    }


def _named(letter: str, pool: ty.Pool) -> tuple[Elite, ...]:
    return tuple(one.but(name=f"{letter} {one.name}", niche=()) for one in pool.elites)


def _generalist(known: ty.Experience) -> Agent:
    return known.players[known.responses.names.index(known.generalist)].but(name="generalist")


def measure(args: Args, progress: Progress) -> list[Cell]:
    """All variants with all kinds of partners."""
    trained = [Trained.of(seed, args, lambda _: None) for seed in args.pools]
    progress(0.1)
    gains: dict[tuple[str, str], list[np.ndarray]] = {}
    count = len(trained)
    classic = tuple(name for some in ("competition", "ours", "hle")
                    for name in strangers.FAMILIES[some])  # fmt: skip
    for number, one in enumerate(trained):
        told = part(progress, 0.1 + 0.9 * number / count, 0.1 + 0.9 * (number + 1) / count)
        other, third = (trained[(number + step) % count] for step in (1, 2))
        met = {OWN: one.pool, OTHER: other.pool, CLASSIC: ty.Pool(CLASSIC, classic, one.pool.setup)}
        both = two_pools(one, third, args.training_games)
        for step, (where, partners) in enumerate(met.items()):
            some = variants(one) | (both if where != OWN else {})
            share = part(told, step / len(met), (step + 1) / len(met))
            for name, gain in _gains(some, partners, args, share).items():
                gains.setdefault((name, where), []).append(gain)
    return [_cell(name, where, estimate(np.mean(rows, axis=0)))
            for (name, where), rows in gains.items()]  # fmt: skip


def _gains(
    some: Mapping[str, Variant], partners: ty.Pool, args: Args, progress: Progress
) -> dict[str, np.ndarray]:
    """Of each variant over its Generalist, by episode."""

    def tell(now: Games) -> None:
        progress(now.games / now.total)

    bases = {id(one.base): one.base for one in some.values()}
    agents: dict[str, Agent] = {name: one.agent for name, one in some.items()}
    agents |= {str(key): base for key, base in bases.items()}
    found = ty.evaluate(agents, partners, episodes=args.episodes, games=args.games,
                        first_seed=args.first_seed, progress=tell)  # fmt: skip
    return {name: found.by_episode(name) - found.by_episode(str(id(one.base)))
            for name, one in some.items()}  # fmt: skip


def _cell(row: str, column: str, ours: Estimate) -> Cell:
    return Cell(measure=GAIN, players=2, row=row, column=column, ours=ours.mean, sem=ours.sem)


def _lines(result: Result) -> tuple[tuple[Cell, ...], ...]:
    rows: dict[str, dict[str, Cell]] = {}
    for cell in result.cells:
        rows.setdefault(cell.row, {})[cell.column] = cell
    nothing = {where: _cell("", where, Estimate(np.nan, np.nan, 0)) for where in WHERE}
    return tuple(
        tuple(Cell(**{**vars(nothing[where]), "row": row}) if where not in cells else cells[where]
              for where in WHERE)
        for row, cells in rows.items()
    )  # fmt: skip


def grids(result: Result) -> list[Grid]:
    """One line for each idea."""
    title = "Gain over the Generalist of the same responses, points kept, ± standard error"
    return [Grid(title=title, corner="variant", header=tuple(f"partners: {w}" for w in WHERE),
                 lines=_lines(result))]  # fmt: skip


def draw(result: Result, file: Path) -> None:
    """A dot for each idea and kind of partner."""
    made = pictures.figure(5.4)
    axes = made.subplots()
    lines = _lines(result)
    for number, where in enumerate(WHERE):
        cells = [line[number] for line in lines]
        at = np.arange(len(cells)) + 0.2 * (1 - number)
        axes.errorbar([c.ours for c in cells], at, xerr=[c.sem for c in cells], fmt="o",
                      capsize=2, markersize=5, label=where)  # fmt: skip
    axes.set_yticks(range(len(lines)), [line[0].row for line in lines])
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("gain over the Generalist of the same responses, points ± standard error")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(title="partners of", frameon=False)
    pictures.save(made, file)


def _small(args: Args, episodes: int) -> Args:
    return Args(**{**vars(args), "episodes": episodes})


_SCALES = strangers.scales((1, 2, 3))

register(
    Experiment(
        name="detective_ideas",
        paper=PAPER,
        what="beyond the paper: what each idea of our meta-agent is worth",
        scales={
            "tiny": _SCALES["tiny"],
            "quick": _small(_SCALES["quick"], 10),
            "paper": _small(_SCALES["paper"], 50),
        },
        measure=measure,
        seeds=episode_decks,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
