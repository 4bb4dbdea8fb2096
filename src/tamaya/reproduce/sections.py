"""The parts of a page about a paper: the table of verdicts, and a section for each experiment."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tamaya.reproduce import evolved_runs
from tamaya.reproduce.comparisons import ComparedNumbers, comparisons
from tamaya.reproduce.data import Need
from tamaya.reproduce.equivalence import SHARE
from tamaya.reproduce.experiment import SCALES, Experiment, Result, experiment

_HEADER = (
    "| item | published | ours | difference (90 % interval) | criterion | verdict |",
    "|---|---|---|---|---|---|",
)
_EFFORT = ("| item | data | minutes | command |", "|---|---|---|---|")
_DATA: dict[Need, str] = {
    "HanabiData": "[HanabiData](../verification.md#public-sources)",
    "published agents": "[published agents](../verification.md#public-sources)",
    "runs": "evolved runs",
}
_MINUTES = (
    "Minutes are processor time, summed over threads: two free cores need half as long. Each "
    "command writes its own time into the file of its result. It evolves missing runs first, which "
    "is not counted and takes 10 to 40 processor minutes for a million candidates, depending on "
    "the processor (`python -m benchmarks.stranger_minutes` estimates it). If the data are evolved "
    "runs that are shipped, add `--shipped`: the command then takes these pools, and gives the "
    "same numbers without evolution. Commands of one paper share games that they keep in "
    "`runs/reproduce/games`; these count for the first command only."
)
_ESTIMATED = (
    "Estimated minutes: the same benchmark runs small parts of these experiments and multiplies "
    "their times. All but `learned_strangers` spend most of them on growing responses. "
    "`detective_ideas` and `strangers_design` grow the same ones, so the second of the two "
    "commands finds them."
)
_TRAINS = (
    "This experiment trains weights. Other kinds of processors round matrix products differently, "
    "and training amplifies that: there the same command gives other numbers, which agree within "
    "their errors."
)
_NOT_ATTEMPTED = """\
## Not attempted
- **New games with people.** Eger et al. 2017 asked people to play. We analyse the published games
  again, and play with models of people instead (`people_clones`, `people_partners`).
- **The whole mixed-team test at one second per move.** Walton-Rivers et al. 2017 limit searches by
  time. `walton_rivers2017_one_second` does so for a small part of the test, because the whole test
  would take a week of processor time. `walton_rivers2017_mixed_teams` is the whole test, with a
  limit of rollouts instead, so that its numbers can be repeated.
- **Van den Bergh's own scores.** Walton-Rivers et al. 2017 check that his agent scores as its
  authors say, but print no score. Of the five papers only Eger et al. 2017 quote one: the fixed
  rules of his thesis (2015) score up to 13.1 points on average. They quote neither the rules nor
  the number of players, and the agent's rules are those of a later article ("Aspects of the
  Cooperative Card Game Hanabi", 2016). So `walton_rivers2017_validation` shows this number beside
  ours without a verdict. We searched public pages and repositories for the tables of both works:
  of the article we found the beginning, which has no scores, and of the thesis the title. The
  nearest evidence is that the agent scores as in the programs of the papers' authors, with itself
  and with five other agents ([verification](../verification.md)), and behaves as Tables I and II of
  Canaan et al. 2020 say (`canaan2020_table1`, `canaan2020_table2`).
- **People with SAD, Rainbow and Fireflower.** Kantack 2021 lets people play with these agents. We
  have neither the people nor the agents; `kantack2021_fig6` puts models of people and our own
  agents in their places.
"""


def page(title: str, results: Sequence[Result]) -> str:
    """A page: verdicts and commands first, then a section for each experiment."""
    rows = [
        _row(experiment(result.experiment), comparison, link=True)
        for result in results
        for comparison in comparisons(result)
    ]
    lines = [f"# {title}", "[All papers](../reproduction.md)", ""]
    lines += [*_HEADER, *rows, ""] if rows else ["Nothing is published to compare with.", ""]
    lines += ["To repeat the measurements:", "", *_EFFORT, *map(_effort, results), "", _MINUTES, ""]
    if any(result.minutes is None for result in results):
        lines += [_ESTIMATED, ""]
    for result in results:
        lines += _section(result)
    return "\n".join(lines)


def not_reproduced(results: Iterable[Result], page_of: Callable[[Result], str]) -> str:
    """The page of everything that differs or stays open."""
    lines = ["# Not reproduced, and why", "[All papers](../reproduction.md)", ""]
    for result in results:
        about = experiment(result.experiment)
        missed = [c for c in comparisons(result) if c.verdict != "agrees"]
        if missed:
            title = f"## {_paper(about)}, {about.what}"
            link = f"[`{about.name}`]({page_of(result)}.md#{about.name})"
            rows = [_row(about, comparison) for comparison in missed]
            lines += [title, link, "", *_HEADER, *rows, "", about.why, ""]
    return "\n".join([*lines, _NOT_ATTEMPTED])


def command(result: Result) -> str:
    """The command that makes a result."""
    about = experiment(result.experiment)
    base = f"tamaya reproduce {about.name} --scale"
    for scale in SCALES[::-1]:
        wanted = json.loads(json.dumps(dataclasses.asdict(about.scales[scale])))
        budget = result.args.get("budget")
        if wanted == result.args:
            return f"{base} {scale}"
        if budget is not None and wanted | {"budget": budget} == result.args:
            return f"{base} {scale} --budget {budget}"
    return f"other settings than `{base} {result.scale}`"


def _paper(about: Experiment[Any]) -> str:
    return about.paper.split(":", maxsplit=1)[0]


def _effort(result: Result) -> str:
    """A line of what it takes to repeat a result."""
    about = experiment(result.experiment)
    data = ", ".join(_DATA[need] for need in about.needs) or "none"
    if evolved_runs.are_shipped(about.scales["paper"]):
        data += ", shipped"
    item = f"[{about.what}](#{about.name})"
    return f"| {item} | {data} | {_minutes(result)} | `{command(result)}` |"


def _minutes(result: Result) -> str:
    if result.minutes is not None:
        return _two_digits(result.minutes)
    estimate = experiment(result.experiment).estimated_minutes
    return "not measured" if estimate is None else f"about {estimate}, estimated"


def _two_digits(minutes: float) -> str:
    return f"{minutes:.0f}" if minutes >= 10 else f"{max(minutes, 0.01):.2g}"


def _row(about: Experiment[Any], comparison: ComparedNumbers, *, link: bool = False) -> str:
    what = about.what.split(",")[0].split(":")[0]
    name = about.labels.get(comparison.name, comparison.name).replace("_", " ")
    item = f"[{what}](#{about.name}): {name}" if link else name
    digits = 3 if comparison.margin == SHARE else 2
    theirs = "" if comparison.theirs is None else _number(comparison.theirs, digits)
    margin = comparison.margin
    criterion = about.criterion if margin is None else f"within ± {margin:g}"
    difference = "" if comparison.difference is None else f"{comparison.difference:{digits}}"
    verdict = f"**{comparison.verdict}**" if comparison.verdict != "agrees" else "agrees"
    note = f" ({comparison.note})" if comparison.note else ""
    ours = "" if comparison.ours is None else _number(comparison.ours, digits)
    return f"| {item} | {theirs} | {ours} | {difference} | {criterion} | {verdict}{note} |"


def _number(value: float, digits: int) -> str:
    if 0 < abs(value) < 10**-digits:
        return f"{value:.1g}"  # p-values
    return f"{value:z.0f}" if value == round(value) else f"{value:z.{digits}f}"


def _section(result: Result) -> list[str]:
    about = experiment(result.experiment)
    first, last = result.seeds
    settings = ", ".join(f"{name} {value}" for name, value in result.args.items())
    return [
        f"## {about.name}",
        f"**{about.what[0].upper()}{about.what[1:]}.** Compared with {about.source}."
        if comparisons(result)
        else f"**{about.what[0].upper()}{about.what[1:]}.** There are no published numbers.",
        "",
        f"`{command(result)}` (settings: {settings}; decks of seeds {first} to {last}; Tamaya "
        f"{result.version})",
        "",
        about.notes,
        *(["", about.why] if about.why else []),
        *(["", _TRAINS] if about.trains else []),
        "",
        *(line for grid in about.grids(result) for line in grid.markdown()),
        f"![{about.what}]({about.name}.png)",
        "",
    ]
