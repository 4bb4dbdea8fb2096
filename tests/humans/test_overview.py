"""Summaries of a set of games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tamaya import humans
from tests.humans import study
from tests.truth import truth


def test_an_overview_counts_people_moves_and_scores(tmp_path: Path) -> None:
    games = humans.read(study.write(tmp_path / "HanabiData"))
    summary = humans.overview(games)
    assert (summary.games, summary.surveys, len(summary.by_person)) == (9, 6, 6)
    assert next(iter(summary.by_person.items())) == (f"{0:016x}", 4)
    kinds = Counter(decision.move.kind for decision in humans.decisions(games))
    assert {kind: count for kind, count in summary.moves.items() if kind != "misplay"} == kinds
    assert summary.decisions == kinds.total() == sum(summary.decisions_by_person.values())
    scores = [game.transcript.replay().score for game in games if "eger:full" in game.partners]
    assert summary.by_partner["eger:full"].mean.mean == np.mean(scores)
    assert summary.by_partner["eger:full"].sd == pytest.approx(np.std(scores, ddof=1))
    assert sum(summary.by_partner["eger:full"].ends.values()) == 3
    assert {name: len(scores.points) for name, scores in summary.first_games.items()} == {
        "eger:full": 2,
        "eger:intentional": 2,
        "eger:outer": 2,
    }


@pytest.mark.truth
def test_the_published_games_hold_what_is_known_of_them() -> None:
    """The person with most games has the published counts of the whole release."""
    games = study.public_games()
    summary = humans.overview(games)
    assert len(summary.by_person) == 154
    assert summary.by_person["ca0922b34e670338"] == 568
    assert summary.decisions_by_person["ca0922b34e670338"] == 16147
    assert summary.decisions - 16147 == 14898
    lines = (truth("HanabiData") / "games.csv").read_text().splitlines()[1:]
    rows = Counter((ai, int(score)) for _, ai, _, score, *_ in (line.split(", ") for line in lines))
    read = Counter(
        (name.removeprefix("eger:"), points)
        for name, scores in summary.by_partner.items()
        for points in scores.points
    )
    assert read == rows
