"""`tamaya cyclone`, as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tamaya as ty
from tamaya.agents.cyclone_terms import FREE
from tamaya.agents.families.cyclone import read_weights
from tamaya.cli.app import app
from tests.humans import study
from tests.truth import truth


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_weights_are_trained_shown_and_played(tmp_path: Path) -> None:
    file = str(tmp_path / "mine.toml")
    result = run(
        "cyclone",
        "train",
        "--objective",
        "self-play",
        "--vectors",
        "90",
        "--games",
        "10",
        "--method",
        "factorial",
        "--out",
        file,
    )
    assert result.exit_code == 0, result.output
    assert "on other decks with itself" in result.output
    output = run("cyclone", "show", file).output
    assert "objective: score with itself (points kept, standard)" in output
    assert "most 90, seed 0" in output
    for name in FREE:
        assert name in output
    assert ty.match(*[f"cyclone:weights({file})"] * 2, games=10).games == 10


def test_the_papers_method_goes_on_from_a_file_with_several_partners(tmp_path: Path) -> None:
    first, second = str(tmp_path / "first.toml"), str(tmp_path / "second.toml")
    words = (
        "cyclone",
        "train",
        "--objective",
        "partner",
        "--partner",
        "piers",
        "--partner",
        "eger:full",
        "--over",
        "worst",
        "--method",
        "factorial",
        "--games",
        "8",
    )
    result = run(*words, "--vectors", "200", "--out", first)
    assert result.exit_code == 0, result.output
    assert "after 162 weight vectors" in result.output
    assert "with piers" in result.output
    assert "with eger:full" in result.output
    again = run(*words, "--vectors", "100", "--start", first, "--out", second)
    assert again.exit_code == 0, again.output
    read_weights(Path(second))


@pytest.mark.truth
def test_people_are_learned_from_without_those_held_out(tmp_path: Path) -> None:
    file = str(tmp_path / "like.toml")
    result = run(
        "cyclone",
        "train",
        "--objective",
        "agreement",
        "--method",
        "regression",
        "--data",
        str(truth("HanabiData")),
        "--out",
        file,
    )
    assert result.exit_code == 0, result.output
    assert "split: trained on 116 of 152 people" in result.output
    assert "of 36 people held out: 44." in result.output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--objective", "agreement"), "needs --data FOLDER"),
        (("--objective", "agreement", "--data", "/none"), "no games"),
        (("--objective", "partner"), "--objective partner and --partner NAME go together"),
        (("--objective", "self-play", "--partner", "piers"), "go together"),
        (("--objective", "partner", "--partner", "nobody"), "no agent 'nobody'"),
        (("--objective", "self-play", "--method", "regression"), "regression fits decisions"),
        (("--objective", "self-play", "--start", "nobody"), "no weights 'nobody' to start from"),
        (("--objective", "self-play", "--vectors", "5"), "5 weight vectors .expected 26 or more"),
    ],
)
def test_what_cannot_be_trained_is_said_in_one_line(
    words: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    result = run("cyclone", "train", *words, "--out", str(tmp_path / "mine.toml"))
    with pytest.raises(ty.TamayaError, match=complaint) as caught:
        raise result.exception or AssertionError(result.output)
    assert "\n" not in str(caught.value)


def test_new_factors_are_discovered_in_the_decisions_of_people(tmp_path: Path) -> None:
    study.write(tmp_path / "HanabiData", people=12)
    words = ("cyclone", "discover", str(tmp_path / "HanabiData"), "--factors", "1")
    output = run(*words).output
    assert "known factors" in output
    body = json.loads(run(*words, "--json").stdout)
    known, first = body["rounds"]
    assert known["factors"] == []
    (factor,) = first["factors"]
    assert " x " in factor
    assert factor in output
    assert first["training_loss"] < known["training_loss"]
    nobody = run(*words, "--held-out", "0")
    assert "--held-out 0 holds out nobody" in str(nobody.exception)


def test_help_teaches_with_an_example() -> None:
    for command in ("train", "discover", "show"):
        assert "Example" in run("cyclone", command, "--help").output
