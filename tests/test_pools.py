"""Elites, and pool files."""

from __future__ import annotations

import copy
import json
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamaya as ty
from tamaya.arena import Team, explain
from tamaya.matchups import is_pool, pool_names
from tamaya.matchups.pool_file import parse, text
from tamaya.rules import Genome, rulebook
from tests.pools import RULES, elite, pool, unmeasured


def written(tmp_path: Path, evolved: ty.Pool | None = None) -> Path:
    file = tmp_path / "mine.json"
    (evolved or pool()).write(file)
    return file


def test_an_elite_is_named_by_its_niche_unless_it_has_a_name() -> None:
    assert elite(2, 3).name == "2,3"
    assert elite(2, 3, name="bold").name == "bold"
    with pytest.raises(ty.TamayaError, match="needs a name or a niche"):
        ty.Elite(Genome.parse(RULES))
    with pytest.raises(ty.TamayaError, match="'x' has an infinite score or feature"):
        ty.Elite(Genome.parse(RULES), name="x", features={"risk_aversion": math.inf})


def test_copies_and_pickles_of_an_elite_are_equal_to_it() -> None:
    for original in (elite(2, 3), unmeasured()):
        for again in (
            copy.copy(original),
            copy.deepcopy(original),
            pickle.loads(pickle.dumps(original)),
        ):
            assert again == original
            assert hash(again) == hash(original)
            assert again.features.keys() == original.features.keys()
    assert elite(2, 3) != elite(2, 3, mean=11)
    assert elite(2, 3).but(name="x") == elite(2, 3, name="x")


def test_elites_play_in_the_core_and_as_other_agents_of_the_same_rules() -> None:
    iggi = ty.as_agent("iggi")
    assert isinstance(iggi, ty.agents.NativeAgent)
    first_elite, other = (ty.Elite(iggi.genome, niche=(place,)) for place in (1, 2))
    assert Team.seat((first_elite, other), "standard").is_native
    match = ty.match(first_elite, other, games=30)
    assert match.results.tolist() == ty.match("iggi", "iggi", games=30).results.tolist()
    table = ty.matchups([first_elite, other, "iggi"], games=30)
    assert table.failures == {}
    assert table.histogram("1", "2") == table.histogram("iggi", "iggi")
    assert explain(first_elite, other, seed=3).reasons[0].rule in iggi.genome.rules


def test_a_pool_reads_back_from_its_file_and_is_written_to_the_same_bytes(tmp_path: Path) -> None:
    evolved = pool(elite(0, 1), unmeasured())
    file = written(tmp_path, evolved)
    again = ty.pool(file)
    assert again == evolved
    before = file.read_bytes()
    again.write(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_has_one_line_for_each_agent_with_rules_by_name(tmp_path: Path) -> None:
    lines = written(tmp_path, pool(elite(0, 1), unmeasured())).read_text().splitlines()
    agents = [line for line in lines if line.startswith('    {"name"')]
    assert len(agents) == 2
    assert f'"rules": "{RULES}"' in agents[0]
    assert '"sem": null' in agents[1]
    assert '"risk_aversion": null' in agents[1]
    assert '"format": "tamaya pool 1"' in lines[1]
    assert '    "settings": {"batch": 10},' in lines


@st.composite
def pools(draw: st.DrawFn) -> ty.Pool:
    number = st.floats(allow_infinity=False)
    books = st.sampled_from([*rulebook("tamaya"), *rulebook("published")])
    words = st.text(max_size=8).filter(str.isprintable)
    names = words.filter(lambda name: bool(name.strip()))
    elites = [
        ty.Elite(
            Genome(tuple(draw(st.lists(books, min_size=1, max_size=15)))),
            name=name,
            gives_up=draw(st.booleans()),
            niche=draw(st.sampled_from([(), (0, 0), (4, 2)])),
            score=draw(st.none() | st.builds(ty.Estimate, number, number, st.integers(0, 10**9))),
            features=draw(
                st.dictionaries(st.sampled_from(["misplay_rate", "risk_aversion"]), number)
            ),
        )
        for name in draw(st.lists(names, min_size=1, max_size=4, unique=True))
    ]
    values = st.none() | st.booleans() | st.integers() | number.filter(math.isfinite) | st.text()
    return ty.Pool(
        draw(words),
        tuple(elites),
        "competition players=3",
        rulebook="published, tamaya",
        features=("risk_aversion", "misplay_rate"),
        grid=(5, 5),
        version=draw(words),
        made=draw(st.dictionaries(st.text(), values | st.lists(values), max_size=3)),
    )


@given(evolved=pools())
def test_any_pool_survives_its_file(evolved: ty.Pool) -> None:
    content = text(evolved)
    assert parse(content, "x") == evolved
    assert text(parse(content, "x")) == content
    json.loads(content, parse_constant=pytest.fail)


@given(cut=st.integers(0, 1500), data=st.binary(max_size=6))
def test_a_damaged_file_is_an_error_that_names_it_or_another_pool(cut: int, data: bytes) -> None:
    whole = text(pool()).encode()
    damaged = (whole[:cut] + data + whole[cut + len(data) :]).decode(errors="replace")
    try:
        parse(damaged, "x.json")
    except ty.TamayaError as error:
        assert "cannot read the pool 'x.json'" in str(error)


@given(cut=st.integers(0, 1500))
def test_a_file_that_was_cut_off_is_never_read(cut: int) -> None:
    whole = text(pool()).rstrip()
    with pytest.raises(ty.TamayaError, match="cannot read the pool 'x'"):
        parse(whole[: min(cut, len(whole) - 1)], "x")


def changed(change: Callable[[dict[str, object]], object]) -> str:
    content = json.loads(text(pool()))
    change(content)
    return json.dumps(content)


def first(content: dict[str, object]) -> dict[str, object]:
    agents = content["agents"]
    assert isinstance(agents, list)
    agent: dict[str, object] = agents[0]
    return agent


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda s: s.update(format="tamaya pool 2"), "its format is 'tamaya pool 2'"),
        (lambda s: s.update(format=3), "not a pool .expected an object"),
        (lambda s: s.update(setup="poker"), "no preset 'poker'"),
        (lambda s: s.update(rulebook="wizards"), "no rulebook 'wizards'"),
        (
            lambda s: s.update(features=["comunicativeness", "risk_aversion"]),
            "no feature 'comunicativeness' .near names: communicativeness",
        ),
        (lambda s: s.update(grid=[2, 2]), "agent '2,3' .* niche 2,3, which a map of 2x2 cells"),
        (lambda s: s.update(grid="5x5"), 'grid = "5x5" .expected a list'),
        (lambda s: s.update(agents=[]), "is empty"),
        (lambda s: s.update(agents=[3]), "agents = 3 .expected an object"),
        (lambda s: s.update(extra=1), "unknown 'extra'"),
        (lambda s: s.pop("scoring"), "without 'scoring'"),
        (lambda s: first(s).pop("rules"), "an agent without 'rules'"),
        (lambda s: s.update(name="a\nb"), 'its name cannot be printed: "a.nb"'),
        (lambda s: first(s).update(name="\x1b[31m"), "has control characters"),
        (lambda s: first(s).update(rules=""), "not a rule: ''"),
        (lambda s: first(s).update(rules="play_safe(3)"), "play_safe takes 0 param.*agent 0,1"),
        (lambda s: first(s).update(rules=" > ".join(["play_safe"] * 81)), "80"),
        (lambda s: first(s).update(niche=[True, 1]), "agent '0,1' has niche = true"),
        (lambda s: first(s).update(score={"mean": 3}), "the score of agent '0,1' without"),
        (lambda s: first(s).update(score=7), "agent '0,1' has score = 7"),
        (lambda s: first(s).update(gives_up="no"), "expected true or false"),
        (lambda s: first(s).update(features={"luck": 1}), "no feature 'luck'.*in agent 0,1"),
        (lambda s: first(s).update(features={"risk_aversion": "x"}), "expected a number or null"),
        (lambda s: first(s).update(name="2,3"), "'2,3' is twice"),
    ],
)
def test_what_this_version_lacks_is_said(
    change: Callable[[dict[str, object]], object], complaint: str
) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        parse(changed(change), "x.json")


def test_all_missing_rules_are_named_in_one_error_with_their_agents() -> None:
    content = text(pool()).replace("play_safe", "play_save").replace('"0.1.0"', '"9.9"')
    content = content.replace("discard_oldest", "discard_eldest", 1)
    with pytest.raises(ty.TamayaError) as caught:
        parse(content, "x.json")
    message = str(caught.value)
    assert "made by version 9.9" in message
    assert "no rule 'play_save' (near names: play_safe" in message
    assert "in agents 0,1; 2,3; 4,4" in message
    assert "no rule 'discard_eldest'" in message
    assert "in agent 0,1" in message


@pytest.mark.parametrize("content", ["", "[1, 2]", "null", "{", '{"format": NaN}', "[" * 100_000])
def test_foreign_json_is_no_pool(content: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(content)
    with pytest.raises(ty.TamayaError, match="cannot read the pool '.*x.json'"):
        ty.pool(file)


def test_a_pool_is_found_by_file_folder_and_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").mkdir()
    pool().write(tmp_path / "run" / "pool.json")
    pool(name="given").write(tmp_path / "given.json")
    assert ty.pool(tmp_path / "run") == ty.pool(str(tmp_path / "run" / "pool.json")) == pool()
    monkeypatch.setattr(sys.modules["tamaya.matchups.pool"], "SHIPPED", tmp_path)
    assert "given" in pool_names()
    assert ty.pool("given").name == "given"
    assert is_pool("given")
    assert is_pool(str(tmp_path / "run"))
    assert not is_pool(str(tmp_path))
    assert not is_pool("x" * 5000)
    with pytest.raises(ty.TamayaError, match="no pool.json in"):
        ty.pool(tmp_path)


def test_a_place_that_cannot_be_written_is_named_and_an_old_file_stays(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="cannot write '/nowhere/x.json': No such file"):
        pool().write("/nowhere/x.json")
    with pytest.raises(ty.TamayaError, match="Is a directory"):
        pool().write(tmp_path)
    file = written(tmp_path)
    before = file.read_bytes()
    for unwritable in (
        replace(pool(), made={"x": object()}),
        replace(pool(), made={"x": math.nan}),
    ):
        with pytest.raises(ty.TamayaError, match="into a pool file"):
            unwritable.write(file)
    assert file.read_bytes() == before


def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    file = written(tmp_path)
    before = file.read_bytes()
    code = f"""
import resource, tamaya as ty
pool = ty.pool({str(file)!r})
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    pool.write({str(file)!r})
except ty.TamayaError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"cannot write {str(file)!r}: File too large")
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == [file.name]


def test_a_link_to_a_pool_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "latest.json"
    link.symlink_to(written(tmp_path))
    pool(elite(1, 1)).write(link)
    assert link.is_symlink()
    assert len(ty.pool(tmp_path / "mine.json")) == 1


def test_conditional_rules_survive_the_file_of_a_pool(tmp_path: Path) -> None:
    """Pools once could write them, and not read them."""
    careful = ty.as_agent("if(lives_at_least=2, play_probably(20), play_safe) > legal_random")
    ty.pool([careful]).write(tmp_path / "pool.json")
    assert ty.pool(tmp_path / "pool.json").elites[0].genome == ty.pool([careful]).elites[0].genome


def test_only_rule_agents_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    ty.pool(["piers", elite(1, 1)]).write(file)
    assert ty.pool(file).names == ("piers", "1,1")
    assert ty.pool(file).rulebook == "tamaya"
    for agent, complaint in (
        ("noisy(5, piers)", "makes random moves"),
        (Python, "not a rule list"),
    ):
        with pytest.raises(ty.TamayaError, match=complaint):
            ty.pool([agent]).write(tmp_path / "y.json")
    assert not (tmp_path / "y.json").exists()


class Python:
    def act(self, view: ty.View) -> ty.Move:
        return view.legal_moves()[0]


def test_elites_are_named_by_pool_and_niche_everywhere(tmp_path: Path) -> None:
    file = written(tmp_path, pool(elite(2, 3, rules="play_safe > discard_chop"), elite(1, 1)))
    name = f"elite:{file}#2,3"
    agent = ty.as_agent(name)
    assert isinstance(agent, ty.Elite)
    assert agent.name == name
    assert agent.niche == (2, 3)
    assert str(agent.genome) == "play_safe > discard_chop"
    table = ty.matchups([name, "piers"], games=5)
    assert table.plan.rows == (name, "piers")
    noisy = ty.as_agent(f"noisy(10, {name})")
    assert isinstance(noisy, ty.agents.NativeAgent)
    assert (noisy.noise, noisy.genome) == (10, agent.genome)
    lines = tmp_path / "mine.txt"
    lines.write_text(f"{name}  # the best\n")
    assert ty.pool(lines).names == (name,)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("elite:{}#9,9", "no agent or niche '9,9' in the pool 'mine' .expected 0,1; 2,3; 4,4"),
        ("elite:{}", "expected # and one of 0,1; 2,3; 4,4"),
        ("elite:{}#", "expected elite:POOL#NICHE"),
        ("elite:#2,3", "expected elite:POOL#NICHE"),
        ("elite:nowhere#2,3", "no pool 'nowhere'"),
    ],
)
def test_an_elite_that_is_not_there_is_named_with_those_that_are(
    name: str, complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.as_agent(name.format(written(tmp_path)))


def test_a_niche_that_two_agents_hold_needs_a_name() -> None:
    twins = pool(elite(1, 1, name="a"), elite(1, 1, name="b"))
    assert twins.find("b") == elite(1, 1, name="b")
    with pytest.raises(ty.UnknownNameError, match="2 agents of the pool 'mine' .* 1,1: a, b"):
        twins.find("1, 1")


def test_a_name_within_a_pool_can_be_used_as_an_agent() -> None:
    evolved, named = ty.pool("tamaya-1"), ty.pool({"mine": "noisy(10, piers)"})
    best = evolved.names[-1]
    assert ty.match(best, best, games=3).scores.tolist() == (
        ty.match(f"elite:tamaya-1#{best}", f"elite:tamaya-1#{best}", games=3).scores.tolist()
    )
    assert ty.as_agent(ty.as_agent(evolved.agents[0]).name) == evolved.agents[0]
    assert ty.as_agent(pickle.loads(pickle.dumps(best))) == evolved.agents[-1]
    assert ty.as_agent(named.names[0]) == ty.as_agent("noisy(10, piers)")
    assert json.dumps(evolved.names[:2]) == '["0,0", "0,1"]'


def test_a_match_up_of_elites_names_agents_that_play_again() -> None:
    first, last = ty.pool("tamaya-1").agents[0], ty.pool("tamaya-1").agents[-1]
    matchup = ty.match(first, last, games=3)
    assert ty.match(*matchup.agents, games=3).scores.tolist() == matchup.scores.tolist()
