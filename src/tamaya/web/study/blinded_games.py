"""Sets up participants' games (agent, deck, partner's name) so that nothing tells arms apart."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tamaya import __version__
from tamaya.agents.seeds import new_key
from tamaya.game import Card, Setup, State
from tamaya.humans.hanabi_data import shuffled_deck
from tamaya.study.assignment import Treatment, deck_seed
from tamaya.study.draws import Draws
from tamaya.study.progress import Participation
from tamaya.study.records import Assigned, Part, Seated
from tamaya.study.study_file import Practice, Seeds, StudyFile, Text
from tamaya.web.game.history import deck_text
from tamaya.web.game.records import Began, SeatedPlayer
from tamaya.web.http import tokens
from tamaya.web.live.agent_server import AgentQuestion
from tamaya.web.live.roster import Roster, without_folders
from tamaya.web.live.seated_agent import PastGame

PARTNER = {"en": "Partner", "de": "Partner"}
PERSON = {"en": "You", "de": "Du"}


@dataclass(frozen=True)
class Deal:
    """What a game needs to begin."""

    part: Part
    number: int
    arm: str
    agent: str
    seed: int
    shuffle: str
    letter: str
    """stands for the arm in the partner's name: A for the first arm that this person met"""
    meeting: int
    """how often the person meets this arm, counted from 1"""


def deal_of(progress: Participation) -> Deal:
    """The game of the current page, or the next later game."""
    step = progress.current
    if step is not None and isinstance(step.page, Practice):
        return Deal("practice", 0, "", step.page.agent, step.page.seed, "tamaya", "", 1)
    study, assigned = progress.study, progress.assigned
    assert assigned is not None
    shuffle = study.decks.shuffle if isinstance(study.decks, Seeds) else "tamaya"
    if step is not None:
        arm = assigned.arms[step.game - 1]
        treatment = Treatment(assigned.arms, assigned.deck)
        seed = deck_seed(study, assigned.slot, treatment, step.game)
        return _deal(progress, "study", step.game, arm, seed, shuffle)
    arm, seed = _later(study, assigned, progress.later_games)
    return _deal(progress, "later", study.games + progress.later_games + 1, arm, seed, shuffle)


def _later(study: StudyFile, assigned: Assigned, number: int) -> tuple[str, int]:
    later = study.later_games
    assert later is not None
    draws = Draws(study.seed, f"later {assigned.slot} {number}")
    arm = study.arms[draws.below(len(study.arms))].name
    return arm, later.first_seed + draws.below(later.last_seed - later.first_seed + 1)


def _deal(  # noqa: PLR0913, PLR0917
    progress: Participation, part: Part, number: int, arm: str, seed: int, shuffle: str
) -> Deal:
    met = [seated.arm for seated in progress.seats.values() if seated.part != "practice"]
    order = list(dict.fromkeys([*met, arm]))
    agent = next(candidate.agent for candidate in progress.study.arms if candidate.name == arm)
    letter = chr(ord("A") + order.index(arm))
    return Deal(part, number, arm, agent, seed, shuffle, letter, met.count(arm) + 1)


def begun(participant: str, progress: Participation, deal: Deal, at: float) -> Began:
    """The event that begins a game."""
    study, step = progress.study, progress.current
    limit = step.limit if step is not None else None
    setup = Setup.parse(study.table.setup)
    person = SeatedPlayer("human", PERSON[progress.language])
    partner = SeatedPlayer("agent", _partner(progress, deal), without_folders(deal.agent))
    remembers = study.table.remember and deal.part != "practice"
    return Began(
        at=at,
        setup=str(setup),
        deck=deck_text(_cards(deal, setup)),
        seed=deal.seed,
        seats=(person, partner) if study.table.seat == 0 else (partner, person),
        help=study.table.help,
        episode=f"{participant}-{deal.letter}" if remembers else tokens.fresh_id(),
        number=deal.meeting if remembers else 1,
        version=__version__,
        key=new_key().hex(),
        study=study.id,
        comments=study.table.comments,
        reply=study.table.reply_seconds,
        until=at + limit.seconds if limit is not None else None,
    )


def seated(progress: Participation, deal: Deal, game: str, at: float) -> Seated:
    """The record of a game that begins now."""
    later = deal.part == "later"
    step = len(progress.path) + 1 + progress.later_games if later else progress.step
    deck = f"2017:{deal.seed}" if deal.shuffle == "python2" else str(deal.seed)
    seat = progress.study.table.seat
    return Seated(at, step, game, deal.number, deal.part, deal.arm, deal.agent, deck, seat)


def first_questions(study: StudyFile, roster: Roster) -> list[AgentQuestion]:
    """A first move for every agent of a study, which loads what the agent needs."""
    practice = [page.agent for page in study.pages if isinstance(page, Practice)]
    agents = {without_folders(agent) for agent in (*(arm.agent for arm in study.arms), *practice)}
    setup = Setup.parse(study.table.setup)
    game = PastGame(str(setup), deck_text(State.deal(0, setup).full_deck), 0, (), new_key())
    return [
        AgentQuestion(f"first {agent}", roster.spec(agent), 0, 2, 1, game, past=None, over=False)
        for agent in sorted(agents)
    ]


def _cards(deal: Deal, setup: Setup) -> list[Card]:
    if deal.shuffle == "python2":
        return shuffled_deck(random.Random(deal.seed))
    return list(State.deal(deal.seed, setup).full_deck)


def _partner(progress: Participation, deal: Deal) -> str:
    text: Text = progress.study.table.partner or PARTNER
    name = text if isinstance(text, str) else text[progress.language]
    if deal.part == "practice":
        name = PARTNER[progress.language]
    return name.replace("{arm}", deal.letter).strip()[:40]
