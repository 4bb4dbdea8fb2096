"""Accounts count what one seat sees another do; the core counts the same."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.agents import NativeAgent
from tamaya.features import COLUMNS, Counters
from tamaya.meta.accounts import ACCOUNTS, AccountName, account
from tamaya.meta.mode import Normal

TWO_COLORS = ty.Setup(colors=2, ranks=2, hand_size=3)


def counted(state: ty.State, moves: str, name: AccountName, me: int = 0) -> Counters:
    """What seat `me` of a two-player game has counted of the other seat after these moves."""
    own_account = account(name, state.view(me))
    for move in moves.split(", "):
        if state.current == me:
            own_account.my_turn(state.view(me))
        own_account.observe(state.apply(move), state.view(me))
    return own_account.seen[1 - me]


def deal() -> ty.State:
    return ty.State.from_deck("r1 r1 r2  r1 y1 y1  y1 y2", TWO_COLORS)


def deal_with_few_tokens() -> ty.State:
    setup = TWO_COLORS.replace(colors=3, max_hints=2)
    return ty.State.from_deck("r1 r2 g1  y1 y1 y1  r1 r1 g1 g1 y2 g2", setup)


def test_negative_information_of_ones_own_hint_is_missed_by_the_published_account() -> None:
    """There are two colors, so a card that is not red is yellow."""
    moves = "hint +1 r, play 1, play 0"
    assert counted(deal(), moves, "whole").known_at_play == 1
    assert counted(deal(), moves, "published").known_at_play == 0
    assert counted(deal(), moves, "published").plays == 1


def test_what_ones_own_hint_tells_directly_is_counted() -> None:
    for name in ACCOUNTS:
        assert counted(deal(), "hint +1 r, play 0, play 0", name).known_at_play == 1


def test_negative_information_of_earlier_hints_is_counted() -> None:
    moves = "hint +1 r, hint +1 r, play 0, play 1, hint +1 y"
    for name in ACCOUNTS:
        assert counted(deal(), moves, name).known_at_play == 1


def test_a_move_after_ones_last_turn_is_missed_by_the_published_account() -> None:
    assert counted(deal(), "hint +1 r, play 0", "whole").plays == 1
    assert counted(deal(), "hint +1 r, play 0", "published").plays == 0


def test_a_move_before_ones_first_turn_is_missed_by_the_published_account() -> None:
    moves = "play 0, hint +1 r, play 0, hint +1 r"
    assert counted(deal(), moves, "whole", me=1).plays == 2
    assert counted(deal(), moves, "published", me=1).plays == 1


def test_a_token_that_ones_own_play_brings_back_is_missed_by_the_published_account() -> None:
    """Both tokens are spent, r2 finishes red, and the partner discards though it could hint."""
    moves = "play 0, hint +1 r, hint +1 y, play 0, play 0, discard 0, play 0"
    for name, turns in (("whole", 2), ("published", 1)):
        counters = counted(deal_with_few_tokens(), moves, name)  # type: ignore[arg-type]
        assert (counters.hints_with_token, counters.turns_with_hint) == (1, turns)


def test_a_token_of_ones_own_discard_is_seen() -> None:
    moves = "play 0, hint +1 r, hint +1 y, play 0, discard 0, discard 0, play 0"
    for name in ACCOUNTS:
        counters = counted(deal_with_few_tokens(), moves, name)
        assert (counters.hints_with_token, counters.turns_with_hint) == (1, 2)


class Witness(NativeAgent):
    """Plays its rules as the core would in the game of a seed, and keeps both accounts."""

    game_seed = 0

    def begin_game(self, view: ty.View, seed: int) -> None:
        super().begin_game(view, _core.agent_seed(self.game_seed, view.me))
        self.accounts = [account(name, view) for name in ACCOUNTS]

    def act(self, view: ty.View) -> ty.Move:
        for own_account in self.accounts:
            own_account.my_turn(view)
        return super().act(view)

    def observe(self, event: ty.Event, view: ty.View) -> None:
        super().observe(event, view)
        for own_account in self.accounts:
            own_account.observe(event, view)


TEAMS = [
    (("tamaya", "piers"), "standard"),
    (("iggi", "flawed"), "standard"),
    (("mapelites:iggi", "mapelites:outer"), "competition"),
    (("evolved:nyu_3", "chromosome2019(7, 83, 104, 69, 29)"), "competition"),
    (("tamaya", "piers", "iggi"), "standard"),
]


@pytest.mark.parametrize(
    ("names", "setup", "seat"),
    [(names, setup, seat) for names, setup in TEAMS for seat in range(len(names))],
)
def test_the_core_counts_the_same(names: tuple[str, ...], setup: str, seat: int) -> None:
    named = [ty.as_agent(name) for name in names]
    agents = [agent for agent in named if isinstance(agent, NativeAgent)]
    game_setup = ty.Setup.parse(f"{setup} players={len(names)}")
    games, size = 15, len(names)
    accounts = np.zeros((games, 2, size, len(COLUMNS)), np.uint64)
    results = np.zeros((games, _core.RESULT_BYTES), np.uint8)
    teams = np.repeat(np.arange(size, dtype=np.int32)[None], games, axis=0)
    policies = _core.Policies([agent.policy for agent in agents])
    seeds = np.arange(games, dtype=np.uint64)
    _core.witness_teams(game_setup, policies, teams, seeds, seat, 2, results, accounts)
    me = agents[seat]
    witness = Witness("witness", me.genome, gives_up=me.gives_up)
    for seed in range(games):
        witness.game_seed = seed
        team = [witness if i == seat else agent for i, agent in enumerate(agents)]
        game = ty.play(*team, seed=seed, setup=game_setup)
        assert game.score == results[seed, 0]
        for number, own_account in enumerate(witness.accounts):
            for other, counters in own_account.seen.items():
                assert counters == Counters.of(accounts[seed, number, other]), ACCOUNTS[number]


def test_the_whole_account_counts_what_the_features_count() -> None:
    """Except for the playability of cards, and for illegal moves."""
    played = ty.match("tamaya", "piers", games=20, count_each_game=True)
    witness = Witness("witness", ty.as_agent("tamaya").genome)  # type: ignore[attr-defined]
    assert played.game_counters is not None
    for seed in range(20):
        witness.game_seed = seed
        ty.play(witness, "piers", seed=seed)
        whole = played.game_counters[seed, 1].copy()
        whole[COLUMNS.index("playability")] = 0
        assert witness.accounts[0].seen[1] == Counters.of(whole)


def test_the_risk_aversion_of_others_is_refused() -> None:
    with pytest.raises(ty.TamayaError, match="risk_aversion of others cannot be observed"):
        Normal(features=("risk_aversion",))


def test_an_unknown_account_is_refused() -> None:
    with pytest.raises(ty.TamayaError, match="no account 'other'"):
        account("other", deal().view(0))  # type: ignore[arg-type]
