"""What a meta-agent believes about a player, as far as that player may know it.

During a game, a page may show only what follows from the player's own view; anything else could
reveal the player's cards. The published meta-agent uses public events only, so its belief is shown.
The detective's belief also depends on the player's hand, which the detective sees. Its belief is
held back until the game is over. Until then, the page shows a belief computed from the player's own
views: each hypothesis is asked for its move in what the player saw.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from tamaya import _core
from tamaya.agents import Agent, Episode
from tamaya.agents.elite import niche_text
from tamaya.features import Counters, features
from tamaya.game import Event, Seat, Seed, State, TamayaError, View
from tamaya.meta import Detective, Experience, MetaAgent
from tamaya.meta.accounts import UNSEEN, WholeAccount
from tamaya.meta.agent import MetaPlayer
from tamaya.meta.detective import DOUBTS, DetectivePlayer
from tamaya.numbers import Floats
from tamaya.transcript import Transcript
from tamaya.web.belief.protocol import (
    BeliefMoment,
    BeliefShare,
    BeliefView,
    EpisodeGame,
    ExpectedScore,
    Hypothesis,
    MeasuredFeature,
)
from tamaya.web.maps.feature_words import feature_words

_TOP = 3
"""hypotheses listed for each moment"""


@dataclass(frozen=True)
class Meeting:
    """A game of an episode, finished or not, with the agent's seat and random seed."""

    transcript: Transcript
    seat: Seat
    seed: Seed


@dataclass
class _Notes:
    """Records how a belief changes."""

    experience: Experience
    moments: list[BeliefMoment] = field(default_factory=list)
    row: Floats = field(default_factory=lambda: np.zeros(0))

    def note(
        self, game: int, turn: int, row: Floats, answer: tuple[int, float], move: str | None
    ) -> None:
        """Records the belief at one moment."""
        names = [str(name) for name in self.experience.hypotheses.names]
        order = np.argsort(-row, kind="stable")[:_TOP]
        shifted = 0.5 * float(np.abs(row - self.row).sum()) if self.row.size and move else 0.0
        self.row = row
        self.moments.append(
            BeliefMoment(
                game,
                turn,
                entropy(row),
                [BeliefShare(names[i], float(row[i])) for i in order],
                str(self.experience.responses.names[answer[0]]),
                answer[1],
                shifted,
                move,
            )
        )


def belief(agent: Agent, games: Sequence[Meeting], player: Seat) -> BeliefView:
    """The belief that a player may see now; the last game may be unfinished.

    :raises TamayaError: if the agent is not a meta-agent, or there are no games
    """
    if not isinstance(agent, MetaAgent | Detective):
        raise TamayaError(f"{agent.name!r} has no beliefs about partners (expected meta:...)")
    if not games:
        raise TamayaError("no game has started")
    running = not games[-1].transcript.replay().over
    held_back = running and isinstance(agent, Detective)
    notes = _Notes(agent.experience)
    if held_back:
        row = _follow_moves(agent.experience, games, player, notes)
    else:
        row = _follow_agent(agent, games, player, notes)
    return _view(agent, games, player, notes, row, held_back=held_back)


def _view(  # noqa: PLR0913
    agent: MetaAgent | Detective,
    games: Sequence[Meeting],
    player: Seat,
    notes: _Notes,
    row: Floats,
    *,
    held_back: bool,
) -> BeliefView:
    pool, expected = agent.experience.hypotheses, agent.experience.scores @ row
    order = np.argsort(-expected, kind="stable")[:_TOP]
    names = [str(name) for name in agent.experience.responses.names]
    counted = list(_counted(games, player))
    total = counted[-1] if counted else Counters()
    return BeliefView(
        "moves" if held_back else "partner",
        games[-1].transcript.replay().over,
        held_back,
        agent.mode.name if isinstance(agent, MetaAgent) else "detective",
        list(pool.features),
        feature_words(*pool.features),
        list(pool.grid),
        [
            Hypothesis(
                str(elite.name), list(elite.niche), f"elite:{pool.name}#{niche_text(elite.niche)}"
            )
            for elite in pool.elites
        ],
        row.tolist(),
        entropy(row),
        math.log2(len(row)),
        notes.moments[-1].response,
        [ExpectedScore(names[i], float(expected[i])) for i in order],
        [_measured(name, total) for name in pool.features if name not in UNSEEN],
        _trail(pool.features, counted),
        notes.moments,
        [
            _finished(number, meeting)
            for number, meeting in enumerate(games, 1)
            if meeting.transcript.replay().over
        ],
    )


def entropy(row: Floats) -> float:
    """The entropy of probabilities, in bits."""
    positive = row[row > 0]
    return float(-(positive * np.log2(positive)).sum()) + 0.0


def _finished(number: int, meeting: Meeting) -> EpisodeGame:
    last = meeting.transcript.replay()
    return EpisodeGame(number, last.score, last.bombed, last.turn)


def _steps(meeting: Meeting) -> Iterator[tuple[State, State, Event]]:
    """Yields the positions before and after each move, and its event."""
    before: State | None = None
    for after in meeting.transcript.positions():
        if before is not None:
            yield before, after, after.events[-1]
        before = after


def _follow_agent(
    agent: MetaAgent | Detective, games: Sequence[Meeting], player: Seat, notes: _Notes
) -> Floats:
    """Replays the episode for the agent, and records its belief."""
    players = games[0].transcript.setup.players
    believer = agent.sit(games[0].seat)
    assert isinstance(believer, MetaPlayer | DetectivePlayer)
    believer.begin_episode(Episode(tuple(f"partner-{i}" for i in range(1, players)), len(games)))
    partner = f"partner-{(player - games[0].seat) % players}"
    for number, meeting in enumerate(games, 1):
        seat = meeting.seat
        believer.begin_game(meeting.transcript.start().view(seat), meeting.seed)
        _note(believer, partner, notes, (number, 0))
        for before, after, event in _steps(meeting):
            if event.actor == seat:
                believer.decide(before.view(seat))
            believer.observe(event, after.view(seat))
            if event.actor == player and isinstance(believer, DetectivePlayer):
                _note(believer, partner, notes, (number, after.turn), str(event.move))
        last = meeting.transcript.replay()
        if last.over:
            believer.end_game(last.view(seat))
            if isinstance(believer, MetaPlayer) and number == len(games):
                row = np.array(believer.next_beliefs[partner].probabilities)
                best = int((agent.experience.scores @ row).argmax())
                answer = best, float(agent.experience.scores[best] @ row)
                notes.note(number, last.turn, row, answer, "")
    return notes.row


def _note(
    believer: MetaPlayer | DetectivePlayer,
    partner: str,
    notes: _Notes,
    when: tuple[int, int],
    move: str | None = None,
) -> None:
    choice = believer.choices[-1]
    place = believer.experience.responses.names.index(choice.response)
    row = np.array(believer.beliefs[partner].probabilities)
    notes.note(*when, row, (place, choice.expected), move)


def _follow_moves(
    experience: Experience, games: Sequence[Meeting], player: Seat, notes: _Notes
) -> Floats:
    """Updates a belief from the player's moves and the player's own views, and nothing else."""
    size = len(experience.hypotheses)
    mass = np.full((size, len(DOUBTS)), 1 / (size * len(DOUBTS)))
    trust = np.array([share for _, share in DOUBTS])
    anybody = experience.scores.mean(axis=1)

    def note(number: int, turn: int, move: str | None) -> None:
        expected = experience.scores @ (mass @ trust) + anybody * (1 - float((mass @ trust).sum()))
        best = int(expected.argmax())
        notes.note(number, turn, mass.sum(axis=1), (best, float(expected[best])), move)

    for number, meeting in enumerate(games, 1):
        note(number, 0, None)
        for before, after, event in _steps(meeting):
            if event.actor != player or event.move is None:
                continue
            mass = mass * _likelihoods(experience, before.view(player), event)
            mass /= mass.sum()
            note(number, after.turn, str(event.move))
    return notes.row


def _likelihoods(experience: Experience, view: View, event: Event) -> Floats:
    """The likelihood of a move under each hypothesis and degree of doubt."""
    legal = len(view.legal_moves())
    same = np.array(
        [
            _core.NativeSeat(elite.policy, view.turn).decide(view).move == event.move
            for elite in experience.suspects
        ],
        float,
    )
    doubt = np.array([share for share, _ in DOUBTS])
    row: Floats = same[:, None] * (1 - doubt) + doubt / legal
    return row


def _counted(games: Sequence[Meeting], player: Seat) -> Iterator[Counters]:
    """Yields the player's counters after each of the player's moves, from public events only."""
    total = Counters()
    for meeting in games:
        start = meeting.transcript.start()
        account = WholeAccount(start.view(meeting.seat))
        for _, after, event in _steps(meeting):
            account.observe(event, after.view(meeting.seat))
            if event.actor == player:
                yield total + account.seen[player]
        total += account.seen[player]


_CHANCES = {
    "communicativeness": ("turns_with_hint", 1),
    "information_per_play": ("plays", 2),
    "explicit_information_per_play": ("plays", 2),
}
"""what a feature is a share of: a counter, and the factor for each count"""


def _measured(name: str, total: Counters) -> MeasuredFeature:
    (feature,) = features(name)
    value = feature(total)
    counter, each = _CHANCES.get(name, ("turns", 1))
    chances = each * int(getattr(total, counter))
    if math.isnan(value) or not chances:
        return MeasuredFeature(name, None, None, chances)
    # The proportion of Agresti and Coull, whose error is useful at 0 % and 100 % too.
    share = (value * chances + 2) / (chances + 4)
    return MeasuredFeature(name, value, math.sqrt(share * (1 - share) / (chances + 4)), chances)


def _trail(names: Sequence[str], counted: Sequence[Counters]) -> list[list[float]]:
    if len(names) != 2 or any(name in UNSEEN for name in names):
        return []
    axes = features(*names)
    points = ([feature(total) for feature in axes] for total in counted)
    return [point for point in points if not any(map(math.isnan, point))]
