"""Study files: what is accepted, and what errors say."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tamaya.errors import StudyError, UnknownNameError
from tamaya.study import reading, templates
from tamaya.study.instruments import shipped
from tamaya.study.steps import steps_of
from tests.study.files import SMALL, changed, study
from tests.truth import ROOT


@pytest.mark.parametrize("name", templates.NAMES)
def test_a_template_is_a_valid_study_with_a_comment_for_its_choices(name: str) -> None:
    text = templates.template(name)
    assert reading.parse(text.encode()).id == name
    assert text.count("#") >= 8


def test_an_unknown_template_is_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match="no template 'eger' .expected eger2017"):
        templates.template("eger")


def test_the_template_of_2017_follows_the_publication() -> None:
    file = reading.parse(templates.template("eger2017").encode())
    assert [arm.agent for arm in file.arms] == ["eger:outer", "eger:intentional", "eger:full"]
    kinds = [(step.kind, step.name) for step in steps_of(file)]
    assert kinds == [
        ("consent", ""),
        ("rules", ""),
        ("game", ""),
        ("survey", "eger2017_partner"),
        ("survey", "eger2017_person"),
    ]


def test_the_template_of_2021_gives_two_games_with_each_of_seven() -> None:
    file = reading.parse(templates.template("kantack2021").encode())
    assert (len(file.arms), file.games, file.people.target) == (7, 14, 21)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 2", "format: 2 (expected 1)"),
        ("seed = 3", "sed = 3", "sed does not exist (near names: seed)"),
        ('agent = "iggi"', 'agent = "igi"', "agent 'igi'"),
        ('agent = "iggi"', 'agent = "evolved:nyu_3"', "plays with 3 players (expected 2)"),
        ('name = "two"', 'name = "one"', "arm 'one' occurs 2 times"),
        (
            'instrument = "attention"',
            'instrument = "atention"',
            "no instrument 'atention' (shipped",
        ),
        (
            'page = "rules"',
            'page = "rule"',
            "pages[3].page: 'rule' (expected consent, info, rules,",
        ),
        (', de = "Bitte stimmen Sie zu."', "", "pages[1].text has no text in de"),
        ("seeds = [1, 2]", "seeds = [1]", "1 decks for 2 games"),
        ("seeds = [1, 2]", "seeds = [1, 1]", "seed '1' occurs 2 times"),
        ("reply_seconds = 0", 'setup = "standard players=3"', "3 players (expected 2"),
        ("reply_seconds = 0", 'setup = "standrd"', "table.setup: "),
        ("count = 2", "count = 0", "pages[6].count: 0 (expected int >= 1)"),
        ('design = "between"', 'design = "within"\nmethod = "minimization"', "without covariates"),
        (
            'design = "between"',
            'design = "between"\nmethod = "minimization"\ncovariates = ["like"]',
            "covariate 'like' is not asked, with options, before the first game",
        ),
        ('instrument = "attention"', 'instrument = "team_fluency"', "leaves its wording to you"),
        ('instrument = "rules_quiz"', 'instrument = "nasa_tlx"', "has no expected answer"),
        (
            'page = "rules"',
            'page = "rules"\nminutes = 5',
            'pages[3] has minutes = 5 without on_timeout (expected "submit" or "stop")',
        ),
        (
            'page = "rules"',
            'page = "rules"\non_timeout = "stop"',
            'pages[3] has on_timeout = "stop" without minutes',
        ),
        (
            'page = "rules"',
            'page = "rules"\nminutes = 0',
            "pages[3].minutes: 0 (expected float > 0.0)",
        ),
        (
            'page = "rules"',
            'page = "rules"\nminutes = 5\non_timeout = "skip"',
            "pages[3].on_timeout: 'skip' (expected submit, stop)",
        ),
        ('version = "1"', 'version = "1"\nminutes = 5', "pages[1].minutes does not exist"),
        ('page = "debrief"', 'page = "consent"\nversion = "2"', "2 consent pages"),
    ],
)
def test_a_mistake_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(StudyError) as error:
        study((old, new))
    assert message in str(error.value)


def test_all_mistakes_are_named_at_once() -> None:
    with pytest.raises(StudyError) as error:
        study(('agent = "iggi"', 'agent = "igi"'), ("seeds = [1, 2]", "seeds = [1]"))
    assert str(error.value).startswith("2 problems\n  agent 'igi': ")
    assert "\n  1 decks" in str(error.value)


def test_all_values_of_a_wrong_type_are_named_at_once() -> None:
    with pytest.raises(StudyError) as error:
        study(
            ("seed = 3", 'seed = "three"'),
            ("target = 30", "target = 0"),
            ('agent = "iggi"', 'agents = "iggi"'),
            ('design = "between"', 'design = "both"'),
            ('kind = "seeds"', 'kind = "cards"'),
            ('page = "debrief"', "page = [1]"),
            ('languages = ["en", "de"]', 'languages = ["en", "fr"]'),
        )
    assert str(error.value).splitlines() == [
        "8 problems",
        "  seed: 'three' (expected int, got str)",
        "  people.target: 0 (expected int >= 1)",
        "  arms[2].agents does not exist (near names: agent)",
        "  arms[2].agent is missing",
        "  assignment.design: 'both' (expected between, within)",
        "  decks.kind: 'cards' (expected seeds, fresh)",
        "  pages[8].page: [1] (expected consent, info, rules, lesson, quiz, practice, games, "
        "survey, debrief)",
        "  languages: ['en', 'fr'] (expected en, de)",
    ]


def test_too_many_or_too_few_entries_are_named() -> None:
    few = SMALL[: SMALL.index("[[arms]]")] + SMALL[SMALL.index("[assignment]") :]
    with pytest.raises(StudyError, match="arms: expected array of length >= 1"):
        reading.parse(few.replace("format = 1", "format = 1\narms = []").encode())


def test_a_byte_order_mark_is_accepted() -> None:
    assert reading.parse(b"\xef\xbb\xbf" + SMALL.encode()) == study()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"format = ", b"", b"[" * 5000])
def test_a_file_that_is_no_study_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(content)
    with pytest.raises(StudyError, match=r"x\.toml: "):
        reading.read(tmp_path / "x.toml")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="cannot read .*none.toml"):
        reading.read(tmp_path / "none.toml")


def test_the_digest_is_that_of_the_meaning() -> None:
    same = reading.parse((SMALL + "\n# a comment\n").encode())
    assert reading.digest(study()) == reading.digest(same)
    assert reading.digest(study()) != reading.digest(study(("seed = 3", "seed = 4")))


def test_pages_without_a_limit_keep_their_digest() -> None:
    """A server with time limits must accept the file of a study that began before them."""
    digest = "13dad00db5e1cf3bd4f538ac770c4d124ae5a17b56c31db90503224a02177e02"
    assert reading.digest(study()) == digest
    limit = ('page = "rules"', 'page = "rules"\nminutes = 5\non_timeout = "stop"')
    assert reading.digest(study(limit)) != digest


def test_within_subjects_needs_as_many_games_for_each_arm() -> None:
    with pytest.raises(StudyError, match="3 games within subjects .expected a multiple of 2"):
        study(('design = "between"', 'design = "within"'), ("count = 2", "count = 3"))


def test_shipped_instruments_cite_their_source_and_speak_both_languages() -> None:
    for instrument in shipped().values():
        assert instrument.source
        for item in instrument.items:
            texts = [item.prompt, *(option.label for option in item.options)]
            assert all(text == "" or set(text) == {"en", "de"} for text in texts), item.id


def test_codes_of_2017_are_those_of_its_data() -> None:
    from tamaya.humans.survey import ANSWERS

    items = [i for name in ("partner", "person") for i in shipped()[f"eger2017_{name}"].items]
    assert {i.id: tuple(option.code for option in i.options) for i in items} == dict(ANSWERS)


def test_changes_of_tests_are_made() -> None:
    assert tomllib.loads(changed(("seed = 3", "seed = 4")))["seed"] == 4


def test_the_documented_way_to_fill_a_slot_is_accepted() -> None:
    page = (ROOT / "docs" / "study.md").read_text()
    example = page.partition("```toml\n")[2].partition("```")[0]
    filled = reading.parse((SMALL + example).encode())
    assert [instrument.name for instrument in filled.instruments] == ["fluency"]
    empty = SMALL + '[[pages]]\npage = "survey"\ninstrument = "team_fluency"\n'
    with pytest.raises(StudyError, match="'fluency_1' of instrument 'team_fluency' has no prompt"):
        reading.parse(empty.encode())
