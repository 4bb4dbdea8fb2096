"""One game, move by move."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya import _core
from tamaya.agents import AgentLike
from tamaya.arena.team import Team
from tamaya.game import IllegalMoveError, Move, Seed, Setup, State, TamayaError
from tamaya.transcript import Transcript


class AgentError(TamayaError):
    """An agent failed: the message names it, the game and the turn."""


@dataclass(frozen=True)
class Game:
    """A finished game."""

    agents: tuple[str, ...]
    """who played, by seat"""
    seed: Seed
    final: State
    """the last position"""

    @property
    def score(self) -> int:
        """Points on the table, kept when bombed."""
        return self.final.score

    @property
    def strict_score(self) -> int:
        """Points on the table, 0 when bombed."""
        return self.final.strict_score

    @property
    def bombed(self) -> bool:
        """Was the last life lost?"""
        return self.final.bombed

    @property
    def transcript(self) -> Transcript:
        """The game as set-up, deck and moves."""
        return Transcript.of(self.final, self.agents)

    def __str__(self) -> str:
        return self.transcript.render()

    def __repr__(self) -> str:
        bombed = ", bombed" if self.bombed else ""
        return f"<Game: {' and '.join(self.agents)}, seed {self.seed}, score {self.score}{bombed}>"


def play(*agents: AgentLike, seed: Seed = 0, setup: Setup | str = "standard") -> Game:
    """Plays one game, with the first agent in seat 0.

    :param agents: names, objects or classes, one for each seat
    :param seed: decides the deck and every agent's own randomness
    :param setup: a `Setup`, or words like "competition" or "standard max_lives=1"
    :raises AgentError: if an agent fails or gives something that is no move
    :raises IllegalMoveError: if an agent's move is not legal and the set-up does not end such games
    """
    team = Team.seat(agents, setup)
    team.begin_episode(games=1)
    final = play_to_end(team, seed)
    team.end_episode()
    return Game(team.names, seed, final)


def play_to_end(team: Team, seed: Seed) -> State:
    """Plays the game of a seed within an episode that has begun."""
    state = State.deal(seed, team.setup)
    for seat, agent in enumerate(team.agents):
        agent.begin_game(state.view(seat), _core.agent_seed(seed, seat))
    while not state.over:
        move = _ask(team, state, seed)
        try:
            event = state.apply(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{_where(team, state, seed)}: {error}") from None
        for seat, agent in enumerate(team.agents):
            agent.observe(event, state.view(seat))
    for seat, agent in enumerate(team.agents):
        agent.end_game(state.view(seat))
    return state


def _ask(team: Team, state: State, seed: Seed) -> Move:
    agent = team.agents[state.current]
    try:
        move = agent.act(state.view(state.current))
    except Exception as error:
        raise AgentError(
            f"{_where(team, state, seed)} raised {type(error).__name__}: {error}"
        ) from error
    if not isinstance(move, Move):
        raise AgentError(f"{_where(team, state, seed)} returned {move!r} (expected a Move)")
    return move


def _where(team: Team, state: State, seed: Seed) -> str:
    seat = state.current
    return f"agent {team.agents[seat].name!r} in seat {seat}, game seed {seed}, turn {state.turn}"
