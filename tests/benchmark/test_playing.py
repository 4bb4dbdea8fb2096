"""Games of the benchmark: seats, decks, failures and resumed runs."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents.seeds import NO_KEY
from tamaya.arena import Table
from tamaya.benchmark.games_file import FORMAT, BenchmarkGames, GamesFile, PlayedEpisode
from tamaya.benchmark.playing import Match
from tamaya.benchmark.test_set import TestPartner
from tamaya.errors import TamayaError
from tests.benchmark.sets import small_set


def played(
    challenger: ty.Agent, path: Path, *, players: int = 2, rounds: int = 3, games: int = 1
) -> BenchmarkGames:
    match = Match(challenger, small_set(players), rounds, games, NO_KEY, 1)
    result = match.empty()
    file = GamesFile(path / "games.jsonl", {"challenger": challenger.name})
    file.load(result)
    match.play(result, file, lambda done: None)
    return result


class Careful(ty.Agent):
    """Plays like iggi, but in Python. Counts its games."""

    name = "careful"
    games = 0

    def begin_game(self, view: ty.View, seed: int | None = None) -> None:
        self.games += 1

    def act(self, view: ty.View) -> ty.Move:
        return self.move(view)

    def move(self, view: ty.View) -> ty.Move:
        return view.legal_moves()[-1]


class Crashing(Careful):
    name = "crashing"

    def move(self, view: ty.View) -> ty.Move:
        if self.games == 2:
            raise RuntimeError("no idea")
        return super().move(view)


class Cheating(Careful):
    name = "cheating"

    def move(self, view: ty.View) -> ty.Move:
        return ty.Move.parse("hint +3 r")


class Interrupting(Careful):
    name = "careful"
    left = 100

    def move(self, view: ty.View) -> ty.Move:
        type(self).left -= 1
        if type(self).left == 0:
            raise KeyboardInterrupt
        return super().move(view)


def test_the_challenger_sits_in_every_seat_on_the_same_decks(tmp_path: Path) -> None:
    games = played(ty.as_agent("piers"), tmp_path)
    partners = small_set()
    match = Match(ty.as_agent("piers"), partners, 3, 1, NO_KEY, 1)
    for number, partner in enumerate(partners.partners):
        seed = match.first_seed(partner)
        for seat, team in enumerate((("piers", partner.name), (partner.name, "piers"))):
            expected = ty.match(*team, games=3, first_seed=seed, setup=partners.setup)
            assert games.scores[number, seat, :, 0].tolist() == expected.scores.tolist()
            assert games.bombed[number, seat, :, 0].tolist() == expected.bombed.tolist()
    assert games.complete


def test_partners_of_a_mixed_table_sit_in_order_after_the_challenger() -> None:
    match = Match(ty.as_agent("cautious"), small_set(4), 1, 1, NO_KEY, 1)
    table = small_set(4).partners[-1]
    assert match.team(table, 0).names == ("cautious", "piers", "eger:full", "iggi")
    assert match.team(table, 2).names == ("eger:full", "iggi", "cautious", "piers")


def test_first_and_last_games_have_the_same_decks(tmp_path: Path) -> None:
    games = played(ty.as_agent("piers"), tmp_path, rounds=2, games=3)
    partner = small_set().partners[0]
    match = Match(ty.as_agent("piers"), small_set(), 2, 3, NO_KEY, 1)
    scores = ty.match(
        "piers", "piers", games=6, first_seed=match.first_seed(partner), setup=small_set().setup
    ).scores.tolist()
    assert games.scores[0, 0].tolist() == [scores[:3], scores[5:2:-1]]
    assert games.scores[0, 1].tolist() == [scores[2::-1], scores[3:]]


def test_learning_agents_play_reversed_episodes_in_the_order_of_play(tmp_path: Path) -> None:
    learner = ty.as_agent("learned:response")
    partners = dataclasses.replace(small_set(), partners=small_set().partners[:1])
    match = Match(learner, partners, 1, 3, NO_KEY, 1)
    games = match.empty()
    file = GamesFile(tmp_path / "games.jsonl", {})
    file.load(games)
    match.play(games, file, lambda done: None)
    seeds = [match.first_seed(partners.partners[0]) + game for game in (2, 1, 0)]
    with Table(match.team(partners.partners[0], 1), 3, remembering=True) as table:
        assert games.scores[0, 1, 0].tolist() == [table.play(seed).score for seed in seeds]


@pytest.mark.parametrize(
    "challenger",
    [
        ty.as_agent("mcs(piers, iterations=1)"),
        ty.NetworkAgent(lambda _, legal: legal.argmax(axis=1)),
    ],
    ids=["search", "network"],
)
def test_partners_that_learn_remember_an_episode_with_every_kind_of_challenger(
    challenger: ty.Agent, tmp_path: Path
) -> None:
    learner = TestPartner("learner", "learned", ("learned:response",), "for tests")
    partners = dataclasses.replace(small_set(), partners=(learner,))
    match = Match(challenger, partners, 1, 4, NO_KEY, 1)
    games = match.empty()
    file = GamesFile(tmp_path / "games.jsonl", {})
    file.load(games)
    match.play(games, file, lambda done: None)
    first = match.first_seed(learner)
    with Table(match.team(learner, 0), 4, remembering=True) as table:
        expected = [table.play(first + game).score for game in range(4)]
    assert games.scores[0, 0, 0].tolist() == expected


def test_partners_have_different_decks() -> None:
    match = Match(ty.as_agent("piers"), small_set(), 40, 10, NO_KEY, 1)
    firsts = sorted(match.first_seed(partner) for partner in small_set().partners)
    assert min(np.diff(firsts)) > 400


def test_an_agent_that_raises_loses_that_game_and_the_rest_goes_on(tmp_path: Path) -> None:
    games = played(Crashing(), tmp_path, rounds=1, games=4)
    assert games.complete
    # The second game fails; the rest is a new episode, whose second game is the fourth.
    lost = {(failure.partner, failure.seat, failure.game) for failure in games.failures}
    assert lost == {(p, s, g) for p in range(5) for s in range(2) for g in (1, 3)}
    assert games.scores[:, :, 0, [1, 3]].max() == 0
    assert all("RuntimeError: no idea" in failure.reason for failure in games.failures)


class Hanging(Careful):
    name = "hanging"
    calls = 0

    def move(self, view: ty.View) -> ty.Move:
        type(self).calls += 1
        raise TimeoutError("as if a time limit had ended it")


def test_a_challenger_that_always_fails_is_not_asked_in_all_games(tmp_path: Path) -> None:
    games = played(Hanging(), tmp_path, rounds=40)
    assert Hanging.calls == 30  # of 5 x 2 x 40 games
    assert games.complete
    assert len(games.failures) == games.scores.size
    assert games.scores.max() == 0
    assert "TimeoutError" in games.failures[29].reason
    assert games.failures[30].reason == "not asked after it failed in all of its first 30 games"


class FailingLate(Careful):
    """Plays one game, and then fails in all others."""

    name = "failing late"
    began = 0

    def begin_game(self, view: ty.View, seed: int | None = None) -> None:
        type(self).began += 1

    def move(self, view: ty.View) -> ty.Move:
        if self.began > 1:
            raise RuntimeError("no idea")
        return super().move(view)


def test_a_challenger_that_could_play_is_asked_in_every_game(tmp_path: Path) -> None:
    games = played(FailingLate(), tmp_path, rounds=5)
    assert FailingLate.began == games.scores.size == 50
    assert len(games.failures) == 49


def test_an_illegal_move_loses_the_game_with_its_reason(tmp_path: Path) -> None:
    games = played(Cheating(), tmp_path, rounds=1)
    assert len(games.failures) == games.scores.size
    assert games.scores.max() == 0
    assert "illegal move 'hint +3 r'" in games.failures[0].reason


def test_a_native_agent_that_gives_up_loses_the_game(tmp_path: Path) -> None:
    # Its only rule, play_finesse, does not apply at the start.
    games = played(ty.as_agent("chromosome2019(0)"), tmp_path, rounds=1)
    assert len(games.failures) == games.scores.size
    assert all("gave up" in failure.reason for failure in games.failures)


def test_a_partner_that_gives_up_ends_the_game_without_a_failure(tmp_path: Path) -> None:
    quitter = TestPartner("quitter", "classics", ("chromosome2019(0)",), "for tests")
    partners = dataclasses.replace(small_set(), partners=(quitter,))
    match = Match(ty.as_agent("piers"), partners, 2, 1, NO_KEY, 1)
    games = match.empty()
    file = GamesFile(tmp_path / "games.jsonl", {})
    file.load(games)
    match.play(games, file, lambda done: None)
    assert games.complete
    assert games.failures == []


def test_a_run_resumes_after_ctrl_c_and_gives_the_same_games(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    whole = played(Careful(), tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        played(Interrupting(), tmp_path)
    file = tmp_path / "games.jsonl"
    assert len(file.read_text().splitlines()) > 1  # some games were saved
    with file.open("a") as half_a_line:
        half_a_line.write("[4,1,")  # as if the process had been killed
    resumed = played(Careful(), tmp_path)
    assert resumed.scores.tolist() == whole.scores.tolist()
    assert resumed.bombed.tolist() == whole.bombed.tolist()
    again = played(Careful(), tmp_path)
    assert again.scores.tolist() == whole.scores.tolist()


def test_games_of_another_run_are_refused(tmp_path: Path) -> None:
    played(ty.as_agent("piers"), tmp_path)
    with pytest.raises(TamayaError, match="another run: challenger = 'piers', not 'iggi'"):
        played(ty.as_agent("iggi"), tmp_path)


@pytest.mark.parametrize(
    "line",
    ["[0,0]", "[9,0,0,[1],[0]]", "[0,0,0,[1,2],[0,0]]", "[0,0,0,[99999],[0]]", "{}", "[[]]"],
)
def test_damaged_lines_are_refused(tmp_path: Path, line: str) -> None:
    played(ty.as_agent("piers"), tmp_path)
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(TamayaError, match="games.jsonl' is damaged"):
        played(ty.as_agent("piers"), tmp_path)


@pytest.mark.parametrize("run", [None, [], {}, {"key": "no digits"}])
def test_a_file_without_a_key_is_refused(tmp_path: Path, run: object) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({"format": FORMAT, "run": run}) + "\n")
    with pytest.raises(TamayaError, match=r"games\.jsonl' (is damaged|does not hold games)"):
        GamesFile(path, {}).saved_key()


def test_a_challenger_that_cannot_play_the_set_up_is_refused_at_once() -> None:
    models = "predictor(piers, iggi, outer, iterations=1)"  # of three partners
    match = Match(ty.as_agent(models), small_set(3), 1, 1, NO_KEY, 1)
    with pytest.raises(TamayaError, match="cannot play"):
        match.check()


def test_episodes_are_lines_that_can_be_read_back() -> None:
    episode = PlayedEpisode(1, 0, 2, [3, 0], [True, False], [(1, "raised Error: ü")])
    assert PlayedEpisode.parse(episode.line) == episode


def test_a_file_without_the_end_of_its_first_line_is_resumed(tmp_path: Path) -> None:
    file = GamesFile(tmp_path / "games.jsonl", {"challenger": "piers"})
    file.load(BenchmarkGames.empty(1, 2, 1, 1))
    file.path.write_text(file.path.read_text().rstrip("\n"))  # as if the process had been killed
    file.load(BenchmarkGames.empty(1, 2, 1, 1))
    file.append([PlayedEpisode(0, 1, 0, [17], [False])])
    games = BenchmarkGames.empty(1, 2, 1, 1)
    file.load(games)
    assert games.scores[0, :, 0, 0].tolist() == [-1, 17]
