"""Tables of the report."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.qd.report.html import Html, tag
from tamaya.study.analysis.analysis import NotComputed
from tamaya.study.analysis.contrasts import Contrast
from tamaya.study.analysis.groups import ArmShare, Group
from tamaya.study.analysis.mixed import Mixed
from tamaya.study.analysis.report.words import chance, equals, interval, number, percent, plain
from tamaya.study.analysis.variance import FactorTable, OneWay, PairTest, RepeatedMeasures


def table(caption: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    """A table whose first column names the rows; it scrolls where it is too wide."""
    head = tag("tr", *(tag("th", name, scope="col") for name in header))
    body = [
        tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:]))
        for row in rows
    ]
    content = tag("caption", caption), tag("thead", head), tag("tbody", *body)
    return tag(
        "div",
        tag("table", *content),
        class_="scroll",
        tabindex="0",
        role="region",
        aria_label=caption,
    )


def problem(part: NotComputed) -> Html:
    """Why a part is missing."""
    return tag("p", f"Not computed: {part.problem}.", class_="problem")


def group_table(caption: str, groups: Sequence[Group], unit: str = "people") -> Html:
    """Means with intervals."""
    rows = [
        (
            plain(group.name),
            f"{group.size:,}",
            number(group.mean),
            interval(group.low, group.high),
            number(group.sd),
            number(group.median, 1),
        )
        for group in groups
    ]
    return table(caption, ("arm", unit, "mean", "95 % interval", "deviation", "median"), rows)


def share_table(caption: str, shares: Sequence[ArmShare], first: str = "arm") -> Html:
    """Shares with intervals."""
    rows = [
        (
            plain(part.name),
            f"{part.count} of {part.size}",
            percent(part.share),
            f"{percent(part.low)} to {percent(part.high)}",
        )
        for part in shares
    ]
    return table(caption, (first, "count", "share", "95 % interval"), rows)


def contrast_table(tests: Sequence[Contrast], caption: str = "Planned contrasts") -> Html:
    """Comparisons of two arms."""
    rows = [
        (f"{plain(test.first)} minus {plain(test.second)}", *_contrast_cells(test))
        for test in tests
    ]
    header = (
        "contrast",
        "people",
        "difference",
        "95 % interval",
        "t (df)",
        "p",
        "p (Holm)",
        "effect",
    )
    return table(caption, (*header, "its interval"), rows)


def _contrast_cells(test: Contrast) -> tuple[str, ...]:
    people = " and ".join(map(str, dict.fromkeys(test.people)))
    if test.problem:
        return (people, test.problem, *[""] * 6)
    return (
        people,
        number(test.difference),
        interval(test.low, test.high),
        f"{number(test.t)} ({test.freedom:.1f})",
        chance(test.p),
        chance(test.p_holm),
        number(test.effect),
        interval(test.effect_low, test.effect_high),
    )


def variance_table(test: OneWay) -> Html:
    """One-way analysis of variance."""
    rows = [
        (
            "arms differ",
            f"{number(test.f)} ({test.between}, {test.within})",
            chance(test.p),
            number(test.eta_squared, 3),
            interval(test.eta_low, test.eta_high, 3),
            number(test.omega_squared, 3),
            f"{number(test.welch_f)}, p {equals(test.welch_p)}",
        )
    ]
    header = ("test", "F (df)", "p", "η²", "95 % interval", "ω²", "Welch's F")
    return table("Analysis of variance", header, rows)


def repeated_table(test: RepeatedMeasures) -> Html:
    """Analysis of variance with repeated measures."""
    cells = f"{number(test.f)} ({test.between}, {test.within})", chance(test.p), str(test.people)
    header = ("test", "F (df)", "p", "people who met all arms")
    return table("Analysis of variance, repeated measures", header, [("arms differ", *cells)])


def factor_rows(caption: str, anova: FactorTable) -> Html:
    """Analysis of variance with several factors."""
    rows = [
        (
            plain(effect.name),
            f"{number(effect.f)} ({effect.freedom}, {anova.residual_freedom})",
            chance(effect.p),
            number(effect.partial_eta_squared, 3),
        )
        for effect in anova.effects
    ]
    return table(f"{caption} ({anova.size} people)", ("factor", "F (df)", "p", "partial η²"), rows)


def pair_table(caption: str, pairs: Sequence[PairTest], digits: int = 2) -> Html:
    """Tukey's test."""
    rows = [
        (
            f"{plain(pair.first)} minus {plain(pair.second)}",
            number(pair.difference, digits),
            interval(pair.low, pair.high, digits),
            chance(pair.p),
        )
        for pair in pairs
    ]
    return table(caption, ("pair", "difference", "95 % interval", "p"), rows)


def mixed_table(caption: str, fit: Mixed) -> Html:
    """A mixed model."""
    rows = [
        (
            plain(effect.name),
            number(effect.value),
            interval(effect.low, effect.high),
            number(effect.z),
            chance(effect.p),
        )
        for effect in fit.fixed
    ]
    spread = ", ".join(f"{name} {number(value)}" for name, value in fit.deviations.items())
    words = f"Standard deviations: {spread}. {fit.games:,} games of {fit.people:,} people on "
    words += f"{fit.decks:,} decks."
    words += "" if fit.converged else " The fit did not converge: do not trust it."
    notes = [tag("p", f"{note[0].upper()}{note[1:]}.", class_="note") for note in fit.notes]
    shown = table(caption, ("effect", "estimate", "95 % interval", "z", "p"), rows)
    return tag("div", shown, tag("p", words, class_="note"), *notes)
