"""A rehearsal notices what cannot work before people come."""

from __future__ import annotations

import pytest

from tamaya.errors import StudyError
from tamaya.study import reading
from tamaya.study.overview import overview, warnings
from tamaya.study.rehearsal import rehearse_games, walk
from tamaya.study.steps import steps_of
from tamaya.study.templates import NAMES, template
from tests.study.files import SMALL, study


@pytest.mark.parametrize("name", NAMES)
def test_a_simulated_person_passes_every_page_of_a_template(name: str) -> None:
    file = reading.parse(template(name).encode())
    assert walk(file) == len(steps_of(file))


def test_every_agent_plays_in_the_set_up_of_the_study() -> None:
    assert set(rehearse_games(study())) == {"one", "two"}
    detective = study(('agent = "iggi"', 'agent = "meta:detective"'))
    assert set(rehearse_games(detective)) == {"one"}
    assert "not rehearsed: two (trained by the server)" in overview(detective)


def test_texts_that_are_not_filled_in_are_warned_of() -> None:
    assert warnings(study()) == [
        "replies are not delayed equally, so their timing may tell arms apart"
    ]
    consent = 'text = { en = "Please agree.", de = "Bitte stimmen Sie zu." }'
    for text in ('"PLEASE FILL IN: who"', '{ en = "Please agree.", de = "BITTE AUSFÜLLEN" }'):
        unfinished = study((consent, f"text = {text}"), ('contact = "ann@example.org"', ""))
        assert warnings(unfinished)[:2] == [
            "contact is not filled in",
            "the consent text has parts to fill in",
        ]


def test_short_texts_can_be_answered() -> None:
    item = '[[instruments.items]]\nid = "years"\nkind = "text"\nprompt = "Age?"\nlongest = 3\n'
    page = '[[pages]]\npage = "survey"\ninstrument = "short"\n'
    file = study(text=SMALL + page + '[[instruments]]\nname = "short"\n' + item)
    assert walk(file) == len(steps_of(file))


def test_an_agent_that_cannot_play_this_game_is_named() -> None:
    learned = ('agent = "iggi"', 'agent = "learned:self-play"')
    small = ("reply_seconds = 0", 'setup = "standard colors=3"')
    with pytest.raises(StudyError, match="arm 'two' cannot play: .*learned:self-play"):
        overview(study(learned, small))
