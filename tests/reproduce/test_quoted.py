"""Pages of the documentation quote the committed results of experiments."""

from __future__ import annotations

import re

import pytest

from tamaya.reproduce import Result, experiment, experiment_names, sections
from tamaya.reproduce.experiment import TableCell
from tamaya.reproduce.people import clones, partners
from tests.truth import ROOT

DOCS = ROOT / "docs"
HUMANS = (DOCS / "humans.md").read_text()
LEARNING = " ".join((DOCS / "learning.md").read_text().split())
META = " ".join((DOCS / "meta.md").read_text().split())
AD_HOC = " ".join((DOCS / "explanation" / "ad_hoc_cooperation.md").read_text().split())
ANALYSIS = (DOCS / "study_analysis.md").read_text()
QUOTED = (
    "learned:companion",
    "companion(version=1)",
    "cyclone:companion",
    "cyclone:self_play(form=table1)",
    "eger:intentional",
    "cyclone:human_complementary(form=table1)",
    "piers",
    "eger:full",
    "cyclone:human_like(form=table1)",
)
"""agents that docs/humans.md shows with models of people"""

UNLISTED = {
    "canaan2019_counterparts": {"0.58", "0.74"},  # rows of canaan2019_cross_run
    "canaan2019_duel": {"0.45", "0.8"},  # a niche
    "canaan2019_fig2": {"0.4"},  # rounded from the table
    "canaan2019_fig4": {"0.4"},  # rounded from the table
    "canaan2019_table1": {"0.3"},  # bounds of niches, listed by canaan2019_fig1
    "canaan2020_fig1": {"0.1"},  # rounded from the table
    "canaan2020_fig3": {"0.1"},  # a setting of the program
    "canaan2020_nash": {"1.6", "2.4"},  # rounded from the table
    "canaan2020_table3": {"0.1"},  # a setting of the program
    "canaan2020_table4": {"3.5"},  # follows from a row of the table
    "detective_ideas": {"0.2"},  # rounded from the table
    "eger2017_fig7": {"9.53"},  # of the whole release; the notes say how to count it
    "eger2017_predict": {"0.07", "15.68", "15.77", "15.79", "15.89", "15.94"},  # with commands
    "eger2017_table2": {"0.4"},  # rounded from the table
    "kantack2021_fig3": {"20.6"},  # printed in the paper
    "kantack2021_fig4": {"64.2"},  # printed in the paper
    "kantack2021_fig5": {"0.3"},  # printed in the paper
    "kantack2021_fig6": {"16.5"},  # printed in the paper
    "walton_rivers2017_validation": {"13.1"},  # printed in Eger et al. 2017
}
"""decimal numbers in notes that no table of the experiment shows, and where they come from"""


MEASURED = r"\d ± \d|^\|.*\| \d+\.\d\d\b"
"""numbers with an error, and numbers of two decimals in a table"""


def prose(page: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)


def committed(name: str) -> Result:
    return Result.from_json((DOCS / "reproduction" / f"{name}.json").read_text())


def text(cell: TableCell, digits: int = 2) -> str:
    return f"{cell.ours:.{digits}f} ± {cell.sem:.{digits}f}"


@pytest.mark.parametrize("name", experiment_names())
def test_numbers_in_notes_are_in_the_tables_or_come_from_a_known_place(name: str) -> None:
    about, result = experiment(name), committed(name)
    page = sections.page("", [result]).splitlines()
    shown = re.findall(r"\d+\.\d+", "\n".join(line for line in page if line.startswith("|")))
    noted = re.findall(r"(?<![\w.])\d+\.\d+", f"{about.notes} {about.why}")
    known = UNLISTED.get(name, set())
    assert {*noted} - {*shown} <= known
    assert known <= {*noted}


def test_every_page_with_measured_numbers_is_in_the_table_of_sources() -> None:
    table = (DOCS / "verification.md").read_text().partition("## Where the numbers")[2]
    sources = {(DOCS / path).resolve() for path in re.findall(r"\]\(([\w/.-]+\.md)\)", table)}
    pages = {path for path in DOCS.rglob("*.md") if path.parent.name != "reproduction"}
    measured = {path for path in pages if re.search(MEASURED, prose(path.read_text()), re.M)}
    assert len(measured) > 10
    assert measured <= sources | {DOCS / "verification.md"}


@pytest.mark.parametrize("agent", QUOTED)
def test_scores_with_models_of_people_are_those_of_the_experiment(agent: str) -> None:
    result = committed("people_partners")
    cells = [result.cell("score", 2, agent, column) for column in partners.COLUMNS]
    assert f"| {agent} | {' | '.join(f'{cell.ours:.2f}' for cell in cells)} |" in HUMANS
    assert max(cell.sem for cell in cells) < 0.075


@pytest.mark.parametrize("predictor", [*clones.ASKED[1:], clones.CLONE])
def test_shares_of_predicted_moves_are_those_of_the_experiment(predictor: str) -> None:
    result = committed("people_clones")
    cells = [result.cell("agreement", 2, predictor, column) for column in clones.COLUMNS]
    first, *middle, last = cells
    row = [text(first, 1), *(f"{cell.ours:.1f}" for cell in middle), text(last, 1)]
    assert f"| {predictor} | {' | '.join(row)} |" in HUMANS


def test_what_is_said_about_models_of_people_is_what_the_experiment_found() -> None:
    result = committed("people_clones")
    evolved = result.cell("agreement", 2, "Cyclone, evolution", "same move")
    assert f"{text(evolved, 1)} % of the moves of held-out people" in HUMANS
    predicted = result.cell("agreement", 2, clones.CLONE, "same move")
    assert f"They predict {text(predicted, 1)} % of the moves of people who were not" in AD_HOC
    loss, calibration = (
        result.cell("probabilities", 2, clones.CLONE, what) for what in (clones.LOSS, clones.SURE)
    )
    sentence = f"model is {text(loss)}, and its calibration error is {100 * calibration.ours:.1f} %"
    assert sentence in HUMANS
    for computer in ("outer", "intentional", "full"):
        cells = [result.cell("in their place", 2, computer, what) for what in clones.PLACE]
        people, sd, model, model_sd, difference = cells
        row = [text(people), f"{sd.ours:.2f}", text(model), f"{model_sd.ours:.2f}"]
        assert f"| eger:{computer} | {' | '.join([*row, text(difference)])} |" in HUMANS


def test_the_analysis_of_the_2017_study_quotes_the_numbers_of_its_figure() -> None:
    result = committed("eger2017_fig6")
    for computer in ("outer", "intentional", "full"):
        people, mean, deviation = (
            result.cell("score", 2, computer, what)
            for what in ("people", "mean", "standard deviation")
        )
        paper = f"{mean.theirs:.2f} ({deviation.theirs:.2f}), {people.theirs:.0f} people"
        ours = f"{mean.ours:.2f} ({deviation.ours:.2f}), {people.ours:.0f} people"
        assert f"{computer.capitalize()} | {paper} | {ours} |" in ANALYSIS
    for first, second in (("outer", "full"), ("intentional", "full")):
        p = result.cell("tukey", 2, f"{first} and {second}", "games at hand").ours
        row = f"Tukey: {first.capitalize()}, {second.capitalize()} |"
        assert f"p = {p:.4f} |" in ANALYSIS.partition(row)[2].splitlines()[0]
    for row in ("which computer", "which computer, given the rest"):
        f, p = (result.cell("anova", 2, row, column).ours for column in ("F", "p"))
        assert f"| F = {f:.2f}, p = {p:.4f} " in ANALYSIS
    for row, cell_text in (
        ("Intentional and Full, 13 to 17 points", "p = {1:.2g}; from the paper's counts {0:.2g}"),
        ("Intentional, 13 to 17, and Full, 18 to 22", "p = {1:.2g}"),
    ):
        chances = [
            result.cell("interaction", 2, row, column).ours
            for column in ("the paper's counts", "games at hand")
        ]
        assert f"| {cell_text.format(*chances)} |" in ANALYSIS


def test_gains_of_the_network_with_strangers_are_those_of_the_experiment() -> None:
    result = committed("learned_strangers")
    pools = [f"pool {seed}" for seed in result.args["pools"]]  # type: ignore[attr-defined]
    means = [text(result.cell("gain", 2, pool, "gain")) for pool in pools]
    assert (
        f"gains {means[0]}, {means[1]} and {means[2]} points on the mean of ten games" in LEARNING
    )
    gains = {cell.row: cell.ours for cell in result.cells if cell.measure == "gain"}
    families = {name: gains[name] for name in gains if name not in pools and "noise" not in name}
    assert min(families, key=families.__getitem__) == "hle"
    assert max(families, key=families.__getitem__) == "people"
    assert (
        f"gains from {families['hle']:.2f} (agents of the HLE program) to "
        f"{families['people']:.2f} points (models of people), and {gains['25 % noise']:.2f} with"
    ) in LEARNING
    first, tenth = (
        [f"{result.cell('gain by game', 2, pool, game).ours:.2f}" for pool in pools]
        for game in ("1", "10")
    )
    assert (
        f"in the first game already: {first[0]}, {first[1]} and {first[2]} with the new pools, "
        f"and {tenth[0]}, {tenth[1]} and {tenth[2]} in the tenth"
    ) in LEARNING
    worst = [cell.ours for cell in result.cells if cell.measure == "worst partner"]
    assert min(worst) > 0, "it gains with every single partner"


def test_gains_of_the_detective_with_strangers_are_those_of_the_experiment() -> None:
    result = committed("strangers")
    gains = [
        cell for cell in result.cells if cell.measure == "gain" and cell.row.endswith(", detective")
    ]
    low, high = (choose(gains, key=lambda cell: cell.ours) for choose in (min, max))
    assert f"the detective gains between {text(low)} and {text(high)} points" in META
    shares = [
        f"{100 * cell.ours:.0f}"
        for cell in result.cells
        if (cell.measure, cell.column) == ("recognized", "3")
    ]
    assert f"plays like it in {shares[0]}, {shares[1]} and {shares[2]} % of episodes" in META
    families = [cell.ours for cell in result.cells if cell.measure == "family"]
    assert f"it gains {min(families):.2f} to {max(families):.2f} points on average" in META
    worst = [cell for cell in result.cells if cell.measure == "family, worst partner"]
    steady = [cell for cell in worst if "noise" not in cell.column]
    smallest, other = (min(cells, key=lambda cell: cell.ours) for cells in (worst, steady))
    assert (
        f"the smallest gain is {text(smallest)} (a noisy partner), and {text(other)} with" in META
    )
    design = committed("strangers_design")
    worst = [cell for cell in design.cells if cell.measure == "family, worst partner"]
    smallest = min(worst, key=lambda cell: cell.ours)
    assert f"On the pools of the design it is {text(smallest)}." in META


def test_what_each_idea_of_the_detective_is_worth_is_what_the_experiment_found() -> None:
    result = committed("detective_ideas")

    def gain(variant: str, partner: str) -> TableCell:
        return result.cell("gain", 2, variant, partner)

    better, without = (
        text(gain(name, "other families"))
        for name in ("detective", "without the better Generalist")
    )
    assert f"{better} points instead of {without}" in META
    careful, careless = (
        f"{gain(name, 'another pool').ours:.2f}" for name in ("detective", "without caution")
    )
    assert f"({careful} instead of {careless})" in META
    doubting, sure = (
        f"{gain(name, 'other families').ours:.2f}" for name in ("detective", "sure of itself")
    )
    assert f"({doubting} instead of {sure})" in META
    for variant in ("all features, from games", "asks in the first game"):
        own, other = (f"{gain(n, 'the same pool').ours:.2f}" for n in (variant, "detective"))
        assert f"{own} instead of {other} points" in META
