"""`tamaya study` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tamaya.cli.app import app

pytest.importorskip("fastapi", reason="needs the extra [web]")

from tests.web.study.participants import Participant, running
from tests.web.study.test_flow import SHORT

RUNNER = CliRunner()


def output_of(*words: object) -> str:
    done = RUNNER.invoke(app, ["study", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout


def refusal(*words: object) -> str:
    done = RUNNER.invoke(app, ["study", *map(str, words)])
    assert done.exit_code != 0
    return str(done.exception)


@pytest.mark.parametrize(
    "command", ["new", "check", "serve", "status", "export", "withdraw", "redeem"]
)
def test_help_teaches_with_an_example(command: str) -> None:
    assert "Example" in RUNNER.invoke(app, ["study", command, "--help"]).output


def test_new_writes_a_file_that_check_accepts(tmp_path: Path) -> None:
    file = tmp_path / "pilot.toml"
    assert output_of("new", file, "--template", "eger2017").startswith(f"wrote {file}")
    output = output_of("check", file).splitlines()
    assert output[0].startswith("study eger2017 is valid")
    assert "assignment: between subjects by simple, 15 treatments" in output
    assert "warning: contact is not filled in" in output
    body = json.loads(output_of("check", file, "--json"))
    assert (body["study"], body["treatments"]) == ("eger2017", 15)
    assert "contact is not filled in" in body["warnings"]
    games = " ".join(f"{arm} {count}" for arm, count in body["games_by_arm"].items())
    assert any(line.replace(",", "").endswith(games) for line in output)
    assert "already exists (--force replaces it)" in refusal("new", file)
    file.write_text(file.read_text().replace("eger:full", "eger:fool"))
    assert "agent 'eger:fool'" in refusal("check", file)


def test_the_data_of_a_study_are_shown_exported_redeemed_and_withdrawn(tmp_path: Path) -> None:
    file, base = tmp_path / "study.toml", f"sqlite:///{tmp_path}/games.db"
    with running(tmp_path, text=SHORT) as client:
        person = Participant(client).arrive().finish()
        Participant(client).arrive()
    output = output_of("status", file, "--database", base).splitlines()
    assert output[:2] == ["study small: 1 active, 1 complete", "complete: 1 of 30"]
    assert "  page  1 consent: 2 reached" in output
    body = json.loads(output_of("status", file, "--database", base, "--json"))
    assert body["states"] == {"active": 1, "complete": 1}
    assert body["pages"][0] == {"page": "consent", "reached": 2, "dropped": 0}
    out = tmp_path / "out"
    told_of = output_of("export", file, "--database", base, "--out", out)
    assert told_of == f"wrote {out}: 2 participants, 1 finished games\n"
    done = RUNNER.invoke(app, ["humans", "import", str(out), "--out", str(tmp_path / "p.jsonl")])
    assert done.stdout == f"imported 1 games of 1 people: wrote {tmp_path / 'p.jsonl'}\n"
    code = person.page["code"]
    assert person.id in output_of("redeem", file, code, "--database", base)
    assert "was used before" in refusal("redeem", file, code, "--database", base)
    assert output_of("withdraw", file, person.id, "--database", base, "--yes") == (
        f"deleted participant {person.id}\n"
    )
    assert "no participant" in refusal("withdraw", file, person.id, "--database", base, "--yes")
    assert "1 active" in output_of("status", file, "--database", base)


def test_a_study_that_was_never_served_has_no_status(tmp_path: Path) -> None:
    file = tmp_path / "pilot.toml"
    output_of("new", file)
    output = output_of("status", file, "--database", f"sqlite:///{tmp_path}/none.db")
    assert output == "study adaptation: not served yet\n"
    base = f"sqlite:///{tmp_path}/none.db"
    body = json.loads(output_of("status", file, "--database", base, "--json"))
    assert body == {"study": "adaptation", "served": False}


def test_asking_before_deleting_can_be_answered_with_no(tmp_path: Path) -> None:
    file = tmp_path / "pilot.toml"
    output_of("new", file)
    words = ["study", "withdraw", str(file), "x", "--database", f"sqlite:///{tmp_path}/none.db"]
    done = RUNNER.invoke(app, words, input="n\n")
    assert done.exit_code == 1
    assert not (tmp_path / "none.db").exists()
