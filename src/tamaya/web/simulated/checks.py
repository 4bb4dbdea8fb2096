"""Checks that the server stored everything that bots did and saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tamaya.study.tables import StudyTables
from tamaya.transcript import Transcript
from tamaya.web.simulated.person import BotAccount


def missing(accounts: Iterable[BotAccount], tables: StudyTables) -> list[str]:
    """Differences between exported tables and the bots' accounts, in words; empty if none."""
    people = {row.participant: row for row in tables.participants}
    answers: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in sorted(tables.answers, key=lambda row: row.at):
        answers[row.participant].append((row.item, row.value))
    transcripts = {
        game.game: [str(move) for move in Transcript.parse(game.transcript).moves]
        for game in tables.games
    }
    problems: list[str] = []
    for account in accounts:
        if not account.participant:
            continue
        who = f"participant {account.participant}"
        person = people.get(account.participant)
        if person is None:
            problems.append(f"{who} is not in the tables")
            continue
        if account.ended == "end" and person.status != "complete":
            problems.append(f"{who} saw the end, but is {person.status}")
        if sorted(account.answers) != sorted(answers[account.participant]):
            problems.append(f"{who} gave other answers than are stored")
        for game, moves in (account.games | account.closed).items():
            stored = transcripts.get(game, [])
            seen = stored[: len(moves)] if game in account.closed else stored
            if seen != moves:
                problems.append(
                    f"{who} saw {len(moves)} moves of game {game}, {len(stored)} are stored"
                )
    return problems
