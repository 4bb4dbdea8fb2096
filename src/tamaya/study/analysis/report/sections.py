"""The sections of the report. A section without content is left out."""

from __future__ import annotations

from tamaya.qd.report.html import Html, tag
from tamaya.study.analysis.analysis import Analysis, NotComputed
from tamaya.study.analysis.answers import BandTable, Correlation, Question, SurveyScale
from tamaya.study.analysis.exclusions import WORDS
from tamaya.study.analysis.groups import Group
from tamaya.study.analysis.report import charts
from tamaya.study.analysis.report.charts import IntervalRow
from tamaya.study.analysis.report.tables import (
    contrast_table,
    factor_rows,
    group_table,
    mixed_table,
    pair_table,
    problem,
    repeated_table,
    share_table,
    table,
    variance_table,
)
from tamaya.study.analysis.report.words import (
    NOTHING,
    chance,
    equals,
    interval,
    number,
    percent,
    plain,
)

_MANY_PAIRS = 12
_FEWEST = 5
"""people behind a dot of the learning curve"""


def people(analysis: Analysis) -> list[Html]:
    """Who took part, and who was left out."""
    rows = [
        (
            WORDS[rule.rule],
            f"{rule.people:,}",
            f"{rule.games:,}",
            ", ".join(f"{plain(arm)} {count}" for arm, count in rule.by_arm.items()) or NOTHING,
        )
        for rule in analysis.people.excluded
    ]
    words = (
        f"{analysis.people.arrived:,} people are in the tables and {analysis.people.analysed:,} "
        f"are analysed. Games that were not finished, which no test uses: "
        f"{analysis.people.unfinished_games:,}. The study file contains the rules for exclusions."
    )
    if late := analysis.people.late_moves:
        counts = ", ".join(f"{plain(arm)} {count:,}" for arm, count in late.items())
        words += f" A stand-in moved for agents that failed or were too slow: {counts} moves."
    header = ("left out", "people", "games", "games by arm")
    return [tag("p", words, class_="note"), table("Exclusions", header, rows)]


def contrasts(analysis: Analysis) -> list[Html]:
    """The planned comparisons."""
    tests = analysis.scores.contrasts
    if not tests:
        return []
    rows = [
        IntervalRow(f"{test.first} minus {test.second}", test.difference, test.low, test.high, 0)
        for test in tests
    ]
    axis = charts.axis_for(rows, zero=True)
    caption = f"Difference in {plain(analysis.outcome)} with 95 % intervals"
    picture = charts.intervals(rows, axis, caption, zero=True)
    return [_figure(caption, picture), contrast_table(tests)]


def scores(analysis: Analysis) -> list[Html]:
    """Scores by arm, and tests of them."""
    part = analysis.scores
    means = {group.name: group.mean for group in part.by_arm}
    pictures = tag(
        "div",
        _figure("Mean by arm with 95 % intervals", _group_picture(part.by_arm)),
        _figure("Games by points kept", charts.histograms(part.histogram, means)),
        class_="pair",
    )
    two_way, controlled, mixed = part.two_way, part.controlled, part.mixed
    content = [
        pictures,
        group_table(
            f"{plain(analysis.outcome).capitalize()} by arm, each person's mean", part.by_arm
        ),
        share_table("Games that lost all lives", part.bombed),
        tag("h3", "Do the arms differ?"),
        *_differences(analysis),
    ]
    if analysis.design == "between":
        content += [
            tag("h3", "Arms and decks"),
            problem(two_way)
            if isinstance(two_way, NotComputed)
            else factor_rows("Two factors with their interaction", two_way),
        ]
    if not isinstance(controlled, NotComputed):
        content += [
            tag("h3", "Arms, adjusted for other factors"),
            factor_rows("Each factor, adjusted for all others", controlled),
        ]
    content.append(tag("h3", "Mixed model"))
    caption = "Arms fixed, people and decks random"
    content.append(
        problem(mixed) if isinstance(mixed, NotComputed) else mixed_table(caption, mixed)
    )
    return content


def _differences(analysis: Analysis) -> list[Html]:
    """Tests of all arms together, and of all pairs."""
    part = analysis.scores
    one_way, tukey, repeated = part.one_way, part.tukey, part.repeated
    if analysis.design == "within":
        whole = problem(repeated) if isinstance(repeated, NotComputed) else repeated_table(repeated)
        return [whole, contrast_table(part.pairs, "All pairs of arms")]
    return [
        problem(one_way) if isinstance(one_way, NotComputed) else variance_table(one_way),
        problem(tukey) if isinstance(tukey, NotComputed) else pair_table("Tukey's test", tukey),
    ]


def all_games(analysis: Analysis) -> list[Html]:
    """Several games of a person: later games, learning."""
    part = analysis.all_games
    if all(len(groups) < 2 for groups in part.curve.values()):
        return []
    content = _curves(analysis) + (_later_games(analysis) if _has_later_games(analysis) else [])
    learning = part.learning
    caption = "Learning: a line over doublings of the number of games"
    content.append(
        problem(learning) if isinstance(learning, NotComputed) else mixed_table(caption, learning)
    )
    return content


def _has_later_games(analysis: Analysis) -> bool:
    counted = sum(map(sum, analysis.scores.histogram.values()))
    return sum(group.size for group in analysis.all_games.by_arm) > counted


def _later_games(analysis: Analysis) -> list[Html]:
    """The study's games and later ones together."""
    part = analysis.all_games
    tukey, mixed = part.tukey, part.mixed
    return [
        group_table("All games, later ones included", part.by_arm, "games"),
        problem(tukey)
        if isinstance(tukey, NotComputed)
        else pair_table("Tukey's test, as if games were independent (they are not)", tukey),
        problem(mixed)
        if isinstance(mixed, NotComputed)
        else mixed_table("Mixed model of all games", mixed),
    ]


def _curves(analysis: Analysis) -> list[Html]:
    """The picture of learning, where enough people played."""
    part = analysis.all_games
    lines = {
        arm: [
            IntervalRow(f"{plain(arm)}, game {g.name}, {g.size} people", g.mean, g.low, g.high)
            if g.size >= _FEWEST
            else IntervalRow("", float("nan"), float("nan"), float("nan"))
            for g in groups
        ]
        for arm, groups in part.curve.items()
    }
    if not any(row.value == row.value for rows in lines.values() for row in rows):
        return []
    caption = "Mean by number of the game with 95 % intervals, where five people or more played"
    picture = tag("div", charts.legend(list(lines)), charts.curves(lines, caption))
    return [_figure(caption, picture)]


def answers(analysis: Analysis) -> list[Html]:
    """What people answered."""
    content: list[Html] = []
    for question in analysis.questions:
        content += _question(question)
    for scale in analysis.scales:
        content += _scale(scale)
    if analysis.correlations:
        content += [tag("h3", "Correlated answers"), *_correlations(analysis.correlations)]
    if isinstance(analysis.bands, BandTable):
        content += _bands(analysis.bands)
    elif analysis.bands is not None:
        content.append(problem(analysis.bands))
    return content


def _question(question: Question) -> list[Html]:
    name = plain(question.item)
    p = equals(question.kruskal_p)
    words = f"Kruskal and Wallis' test that all arms are answered alike: p {p}."
    content = [tag("h3", name[0].upper() + name[1:])]
    picture = _group_picture(question.groups)
    left = _figure("Mean answer with 95 % intervals", picture)
    if question.options:
        caption = f"Answers from “{question.labels[0]}” (left) to “{question.labels[-1]}” (right)"
        bars = _figure(caption, charts.answers(question.counts, caption))
        content.append(tag("div", left, bars, class_="pair"))
    else:
        content.append(left)
    shown = [group_table(f"{name.capitalize()} by arm", question.groups)]
    shown += [contrast_table(question.contrasts)] if question.contrasts else []
    details = tag("details", tag("summary", "Numbers and planned contrasts"), *shown)
    return [*content, tag("p", words, class_="note"), details]


def _scale(scale: SurveyScale) -> list[Html]:
    title = tag("h3", f"{plain(scale.instrument).capitalize()}: {scale.measures}")
    reliability = scale.reliability
    if reliability is None:
        words = tag("p", f"Not computed: {scale.problem}.", class_="problem")
    else:
        reach = interval(reliability.low, reliability.high)
        words = tag(
            "p",
            f"Cronbach's alpha {number(reliability.alpha)} ({reach}), McDonald's omega "
            f"{number(reliability.omega)}: {reliability.items} items, {reliability.people} "
            "complete answers.",
            class_="note",
        )
    shown = [group_table("Mean over the items, by arm", scale.groups)]
    shown += [contrast_table(scale.contrasts)] if scale.contrasts else []
    return [title, words, *shown]


def _correlations(tests: tuple[Correlation | NotComputed, ...]) -> list[Html]:
    rows = [
        (
            f"{plain(test.first)}, {plain(test.second)}",
            f"{test.people}",
            number(test.tau),
            interval(test.low, test.high),
            chance(test.p),
        )
        for test in tests
        if isinstance(test, Correlation)
    ]
    problems = [problem(test) for test in tests if isinstance(test, NotComputed)]
    header = ("answers", "people", "τ", "95 % interval", "p")
    shown = [table("Kendall's rank correlation (τ-b)", header, rows)] if rows else []
    return shown + problems


def _bands(bands: BandTable) -> list[Html]:
    title = f"{plain(bands.item).capitalize()}: answers of {bands.at_least} or more, by score"
    cells = share_table("Share by arm and range of scores", bands.cells, "arm and score")
    pairs = sorted(bands.pairs, key=lambda pair: pair.p)
    shown = pair_table("Tukey's test of all pairs of cells", pairs[:_MANY_PAIRS])
    words = (
        f"These are the {min(_MANY_PAIRS, len(pairs))} of {len(pairs)} pairs with the smallest p; "
        "cells with one person are left out."
    )
    return [tag("h3", title), cells, shown, tag("p", words, class_="note")]


def moves(analysis: Analysis) -> list[Html]:
    """Agents that would have moved like the participants."""
    if isinstance(analysis.moves, NotComputed):
        return []
    rows = [
        IntervalRow(
            agent.agent, agent.same_move.share, agent.same_move.low, agent.same_move.high, place
        )
        for place, agent in enumerate(analysis.moves)
    ]
    caption = "Share of people's moves that each agent would have made, with 95 % intervals"
    cells = [
        (
            agent.agent,
            f"{agent.same_move.decisions:,}",
            percent(agent.same_move.share),
            f"{percent(agent.same_move.low)} to {percent(agent.same_move.high)}",
            percent(agent.same_kind.share),
            *(percent(agent.by_arm[arm].share) for arm in analysis.arms),
        )
        for agent in analysis.moves
    ]
    header = ("agent", "decisions", "same move", "95 % interval", "same kind")
    arms = tuple(f"with {plain(arm)}" for arm in analysis.arms)
    picture = charts.intervals(rows, charts.axis_for(rows, zero=True, least=0), caption)
    return [_figure(caption, picture), table("Agreement of moves", (*header, *arms), cells)]


def methods(analysis: Analysis) -> list[Html]:
    """How the numbers were computed."""
    within = analysis.design == "within"
    test = "Student's paired test" if within else "Welch's test"
    effect = "d_z, the mean difference over its deviation" if within else "Hedges' g"
    sentences = (
        "People are the units: a person's games with an arm count as their mean. Contrasts use "
        f"{test}, adjusted by Holm's method over the planned contrasts of one outcome; effects are "
        f"{effect}.",
        "Intervals are 95 %: Student's for means, Wilson's for shares, the noncentral F "
        "distribution's for eta squared, Feldt's for alpha, the jackknife's for tau, Wald's for "
        "mixed models.",
        "Tukey's test covers all pairs at once. Analyses of variance with several factors are of "
        "type II. Mixed models are fitted by REML; a random effect is left out where games hardly "
        "repeat, and the report says so.",
        "An agent agrees with a move if it would have made the same one in that position; errors "
        "are clustered by person.",
        "SciPy and statsmodels compute all statistics.",
    )
    return [tag("p", sentence, class_="note") for sentence in sentences]


def _group_picture(groups: tuple[Group, ...]) -> Html:
    rows = [
        IntervalRow(group.name, group.mean, group.low, group.high, place)
        for place, group in enumerate(groups)
    ]
    return charts.intervals(rows, charts.axis_for(rows), "means with intervals")


def _figure(caption: str, picture: Html) -> Html:
    return tag("figure", tag("figcaption", caption), picture)
