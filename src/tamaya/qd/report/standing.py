"""The report's section on archive quality, on held-out decks and over the run."""

from __future__ import annotations

import math

from tamaya.qd.report.findings import Findings
from tamaya.qd.report.html import Html, joined, tag
from tamaya.qd.report.lines import line_chart
from tamaya.stats import Estimate


def standing(findings: Findings) -> Html:
    """Four numbers, each with a chart over the run."""
    best, mean, total = fresh_standing(findings)
    cards = (
        ("coverage", "Coverage", None),
        ("best", "Best", best),
        ("mean", "Mean", mean),
        ("qd_score", "QD score", total),
    )
    return tag("div", *(_card(findings, *card) for card in cards), class_="cards")


def fresh_standing(findings: Findings) -> tuple[Estimate, Estimate, Estimate]:
    """Best, mean and sum of the elites' scores on fresh decks.

    All elites play the same decks, so their errors are correlated. The error of the mean given here
    is the mean of theirs, an upper bound; that of the sum is their sum.
    """
    scores = [elite.score for elite in findings.elites if not math.isnan(elite.score.mean)]
    count, games = len(scores), max((score.games for score in scores), default=0)
    best = max(scores, key=lambda score: score.mean, default=Estimate(math.nan, math.nan, 0))
    total = math.fsum(score.mean for score in scores)
    error = math.fsum(score.sem for score in scores)
    mean = Estimate(total / max(1, count), error / max(1, count), games)
    return best, mean, Estimate(total, error, games)


def _card(findings: Findings, field: str, name: str, fresh: Estimate | None) -> Html:
    own = [getattr(row, field) for row in findings.rows]
    at = [row.candidates for row in findings.rows]
    comparable = fresh if findings.measures_objective else None
    if comparable is not None and math.isnan(comparable.mean + comparable.sem):
        comparable = None
    chart = line_chart(
        f"{name} over {len(own)} moments of the run",
        at,
        own,
        findings.settings.candidates,
        comparable,
    )
    return tag(
        "section",
        tag("h2", name),
        _headline(findings, field, comparable),
        _note(findings, field, comparable),
        chart,
        class_="card",
    )


def _headline(findings: Findings, field: str, fresh: Estimate | None) -> Html:
    if field == "coverage":
        cells, taken = findings.archive.size, len(findings.elites)
        return tag("p", tag("b", f"{taken:,}"), f" of {cells:,} cells", class_="figure")
    if fresh is None:
        return tag("p", tag("b", f"{_own(findings, field):,.2f}"), class_="figure")
    digits = 2 if field != "qd_score" else 0 if fresh.sem >= 5 else 1
    return tag(
        "p", tag("b", f"{fresh.mean:,.{digits}f}"), f" ± {fresh.sem:,.{digits}f}", class_="figure"
    )


def _note(findings: Findings, field: str, fresh: Estimate | None) -> Html:
    if field == "coverage":
        share = 100 * len(findings.elites) / findings.archive.size
        text = f"{share:.0f} %; {findings.where} the elites reach {findings.reached:,} cells"
    elif fresh is None:
        text = "as the run measured it"
    else:
        text = f"{_own(findings, field):,.2f} as the run measured it"
    return tag("p", text, class_="note")


def _own(findings: Findings, field: str) -> float:
    fitness = [elite.fitness for elite in findings.elites]
    total = math.fsum(fitness)
    return {"best": max(fitness), "mean": total / len(fitness), "qd_score": total}[field]


def reading(findings: Findings) -> Html:
    """How to read the numbers."""
    games = max(elite.score.games for elite in findings.elites)
    if findings.measures_objective:
        return joined(
            "The large numbers, and ",
            tag("span", class_="dot"),
            f" on the charts, come from fresh decks: every elite plays {games:,} games with itself "
            f"({findings.pool.scoring}, ± standard error). All elites play the same decks, so the "
            "errors of mean and QD score are upper bounds. ",
            tag("span", class_="dash"),
            " is what the run itself measured over its candidates; it can be too high for elites "
            "that were lucky.",
        )
    best, mean, _ = fresh_standing(findings)
    return joined(
        "The numbers are the objective as the run measured it, over its candidates. In "
        f"{games:,} games of self-play on fresh decks the best elite scores {best}, and all elites "
        f"{mean.mean:.2f} on average ({findings.pool.scoring})."
    )
