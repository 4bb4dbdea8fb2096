"""The numbers in docs/humans.md are those of the public games."""

from __future__ import annotations

import pytest

from tamaya import humans
from tamaya.humans.agreement import KINDS, Agreement
from tamaya.humans.behaviour import by_partner, mean_feature
from tamaya.humans.stand_in import stand_in
from tamaya.stats import Estimate
from tests.humans import study
from tests.truth import ROOT

pytestmark = pytest.mark.truth
PAGE = (ROOT / "docs" / "humans.md").read_text()
PROSE = " ".join(PAGE.split())
"""the page without its line breaks"""
FEATURES = ("communicativeness", "information_per_play", "risk_aversion", "misplay_rate")


def row(agreement: Agreement) -> str:
    shares = (agreement.share(), agreement.by_person, agreement.share(same_kind=True))
    cells = [f"{100 * share.mean:.1f} ± {100 * share.sem:.1f}" for share in shares]
    cells += [f"{100 * agreement.share(kind=kind).mean:.1f}" for kind in KINDS]
    return f"| {agreement.agent} | {' | '.join(cells)} |"


def test_agents_agree_with_people_as_the_page_says() -> None:
    games = humans.without_heavy(study.public_games(), 100)
    agreements = [
        humans.chance(games),
        humans.agreement(games, "eger:full"),
        humans.agreement(games, "elite:wide-1#8,15"),
    ]
    for agreement in agreements:
        assert row(agreement) in PAGE
    assert f"{len(agreements[0]):,} decisions of {len(agreements[0].of_people)} people" in PROSE


def test_people_behave_as_the_page_says() -> None:
    games = study.public_games()
    people = humans.behaviours(games)
    groups = {f"{len(people)} people": people}
    groups |= {f"with {name}": group for name, group in by_partner(games).items()}
    for name, group in groups.items():
        cells = (text(mean_feature(group, feature)) for feature in FEATURES)
        assert f"| {name} | {' | '.join(cells)} |" in PAGE


def test_people_and_their_stand_ins_score_as_the_page_says() -> None:
    games = humans.without_heavy(study.public_games(), 100)
    result = stand_in(games, "eger:full", repeats=10)
    with_each = [result.with_partner(f"eger:{n}") for n in ("outer", "intentional", "full")]
    assert f"| people | {' | '.join(str(part.their_score) for part in with_each)} |" in PAGE
    assert f"| eger:full | {' | '.join(str(part.score) for part in with_each)} |" in PAGE
    assert f"{len(result.people)} games ten times" in PROSE


def text(estimate: Estimate) -> str:
    return f"{estimate.mean:.2f} ± {estimate.sem:.2f}"
