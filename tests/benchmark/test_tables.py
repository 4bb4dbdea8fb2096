"""Tables of boards, and what they need of results."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tamaya.benchmark.board import boards
from tamaya.benchmark.result import BenchmarkResult, PartnerResult, Value
from tamaya.benchmark.tables import markdown_text
from tamaya.errors import TamayaError


def result_of(agent: str) -> BenchmarkResult:
    """A result with two partners."""
    run: dict[str, Value] = {
        "agent": agent,
        "protocol": "v1",
        "track": "zero-shot",
        "players": 2,
        "setup": "standard",
        "seed": 1,
        "status": "unofficial",
    }
    partners = tuple(
        PartnerResult(
            f"partner {score}", "classics", "", ("piers",), score, 0.5, score, 0.0, (score,), (), 0
        )
        for score in (10.0, 12.0)
    )
    return BenchmarkResult(run, {}, (), partners)


def test_names_with_alternatives_stay_in_one_column() -> None:
    text = markdown_text(boards([result_of("predictor(piers | iggi)"), result_of("outer")]))
    rows = text.splitlines()[2:]
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1
    assert r"predictor(piers \| iggi)" in text


@pytest.mark.parametrize("name", ["track", "players", "setup", "seed", "status", "protocol"])
def test_a_result_without_a_condition_is_refused(name: str, tmp_path: Path) -> None:
    body = json.loads(result_of("piers").text)
    file = tmp_path / "a.json"
    file.write_text(json.dumps(body))
    assert BenchmarkResult.read(file).agent == "piers"
    del body["run"][name]
    file.write_text(json.dumps(body))
    with pytest.raises(TamayaError, match=r"a\.json' is not a result of tamaya benchmark run"):
        BenchmarkResult.read(file)
