"""The agents of Eger et al. 2017: steps, goals, hints and discard values by hand."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

import tamaya as ty
from tamaya import Setup, State, _core
from tamaya.agents import Decision, EgerAgent
from tamaya.agents.families.eger import EgerThoughts, eger_policy
from tamaya.arena import explain, play_in_a_row
from tests.rules.scenario import reached

EGER = Setup.eger(2)


def does(name: str, text: str, *moves: str, setup: Setup = EGER) -> str:
    """The agent's move for whoever is to move after some moves."""
    state = reached(text, *moves, setup=setup)
    return str(ask(name, state).move)


def ask(name: str, state: State) -> Decision:
    agent = ty.as_agent(name)
    assert isinstance(agent, EgerAgent)
    view = state.view(state.current)
    agent.begin_game(view, 7)
    return agent.decide(view)


def thoughts(name: str, text: str, *moves: str, setup: Setup = EGER) -> EgerThoughts:
    state = reached(text, *moves, setup=setup)
    agent = ty.as_agent(name)
    assert isinstance(agent, EgerAgent)
    view = state.view(state.current)
    agent.begin_game(view, 7)
    reasons = agent.decide(view).reason.thoughts
    assert isinstance(reasons, EgerThoughts)
    return reasons


TWO_SURE = """
    fireworks r0 y0 g0 w0 b0
    alice  ??  y1{*,1}  ??  g1{*,1}  ??
    bob    r2  r3  r4  y2  y3
"""


def test_of_several_sure_cards_intentional_plays_the_newest_and_the_others_the_oldest() -> None:
    assert does("eger:intentional", TWO_SURE) == "play 3"
    assert {does(f"eger:{style}", TWO_SURE) for style in ("full", "outer", "inner")} == {"play 1"}


def test_cards_seen_elsewhere_count_only_as_in_the_paper() -> None:
    at = """
        fireworks r1 y0 g0 w0 b0   hints 0
        alice  ??  r2{r,23}  ??  ??  ??
        bob    r3  r3  w4  y2  y3
    """
    assert does("eger:full", at) != "play 1"
    assert does("eger:full(counting=paper)", at) == "play 1"


def test_full_plays_the_oldest_hinted_card_that_may_be_playable() -> None:
    """Every 1 but the blue one is played, so a 1 may be the blue one."""
    at = """
        fireworks r1 y1 g1 w1 b0   hints 8
        alice  r1  g3  ??  ??  ??
      > bob    r2  r3  w4  y2  y3
    """
    assert does("eger:full", at, "hint +1 1") == "play 0"
    assert does("eger:intentional", at, "hint +1 1") != "play 0"


ALL_ONES = """
    fireworks r1 y1 g1 w1 b1   hints 8
    alice  ??  b1  ??  r2{r,2}  ??
  > bob    r3  r3  w4  y3  y3
"""


def test_full_answers_a_hint_about_useless_cards_by_a_discard_even_before_a_sure_play() -> None:
    assert does("eger:full", ALL_ONES, "hint +1 1") == "discard 1"


def test_where_all_tokens_forbid_a_discard_full_plays_its_sure_card() -> None:
    """The token that the hint took comes back with a discard before it is cathy's turn."""
    at = """
        fireworks r1 y1 g1 w1 b1   hints 8
        alice  ??  ??  ??  ??  ??
        bob    r3  r3  w4  y3  y3
        cathy  ??  b1  ??  r2{r,2}  ??
    """
    moves = ("hint +2 1", "discard 0")
    assert does("eger:full", at, *moves, setup=Setup.standard(3)) == "play 3"
    assert does("eger:full", at, *moves, setup=Setup.eger(3)) == "discard 1"


@pytest.mark.parametrize("name", ["eger:intentional", "eger:full", "eger:outer", "eger:inner"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_with_all_tokens_there_nobody_discards_under_standard_rules(
    name: str, players: int
) -> None:
    for seed in range(40):
        final = ty.play(*[name] * players, seed=seed).final
        assert final.over
        assert not final.forfeit


GOALS = """
    fireworks r1 y0 g0 w0 b0   hints 3
    alice  ??  ??  ??  ??  ??
    bob    r2  r1  y3  w5  b4
    discards b4 y1
"""


def test_goals_by_the_table_and_the_discards() -> None:
    goals = [goal.goal for goal in thoughts("eger:intentional", GOALS).goals]
    assert goals == ["play", "discard", "may discard", "keep", "keep"]
    assert [str(goal.card) for goal in thoughts("eger:full", GOALS).goals] == [
        "r2",
        "r1",
        "y3",
        "w5",
        "b4",
    ]


def test_useless_and_expendable_in_the_papers_words_look_at_copies_left() -> None:
    """Both b2 are gone, so no b3 will score; a card of which another copy is left may go."""
    at = """
        fireworks r1 y0 g0 w0 b0   hints 3
        alice  ??  ??  ??  ??  ??
        bob    b3  r1  y3  w5  y2
        discards b2 b2 y2
    """
    program, paper = thoughts("eger:full", at), thoughts("eger:full(expendable=paper)", at)
    assert [goal.goal for goal in program.goals] == [
        "may discard",
        "discard",
        "may discard",
        "keep",
        "keep",
    ]
    assert [goal.goal for goal in paper.goals] == [
        "discard",
        "discard",
        "may discard",
        "keep",
        "keep",
    ]
    ones = """
        fireworks r1 y1 g1 w0 b1   hints 3
        alice  ??  ??  ??  ??  ??
        bob    w2  w3  w4  w5  w4
        discards w2 w3
    """
    spare = [goal.goal for goal in thoughts("eger:full(expendable=paper)", ones).goals]
    assert spare == ["keep", "keep", "may discard", "keep", "may discard"]


def test_hints_are_weighed_by_what_the_partner_will_do() -> None:
    """Fresh cards: any color or rank with a playable card makes the partner play what it touches.

    Red touches r2 and r1: both would be played, r1 wrongly. Rank 2 touches r2 alone: 3 points.
    Yellow, white, blue: all would be played, none is playable. 3, 4, 5 lead to nothing.
    """
    hints = {str(hint.move): hint for hint in thoughts("eger:intentional", GOALS).hints}
    assert [move for move, hint in hints.items() if hint.valid] == ["hint +1 2"]
    assert hints["hint +1 2"].score == 3
    assert hints["hint +1 r"].against == (1,)
    assert hints["hint +1 r"].plays == (0, 1)
    assert hints["hint +1 4"].plays == hints["hint +1 4"].discards == ()
    assert list(hints)[:4] == ["hint +1 y", "hint +1 w", "hint +1 b", "hint +1 r"]  # as scanned
    assert does("eger:intentional", GOALS) == "hint +1 2"


def test_a_hint_must_tell_something_new_of_a_touched_card() -> None:
    at = GOALS.replace("r2  r1", "r2{*,2}  r1")
    hints = {str(hint.move): hint for hint in thoughts("eger:intentional", at).hints}
    assert not hints["hint +1 2"].news
    assert not hints["hint +1 2"].valid


def test_the_best_hint_is_sought_over_all_partners() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0
        alice  ??  ??  ??  ??  ??
        bob    r2  r3  y4  w4  b4
        cathy  y1  b1  y3  w3  b2
    """
    setup = Setup.standard(3)
    scores = {str(hint.move): hint.score for hint in thoughts("eger:full", at, setup=setup).hints}
    assert scores["hint +2 1"] == 6
    assert does("eger:full", at, setup=setup) == "hint +2 1"


def by_hand(counts: dict[tuple[int, int], int]) -> Fraction:
    """The discard value with empty fireworks, from copies by (color, rank)."""
    total = sum(counts.values())
    value = Fraction(0)
    for (_, rank), n in counts.items():
        p = Fraction(n, total)
        lost = p * (6 - rank) / rank**2 if n > 1 else Fraction(6 - rank)
        value -= p * (lost + (Fraction(1, 2) if rank == 5 else 0))
    return value


def test_discard_values_follow_the_formula() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0   hints 0
        alice  ??  y5{*,5}  g3{g,345}  ??  ??
        bob    r2  r3  y4  w4  b4
        discards g3
    """
    copies = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
    deck = {(c, r): n for c in range(5) for r, n in copies.items()}
    deck[2, 3] = 1
    fresh = by_hand(deck)
    five = by_hand({(c, 5): 1 for c in range(5)})
    green = by_hand({(2, 3): 1, (2, 4): 2, (2, 5): 1})
    values = thoughts("eger:intentional", at).discard_values
    assert values == pytest.approx([float(v) for v in (fresh, five, green, fresh, fresh)])
    assert does("eger:intentional", at) == "discard 0"


def test_outer_tells_of_a_card_what_it_has_not_told_and_forgets_it_with_the_card() -> None:
    state = reached(
        """
        fireworks r0 y0 g0 w0 b0   hints 8
        alice  ??  ??  ??  ??  ??
        bob    r1  y4  y4  w4  b4
        """,
        setup=EGER,
    )
    policy, notes = eger_policy("outer"), _core.Notes()
    first = {str(move): after for move, after in _core.outcomes(policy, state.view(0), notes)}
    assert sorted(first) == ["hint +1 1", "hint +1 r"]
    state.apply("hint +1 r")
    state.apply("discard 4")
    assert [str(m) for m, _ in _core.outcomes(policy, state.view(0), first["hint +1 r"])] == [
        "hint +1 1"
    ]
    branch = copy.copy(state)
    state.apply("discard 0")
    state.apply("play 0")  # the r1 goes, and with it what was told of it
    second = {str(move) for move, _ in _core.outcomes(policy, state.view(0), first["hint +1 r"])}
    third = {str(move) for move, _ in _core.outcomes(policy, branch.view(0), first["hint +1 r"])}
    assert third == {"hint +1 1"}
    assert second != third


def test_inner_tells_the_same_again() -> None:
    state = reached(
        """
        fireworks r0 y0 g0 w0 b0   hints 8
        alice  ??  ??  ??  ??  ??
        bob    r1  y4  y4  w4  b4
        """,
        "hint +1 r",
        "discard 4",
        setup=EGER,
    )
    outcomes = _core.outcomes(eger_policy("inner"), state.view(0), _core.Notes())
    assert sorted(str(move) for move, _ in outcomes) == ["hint +1 1", "hint +1 r"]


def test_agents_that_keep_their_notes_play_on_where_the_last_game_ended() -> None:
    """Some game of Full with itself ends with a hint, which the next one begins with."""
    decks = np.array(
        [np.random.default_rng(i).permutation([c.index for c in EGER.cards()]) for i in range(60)],
        np.uint8,
    )
    remembering, fresh = (
        play_in_a_row("eger:full", "eger:full", decks=decks, setup=EGER, forgetting=forgetting)
        for forgetting in (False, True)
    )
    assert remembering["trace"][0] == fresh["trace"][0]
    assert (remembering["trace"] != fresh["trace"]).any()
    again = play_in_a_row("eger:full", "eger:full", decks=decks, setup=EGER)
    assert (again["trace"] == fresh["trace"]).all()


def test_decks_of_other_cards_are_refused() -> None:
    with pytest.raises(ty.TamayaError, match="does not consist of the cards of the set-up"):
        play_in_a_row("eger:full", "eger:full", decks=np.zeros((1, 50), np.uint8), setup=EGER)


@pytest.mark.parametrize(
    ("switches", "pair", "published"),
    [
        ("counting=paper", ("intentional", "intentional"), 14.5),
        ("counting=paper", ("full", "full"), 17.5),
        ("expendable=paper", ("intentional", "intentional"), 12.0),
        ("expendable=paper", ("full", "full"), 16.4),
        ("counting=paper, expendable=paper", ("intentional", "full"), 14.9),
    ],
)
def test_switches_change_scores_as_measured_with_another_program(
    switches: str, pair: tuple[str, str], published: float
) -> None:
    """Their 1,000 games have an error of 0.08, our 4,000 of 0.04."""
    names = [f"eger:{name}({switches})" for name in pair]
    matchup = ty.match(*names, games=4000, setup="eger")
    assert abs(matchup.score.mean - published) < 0.27


@pytest.mark.parametrize(
    ("agent", "published", "error"), [("inner", 10.04, 0.047), ("random", 1.23, 0.028)]
)
def test_inner_and_random_score_as_the_originals(
    agent: str, published: float, error: float
) -> None:
    score = ty.match(f"eger:{agent}", f"eger:{agent}", games=8000, setup="eger").score
    assert abs(score.mean - published) < 3 * (error**2 + score.sem**2) ** 0.5


RED_ONE = """
    fireworks r0 y0 g0 w0 b0   hints 8
    alice  y3  r1  g3  b4  w3
  > bob    y2  r3  g4  b4  r4
"""


def test_a_sampler_takes_a_hinted_card_for_what_outer_hints_about() -> None:
    """Outer would name a color for a playable card: with no firework begun, a 1."""
    assert does("eger:sample(outer, 400)", RED_ONE, "hint +1 r") == "play 1"
    assert does("eger:outer", RED_ONE, "hint +1 r") != "play 1"


def test_a_sampler_of_intentional_never_recognises_a_hint() -> None:
    """The giver's knowledge is already that after the hint, which then tells nothing new."""
    assert does("eger:sample(intentional, 400)", RED_ONE, "hint +1 r") != "play 1"
    matchup = ty.match(*["eger:sample(intentional, 5)"] * 2, games=500, setup="eger")
    assert not matchup.bombed.any()  # it plays only what is certain


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("eger:sample(full)", "no giver of hints 'full'"),
        ("eger:sample(outer, many)", "samples=many .expected a number of hands"),
        ("eger:sample(outer, 0)", "samples = 0 .expected 1 to 60000"),
        ("eger:sample(outer, 99999999999)", "samples=99999999999 .expected a number of hands"),
        ("eger:sample(outer, 5, 5)", "wrong parameters"),
    ],
)
def test_wrong_samplers_are_told(spec: str, complaint: str) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.as_agent(spec)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_samplers_play_legally(players: int) -> None:
    for giver in ("outer", "intentional"):
        assert ty.match(*[f"eger:sample({giver}, 5)"] * players, games=40).forfeits == 0


@pytest.mark.parametrize(
    "spec",
    [
        "eger:full(counting)",
        "eger:full(counting=yes)",
        "eger:full(lives=paper)",
        "eger:outer(expendable=paper)",
        "eger:random(counting=paper)",
        "eger:full(counting=paper, counting=paper)",
    ],
)
def test_an_unknown_switch_is_told_in_one_line(spec: str) -> None:
    with pytest.raises(ty.NotationError, match="expected ") as caught:
        ty.as_agent(spec)
    assert "\n" not in str(caught.value)
    assert repr(spec) in str(caught.value)


def test_an_unknown_style_is_told_in_one_line() -> None:
    with pytest.raises(ty.UnknownNameError, match="no agent 'half' of Eger et al"):
        EgerAgent("half")


def test_a_policy_survives_its_pickle() -> None:
    agent = ty.as_agent("eger:full(counting=paper)")
    assert isinstance(agent, EgerAgent)
    policy = pickle.loads(pickle.dumps(agent.policy))
    assert policy.fields == agent.policy.fields
    assert (policy.family, policy.fields["counting"]) == ("eger", True)


def test_the_explained_game_is_the_game_that_is_played() -> None:
    pair = ("eger:full", "eger:outer")
    explained = explain(*pair, seed=5, setup="eger")
    assert explained.game.final == ty.play(*pair, seed=5, setup="eger").final
    assert explained.game.score == ty.match(*pair, games=1, first_seed=5, setup="eger").scores[0]
    assert {reason.source for reason in explained.reasons} == {"thoughts"}
    hints = [
        r.thoughts
        for r in explained.reasons
        if isinstance(r.thoughts, EgerThoughts) and r.thoughts.hints and r.thoughts.step == "hint"
    ]
    assert hints
    for thought in hints:
        best = max(hint.score for hint in thought.hints if hint.valid)
        chosen = next(hint for hint in thought.hints if hint.move == thought.move)
        assert chosen.score == best


def test_they_sit_with_rule_agents_and_in_tables() -> None:
    table = ty.matchups(["eger:full", "eger:intentional", "piers"], games=20)
    assert table.score("eger:full", "piers").games == 20
    with pytest.raises(ty.TamayaError, match="not a rule list"):
        _ = ty.pool(["eger:full"]).elites
    assert ty.match("noisy(10, eger:full)", "piers", games=3).games == 3
