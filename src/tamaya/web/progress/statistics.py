"""Statistics of a person's games: by partner, over time, and streaks."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence

from tamaya.stats import estimate
from tamaya.web.live.roster import display
from tamaya.web.progress.protocol import FinishedGame, PartnerRecord, Streaks
from tamaya.web.storage.profile_store import OwnGame, PuzzleTry

SHOWN = 60
"""most scores of a partner that are sent"""


def practice_games(games: Sequence[OwnGame]) -> set[str]:
    """Games in which the person knew the deck, or that began in the middle of another.

    :param games: in any order
    """
    known: set[str] = set()
    practice: set[str] = set()
    for game in sorted(games, key=lambda game: game.created):
        if game.deck is None or game.deck in known:
            practice.add(game.id)
        else:
            known.add(game.deck)
    return practice


def past_game(game: OwnGame, practice: Iterable[str]) -> FinishedGame:
    """A finished game, as the history lists it."""
    others = [name for seat, name in enumerate(game.names) if seat != game.seat]
    return FinishedGame(
        game=game.id,
        created=game.created,
        partners=others,
        score=game.score,
        max_score=game.max_score,
        bombed=game.bombed,
        practice=game.id in set(practice),
    )


def partner_of(game: OwnGame) -> tuple[str, str]:
    """Id and name of the partner; people and mixed tables have no id."""
    others = {agent for seat, agent in enumerate(game.agents) if seat != game.seat}
    if len(others) == 1 and (agent := others.pop()):
        return agent, display(agent)
    return "", ""


def partner_records(games: Sequence[OwnGame]) -> list[PartnerRecord]:
    """Statistics by partner, most games first.

    :param games: finished games without practice
    """
    by_partner: dict[tuple[str, str], list[OwnGame]] = {}
    for game in sorted(games, key=lambda game: game.created):
        by_partner.setdefault(partner_of(game), []).append(game)
    records = [_record(*partner, played) for partner, played in by_partner.items()]
    return sorted(records, key=lambda record: (-record.games, record.name))


def _record(partner: str, name: str, games: Sequence[OwnGame]) -> PartnerRecord:
    scores = [game.score for game in games]
    mean = estimate(scores)
    return PartnerRecord(
        partner=partner,
        name=name,
        games=len(games),
        mean=round(mean.mean, 2),
        error=None if math.isnan(mean.sem) else round(mean.sem, 2),
        best=max(scores),
        bombed=sum(game.bombed for game in games),
        scores=scores[-SHOWN:],
    )


def streaks(games: Sequence[OwnGame], tries: Sequence[PuzzleTry]) -> Streaks:
    """Days, and games in a row without losing all lives.

    :param games: finished games, newest first
    """
    days = {_day(game.created) for game in games} | {_day(answer.at) for answer in tries}
    runs = [0]
    for game in sorted(games, key=lambda game: game.created):
        runs.append(0 if game.bombed else runs[-1] + 1)
    return Streaks(len(days), runs[-1], max(runs), max((game.score for game in games), default=0))


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at))
