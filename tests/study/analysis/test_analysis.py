"""The whole analysis on small made-up data: exclusions, missing parts, files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import tamaya as ty
from tamaya.errors import TamayaError
from tamaya.study.analysis.analysis import NotComputed, analyse
from tamaya.study.analysis.data import read_data
from tamaya.study.analysis.exclusions import exclude, threw_away
from tamaya.study.analysis.report import write_report
from tamaya.study.tables import MoveRow, StudyTables
from tests.study.analysis.made_up import answer, game, person, planned, tables


def test_rules_leave_out_people_and_games_in_their_order() -> None:
    data = tables(4)
    more = (
        person("gone", "one", status="timed_out", quiz_passed=False),
        person("quiz", "one", quiz_passed=False),
        person("inattentive", "two", attention_failed=1),
    )
    games = (*data.games, game("quiz", "one", 1, 90), game("inattentive", "two", 1, 91))
    data = replace(data, participants=(*data.participants, *more), games=games)
    kept = exclude(planned(), data)
    assert [(rule.rule, rule.people, rule.games) for rule in kept.excluded] == [
        ("incomplete", 1, 0),
        ("failed_quiz", 1, 1),
        ("failed_attention", 1, 1),
        ("three_misplays_in_a_row", 0, 0),
    ]
    assert kept.excluded[1].by_arm == {"one": 1}
    assert {row.participant for row in kept.tables.games} == {"p0", "p1", "p2", "p3"}
    assert kept.arrived == 7


def test_a_game_thrown_away_is_recognized_by_the_persons_last_three_moves() -> None:
    """The person plays cards that do not fit; the partner only hints or discards."""
    state = ty.State.deal(seed=4)
    while not state.over:
        wrong = [
            ty.Move.play(slot)
            for slot, card in enumerate(state.hand(1))
            if state.fireworks[str(card)[0]] + 1 != int(str(card)[1])
        ]
        safe = [move for move in state.legal_moves() if move.kind != "play"]
        state.apply(wrong[0] if state.current == 1 else safe[0])
    row = game("p", "one", 1, 4, transcript=str(ty.Transcript.of(state)), bombed=True)
    assert threw_away(row)
    assert not threw_away(msgspec.structs.replace(row, seat=0))


def test_every_part_of_a_small_study_has_numbers_or_a_reason() -> None:
    result = analyse(planned(), tables(), moves=True)
    assert [group.size for group in result.scores.by_arm] == [4, 4]
    assert result.scores.contrasts[0].difference > 0  # piers scores more than random moves
    assert isinstance(result.scores.two_way, NotComputed)
    assert "several games" in result.scores.two_way.problem
    assert not isinstance(result.moves, NotComputed)
    assert [agent.agent for agent in result.moves] == ["chance", "piers", "iggi"]
    iggi = result.moves[2]
    assert iggi.same_move.share > 0.95  # iggi sat in the person's seat; few moves are random
    assert iggi.same_move.high == 1  # and not beyond
    assert set(iggi.by_arm) == {"one", "two"}
    numbers = json.loads(result.to_json())
    assert numbers["people"] == {
        "arrived": 8,
        "analysed": 8,
        "excluded": numbers["people"]["excluded"],
        "unfinished_games": 0,
        "late_moves": {},
    }


def test_moves_of_stand_ins_are_reported_by_arm(tmp_path: Path) -> None:
    data = tables()
    game = next(row for row in data.games if row.arm == "two")
    late = MoveRow(
        game.game,
        game.participant,
        1,
        "two",
        0,
        0,
        False,
        "discard 0",
        "discard",
        0,
        0,
        None,
        0,
        True,
    )
    moves = (late, msgspec.structs.replace(late, turn=2, late=False))
    result = analyse(planned(), replace(data, moves=moves), moves=False)
    assert result.people.late_moves == {"two": 1}
    text = write_report(result, "Late", tmp_path / "out")[0].read_text()
    assert "A stand-in moved for agents that failed or were too slow: two 1 moves." in text


def test_an_empty_arm_is_said_and_stops_nothing() -> None:
    data = tables()
    only = tuple(row for row in data.games if row.arm == "one")
    result = analyse(planned(), replace(data, games=only), moves=False)
    assert result.scores.contrasts[0].problem == "nobody is left in arm 'two'"
    assert isinstance(result.scores.mixed, NotComputed)
    assert "no games with arm 'two'" in result.scores.mixed.problem


def test_nobody_to_analyse_is_an_error_in_words() -> None:
    data = StudyTables(participants=(person("p", "one", status="active"),))
    with pytest.raises(TamayaError, match="nothing to analyse: of 1 people, 0 are left"):
        analyse(planned(), data)


def test_one_person_is_enough_for_a_report_without_tests(tmp_path: Path) -> None:
    result = analyse(planned(), tables(1))
    paths = write_report(result, "One <person>", tmp_path / "out")
    text = paths[0].read_text()
    assert "one person is left in arm &#x27;one&#x27;" in text or "one person is left" in text
    assert "One &lt;person&gt;" in text
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org", "")


def test_people_who_met_both_arms_are_compared_with_themselves() -> None:
    design = planned(('design = "between"', 'design = "within"'))
    data = tables()
    both = tuple(
        game(f"p{n}", ("one", "two")[number - 1], number, 10 * n + number)
        for n in range(6)
        for number in (1, 2)
    )
    result = analyse(design, replace(data, games=both), moves=False)
    (test,) = result.scores.contrasts
    assert (test.method, test.people) == ("paired", (6, 6))
    assert isinstance(result.scores.one_way, NotComputed)
    assert not isinstance(result.scores.repeated, NotComputed)
    assert result.scores.repeated.f == pytest.approx(test.t**2)
    assert [pair.p for pair in result.scores.pairs] == [test.p]
    assert [group.size for group in result.all_games.curve["all arms"]] == [6, 6]


def test_answers_are_counted_by_arm_and_correlated() -> None:
    data = replace(
        tables(0),
        participants=tuple(person(f"p{n}", "one") for n in range(6)),
        games=tuple(game(f"p{n}", "one", 1, n) for n in range(6)),
        answers=tuple(
            answer(f"p{n}", "one", item, n % 5 + 1)
            for n in range(6)
            for item in ("intention", "like")
        ),
    )
    result = analyse(planned(), data, moves=False)
    like = next(question for question in result.questions if question.item == "like")
    assert like.groups[0].size == 6
    assert like.counts["one"] == (2, 1, 1, 1, 1)
    assert (like.labels[0], like.labels[-1]) == ("Really disliked it", "Really liked it")
    (test,) = result.correlations
    assert not isinstance(test, NotComputed)
    assert test.tau == pytest.approx(1)


def test_data_of_another_study_are_refused(tmp_path: Path) -> None:
    from tamaya.study.table_files import write_tables

    data = tables(2)
    write_tables(replace(data, games=(game("p0", "three", 1, 1),)), tmp_path)
    with pytest.raises(TamayaError, match="has games with arm 'three', but study 'small' has one"):
        read_data(tmp_path, planned())
    with pytest.raises(TamayaError, match="is not a folder"):
        read_data(tmp_path / "absent", planned())
