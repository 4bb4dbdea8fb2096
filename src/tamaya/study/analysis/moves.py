"""How often agents would have made the moves of the participants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tamaya.humans.agreement import Agreement, agreement, chance
from tamaya.humans.games import HumanGame
from tamaya.stats import Estimate
from tamaya.study.analysis.units import arm_names, study_games
from tamaya.study.study_file import StudyFile
from tamaya.study.tables import GameRow, StudyTables
from tamaya.transcript import Transcript

_NORMAL = 1.959963984540054


@dataclass(frozen=True)
class Same:
    """A share of decisions with its 95 % interval, clustered by person."""

    decisions: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class AgentMoves:
    """One agent, asked for every decision of the participants."""

    agent: str
    same_move: Same
    same_kind: Same
    """a play, discard or hint where the person made one"""
    by_arm: dict[str, Same]
    """same move, in games with each arm"""


def moves_alike(
    study: StudyFile, tables: StudyTables, progress: Callable[[float], None] = lambda _: None
) -> tuple[AgentMoves, ...]:
    """Compares the participants' moves with those of agents, and with chance.

    Games without a transcript are left out: the public data of 2017 have some whose moves were
    recorded out of step. The agents are those of `analysis.agents`, or else those of the arms.

    :raises TamayaError: if an agent is unknown or fails
    """
    games = [game for game in study_games(tables) if game.transcript]
    played = [as_human_game(game) for game in games]
    agents = study.analysis.agents or tuple(dict.fromkeys(arm.agent for arm in study.arms))
    agents_alike = [_summary(study, games, played, chance(played))]
    for place, agent in enumerate(agents):

        def advance(done: int, place: int = place) -> None:
            progress((place + done / max(1, len(played))) / len(agents))

        agents_alike.append(_summary(study, games, played, agreement(played, agent, advance)))
    return tuple(agents_alike)


def as_human_game(game: GameRow) -> HumanGame:
    """Converts a row of the tables to a `HumanGame`."""
    people = tuple(game.participant if seat == game.seat else None for seat in range(2))
    return HumanGame(game.game, Transcript.parse(game.transcript), people, source="tamaya")


def _summary(
    study: StudyFile, games: Sequence[GameRow], played: Sequence[HumanGame], answers: Agreement
) -> AgentMoves:
    arms = [game.arm for game, human in zip(games, played, strict=True) for _ in _decisions(human)]
    assert len(arms) == len(answers)
    return AgentMoves(
        answers.agent,
        _same(answers.share()),
        _same(answers.share(same_kind=True)),
        {arm: _same(_of_arm(answers, arms, arm).share()) for arm in arm_names(study)},
    )


def _decisions(game: HumanGame) -> Sequence[int]:
    """The turns in which the person moved; two players take turns from seat 0 on."""
    seat = next(seat for seat, person in enumerate(game.people) if person is not None)
    return range(seat, len(game.transcript.moves), 2)


def _of_arm(answers: Agreement, arms: Sequence[str], arm: str) -> Agreement:
    places = [place for place, name in enumerate(arms) if name == arm]
    return Agreement(
        answers.agent,
        tuple(answers.people[place] for place in places),
        tuple(answers.kinds[place] for place in places),
        answers.exact[places],
        answers.same_kind[places],
    )


def _same(share: Estimate) -> Same:
    reach = _NORMAL * share.sem
    low, high = max(0.0, share.mean - reach), min(1.0, share.mean + reach)
    return Same(share.games, share.mean, low, high)
