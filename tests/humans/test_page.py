"""What docs/humans.md says of people is what the public games say."""

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
FEATURES = ("communicativeness", "information_per_play", "risk_aversion", "misplay_rate")


def row(found: Agreement) -> str:
    shares = (found.share(), found.by_person, found.share(same_kind=True))
    cells = [f"{100 * one.mean:.1f} ± {100 * one.sem:.1f}" for one in shares]
    cells += [f"{100 * found.share(kind=kind).mean:.1f}" for kind in KINDS]
    return f"| {found.agent} | {' | '.join(cells)} |"


def test_agents_agree_with_people_as_the_page_says() -> None:
    games = humans.without_heavy(study.public_games(), 100)
    found = [
        humans.chance(games),
        humans.agreement(games, "eger:full"),
        humans.agreement(games, "elite:wide-1#8,15"),
    ]
    for one in found:
        assert row(one) in PAGE
    assert f"{len(found[0]):,} decisions of\n{len(found[0].of_people)} people" in PAGE


def test_people_behave_as_the_page_says() -> None:
    games = study.public_games()
    people = humans.behaviours(games)
    groups = {f"{len(people)} people": people}
    groups |= {f"with {name}": found for name, found in by_partner(games).items()}
    for name, group in groups.items():
        cells = (text(mean_feature(group, feature)) for feature in FEATURES)
        assert f"| {name} | {' | '.join(cells)} |" in PAGE


def test_people_and_their_stand_ins_score_as_the_page_says() -> None:
    games = humans.without_heavy(study.public_games(), 100)
    found = stand_in(games, "eger:full", repeats=10)
    with_each = [found.with_partner(f"eger:{n}") for n in ("outer", "intentional", "full")]
    assert f"| people | {' | '.join(str(one.their_score) for one in with_each)} |" in PAGE
    assert f"| eger:full | {' | '.join(str(one.score) for one in with_each)} |" in PAGE
    assert f"{len(found.people)} games ten times" in PAGE


def text(one: Estimate) -> str:
    return f"{one.mean:.2f} ± {one.sem:.2f}"
