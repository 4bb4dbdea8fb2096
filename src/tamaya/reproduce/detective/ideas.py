"""The gain of each idea behind our meta-agent, on the pools that it was designed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.agents import Agent, Elite
from tamaya.matchups import Progress as Games
from tamaya.meta import CAUTION, Detective, Kernels, MetaAgent, generalist
from tamaya.plotting import LINES
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.detective import strangers
from tamaya.reproduce.detective.strangers import StrangerArgs, Trained
from tamaya.reproduce.evolved_runs import part
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, cell, register
from tamaya.reproduce.grid import Grid, by_row
from tamaya.stats import estimate

OWN, OTHER, FAMILIES = "the same pool", "another pool", "other families"
MET = (OWN, OTHER, FAMILIES)
LEAST = "the least with one of these"
WHERE = (*MET, LEAST)
SURE = ((0.05, 1.0),)
PUBLISHED_FEATURES = ("communicativeness", "information_per_play")
ALL_FEATURES = (
    *("color_hint_share", "communicativeness", "discard_when_hint_available"),
    *("explicit_information_per_play", "information_per_play", "misplay_rate"),
    *("newest_discard_share", "newest_play_share"),
    *("oldest_discard_share", "oldest_play_share"),
)
"""all features that can be observed in others, as of the recorded result: named here, so that a new
feature does not change it"""
GAIN = "gain"
_BASE = "generalist"
_TELLING_SEED = 1 << 48
NOTES = """\
The table shows gains of variants of the detective over the Generalist of the paper, on the pools of
`strangers_design` and on the same decks. `Other families` are the classic agents of three programs,
the intentional agents and Cyclone. The last column is the smallest gain with a single one of these
agents, averaged over the three training pools.

- `Asks in the first game` plays the first game with the response that best reveals which agent of
  the pool the partner is.
- `Knows the pool only` has neither made-up nor grown partners among its hypotheses; `without grown
  partners` has no grown ones. `Without the better Generalist` lacks the responses that were evolved
  from the pool's Generalist. `Answers of the pool` has only the pool's agents as responses.
- `Trained with few games` has an experience of 400 games per pair instead of 2,000.
- `Without caution` maximizes the expected score. `Sure of itself` has no doubts.
- `Features` uses the likelihood of the paper (communicativeness and information per play, once a
  game), with the same responses and only the pool's agents as hypotheses. `From games` replaces the
  normal densities by densities of the values in 50 games of each pair, for these two features or
  for all that can be observed.
- `Two pools` knows the agents of two pools, with everything that was made up and grown for both,
  and plays with the third; so it has no own pool. With `by kind`, each niche has the same prior,
  which its agents and their children share; so do the grown partners of one run, and each random
  list has a share of its own.

The better Generalist is what helps with other families. With it, caution costs points with other
pools and makes no measurable difference with other families, since the smallest gain has an error
of 0.2 points; its value was chosen when the Generalist was weaker, and was not changed. Noisy
partners are not part of this table. Doubts help with other families and cost points with other
pools. Made-up and grown partners and more training games make no difference larger than the errors.
Asking in the first game does not pay: it costs points there, and little is left to learn
afterwards. Densities from games recognize more than normal densities, most with all features; in
the own pool, moves recognize more. Knowing two pools helps with a third."""


class Prober(Detective):
    """Plays the first game of an episode only to recognize the partner."""

    def __init__(self, experience: ty.Experience, telling: int) -> None:
        """Creates a prober.

        :param telling: index of the response of the first game
        """
        super().__init__(experience, name="prober")
        self.probing = Detective(_part(experience, [telling]))
        """the detective of the first game"""

    def playing(self, game: int) -> Detective:
        """The probing detective in the first game, then this one."""
        return self.probing if game == 1 else self


def most_telling(known: ty.Experience, pool: ty.Pool, games: int) -> int:
    """The response with which one game most often reveals the partner, as its index."""
    detectives = {
        name: Detective(_part(known, [place]), caution=1.0)
        for place, name in enumerate(known.responses.names)
    }
    evaluation = ty.evaluate(detectives, pool, episodes=games, games=1, first_seed=_TELLING_SEED)
    return int(evaluation.recognition[..., -1].mean(axis=(1, 2)).argmax())


def _part(
    known: ty.Experience, responses: Sequence[int], hypotheses: Sequence[int] | None = None
) -> ty.Experience:
    """The experience with only these responses and these hypotheses (by default all)."""
    columns = range(len(known.hypotheses)) if hypotheses is None else hypotheses
    at = np.ix_(list(responses), list(columns))
    return replace(
        known,
        responses=replace(known.responses, agents=tuple(known.players[i] for i in responses)),
        hypotheses=replace(
            known.hypotheses, agents=tuple(known.hypotheses.elites[i] for i in columns)
        ),
        scores=known.scores[at],
        features={name: values[at] for name, values in known.features.items()},
    )


def variants(trained: Trained, few: int) -> dict[str, Agent]:
    """Variants that know one pool.

    :param few: games of each pair for the variant trained with few games; and, up to 20, episodes
        that find the most telling response
    """
    known = trained.grown
    everybody = range(len(known.responses))
    niches = [i for i, elite in enumerate(known.hypotheses.elites) if elite.niche]
    own = _part(known, everybody, niches)
    unjoined = _part(
        known,
        everybody,
        [i for i, elite in enumerate(known.hypotheses.elites) if "group" not in elite.name],
    )
    fewer = _part(
        known, [i for i in everybody if not known.players[i].name.startswith("generalist")]
    )
    hasty = ty.Experience.train(known.hypotheses, known.responses, games=few)
    return {
        "detective": Detective(known),
        "2 imagined positions": Detective(known, samples=2),
        "32 imagined positions": Detective(known, samples=32),
        "changes between games only": Detective(known, within_games=False),
        "asks in the first game": Prober(known, most_telling(known, trained.pool, min(few, 20))),
        "knows the pool only": Detective(own, caution=CAUTION),
        "without grown partners": Detective(unjoined),
        "without the better Generalist": Detective(fewer),
        "trained with few games": Detective(hasty),
        "without caution": Detective(known, caution=1.0),
        "a quarter of the caution": Detective(known, caution=CAUTION / 4),
        "half the caution": Detective(known, caution=CAUTION / 2),
        "twice the caution": Detective(known, caution=CAUTION * 2),
        "sure of itself": Detective(known, doubts=SURE),
        "sure of itself, without caution": Detective(known, doubts=SURE, caution=1.0),
        "features, as published": MetaAgent(own, "published"),
        "features, from games": MetaAgent(own, Kernels.learn(own, names=PUBLISHED_FEATURES).mode),
        "all features, from games": MetaAgent(own, Kernels.learn(own, names=ALL_FEATURES).mode),
        "answers of the pool": Detective(trained.plain, caution=CAUTION),
    }


def two_pools(first: Trained, second: Trained, games: int) -> dict[str, Agent]:
    """Variants that know two pools."""
    known = _joined(first.grown, second.grown, games)
    kinds = [_kind(elite) for elite in known.hypotheses.elites]
    prior = [1 / kinds.count(kind) for kind in kinds]
    return {
        "two pools": Detective(known, caution=CAUTION),
        "two pools, by kind": Detective(known, caution=CAUTION, prior=prior),
    }


def _joined(a: ty.Experience, b: ty.Experience, games: int) -> ty.Experience:
    """Joins two experiences; plays the responses of each with the hypotheses of the other."""
    across, back = (
        ty.Experience.train(theirs.hypotheses, ours.responses, games=games)
        for ours, theirs in ((a, b), (b, a))
    )

    def pool(name: str, *parts: ty.Pool) -> ty.Pool:
        agents = [
            elite
            for letter, part_of in zip("ab", parts, strict=True)
            for elite in _named(letter, part_of)
        ]
        return ty.Pool(name, tuple(agents), parts[0].setup)

    return ty.Experience(
        hypotheses=pool("two pools", a.hypotheses, b.hypotheses),
        responses=pool("answers", a.responses, b.responses),
        setup=a.setup,
        scores=np.block([[a.scores, across.scores], [back.scores, b.scores]]),
        features={},
        games=games,
    )


def _kind(elite: Elite) -> str:
    """The niche of an agent or of its parent; the own name of a random list."""
    return elite.name if "random" in elite.name else elite.name.split(" ")[1]


def _named(letter: str, pool: ty.Pool) -> tuple[Elite, ...]:
    return tuple(elite.but(name=f"{letter} {elite.name}") for elite in pool.elites)


def measure(args: StrangerArgs, progress: Progress) -> list[TableCell]:
    """Measures all variants with all kinds of partners."""
    trained = [Trained.of(seed, args, lambda _: None) for seed in args.pools]
    progress(0.1)
    gains: dict[tuple[str, str], list[NDArray[np.float64]]] = {}
    count = len(trained)
    families = tuple(
        name
        for family in ("competition", "ours", "hle", "intentional", "cyclone")
        for name in strangers.FAMILIES[family]
    )
    for number, learned in enumerate(trained):
        share_of = part(progress, 0.1 + 0.9 * number / count, 0.1 + 0.9 * (number + 1) / count)
        other, third = (trained[(number + step) % count] for step in (1, 2))
        met = {
            OWN: learned.pool,
            OTHER: other.pool,
            FAMILIES: ty.Pool(FAMILIES, families, learned.pool.setup),
        }
        few = max(1, args.training_games // 5)
        agents = variants(learned, few)
        both = two_pools(learned, third, few)
        for step, (where, partners) in enumerate(met.items()):
            family = {_BASE: generalist(learned.plain)} | agents | (both if where != OWN else {})
            share = part(share_of, step / len(met), (step + 1) / len(met))
            for name, gain in _gains(family, partners, args, share).items():
                gains.setdefault((name, where), []).append(gain)
    cells = []
    for (name, where), rows in gains.items():
        over_pools = estimate(np.mean([row.mean(0) for row in rows], axis=0))
        cells.append(cell(GAIN, name, where, over_pools))
        if where == FAMILIES:
            by_partner = np.mean(rows, axis=0)
            least = estimate(by_partner[by_partner.mean(1).argmin()])
            cells.append(cell(GAIN, name, LEAST, least))
    return cells


def _gains(
    agents: Mapping[str, Agent], partners: ty.Pool, args: StrangerArgs, progress: Progress
) -> dict[str, NDArray[np.float64]]:
    """Gains of each variant over the Generalist: [partners, episodes]."""

    def tell(now: Games) -> None:
        progress(now.games / now.total)

    evaluation = ty.evaluate(
        dict(agents),
        partners,
        setup=partners.setup,
        episodes=args.episodes,
        games=args.games,
        first_seed=args.first_seed,
        progress=tell,
    )
    points = evaluation.scores.mean(axis=3, dtype=np.float64)
    return {
        name: points[evaluation.place(name)] - points[evaluation.place(_BASE)]
        for name in agents
        if name != _BASE
    }


def _lines(result: Result) -> tuple[tuple[TableCell, ...], ...]:
    """A line for each variant, with empty cells where it was not measured."""
    lines = []
    for row, cells in by_row(result, GAIN).items():
        by_column = {gain.column: gain for gain in cells}
        empty = {where: cell(GAIN, row, where, np.nan) for where in WHERE}
        lines.append(tuple((empty | by_column)[where] for where in WHERE))
    return tuple(lines)


def grids(result: Result) -> list[Grid]:
    """One line for each variant."""
    title = "Gain over the Generalist of the paper, points kept, ± standard error over episodes"
    return [
        Grid(
            title=title,
            corner="variant",
            header=(*(f"partners: {w}" for w in MET), LEAST),
            lines=_lines(result),
        )
    ]


def draw(result: Result, file: Path) -> None:
    """A dot for each variant and kind of partner."""
    figure = pictures.figure(5.4)
    axes = figure.subplots()
    lines = _lines(result)
    for number, where in enumerate(WHERE):
        cells = [line[number] for line in lines]
        at = np.arange(len(cells)) + 0.18 * (1.5 - number)
        axes.errorbar(
            [c.ours for c in cells],
            at,
            xerr=[c.sem for c in cells],
            fmt="o",
            capsize=2,
            markersize=5,
            color=LINES[number],
            label=where,
        )
    axes.set_yticks(range(len(lines)), [line[0].row for line in lines])
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("gain over the Generalist of the paper, points ± standard error")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, ncols=len(WHERE), loc="lower center", bbox_to_anchor=(0.5, 1.0))
    pictures.save(figure, file)


def _small(args: StrangerArgs, episodes: int) -> StrangerArgs:
    return StrangerArgs(**{**vars(args), "episodes": episodes})


_SCALES = strangers.scales((1, 2, 3))

register(
    Experiment(
        name="detective_ideas",
        paper=papers.CANAAN_2020,
        beyond=True,
        what="beyond the paper: the gain of each idea of our meta-agent",
        needs=("runs",),
        estimated_minutes=160,
        duration="long",
        scales={
            "tiny": _SCALES["tiny"],
            "quick": _small(_SCALES["quick"], 5),
            "paper": _small(_SCALES["paper"], 10),
        },
        measure=measure,
        draw=draw,
        grids=grids,
        notes=NOTES,
    )
)
