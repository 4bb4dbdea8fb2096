"""Games of people come from folders and files of several kinds, and bad ones do no harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tamaya as ty
from tamaya import humans
from tamaya.humans import people_file
from tests.humans import study
from tests.truth import truth


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return study.write(tmp_path / "HanabiData")


def log_file(path: Path, id: int) -> Path:
    return path / "log" / f"game{id:016x}.log"


def test_a_game_says_who_played_what_and_answered(folder: Path) -> None:
    games = {game.id: game for game in humans.read(folder)}
    assert len(games) == 9
    first, last = games[f"{0:016x}"], games[f"{102:016x}"]
    assert first.people == last.people == (None, f"{0:016x}")
    assert (first.first, last.first) == (True, False)
    assert (first.partners, last.partners) == (("eger:outer",), ("eger:full",))
    assert (first.deal, last.deal) == ("1", "12")
    assert first.survey["like"] == "vhate"
    assert last.survey == {}
    assert first.transcript.replay() == study.final_state("outer", "piers", 1)


def test_an_imported_file_holds_the_same_games(folder: Path, tmp_path: Path) -> None:
    games = humans.read(folder)
    people_file.write(games, tmp_path / "people.jsonl")
    assert humans.read(tmp_path / "people.jsonl") == games
    assert [path.name for path in tmp_path.iterdir()] == ["HanabiData", "people.jsonl"]


def test_the_file_is_readable_line_by_line(folder: Path, tmp_path: Path) -> None:
    people_file.write(humans.read(folder), tmp_path / "people.jsonl")
    head, *lines = map(json.loads, (tmp_path / "people.jsonl").read_text().splitlines())
    assert head == {"format": "tamaya people 1", "games": 9}
    assert lines[0]["people"] == [None, f"{0:016x}"]
    assert ty.Transcript.parse(lines[0]["transcript"]).players[0] == "eger:outer"


def test_single_logs_are_joined_by_the_games_that_they_name(folder: Path) -> None:
    logs = [log_file(folder, 100), log_file(folder, 101), log_file(folder, 3)]
    games = humans.gather(logs).games
    assert [game.person for game in games] == [f"{0:016x}", f"{0:016x}", f"{3:016x}"]


def test_the_same_game_counts_once(folder: Path) -> None:
    result = humans.gather([folder, log_file(folder, 3)])
    assert len(result.games) == 9
    assert result.skipped == ((f"HanabiData game {3:016x}", "is a duplicate"),)


FULL = "Treatment: ('full', 3)\n"
BAD_LOGS = {
    "": "expected 'Treatment: (AI, deck)'",
    "Treatment: ('piers', 3)\n": "unknown AI 'piers' (expected outer, intentional, full)",
    "Treatment: ('full', 'x')\n": "deck 'x' (expected a whole number)",
    FULL: "draw pile '' (expected a list of (color, rank))",
    f"{FULL}[1, 2\nScore 3\n": "expected a list of (color, rank)",
    f"{FULL}{'[' * 100_000}\nScore 3\n": "expected a list of (color, rank)",
    f"{FULL}{'-' * 100_000}1\nScore 3\n": "expected a list of (color, rank)",
    f"{FULL}[(0, 1)]\nScore 3\n": "the draw pile is not that of deck 3",
    f"{FULL}[]\nMOVE: 0 9 None None None None\nScore 3\n": "no such player or kind of move",
    f"{FULL}[]\nMOVE: 1 2 7 1 None None\nScore 3\n": "not a slot: 7 (expected 0 to 4)",
    f"{FULL}[]\nMOVE: 0 one\nScore 3\n": "expected 'MOVE: ' and six numbers or None",
}


@pytest.mark.parametrize("text", BAD_LOGS, ids=lambda text: text[:60])
def test_a_bad_log_is_skipped_in_one_line_and_the_rest_goes_on(folder: Path, text: str) -> None:
    log_file(folder, 3).write_text(text)
    result = humans.gather([folder])
    assert len(result.games) == 8
    ((name, why),) = result.skipped
    assert name == f"game{3:016x}.log"
    assert BAD_LOGS[text] in why
    assert "\n" not in why


def changed(folder: Path, old: str, new: str) -> str:
    """Why a log is skipped in which something is replaced from the right."""
    path = log_file(folder, 3)
    path.write_text(new.join(path.read_text().rsplit(old, 1)))
    ((_, why),) = humans.gather([folder]).skipped
    return why


def test_a_cut_off_log_is_noticed(folder: Path) -> None:
    assert "expected 'Score N': cut off?" in changed(folder, "Score", "Sco")


def test_a_wrong_score_is_noticed(folder: Path) -> None:
    assert changed(folder, "Score ", "Score 9").startswith("replays to")


def test_a_missing_move_is_noticed(folder: Path) -> None:
    path = log_file(folder, 3)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-2], lines[-1]]))
    ((_, why),) = humans.gather([folder]).skipped
    assert why.startswith("the game is not over after")


def test_a_move_that_the_rules_forbid_is_named(folder: Path) -> None:
    path = log_file(folder, 3)
    (game,) = (game for game in humans.read(folder) if game.id == f"{3:016x}")
    hand = game.transcript.start().hand(0)
    rank = next(n for n in range(1, 6) if all(str(card)[1] != str(n) for card in hand))
    lines = path.read_text().splitlines()
    lines[3] = f"MOVE: 1 1 None 0 None {rank}"
    path.write_text("\n".join(lines))
    ((_, why),) = humans.gather([folder]).skipped
    assert why == f"move 2, 'hint +1 {rank}': not legal"


def test_a_foreign_file_does_not_stop_the_others(folder: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "letter.txt"
    foreign.write_text("Dear all,")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    paths = [foreign, tmp_path / "picture.png", tmp_path / "nowhere", folder]
    result = humans.gather(paths)
    assert len(result.games) == 9
    assert [
        "has no games: 'Dear all,'" in result.skipped[0][1],
        *(w for _, w in result.skipped[1:]),
    ] == [True, "is not a text file", "cannot be read: No such file or directory"]


def test_a_bad_survey_costs_only_the_answers(folder: Path) -> None:
    (folder / "log" / f"survey{3:016x}.log").write_text("skill superb\n")
    result = humans.gather([folder])
    assert len(result.games) == 9
    assert result.skipped == (
        (
            f"survey{3:016x}.log",
            "survey line 'skill superb': no such answer (expected vbad, bad, ok, good, vgood)",
        ),
    )


def test_games_that_lead_in_a_circle_are_skipped(folder: Path) -> None:
    path = log_file(folder, 0)
    path.write_text(f"Old GID: {102:016x}\n" + path.read_text())
    result = humans.gather([folder])
    assert len(result.games) == 5
    assert all("form a cycle" in why for _, why in result.skipped)


def test_a_damaged_line_of_an_imported_file_is_named(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    people_file.write(humans.read(folder), path)
    lines = path.read_text().splitlines()
    lines[2] = lines[2][:200]
    lines[3] = lines[3].replace('"first": true', '"first": 1')
    path.write_text("\n".join(lines[:-1]))
    result = humans.gather([path])
    assert len(result.games) == 6
    assert [name for name, _ in result.skipped] == [
        "people.jsonl, line 3",
        "people.jsonl, line 4",
        "people.jsonl",
    ]
    assert result.skipped[1][1] == "first 1 (expected true or false)"
    assert result.skipped[2][1] == "has 8 games (expected 9: cut off?)"
    with pytest.warns(UserWarning, match="skipped 3, first people.jsonl, line 3"):
        humans.read(path)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("people", ["somebody"], "people ['somebody'] (expected 2 in a list)"),
        ("people", "AB", "people 'AB' (expected 2 in a list)"),
        ("people", [None, None], "people [None, None] (expected names, null for computers)"),
        ("people", [None, 7], "people [None, 7] (expected names, null for computers)"),
        ("survey", {"age": 4}, "survey {'age': 4} (expected answers by question)"),
        ("survey", None, "survey None (expected answers by question)"),
        ("id", 12, "id 12 (expected text)"),
        ("in_step", "yes", "in_step 'yes' (expected true or false)"),
    ],
)
def test_a_field_with_a_foreign_value_costs_only_its_game(
    folder: Path, tmp_path: Path, field: str, value: object, why: str
) -> None:
    path = tmp_path / "people.jsonl"
    people_file.write(humans.read(folder), path)
    head, first, *others = path.read_text().splitlines()
    path.write_text("\n".join([head, json.dumps(json.loads(first) | {field: value}), *others]))
    result = humans.gather([path])
    assert len(result.games) == len(others)
    assert result.skipped == (("people.jsonl, line 2", why),)


def test_a_file_of_another_format_is_refused(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    people_file.write(humans.read(folder), path)
    path.write_text(path.read_text().replace("tamaya people 1", "tamaya people 99", 1))
    with pytest.raises(ty.TamayaError, match=r"format 'tamaya people 99' \(expected "):
        humans.read(path)


def test_without_any_game_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="no games of people: .*has no games"):
        humans.read(tmp_path)
    (tmp_path / "log").mkdir()
    with pytest.raises(ty.TamayaError, match="expected files log/game"):
        humans.read(tmp_path)


def test_heavy_players_are_left_out_or_capped(folder: Path) -> None:
    games = humans.read(folder)
    assert {game.person for game in humans.without_heavy(games, 3)} == {
        f"{number:016x}" for number in range(1, 6)
    }
    ids = [game.id for game in humans.capped(games, 2) if game.person == f"{0:016x}"]
    assert ids == [f"{0:016x}", f"{100:016x}"]


@pytest.mark.truth
def test_the_published_games_are_all_read_and_out_of_step_ones_flagged() -> None:
    result = humans.gather([truth("HanabiData")])
    assert result.skipped == ()
    assert len(result.games) == 1136
    assert [game.id for game in result.games if not game.in_step] == [
        "793153978a8699c5",
        "c2fc96267783e595",
    ]
    assert sum(game.first for game in result.games) == 154
    assert all(bool(game.survey) == game.first for game in result.games)
