"""One grammar for agents: what is printed is read back, and bad input is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamaya as ty
from tamaya.agents import NativeAgent, ValueAgent, entries
from tamaya.grammar import Alternatives, Argument, RuleList, Spec, Value, parse

NAMES = st.text(min_size=1, max_size=12).filter(lambda text: text.strip() != "")
SIGNS = st.text(alphabet='ab2#,:()|>="\\ /', min_size=1, max_size=12).filter(
    lambda text: text.strip() != ""
)
KEYS = st.from_regex(r"[a-z_]\w{0,5}", fullmatch=True)


def specs(arguments: st.SearchStrategy[tuple[Argument, ...]]) -> st.SearchStrategy[Spec]:
    return st.builds(Spec, NAMES | SIGNS, arguments)


def several(of: st.SearchStrategy[Spec]) -> st.SearchStrategy[Value]:
    rules = st.lists(of, min_size=2, max_size=3).map(lambda parts: RuleList(tuple(parts)))
    choices = st.lists(of | rules, min_size=2, max_size=3).map(
        lambda parts: Alternatives(tuple(parts))
    )
    return of | rules | choices


def deeper(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    argument = st.builds(Argument, values, st.just("") | KEYS)
    return several(specs(st.lists(argument, max_size=3).map(tuple)))


VALUES = st.recursive(several(specs(st.just(()))), deeper, max_leaves=8)


@given(value=VALUES)
def test_what_is_printed_is_read_back(value: Value) -> None:
    text = str(value)
    assert parse(text) == value
    assert str(parse(text)) == text


@given(text=st.text(max_size=40) | st.text(alphabet='ab1#,:()|>="\\ ?', max_size=30))
def test_any_text_is_read_or_told_to_be_none(text: str) -> None:
    try:
        value = parse(text)
    except ty.NotationError as error:
        assert str(error).startswith("not an agent: ")
    else:
        assert parse(str(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "piers",
        "competition:piers",
        "noisy(10, piers)",
        "predictor(piers | iggi, outer, iterations=200)",
        "mcs(iggi, seconds=0.1)",
        "noisy(5, elite:runs/a#2,3)",
        "bot.py:MLP(path=runs/x.npz, width=64)",
        'elite:"my runs (old)/a#2,3"',
        "play_safe > hint_playable > discard_oldest",
        "noisy(10, play_safe > play_probably(percent=60))",
        "limited(5, /home/me/it's here/bot.py:Bot)",
    ],
)
def test_canonical_text_prints_unchanged(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" noisy( 10,piers ) ", "noisy(10, piers)"),
        ("piers()", "piers"),
        ("predictor(piers|iggi)", "predictor(piers | iggi)"),
        ("a>b >c", "a > b > c"),
        ('elite:"plain"#2,3', "elite:plain#2,3"),
    ],
)
def test_other_text_prints_canonically(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "(",
        "a(",
        "a(b",
        "a(b))",
        "a)b",
        "a,b",
        "a(,)",
        "a >",
        "> a",
        "a | ",
        'a"b',
        '""',
        "noisy(1, " * 2000 + "piers" + ")" * 2000,
        "(" * 5000,
        "a" * 200_000,
    ],
)
def test_odd_text_is_told_in_one_line(text: str) -> None:
    with pytest.raises(ty.NotationError, match="not an agent: ") as caught:
        ty.as_agent(text)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("name", [name for name, entry in entries().items() if entry.is_complete])
def test_a_named_agent_is_made_again_by_its_text(name: str) -> None:
    agent = ty.as_agent(name)
    assert isinstance(agent, ValueAgent)
    assert ty.as_agent(str(agent)) == agent
    assert agent.description.endswith(".")
    assert set(agent.players) <= {2, 3, 4, 5}


def test_a_list_of_rules_is_an_agent_anywhere() -> None:
    rules = "play_safe > play_probably(60) > discard_oldest"
    agent = ty.as_agent(rules)
    assert isinstance(agent, NativeAgent)
    assert agent.name == rules
    assert ty.match(rules, f"noisy(10, {rules})", games=3).games == 3
    with pytest.raises(ty.UnknownNameError, match="no rule 'play_saf' .near names: play_safe"):
        ty.as_agent("play_saf > legal_random")
    with pytest.raises(ty.UnknownNameError, match="'play_safe': it is a rule"):
        ty.as_agent("play_safe")


def test_a_niche_alone_says_that_a_pool_is_missing() -> None:
    with pytest.raises(ty.NotationError, match="'2,3' is a niche .expected elite:POOL#2,3"):
        ty.as_agent("2,3")


def test_alternatives_are_no_agent() -> None:
    with pytest.raises(ty.NotationError, match="expected one agent, not alternatives"):
        ty.play("piers | iggi", "piers")


def test_noise_on_top_of_noise_adds_up() -> None:
    outer = "noisy(100, noisy(0, piers))"
    moves = {str(ty.play(outer, "piers", seed=seed).transcript.moves[0]) for seed in range(12)}
    assert len(moves) > 3


BOTS = '''
import helper
import tamaya as ty

class MLP:
    """Plays a slot."""
    def __init__(self, path, width: int = 8, *, steady=True):
        self.path, self.width, self.steady = path, width, steady
        created.append((path, width, steady))
    def act(self, view):
        return helper.first(view)

class Wrapped:
    def __init__(self, inner: ty.Agent):
        self.player = inner.sit()
    def begin_game(self, view, seed):
        self.player.begin_game(view, seed)
    def act(self, view):
        return self.player.decide(view).move

class Broken(MLP):
    def __init__(self):
        super().__init__()

def factory(width=3):
    return MLP("made", width)

created = []
'''


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("def first(view):\n    return view.legal_moves()[0]\n")
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


def test_a_class_of_a_file_takes_arguments_of_the_types_it_asks_for(bots: Path) -> None:
    agent = ty.as_agent(f"{bots}:MLP(x y.npz, width=64, steady=no)")
    body = agent.sit().body  # type: ignore[attr-defined]
    assert (body.path, body.width, body.steady) == ("x y.npz", 64, False)
    assert agent.name == "MLP(x y.npz, width=64, steady=no)"
    assert ty.as_agent(str(agent)) == agent
    assert ty.play(agent, f"{bots}:MLP(7)").agents[1] == "MLP(7)"


def test_two_agents_of_one_class_have_different_names_in_a_table(bots: Path) -> None:
    agents = [f"{bots}:MLP({width})" for width in (1, 2)]
    table = ty.matchups([*agents, f"noisy(10, {bots}:factory)"], ["piers"], games=2)
    assert table.finished.all()


def test_a_function_of_a_file_makes_agents(bots: Path) -> None:
    assert ty.play(f"{bots}:factory(width=5)", f"{bots}:factory").agents == ("MLP(width=5)", "MLP")


def test_an_argument_can_be_an_agent(bots: Path) -> None:
    wrapped = ty.match(f"{bots}:Wrapped(noisy(0, iggi))", "piers", games=3)
    assert (wrapped.results == ty.match("noisy(0, iggi)", "piers", games=3).results).all()


def test_modules_beside_other_files_are_not_mixed_up(bots: Path, tmp_path: Path) -> None:
    second_folder = tmp_path / "other"
    second_folder.mkdir()
    (second_folder / "helper.py").write_text(
        "def first(view):\n    return view.legal_moves()[-1]\n"
    )
    (second_folder / "bots.py").write_text(BOTS)
    seat = ty.State.deal(0).view(0)
    moves = [
        ty.as_agent(f"{file}:factory").sit().decide(seat).move
        for file in (bots, second_folder / "bots.py", bots)
    ]
    assert moves[0] == moves[2] == seat.legal_moves()[0]
    assert moves[1] == seat.legal_moves()[-1]


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("MLP", r"wrong parameters: .*:MLP' \(expected .*bots.py:MLP\(path, width, steady=\)"),
        ("MLP(x, width=wide)", "width=wide .expected a whole number"),
        ("MLP(x, depth=3)", "no option 'depth' .expected one of path, steady, width"),
        ("MLP(x, steady=maybe)", "steady=maybe .expected yes or no"),
        ("Wrapped(pierz)", "no agent 'pierz' .near names"),
    ],
)
def test_arguments_that_do_not_fit_are_told(bots: Path, spec: str, complaint: str) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.as_agent(f"{bots}:{spec}")


def test_a_bug_in_a_constructor_is_not_a_wrong_parameter(bots: Path) -> None:
    with pytest.raises(ty.AgentError, match="cannot make a Broken: .*missing 1 required") as caught:
        ty.as_agent(f"{bots}:Broken")
    assert isinstance(caught.value.__cause__, TypeError)


def test_odd_paths_need_quotes_only_inside_brackets(tmp_path: Path) -> None:
    folder = tmp_path / 'odd, (a|b) > "c"'
    folder.mkdir()
    pool = folder / "pool.json"
    ty.pool("tamaya-1").write(pool)
    agent = ty.as_agent(f"elite:{pool}#2,3")
    assert ty.as_agent(str(agent)) == agent
    assert ty.as_agent(f"noisy(10, {agent})").name == f"noisy(10, {agent})"
    assert ty.match(agent, str(agent), games=2).games == 2


def test_an_agent_of_a_pool_may_have_brackets_in_its_name(tmp_path: Path) -> None:
    pool = tmp_path / "pool.json"
    ty.Pool("some", tuple(ty.pool(["competition:risky(60)", "piers"]).elites)).write(pool)
    agent = ty.as_agent(f"elite:{pool}#competition:risky(60)")
    assert ty.as_agent(str(agent)) == agent
