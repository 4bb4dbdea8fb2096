"""HTTP routes of replays: finished games, explanations, and other moves tried out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tamaya.agents.seeds import parse_key
from tamaya.errors import BodyError
from tamaya.web.game.history import GameHistory, Viewer, deck_text
from tamaya.web.game.protocol import TableView
from tamaya.web.game.records import Began, Moved, SeatedPlayer
from tamaya.web.http.bodies import answer, described, read
from tamaya.web.http.response_cache import cache_of, cached_response
from tamaya.web.live import exchange_routes, sessions
from tamaya.web.live.hub import Hub
from tamaya.web.live.protocol import CreatedGame, Export, SeatToken
from tamaya.web.live.roster import Roster, display
from tamaya.web.live.sessions import hub_of
from tamaya.web.replay.explanations import thinker
from tamaya.web.replay.protocol import (
    Answer,
    AskBody,
    Asked,
    Beliefs,
    Branch,
    Marked,
    PlayOnBody,
    Replay,
    ReplaySeat,
    ShowBody,
    ShowMade,
    Tried,
    TryBody,
)
from tamaya.web.replay.recording import Recording, beliefs
from tamaya.web.replay.showcase import Showcase

router = APIRouter(prefix="/api/replays")
_EVERYTHING = Viewer(None, plays=False)
_MAX_SEARCH_TURNS = 30
"""most moves when searching agents play on, since each move takes long"""


class ReplayGame:
    """A finished game, as records (to show tables) and as a recording (to ask agents)."""

    def __init__(self, id: str, history: GameHistory, before: Sequence[GameHistory] = ()) -> None:
        self.id = id
        self.history = history
        self.recording = _recording(
            id, history, tuple(_recording("", earlier) for earlier in before)
        )

    @classmethod
    def of_showcase(cls, showcase: Showcase, roster: Roster) -> ReplayGame:
        """Plays a demonstration game.

        :raises TamayaError: if an agent is unknown or fails
        """
        recording = showcase.play([thinker(roster.spec(agent)) for agent in showcase.agents])
        transcript = recording.transcript
        seats = tuple(SeatedPlayer("agent", display(agent), agent) for agent in showcase.agents)
        began = Began(
            0.0,
            str(transcript.setup),
            deck_text(transcript.deck),
            showcase.seed,
            seats,
            "negative",
            "",
            imported=True,
        )
        moves = [str(move) for move in transcript.moves] + [""] * transcript.forfeit
        return cls(showcase.id, GameHistory(began, _moved(recording, moves, 0)))

    def branched(self, branch: Branch | None) -> ReplayGame:
        """The same game with other moves from some turn on.

        :raises TamayaError: if a move is illegal
        """
        if branch is None:
            return self
        recording = self.recording.branched(branch.turn, branch.moves)
        moves_before = self.history.moves[: branch.turn]
        history = GameHistory(
            self.history.began, [*moves_before, *_moved(recording, branch.moves, branch.turn)]
        )
        finished = ReplayGame(self.id, history)
        finished.recording = recording
        return finished

    def played_on(self, agents: Sequence[str], turns: int) -> ReplayGame:
        """The game continued by agents from the last position."""
        players = [thinker(spec) for spec in agents]
        moves = self.recording.played_on(players, turns)
        state = self.recording.positions[-1].copy()
        more = []
        for move in moves:
            more.append(Moved(0.0, state.current, move))
            if move:
                state.apply(move)
        return ReplayGame(self.id, GameHistory(self.history.began, [*self.history.moves, *more]))

    def tables(self, first: int = 0) -> list[TableView]:
        """The table with all hands after each move, from some turn on."""
        history = GameHistory(self.history.began, self.history.moves[:first])
        tables = [history.table(_EVERYTHING)]
        for moved in self.history.moves[first:]:
            history.take(moved)
            tables.append(history.table(_EVERYTHING))
        return tables


def _recording(id: str, history: GameHistory, before: tuple[Recording, ...] = ()) -> Recording:
    began = history.began
    agents = tuple(sitting.agent or None for sitting in began.seats)
    key = parse_key(began.key)
    return Recording(id, history.transcript(), agents, began.seed, key, before)


def _moved(recording: Recording, moves: Sequence[str], first: int) -> list[Moved]:
    seats = [recording.positions[first + at].current for at in range(len(moves))]
    return [Moved(0.0, seat, move) for seat, move in zip(seats, moves, strict=True)]


async def replay_game(request: Request, id: str) -> ReplayGame:
    """The game of a replay.

    :raises NotOverError: if the game is not over
    """
    hub, memory = hub_of(request), cache_of(request)
    showcase = Showcase.parse(id)
    if showcase is not None:
        return await memory.get(("game", id), lambda: ReplayGame.of_showcase(showcase, hub.roster))
    history = await hub.finished_game(id)
    began = history.began
    past = await hub.store.episode(began.episode, began.number) if began.number > 1 else ()
    return await memory.get(
        ("game", id, len(history.moves)),
        lambda: ReplayGame(id, history, [game.history for game in past]),
    )


@router.post("", **described(ShowMade, takes=ShowBody))
async def show(request: Request) -> Response:
    """Plays a demonstration game of agents."""
    body = await read(request, ShowBody)
    showcase = Showcase(tuple(body.agents), body.setup, body.seed)
    await replay_game(request, showcase.id)
    return answer(ShowMade(showcase.id))


@router.get("/{id}", **described(Replay, errors=(404, 409)))
async def replay(request: Request, id: str) -> Response:
    """Returns a whole finished game."""
    finished, roster = await replay_game(request, id), hub_of(request).roster
    return await cached_response(request, ("replay", id), lambda: replay_body(finished, roster))


@router.get("/{id}/export", **described(Export, errors=(404, 409)))
async def export(request: Request, id: str) -> Response:
    """Exports a finished game: JSON and a link for hanab.live, and a transcript."""
    finished = await replay_game(request, id)
    if Showcase.parse(id) is None:
        return await exchange_routes.export(request, id)
    return answer(exchange_routes.exported(id, finished.history, None))


def replay_body(finished: ReplayGame, roster: Roster) -> Replay:
    """Everything about a game: tables, log and turns with mistakes."""
    history, positions = finished.history, finished.recording.positions
    setup, last = history.state.setup, history.state
    tables = finished.tables()
    ceilings = [table.ceiling for table in tables]
    marks = []
    for turn, event in enumerate(last.events):
        lost = ceilings[turn] - ceilings[turn + 1]
        if event.kind == "play" and not event.scored:
            marks.append(Marked(turn, "misplay", lost))
        elif lost:
            marks.append(Marked(turn, "lost", lost))
    return Replay(
        id=finished.id,
        seats=[
            ReplaySeat(
                player.name, player.human, sitting.agent if roster.has(sitting.agent) else ""
            )
            for player, sitting in zip(history.players, history.began.seats, strict=True)
        ],
        setup=str(setup),
        suits=setup.suits,
        hint_colors=setup.hint_colors,
        deck=list(map(str, last.full_deck)),
        moves=[moved.move for moved in history.moves],
        score=last.score,
        max_score=setup.max_score,
        bombed=last.bombed,
        tables=tables,
        choices=[list(map(str, state.legal_moves())) for state in positions],
        log=list(history.log(None)),
        marks=marks,
        episode=history.began.episode,
        number=history.began.number,
    )


Turn = Annotated[int, Query(ge=0, le=1000)]
From = Annotated[int | None, Query(alias="from", ge=0, le=1000)]
Moves = Annotated[str, Query(max_length=4000)]


def _branch(start: int | None, moves: str) -> Branch | None:
    return None if start is None else Branch(start, [move for move in moves.split(";") if move])


@router.get("/{id}/trace", **described(Answer, errors=(404, 409)))
async def trace(  # noqa: PLR0913, PLR0917
    request: Request, id: str, turn: Turn, agent: str, start: From = None, moves: Moves = ""
) -> Response:
    """Returns the move of an agent in a position, and why it makes it.

    `from` and `moves` (separated by semicolons) ask about another course of the game.
    """
    finished, spec = await replay_game(request, id), hub_of(request).roster.spec(agent)
    branch = _branch(start, moves)
    response = await cache_of(request).get(
        ("trace", id, turn, spec, start, moves), lambda: _ask(finished, branch, turn, agent, spec)
    )
    return answer(response)


def _ask(finished: ReplayGame, branch: Branch | None, turn: int, agent: str, spec: str) -> Answer:
    reply = finished.branched(branch).recording.ask(turn, thinker(spec))
    return Answer(agent, reply.move, reply.why, reply.explained)


@router.get("/{id}/beliefs", **described(Beliefs, errors=(404, 409)))
async def card_beliefs(  # noqa: PLR0913, PLR0917
    request: Request,
    id: str,
    turn: Turn,
    seat: Annotated[int, Query(ge=0, le=4)],
    start: From = None,
    moves: Moves = "",
) -> Response:
    """Returns what the cards of a seat could be, by what the seat knew."""
    finished = await replay_game(request, id)
    branch = _branch(start, moves)

    def compute() -> Beliefs:
        state = finished.branched(branch).recording.at(turn)
        if seat >= state.setup.players:
            raise BodyError(422, f"no seat {seat} at this table")
        return Beliefs(seat, state.setup.suits, beliefs(state, seat))

    return answer(await cache_of(request).get(("cards", id, turn, seat, start, moves), compute))


@router.post("/{id}/ask", **described(Asked, takes=AskBody, errors=(404, 409)))
async def ask(request: Request, id: str) -> Response:
    """Returns the moves of several agents in a position, and why they make them."""
    finished, body = await replay_game(request, id), await read(request, AskBody)
    roster, memory = hub_of(request).roster, cache_of(request)
    branch, turn = body.branch, body.turn
    course = None if branch is None else (branch.turn, tuple(branch.moves))
    answers = []
    for agent in dict.fromkeys(body.agents):
        spec = roster.spec(agent)
        answers.append(
            await memory.get(
                ("ask", id, turn, spec, course),
                lambda agent=agent, spec=spec: _ask(finished, branch, turn, agent, spec),  # type: ignore[misc]
            )
        )
    seat, move = await memory.get(
        ("actual", id, turn, course), lambda: _actual_move(finished, branch, turn)
    )
    return answer(Asked(turn, seat, move, answers))


def _actual_move(finished: ReplayGame, branch: Branch | None, turn: int) -> tuple[int, str | None]:
    """The seat to move, and the move that was made."""
    line = finished.branched(branch).recording
    moves = line.transcript.moves[turn : turn + 1]
    return line.at(turn).current, str(moves[0]) if moves else None


@router.post("/{id}/try", **described(Tried, takes=TryBody, errors=(404, 409)))
async def try_moves(request: Request, id: str) -> Response:
    """Plays other moves, then lets agents play on."""
    finished, body = await replay_game(request, id), await read(request, TryBody)
    hub = hub_of(request)
    specs = [hub.roster.spec(agent) for agent in body.agents]
    if len(specs) != finished.recording.transcript.setup.players:
        raise BodyError(422, f"{len(specs)} agents for {len(finished.history.players)} seats")
    turns = (
        min(body.turns, _MAX_SEARCH_TURNS) if any("mc" in spec for spec in specs) else body.turns
    )
    first = body.branch.turn

    def compute() -> Tried:
        continued_game = finished.branched(body.branch).played_on(specs, turns)
        last = continued_game.history.state
        return Tried(
            continued_game.tables(first),
            [
                list(map(str, state.legal_moves()))
                for state in continued_game.recording.positions[first:]
            ],
            list(continued_game.history.log(None)[first:]),
            [moved.move for moved in continued_game.history.moves[first:]],
            last.score,
            last.over,
        )

    key = ("try", id, first, tuple(body.branch.moves), tuple(specs), turns)
    return await cached_response(request, key, compute)


@router.post(
    "/{id}/branch", **described(CreatedGame, takes=PlayOnBody, errors=(403, 404, 409, 429, 503))
)
async def play_on(request: Request, id: str) -> Response:
    """Starts a new game from a position of this one; the caller takes a seat."""
    finished, body, hub = (
        await replay_game(request, id),
        await read(request, PlayOnBody),
        hub_of(request),
    )
    if not request.app.state.creations.take(sessions.address_of(request, hub.config)):
        raise BodyError(429, "too many new games: try again in a minute")
    if len(body.seats) != len(finished.history.players) or body.seats.count(None) != 1:
        raise BodyError(422, "expected null for your seat and an agent for every other seat")
    history = await asyncio.to_thread(continued, finished, body, hub)
    session = sessions.or_fresh(request)
    new = await hub.branch(history, session)
    ((seat, token),) = new.tokens.items()
    created = CreatedGame(new.game, (SeatToken(seat, token),), seat)
    return sessions.remember(answer(created), session, hub.config)


def continued(finished: ReplayGame, body: PlayOnBody, hub: Hub) -> GameHistory:
    """The game up to the branch, with new players.

    :raises TamayaError: if the game is over there, or an agent is unknown
    """
    branched = finished.branched(body.branch)
    if branched.history.state.over:
        raise BodyError(422, "the game is over at this turn: there is nothing left to play")
    old = finished.history.began
    for agent in body.seats:
        if agent is not None:
            hub.roster.spec(agent)  # raises if the agent is unknown
    seats = tuple(
        SeatedPlayer("human", player.name if player.human else "You")
        if agent is None
        else SeatedPlayer("agent", display(agent), agent)
        for agent, player in zip(body.seats, finished.history.players, strict=True)
    )
    began = Began(0.0, old.setup, old.deck, old.seed, seats, old.help, "")
    return GameHistory(began, branched.history.moves)
