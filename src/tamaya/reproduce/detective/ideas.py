"""What each idea behind our meta-agent is worth, on the pools that it was designed on."""

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
from tamaya.reproduce import papers, pictures
from tamaya.reproduce.detective import strangers
from tamaya.reproduce.detective.strangers import StrangerArgs, Trained
from tamaya.reproduce.evolved_runs import part
from tamaya.reproduce.experiment import Experiment, Progress, Result, TableCell, register
from tamaya.reproduce.grid import Grid
from tamaya.stats import Estimate, estimate

OWN, OTHER, FAMILIES = "the same pool", "another pool", "other families"
MET = (OWN, OTHER, FAMILIES)
LEAST = "the least with one of these"
WHERE = (*MET, LEAST)
SURE = ((0.05, 1.0),)
PUBLISHED_FEATURES = ("communicativeness", "information_per_play")
GAIN = "gain"
_BASE = "generalist"
_TELLING_SEED = 1 << 48
NOTES = """\
Variants of the detective on the pools of `strangers_design`: gains over the Generalist of the
paper, on the same decks. `Other families` are the classic agents of three programs, the intentional
agents and Cyclone; the last column is the gain with that one of them where it is least, on the mean
of the three pools trained on.

`Asks in the first game` plays that game like whoever makes partners of the pool known best. `Knows
the pool only` has no made-up and no grown partners among its hypotheses, `without grown partners`
no grown ones. `Without the better Generalist` lacks the responses that were grown out of the pool's
own. `Trained with few games` has 400 of each pair instead of 2,000. `Without caution` takes what is
expected to score most. `Sure of itself` has no doubts. `Features` is the likelihood of the paper,
communicativeness and information per play once a game, with the same responses and the pool's
agents as hypotheses; `from games` takes how often each value was seen in 50 games of each pair
instead of a normal variable, of these two features or of all that can be seen in others. `Two
pools` knows the agents of two pools, what was made up for both and the responses grown for both
(and meets those of the third, so there is no same pool); with `by kind` each niche is as likely at
first as any other, its agents and their children share that, as the grown of one run do, and every
random list counts alone. `Answers of the pool` are the pool's own agents.

The better Generalist is what helps with other families. Beside it caution costs with other pools
and makes no difference with other families that could be told here, since the least is known to 0.2
points only; it was chosen before the Generalist was as good, and not anew. Noisy partners are not
met here. Doubts help with other families and cost with other pools. Made-up and grown partners and
more games of training make no difference larger than the errors. To ask first does not pay: it
costs in the first game, and there is hardly more to know afterwards. Densities from games tell more
than normal variables, most with all features; in the own pool moves tell more. Two pools help with
a third."""


class Prober(Detective):
    """Plays the first game of an episode so as to learn, whatever that costs."""

    def __init__(self, experience: ty.Experience, telling: int) -> None:
        """Makes one.

        :param telling: place of the response of the first game
        """
        super().__init__(experience, name="prober")
        self.probing = Detective(_part(experience, [telling]))
        """who plays the first game"""

    def playing(self, game: int) -> Detective:
        """Asks first, answers then."""
        return self.probing if game == 1 else self


def most_telling(known: ty.Experience, pool: ty.Pool, games: int) -> int:
    """The response by which one game tells most surely who of a pool it was."""
    asked = {
        name: Detective(_part(known, [place]), caution=1.0)
        for place, name in enumerate(known.responses.names)
    }
    evaluation = ty.evaluate(asked, pool, episodes=games, games=1, first_seed=_TELLING_SEED)
    return int(evaluation.recognition[..., -1].mean(axis=(1, 2)).argmax())


def _part(
    known: ty.Experience, responses: Sequence[int], hypotheses: Sequence[int] | None = None
) -> ty.Experience:
    """What is known of some responses and some hypotheses, or of all of these."""
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
    """Those that know one pool.

    :param few: games of each pair for the variant that was trained with few; and games by which
        the most telling response is found, at most 20
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
        "all features, from games": MetaAgent(own, Kernels.learn(own).mode),
        "answers of the pool": Detective(trained.plain, caution=CAUTION),
    }


def two_pools(first: Trained, second: Trained, games: int) -> dict[str, Agent]:
    """Those that know two pools."""
    known = _joined(first.grown, second.grown, games)
    kinds = [_kind(elite) for elite in known.hypotheses.elites]
    prior = [1 / kinds.count(kind) for kind in kinds]
    return {
        "two pools": Detective(known, caution=CAUTION),
        "two pools, by kind": Detective(known, caution=CAUTION, prior=prior),
    }


def _joined(a: ty.Experience, b: ty.Experience, games: int) -> ty.Experience:
    """What is known of both, and of each one's responses with the other's hypotheses."""
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
    """The niche of an agent or of its parent, or a random list's own name."""
    return elite.name if "random" in elite.name else elite.name.split(" ")[1]


def _named(letter: str, pool: ty.Pool) -> tuple[Elite, ...]:
    return tuple(elite.but(name=f"{letter} {elite.name}") for elite in pool.elites)


def measure(args: StrangerArgs, progress: Progress) -> list[TableCell]:
    """All variants with all kinds of partners."""
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
        by_partner = np.mean(rows, axis=0) if where == FAMILIES else None
        cells.append(_cell(name, where, estimate(np.mean([row.mean(0) for row in rows], axis=0))))
        if by_partner is not None:
            cells.append(_cell(name, LEAST, estimate(by_partner[by_partner.mean(1).argmin()])))
    return cells


def _gains(
    agents: Mapping[str, Agent], partners: ty.Pool, args: StrangerArgs, progress: Progress
) -> dict[str, NDArray[np.float64]]:
    """Of each variant over the Generalist: [partners, episodes]."""

    def tell(now: Games) -> None:
        progress(now.games / now.total)

    evaluation = ty.evaluate(
        dict(agents),
        partners,
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


def _cell(row: str, column: str, ours: Estimate) -> TableCell:
    return TableCell(measure=GAIN, players=2, row=row, column=column, ours=ours.mean, sem=ours.sem)


def _lines(result: Result) -> tuple[tuple[TableCell, ...], ...]:
    rows: dict[str, dict[str, TableCell]] = {}
    for cell in result.cells:
        rows.setdefault(cell.row, {})[cell.column] = cell
    nothing = {where: _cell("", where, Estimate(np.nan, np.nan, 0)) for where in WHERE}
    return tuple(
        tuple(
            TableCell(**{**vars(nothing[where]), "row": row})
            if where not in cells
            else cells[where]
            for where in WHERE
        )
        for row, cells in rows.items()
    )


def grids(result: Result) -> list[Grid]:
    """One line for each idea."""
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
    """A dot for each idea and kind of partner."""
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
        what="beyond the paper: what each idea of our meta-agent is worth",
        needs=("runs",),
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
