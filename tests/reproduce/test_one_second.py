"""The stored traces of the mixed-team test at one second a move."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from tamaya.reproduce import Result, experiment
from tamaya.reproduce.walton_rivers2017 import one_second
from tamaya.reproduce.walton_rivers2017.one_second import PARTNERS, SEARCHES, split
from tamaya.web.live.exchange_routes import parse_game
from tests.truth import ROOT

FOLDER = ROOT / "docs" / "reproduction"
RESULT = Result.from_json((FOLDER / "walton_rivers2017_one_second.json").read_text())


def test_every_trace_replays_and_the_committed_means_are_those_of_the_traces() -> None:
    scores: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for trace in split((FOLDER / "walton_rivers2017_one_second.txt").read_text()):
        names = " ".join(trace.transcript.players)
        search = next(name for name in SEARCHES if f"{name}(" in names)
        (partner,) = {n for n in PARTNERS if f"competition:{n}" in trace.transcript.players}
        scores[search, partner].append(trace.transcript.replay().score)
        assert trace.rollouts > 0
        assert parse_game(str(trace.transcript)) == trace.transcript, "the browser app imports it"
    assert len(scores) == len(SEARCHES) * len(PARTNERS)
    for (search, partner), points in scores.items():
        assert len(points) == RESULT.args["games"]
        committed = RESULT.cell("score", 2, search, partner).ours
        assert round(float(np.mean(points)), 4) == committed


def test_in_a_checkout_the_command_gives_the_committed_numbers_and_plays_no_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(one_second, "_played")
    fresh = experiment("walton_rivers2017_one_second").run("paper")
    assert Result.from_json(fresh.to_json()).cells == RESULT.cells
