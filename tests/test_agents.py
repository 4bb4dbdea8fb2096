"""Agents, their life cycle and their names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tamaya as ty
from tamaya import Agent, Episode, Event, Move, View, errors


class Diary(Agent):
    """Records every call."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def begin_episode(self, episode: Episode) -> None:
        self.calls.append(f"begin_episode {len(episode.partners)} {episode.games}")

    def begin_game(self, view: View, seed: int) -> None:
        self.calls.append(f"begin_game {view.me} {view.turn}")

    def act(self, view: View) -> Move:
        self.calls.append("act")
        assert view.current == view.me
        return view.legal_moves()[0]

    def observe(self, event: Event, view: View) -> None:
        assert view.events[-1] == event
        self.calls.append(f"observe {event.actor}")

    def end_game(self, view: View) -> None:
        assert view.over
        self.calls.append("end_game")

    def end_episode(self) -> None:
        self.calls.append("end_episode")


def test_an_agent_lives_through_episode_game_and_turns_in_order() -> None:
    diary = Diary()
    matchup = ty.match(diary, "legal_random", games=2)
    turns = matchup.results["turns"]
    expected = ["begin_episode 1 2"]
    for n in turns:
        expected.append("begin_game 0 0")
        for turn in range(n):
            expected += ["act", "observe 0"] if turn % 2 == 0 else ["observe 1"]
        expected.append("end_game")
    assert diary.calls == [*expected, "end_episode"]


def test_partners_are_the_others_beginning_with_the_next_seat() -> None:
    seen: list[tuple[str, ...]] = []

    class Polite(Diary):
        def begin_episode(self, episode: Episode) -> None:
            seen.append(episode.partners)

    ty.play(Polite, Polite, Polite)
    assert [len(set(partners)) for partners in seen] == [2, 2, 2]
    assert seen[0] == (seen[2][1], seen[1][0])


def test_any_object_with_act_is_an_agent() -> None:
    class Duck:
        def act(self, view: View) -> Move:
            return view.legal_moves()[-1]

    game = ty.play(Duck(), Duck)
    assert game.agents == ("Duck", "Duck")


def test_an_agent_can_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(
        "class MyBot:\n    def act(self, view):\n        return view.legal_moves()[0]\n"
    )
    assert ty.play(f"{file}:MyBot", "legal_random").agents == ("MyBot", "legal_random")
    with pytest.raises(ty.UnknownNameError, match="no class 'Bot'.*agents there: MyBot"):
        ty.as_agent(f"{file}:Bot")
    with pytest.raises(ty.UnknownNameError, match="no file"):
        ty.as_agent(f"{tmp_path}/none.py:MyBot")


def test_an_unknown_name_lists_near_ones() -> None:
    with pytest.raises(ty.UnknownNameError, match="no agent 'legal_rondom'.*legal_random"):
        ty.as_agent("legal_rondom")


@pytest.mark.parametrize("thing", [3, None, object(), int])
def test_what_cannot_act_is_no_agent(thing: object) -> None:
    with pytest.raises(ty.TamayaError, match="not an agent"):
        ty.as_agent(thing)


def test_an_agents_failure_names_agent_seed_and_turn() -> None:
    class Broken(Agent):
        def act(self, view: View) -> Move:
            raise RuntimeError("lost the thread")

    with pytest.raises(
        ty.AgentError, match="'Broken' in seat 1, game seed 5, turn 1 raised Runtime"
    ):
        ty.play("legal_random", Broken, seed=5)


@pytest.mark.parametrize(
    ("method", "when"),
    [("begin_episode", "before the first game"), ("end_episode", "after the last game")],
)
def test_a_failure_between_games_names_the_agent(method: str, when: str) -> None:
    class Broken(Cheeky):
        def act(self, view: View) -> Move:
            return Move("play 0")

    def fail(*_: object) -> None:
        raise RuntimeError("lost the thread")

    setattr(Broken, method, fail)
    with pytest.raises(
        ty.AgentError, match=f"'Broken' in seat 1, {when}, raised RuntimeError: lost"
    ):
        ty.play("legal_random", Broken)


def test_returning_something_else_than_a_move_names_the_agent() -> None:
    class Silent:
        def act(self, view: View) -> None:
            return None

    with pytest.raises(
        ty.AgentError, match=r"'Silent' in seat 0, .*returned None \(expected a Move\)"
    ):
        ty.play(Silent, "legal_random")


class Cheeky(Agent):
    """Discards although all tokens are available."""

    def act(self, view: View) -> Move:
        return Move("discard 0")


def test_an_illegal_move_is_an_error_that_names_the_agent() -> None:
    with pytest.raises(
        ty.IllegalMoveError, match="'Cheeky' in seat 0, game seed 0, turn 0: illegal"
    ):
        ty.play(Cheeky, "legal_random")


def test_an_illegal_move_ends_the_game_where_the_set_up_says_so() -> None:
    matchup = ty.match(Cheeky, "legal_random", games=5, setup="competition")
    assert matchup.forfeits == 5
    assert set(matchup.scores) == {0}


def test_one_object_cannot_sit_in_two_seats() -> None:
    agent = Cheeky()
    with pytest.raises(ty.TamayaError, match="sits in two seats"):
        ty.play(agent, agent)


def test_the_tree_of_errors_that_is_documented_is_the_one_that_is_there() -> None:
    """Every line of the tree names a class, indented below its base class."""
    text = errors.__doc__ or ""
    drawn: dict[str, str] = {"TamayaError": "ValueError"}
    above = ["", ""]
    for line in text.splitlines():
        match = re.match(r"((?:[│ ]   )*)[├└]── (\w+) ", line[4:])
        if match is None:
            root = re.match(r"    (\w+)( \(|$)", line)
            above = [root[1]] if root else above
            continue
        depth = len(match[1]) // 4
        above = [*above[: depth + 1], match[2]]
        drawn[match[2]] = above[depth]
    classes = [thing for name in errors.__all__ if isinstance(thing := getattr(errors, name), type)]
    there = {kind.__name__: kind.__bases__[0].__name__ for kind in classes}
    assert drawn == there


def test_every_error_of_the_package_is_in_the_tree() -> None:
    sources = (Path(errors.__file__).parent).rglob("*.py")
    for file in sources:
        for name in re.findall(r"^class (\w+)\(\w*Error\):", file.read_text(), re.M):
            assert hasattr(errors, name), f"{file.name}: {name}"
