"""Writes games in the layout of HanabiData, the publication of the 2017 study.

Only games that this layout can hold are written: two players, the set-up `eger`, the agent in seat
0, one of the three agents of 2017, and a deck of that study's shuffle. `tamaya humans import` reads
the folder back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tamaya.files import write_whole
from tamaya.game import Card, Event, State
from tamaya.humans.hanabi_data import COLORS, SETUP, STYLES
from tamaya.humans.survey import ANSWERS, rank
from tamaya.transcript import Transcript

_WORDS = ("green", "yellow", "white", "blue", "red")
_COLUMNS = (
    "age",
    "bgg",
    "gamer",
    "exp",
    "recent",
    "score",
    "intention",
    "skill",
    "like",
    "publish",
)
_AS_TEXT = ("age", "gamer", "publish")


@dataclass(frozen=True)
class LoggedGame:
    """One finished game that the layout can hold."""

    id: str
    participant: str
    agent: str
    deck: str
    """as exported tables name it, like `2017:3`"""
    transcript: Transcript
    finished_at: float
    before: str | None
    """the person's game before this one; None for the first"""
    answers: Mapping[str, str]
    """of the survey of 2017; used for first games"""

    @property
    def style(self) -> str:
        """The agent as the logs name it."""
        return self.agent.removeprefix("eger:")

    @property
    def seed(self) -> str:
        """The number of the deck."""
        return self.deck.removeprefix("2017:")

    @property
    def fits(self) -> bool:
        """Can the layout hold it?"""
        return (
            self.agent in {f"eger:{style}" for style in STYLES}
            and self.deck.startswith("2017:")
            and self.transcript.setup == SETUP
        )


def hex_id(id: str) -> str:
    """An id as the layout writes it: 16 hexadecimal digits."""
    return hashlib.sha256(id.encode()).hexdigest()[:16]


def write_layout(games: Sequence[LoggedGame], folder: Path) -> int:
    """Writes all games that fit, and returns their number."""
    fitting = [game for game in games if game.fits]
    if not fitting:
        return 0
    (folder / "log").mkdir(parents=True, exist_ok=True)
    roots = _roots(fitting)
    for game in fitting:
        write_whole(folder / "log" / f"game{hex_id(game.id)}.log", log_text(game))
        if game.before is None and game.answers:
            lines = [f"{name} {game.answers[name]}\n" for name in ANSWERS if name in game.answers]
            write_whole(folder / "log" / f"survey{hex_id(game.id)}.log", "".join(lines))
    write_whole(folder / "games.csv", "\n".join(_game_lines(fitting, roots)) + "\n")
    write_whole(folder / "participants.csv", "\n".join(_people_lines(fitting)) + "\n")
    return len(fitting)


def log_text(game: LoggedGame) -> str:
    """The log of one game, with its lines of English."""
    transcript = game.transcript
    pile = [(COLORS.index(str(card)[0]), int(str(card)[1])) for card in transcript.deck[10:]]
    lines = [f"Old GID: {hex_id(game.before)}"] if game.before else []
    lines += [f"Treatment: ({game.style!r}, {game.seed})", str(pile)]
    names, trash = (game.style, "You"), list[Card]()
    for state in list(transcript.positions())[1:]:
        lines += _turn(state, state.events[-1], names, trash)
    return "\n".join([*lines, f"Score {transcript.replay().score}"]) + "\n"


def _turn(state: State, event: Event, names: tuple[str, str], trash: list[Card]) -> Iterator[str]:
    actor, other = names[event.actor], names[1 - event.actor]
    move, player = event.move, event.actor
    assert move is not None
    if event.target is not None:
        value, color = str(move)[-1], move.kind == "hint_color"
        number = COLORS.index(value) if color else value
        place = f"{number} None" if color else f"None {number}"
        yield f"MOVE: {player} {0 if color else 1} None {1 - player} {place}"
        what = f"{_WORDS[COLORS.index(value)]} cards" if color else value
        yield f"{actor} hints {other} about all their {what} hints remaining: {state.hints}"
        yield f"{other} has {_hand(state, 1 - player)}"
        return
    yield f"MOVE: {player} {2 if move.kind == 'play' else 3} {move.slot} {player or None} None None"
    assert event.card is not None
    if move.kind == "play" and event.scored:
        yield f"{actor} plays {_card(event.card)} successfully! Board is now {_board(state)}"
    else:
        trash.append(event.card)
        if move.kind == "play":
            yield f"{actor} plays {_card(event.card)} and fails. Board was {_board(state)}"
        else:
            yield f"{actor} discards {_card(event.card)}"
            yield f"trash is now {', '.join(map(_card, trash))}"
    yield f"{actor} now has {_hand(state, player, refilled=True)}"


def _card(card: Card) -> str:
    text = str(card)
    return f"{_WORDS[COLORS.index(text[0])]} {text[1]}"


def _hand(state: State, seat: int, *, refilled: bool = False) -> str:
    """A hand; the program of 2017 drew a card also after the move that ended the game."""
    cards = [card for card in state.hand(seat) if card is not None]
    if refilled and state.over and len(cards) < SETUP.hand_size and state.deck_size:
        cards.append(state.full_deck[len(state.full_deck) - state.deck_size])
    return ", ".join(map(_card, cards))


def _board(state: State) -> str:
    heights = {color: state.fireworks[color] for color in COLORS}
    return ", ".join(f"{_WORDS[at]} {heights[color]}" for at, color in enumerate(COLORS))


def _roots(games: Sequence[LoggedGame]) -> dict[str, str]:
    """The first game of each participant, whose id stands for the person."""
    return {game.participant: game.id for game in reversed(games)}


def _game_lines(games: Sequence[LoggedGame], roots: Mapping[str, str]) -> Iterator[str]:
    yield "id, ai, deck, score, time, first"
    for game in games:
        person = hex_id(roots[game.participant])
        first = "yes" if game.before is None else "no"
        score = game.transcript.replay().score
        yield f"{person}, {game.style}, {game.seed}, {score}, {game.finished_at}, {first}"


def _people_lines(games: Sequence[LoggedGame]) -> Iterator[str]:
    yield (
        "id,ai,deck,score,age,boardgameexp,gamer,hanabiexp,recent,maxscore,intention,skill,like,"
        "publish"
    )
    for game in games:
        if game.before is None:
            cells = [hex_id(game.id), game.style, game.seed, str(game.transcript.replay().score)]
            yield ", ".join([*cells, *(_answer(game.answers, name) for name in _COLUMNS)])


def _answer(answers: Mapping[str, str], name: str) -> str:
    if name in _AS_TEXT:
        return answers.get(name, "")
    number = rank(answers, name)
    return "" if number is None else str(number)
