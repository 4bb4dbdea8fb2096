"""Questions about finished games: how agents would have moved, and what a player could know."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya.agents import as_agent
from tamaya.game import Card
from tamaya.rules import RuleSpec
from tamaya.web.replay.protocol import FactorTrace, GoalTrace, ResponseTrace, RuleTrace, SearchTrace
from tamaya.web.replay.recording import Recording, beliefs


@pytest.fixture(scope="module")
def recording() -> Recording:
    game = ty.play("piers", "iggi", seed=5)
    return Recording("g", game.transcript, ("piers", "iggi"), 5)


def test_agents_that_were_there_decide_as_they_did(recording: Recording) -> None:
    seated = ("piers", "iggi")
    for turn, move in enumerate(recording.transcript.moves):
        answer = recording.ask(turn, seated[recording.at(turn).current])
        assert answer.move == str(move), turn


def test_a_player_who_draws_its_moves_draws_them_again() -> None:
    game = ty.play("noisy(50, piers)", "legal_random", seed=9)
    recording = Recording("g", game.transcript, ("noisy(50, piers)", "legal_random"), 9)
    turn = recording.turns - 1
    answer = recording.ask(turn, recording.agents[recording.at(turn).current] or "")
    assert answer.move == str(recording.transcript.moves[turn])


def test_rules_before_the_deciding_one_do_not_apply(recording: Recording) -> None:
    for turn in range(recording.turns):
        explained = recording.ask(turn, "piers").explained
        assert isinstance(explained, RuleTrace)
        fired = explained.fired
        assert fired is not None
        before = explained.rules[:fired]
        assert {rule.status for rule in before} <= {"does not apply", "not possible"}
        assert explained.rules[fired].status == "decides"
        assert {rule.status for rule in explained.rules[fired + 1 :]} <= {"not asked"}


def test_a_rule_that_hints_is_not_possible_without_tokens(recording: Recording) -> None:
    empty = next(t for t in range(recording.turns) if recording.at(t).hints == 0)
    explained = recording.ask(empty, "piers").explained
    assert isinstance(explained, RuleTrace)
    hints = [rule for rule in explained.rules if as_hint(rule.rule)]
    assert hints
    assert {rule.status for rule in hints} <= {"not possible", "not asked"}
    assert all(rule.move is None for rule in hints)


def as_hint(rule: str) -> bool:
    return RuleSpec.parse(rule).rule.gate == "hint"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("eger:intentional", GoalTrace),
        ("cyclone:self_play", FactorTrace),
        ("is_mcts(iterations=50)", SearchTrace),
        ("meta:tamaya-1", ResponseTrace),
        ("meta:tamaya-1#published", ResponseTrace),
    ],
)
def test_every_kind_of_agent_says_why(recording: Recording, name: str, kind: type) -> None:
    answer = recording.ask(12, name)
    assert isinstance(answer.explained, kind)
    assert answer.move is not None
    assert recording.at(12).is_legal(ty.Move.parse(answer.move))


def test_factors_add_up_to_the_value(recording: Recording) -> None:
    explained = recording.ask(20, "cyclone:self_play").explained
    assert isinstance(explained, FactorTrace)
    for option in explained.moves:
        assert sum(option.factors.values()) == pytest.approx(option.value)


def test_the_true_card_is_always_possible(recording: Recording) -> None:
    for state in recording.positions:
        for seat in range(2):
            for belief in beliefs(state, seat):
                card = Card(belief.card)
                row = state.setup.suits.index(card.color)
                assert belief.counts[row][card.rank - 1] > 0


def test_the_first_hand_may_be_any_card_that_the_partner_does_not_hold(
    recording: Recording,
) -> None:
    start = recording.at(0)
    partner_cards = [card for card in start.hand(1) if card is not None]
    (first, *_) = beliefs(start, 0)
    assert sum(map(sum, first.counts)) == 50 - len(partner_cards)
    for color, counts in zip("rygwb", first.counts, strict=True):
        for rank, (count, copies) in enumerate(zip(counts, (3, 2, 2, 2, 1), strict=True), 1):
            assert count == copies - partner_cards.count(Card(f"{color}{rank}"))


def test_nobody_is_asked_after_the_end(recording: Recording) -> None:
    with pytest.raises(ty.TamayaError, match="game is over"):
        recording.ask(recording.turns, "piers")
    with pytest.raises(ty.TamayaError, match="no turn 999"):
        recording.ask(999, "piers")


def test_asking_leaves_the_agent_alone(recording: Recording) -> None:
    agent = as_agent("meta:tamaya-1")
    first = recording.ask(30, agent)
    assert recording.ask(30, agent) == first
