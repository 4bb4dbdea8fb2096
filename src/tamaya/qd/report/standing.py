"""Archive quality: on held-out decks, and over the course of the run."""

from __future__ import annotations

import math

from tamaya.qd.report.findings import Findings
from tamaya.qd.report.html import Html, joined, tag
from tamaya.qd.report.lines import line_chart
from tamaya.stats import Estimate


def standing(found: Findings) -> Html:
    """Four numbers, each with its way there."""
    best, mean, total = fresh_standing(found)
    cards = (
        ("coverage", "Coverage", None),
        ("best", "Best", best),
        ("mean", "Mean", mean),
        ("qd_score", "QD score", total),
    )
    return tag("div", *(_card(found, *card) for card in cards), class_="cards")


def fresh_standing(found: Findings) -> tuple[Estimate, Estimate, Estimate]:
    """Best, mean and sum of the elites' scores on fresh decks.

    All elites play the same decks, so their errors go together: that of the mean is at most the
    mean of theirs, which is given.
    """
    scores = [elite.score for elite in found.elites if not math.isnan(elite.score.mean)]
    count, games = len(scores), max((score.games for score in scores), default=0)
    best = max(scores, key=lambda score: score.mean, default=Estimate(math.nan, math.nan, 0))
    total = math.fsum(score.mean for score in scores)
    error = math.fsum(score.sem for score in scores)
    mean = Estimate(total / max(1, count), error / max(1, count), games)
    return best, mean, Estimate(total, error, games)


def _card(found: Findings, field: str, name: str, fresh: Estimate | None) -> Html:
    own = [getattr(row, field) for row in found.rows]
    at = [row.candidates for row in found.rows]
    comparable = fresh if found.measures_objective else None
    if comparable is not None and math.isnan(comparable.mean + comparable.sem):
        comparable = None
    chart = line_chart(
        f"{name} over {len(own)} moments of the run", at, own, found.how.candidates, comparable
    )
    return tag(
        "section",
        tag("h2", name),
        _headline(found, field, comparable),
        _note(found, field, comparable),
        chart,
        class_="card",
    )


def _headline(found: Findings, field: str, fresh: Estimate | None) -> Html:
    if field == "coverage":
        cells, taken = found.archive.size, len(found.elites)
        return tag("p", tag("b", f"{taken:,}"), f" of {cells:,} cells", class_="figure")
    if fresh is None:
        return tag("p", tag("b", f"{_own(found, field):,.2f}"), class_="figure")
    digits = 2 if field != "qd_score" else 0 if fresh.sem >= 5 else 1
    return tag(
        "p", tag("b", f"{fresh.mean:,.{digits}f}"), f" ± {fresh.sem:,.{digits}f}", class_="figure"
    )


def _note(found: Findings, field: str, fresh: Estimate | None) -> Html:
    if field == "coverage":
        share = 100 * len(found.elites) / found.archive.size
        told = f"{share:.0f} %; {found.where} the elites fall into {found.reached:,} cells"
    elif fresh is None:
        told = "by the run's own books"
    else:
        told = f"{_own(found, field):,.2f} by the run's own books"
    return tag("p", told, class_="note")


def _own(found: Findings, field: str) -> float:
    fitness = [elite.fitness for elite in found.elites]
    total = math.fsum(fitness)
    return {"best": max(fitness), "mean": total / len(fitness), "qd_score": total}[field]


def reading(found: Findings) -> Html:
    """How to read the numbers."""
    games = max(elite.score.games for elite in found.elites)
    if found.measures_objective:
        return joined(
            f"Large numbers: every elite played {games:,} games with itself on decks that "
            f"evolution never saw ({found.pool.scoring}, ± standard error; all on the same decks, "
            "so those of mean and QD score are upper bounds). ",
            tag("span", class_="dot"),
            " on the charts. ",
            tag("span", class_="dash"),
            " is the run's own books over its candidates, which can "
            "flatter elites that were lucky.",
        )
    best, mean, _ = fresh_standing(found)
    return joined(
        f"The objective by the run's own books, over its candidates. In {games:,} games of "
        f"self-play on decks that evolution never saw the best elite scores {best}, all of them "
        f"{mean.mean:.2f} in the mean ({found.pool.scoring})."
    )
