"""The ladder convention as positions: a hint, and who does what then."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import tamaya as ty
from tamaya import State, _core
from tamaya.agents.families.ladder import LadderThoughts
from tests.rules.scenario import reached


@dataclass(frozen=True)
class Case:
    """After some moves from a position, agents of these levels make this move."""

    name: str
    text: str
    before: tuple[str, ...]
    move: str
    levels: tuple[int, ...] = (1, 2, 3)


CALLED = """
    fireworks r1 y0 g0 w0 b0   hints 5
    > alice  y3  y4  g4  w4  b4
    bob    b4  g3  r2  w3  y4
    cathy  y3  w2  b3  g2  w4
"""
AFTER_CALLED = """
    fireworks r1 y0 g0 w0 b0   hints 5
    > alice  y3  y4  g4  w4  b4
    bob    b4  g3  r2  w3  y4
    cathy  y3  w2  r3  g2  w4
"""
PROMPT = """
    fireworks r1 y0 g0 w0 b0   hints 5
    > alice  y4  g4  w4  b4  y1
    bob    b4  r2{r,*}  g3  w3  y4
    cathy  y3  w2  r3  g2  g3
"""
FINESSE = """
    fireworks r1 y0 g0 w0 b0   hints 5
    > alice  y4  g4  w4  b4  y1
    bob    b4  g3  w3  y4  r2
    cathy  y3  w2  r3  g2  g3
"""
OWN_FINESSE = """
    fireworks r1 y0 g0 w0 b0   hints 5
    > alice  y4  g4  w4  b4  g1
    bob    b4  g4  r3  w4  r2
"""

CASES = [
    Case("a hint calls a playable focus", CALLED, ("hint +1 r",), "play 2"),
    Case("the newest new card is the focus", CALLED.replace("g3  r2", "r2  r4"),
         ("hint +1 r",), "play 2"),
    Case("the chop is the focus if it is touched", CALLED.replace("b4  g3  r2", "r2  g3  r5"),
         ("hint +1 r",), "play 0"),
    Case("a 5 on the chop is saved by rank and kept",
         CALLED.replace("b4  g3  r2", "b5  g3  y2"), ("hint +1 5",), "discard 1"),
    Case("a last copy on the chop is not taken for a playable card",
         CALLED.replace("b4  g3  r2", "r4  g3  y2") + "discards r4", ("hint +1 r",), "discard 1"),
    Case("a focus may come after a card that was called before, and waits for it", AFTER_CALLED,
         ("hint +1 r", "hint +1 r"), "not play"),
    Case("the focus follows when that card is played", AFTER_CALLED,
         ("hint +1 r", "hint +1 r", "discard 0", "discard 0", "play 2"), "play 1"),
    Case("a hint to another player prompts the touched card between", PROMPT,
         ("hint +2 r",), "play 1", levels=(2, 3)),
    Case("at level 1 nobody is prompted", PROMPT, ("hint +2 r",), "hint", levels=(1,)),
    Case("a hint to another player finesses the newest card", FINESSE,
         ("hint +2 r",), "play 4", levels=(3,)),
    Case("below level 3 nobody plays a card that no hint touched", FINESSE,
         ("hint +2 r",), "not play", levels=(1, 2)),
    Case("after the finesse the holder knows the focus", FINESSE,
         ("hint +2 r", "play 4"), "play 2", levels=(3,)),
    Case("a prompt comes before a finesse", FINESSE.replace("g3  w3", "r4{r,*}  w3"),
         ("hint +2 r",), "play 1", levels=(3,)),
    Case("if nobody else can have it, the holder has the card between", OWN_FINESSE,
         ("hint +1 3",), "play 4", levels=(3,)),
    Case("a prompt of one's own card", OWN_FINESSE.replace("b4  g4  r3", "b4  r2{r,*}  r3")
         .replace("w4  r2", "w4  y2"), ("hint +1 3",), "play 1", levels=(2, 3)),
]  # fmt: skip


def decision(level: int, state: State) -> ty.agents.Decision:
    player = ty.as_agent(f"convention:ladder(level={level})").sit(state.current, 0)
    view = state.view(state.current)
    player.begin_game(view)
    return player.decide(view)


def fits(move: str, expected: str) -> bool:
    if expected.startswith("not "):
        return not move.startswith(expected.removeprefix("not "))
    return move == expected or (expected == "hint" and move.startswith("hint"))


@pytest.mark.parametrize(
    ("case", "level"),
    [
        pytest.param(case, level, id=f"level {level}: {case.name}")
        for case in CASES
        for level in case.levels
    ],
)
def test_what_a_hint_leads_to(case: Case, level: int) -> None:
    move = str(decision(level, reached(case.text, *case.before)).move)
    assert fits(move, case.move), f"{move} (expected {case.move})"


GIVERS = [
    Case("a player whose chop is a 5 is saved before they discard it",
         CALLED.replace("b4  g3  r2", "b5  g3  y2"), (), "hint +1 5"),
    Case("a playable card is called", CALLED, (), "hint +1 r"),
    Case("at level 2 a touched card is prompted to play two cards with one hint", PROMPT, (),
         "hint +2 r", levels=(2, 3)),
    Case("at level 3 a newest card is finessed to play two cards with one hint", FINESSE, (),
         "hint +2 r", levels=(3,)),
    Case("the chop is discarded if no hint is left",
         CALLED.replace("hints 5", "hints 0"), (), "discard 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "level"),
    [
        pytest.param(case, level, id=f"level {level}: {case.name}")
        for case in GIVERS
        for level in case.levels
    ],
)
def test_which_hint_is_given(case: Case, level: int) -> None:
    assert str(decision(level, reached(case.text)).move) == case.move


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_level_scores_more_with_itself(players: int) -> None:
    scores = [
        ty.match(*[f"convention:ladder(level={level})"] * players, games=400).scores.astype(float)
        for level in (1, 3)
    ]
    gain = scores[1] - scores[0]
    assert gain.mean() > 2 * gain.std() / np.sqrt(gain.size)
    assert scores[0].mean() > 20.5


SETUPS = ["standard", "competition", "eger", "standard extra_suit=rainbow"]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("players", [2, 5])
def test_a_player_that_is_asked_in_the_middle_moves_as_one_that_was_there(
    setup: str, players: int
) -> None:
    game = ty.play(*["convention:ladder"] * players, seed=11, setup=f"{setup} players={players}")
    state = game.transcript.start()
    for move in game.transcript.moves:
        assert decision(3, state).move == move
        state.apply(move)


def test_it_plays_legally_with_partners_that_do_not_know_the_convention() -> None:
    for partner in ("piers", "noisy(50, convention:ladder)", "convention:hats"):
        assert ty.match("convention:ladder", partner, "eger:full", games=50).forfeits == 0


def test_it_says_what_a_hint_means() -> None:
    state = reached(FINESSE)
    reason = decision(3, state).reason
    assert isinstance(reason.thoughts, LadderThoughts)
    assert str(reason).endswith("finesses the card that comes before its focus")
    assert [(r.seat, r.slot, r.call) for r in reason.thoughts.asked] == [(1, 4, "finesse")]
    state.apply("hint +2 r")
    reason = decision(3, state).reason
    assert str(reason).startswith("plays slot 4: a hint to another card finesses it")


def test_a_wrong_level_is_refused() -> None:
    with pytest.raises(ty.TamayaError, match="level=4 .expected 1 to 3"):
        ty.as_agent("convention:ladder(level=4)")
    with pytest.raises(ty.TamayaError, match="level = 0 .expected 1 to 3"):
        _core.Policy("ladder", {"level": 0})


def test_it_plays_a_card_where_nothing_else_is_allowed() -> None:
    tiny = "standard colors=2 ranks=3 hand_size=1"
    for players in (2, 3):
        team = ["noisy(30, convention:ladder)"] * players
        assert ty.match(*team, games=300, setup=f"{tiny} players={players}").forfeits == 0
