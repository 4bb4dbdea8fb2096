"""The set-up of games: that of the pool or elite, unless the caller names another."""

from __future__ import annotations

from pathlib import Path

import pytest

import tamaya as ty
from tamaya.arena import explain

ELITE = "elite:canaan2020-2#3,0"
COMPETITION = ty.Setup.parse("competition players=2")
STANDARD = ty.Setup.standard(2)


def test_an_elite_plays_the_set_up_of_its_pool_in_every_function() -> None:
    setups = [
        ty.match(ELITE, "piers", games=1).setup,
        ty.play("piers", ELITE).final.setup,
        explain(ELITE, "piers").game.final.setup,
        ty.matchups([ELITE, "piers"], games=1).plan.setup,
        ty.matchups(["piers"], [ELITE], games=1).plan.setup,
        ty.evaluate("piers", [ELITE], episodes=1, games=1).setup,
        ty.evaluate(ELITE, ["piers"], episodes=1, games=1).setup,
    ]
    assert setups == [COMPETITION] * len(setups)


def test_a_pool_decides_the_set_up_from_both_sides() -> None:
    assert ty.matchups(["piers"], "canaan2020-2", games=1).plan.setup == COMPETITION
    assert ty.matchups("canaan2020-2", ["piers"], games=1).plan.setup == COMPETITION
    assert ty.evaluate("piers", "canaan2020-2", episodes=1, games=1).setup == COMPETITION


def test_an_agent_of_a_pool_file_keeps_its_set_up_as_an_object() -> None:
    elite = ty.pool("canaan2020-2").find("3,0")
    assert ty.match(elite, "piers", games=1).setup == COMPETITION
    noisy = ty.match(f"noisy(10, {ELITE})", "noisy(10, is_mcts(iterations=1))", games=1)
    assert noisy.setup == COMPETITION
    assert ty.match(f"limited(10, {ELITE})", "piers", games=1).setup == COMPETITION
    with pytest.raises(ty.TamayaError, match="is made for 2 players, not 3"):
        ty.match(f"limited(10, noisy(10, {ELITE}))", "piers", "piers")


def test_a_named_set_up_wins() -> None:
    assert ty.match("elite:tamaya-1#3,3", "piers", games=1, setup="eger").setup.max_lives == 3
    assert ty.match(ELITE, "piers", games=1, setup="standard").setup == STANDARD
    assert ty.matchups([ELITE], games=1, setup="competition").plan.setup == COMPETITION


def test_agents_without_a_set_up_of_their_own_play_standard() -> None:
    assert ty.match("piers", "competition:piers", games=1).setup == STANDARD
    assert ty.matchups("classics", games=1).plan.setup == STANDARD


def test_different_set_ups_are_refused_with_both_names() -> None:
    other = "elite:tamaya-1#3,3"
    complaint = f"agent '{ELITE}' is made for the set-up 'competition', but agent '{other}' for"
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.match(ELITE, other)
    with pytest.raises(ty.TamayaError, match=r"pool 'canaan2020-2' is made .* pool 'tamaya-1' for"):
        ty.matchups("canaan2020-2", "tamaya-1", games=1)
    with pytest.raises(ty.TamayaError, match=r"choose one with setup= or --setup"):
        ty.evaluate(other, "canaan2020-2", episodes=1, games=1)


def test_an_elite_for_two_players_says_so_at_a_table_of_three() -> None:
    assert ty.as_agent(ELITE).players == (2,)  # type: ignore[attr-defined]
    assert ty.as_agent("elite:canaan2020-3p-1#3,2").players == (3,)  # type: ignore[attr-defined]
    complaint = f"agent '{ELITE}' is made for 2 players, not 3 .*'competition players=3'"
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.match(ELITE, ELITE, ELITE, games=1)
    assert ty.match(ELITE, ELITE, ELITE, games=1, setup="competition players=3").games == 1


def test_a_text_file_without_a_set_up_line_suits_every_set_up(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("piers\niggi\n")
    assert ty.matchups(file, "canaan2020-2", games=1).plan.setup == COMPETITION
    file.write_text("setup standard\npiers\niggi\n")
    with pytest.raises(ty.TamayaError, match="pool 'mine' is made for the set-up 'standard'"):
        ty.matchups(file, "canaan2020-2", games=1)


class Oldest:
    """Plays its oldest card."""

    def __init__(self, slot: int = 0) -> None:
        self.slot = slot

    def act(self, view: ty.View) -> ty.Move:
        move = ty.Move.parse(f"play {self.slot}")
        return move if move in view.legal_moves() else view.legal_moves()[0]


def test_a_mapping_is_a_pool_with_these_names() -> None:
    table = ty.matchups({"old": Oldest(0), "young": Oldest(4)}, games=3, setup="standard")
    assert table.plan.rows == ("old", "young")
    assert not table.failures
    named = ty.match(Oldest(4), Oldest(0), games=3, key=table.plan.key)
    assert table.histogram("young", "old") == named.histogram
    with pytest.raises(ty.TamayaError, match="not a name: 5"):
        ty.pool({5: "piers"})


def test_two_objects_of_one_class_are_numbered() -> None:
    old, young = Oldest(0), Oldest(4)
    assert ty.pool([old, young, "piers"]).names == ("Oldest", "Oldest 2", "piers")
    evaluation = ty.evaluate([old, young], ["piers"], episodes=1, games=2)
    assert evaluation.agents == ("Oldest", "Oldest 2")
    with pytest.raises(ty.TamayaError, match="'Oldest' is twice"):
        ty.pool([old, old])
    with pytest.raises(ty.TamayaError, match="two agents are called 'Oldest'"):
        ty.evaluate([old, old], ["piers"])
