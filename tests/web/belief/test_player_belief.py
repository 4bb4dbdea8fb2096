"""The belief that a player is shown reveals nothing about hidden cards."""

from __future__ import annotations

import itertools

import msgspec
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.agents import Episode, as_agent
from tamaya.arena import Table, Team
from tamaya.meta import Detective
from tamaya.meta.agent import MetaPlayer
from tamaya.meta.detective import DetectivePlayer
from tamaya.transcript import Transcript
from tamaya.web.belief.player_belief import Meeting, belief
from tamaya.web.belief.protocol import BeliefView
from tests.web.hidden import Deal, elsewhere

PARTNERS = ("meta:tamaya-1", "meta:tamaya-1#published", "meta:tamaya-1#as_written")
PLAYER = 1


def episode(name: str, games: int = 3, player: str = "elite:tamaya-1#3,2") -> list[Meeting]:
    team = Team.seat((as_agent(name), as_agent(player)), "standard")
    with Table(team, games) as table:
        finals = [table.play(seed) for seed in range(games)]
    return [
        Meeting(Transcript.of(last), 0, _core.agent_seed(seed, 0))
        for seed, last in enumerate(finals)
    ]


def cut(meeting: Meeting, turn: int) -> Meeting:
    transcript = meeting.transcript
    return Meeting(
        Transcript(transcript.setup, transcript.deck, transcript.moves[:turn]), 0, meeting.seed
    )


def otherwise(meeting: Meeting, seed: int) -> Meeting:
    """The same game for the player, with other cards in the player's hand and in the deck."""
    transcript = meeting.transcript
    exchanged = elsewhere(Deal(transcript.setup, transcript.deck, transcript.moves), PLAYER, seed)
    lookalike = Transcript(exchanged.setup, exchanged.deck, exchanged.moves)
    assert lookalike.replay().view(PLAYER) == transcript.replay().view(PLAYER)
    return Meeting(lookalike, meeting.seat, meeting.seed)


@pytest.mark.parametrize("name", PARTNERS)
def test_beliefs_shown_during_play_do_not_depend_on_hidden_cards(name: str) -> None:
    *before, last = episode(name)
    agent = as_agent(name)
    for turn in (2, 9, 16, 25, 36):
        now = cut(last, turn)
        shown = msgspec.json.encode(belief(agent, [*before, now], PLAYER))
        for seed in range(6):
            lookalike = belief(agent, [*before, otherwise(now, seed)], PLAYER)
            assert msgspec.json.encode(lookalike) == shown, (turn, seed)


def test_what_the_detective_believes_depends_on_them_and_is_held_back() -> None:
    """Without this the test above could not fail for the detective."""
    (first,) = episode(PARTNERS[0], games=1)
    agent = as_agent(PARTNERS[0])
    assert isinstance(agent, Detective)

    def believed(meeting: Meeting) -> tuple[float, ...]:
        agent.begin_game(meeting.transcript.start().view(0), meeting.seed)
        states = list(meeting.transcript.positions())
        for after in states[1:]:
            agent.observe(after.events[-1], after.view(0))
        (posterior,) = agent.beliefs.values()
        agent.end_game(states[-1].view(0))
        agent.begin_episode(Episode(("partner-1",), 1))
        return posterior.probabilities

    now = cut(first, 16)
    assert len({believed(otherwise(now, seed)) for seed in range(6)}) > 1
    shown = belief(agent, [now], PLAYER)
    assert (shown.basis, shown.held_back) == ("moves", True)


@pytest.mark.parametrize("name", PARTNERS)
def test_after_the_game_the_partners_own_belief_is_told(name: str) -> None:
    games = episode(name)
    agent = as_agent(name)
    team = Team.seat((agent, as_agent("elite:tamaya-1#3,2")), "standard")
    with Table(team, 3) as table:
        for seed in range(3):
            table.play(seed)
    shown = belief(as_agent(name), games, PLAYER)
    assert shown.basis == "partner"
    player = table.players[0]
    assert isinstance(player, MetaPlayer | DetectivePlayer)
    own = player.next_beliefs
    assert shown.probabilities == pytest.approx(own["partner-1"].probabilities)
    assert [game.number for game in shown.games] == [1, 2, 3]


def test_the_players_moves_say_who_plays() -> None:
    shown = belief(as_agent(PARTNERS[0]), [episode(PARTNERS[0], 1)[0]], PLAYER)
    likeliest = max(zip(shown.probabilities, shown.hypotheses, strict=True), key=lambda p: p[0])
    assert likeliest[1].niche == [3, 2]
    assert shown.entropy < 1
    assert shown.history[0].entropy == pytest.approx(shown.max_entropy)


def test_behaviour_is_measured_as_the_features_say() -> None:
    games = episode(PARTNERS[1])
    shown = belief(as_agent(PARTNERS[1]), games, PLAYER)
    hints, chances = 0, 0
    for meeting in games:
        states = list(meeting.transcript.positions())
        for before, after in itertools.pairwise(states):
            if after.events[-1].actor == PLAYER and before.hints:
                chances += 1
                hints += after.events[-1].kind.startswith("hint")
    assert shown.measured[0].value == pytest.approx(hints / chances)
    assert shown.measured[0].chances == chances
    assert shown.trail[-1][0] == pytest.approx(hints / chances)


def test_agents_without_beliefs_are_refused() -> None:
    with pytest.raises(ty.TamayaError, match="'piers' has no beliefs"):
        belief(as_agent("piers"), episode(PARTNERS[1], 1), PLAYER)


def test_probabilities_add_up() -> None:
    shown: BeliefView = belief(as_agent(PARTNERS[1]), episode(PARTNERS[1], 2), PLAYER)
    assert sum(shown.probabilities) == pytest.approx(1)
    assert 0 <= shown.entropy <= shown.max_entropy
