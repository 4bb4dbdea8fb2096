"""Many people at once: places are given once, and arms stay balanced."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from tamaya.study.assignment import verify
from tamaya.web.storage import study_store
from tamaya.web.study.house import StudyHouse
from tamaya.web.study.protocol import HandIn
from tests.web.study.participants import running
from tests.web.study.test_flow import SHORT

PEOPLE = 60


async def crowd(house: StudyHouse) -> list[str]:
    """Everybody arrives at the same moment and agrees; every fourth leaves, and others follow."""
    agree = HandIn(0, "en", {"agree": "yes"})

    async def one(number: int) -> str:
        session, _ = await house.arrive({"id": f"p{number}"}, "en", None)
        state = await house.hand_in(session, agree)
        assert state.page.kind == "game"
        if number % 4 == 0:
            await house.stop(session, delete=False)
        return session

    first = await asyncio.gather(*map(one, range(PEOPLE)))
    return [*first, *await asyncio.gather(*map(one, range(PEOPLE, PEOPLE + 15)))]


def test_people_who_arrive_at_once_are_spread_evenly(tmp_path: Path) -> None:
    with running(tmp_path, ("target = 30", "target = 200"), text=SHORT) as client:
        house: StudyHouse = client.app.state.study  # type: ignore[attr-defined]
        assert client.portal is not None
        sessions = client.portal.call(crowd, house)
        assert len(set(sessions)) == PEOPLE + 15
        with house.hub.store.engine.connect() as connection:
            places = study_store.places(connection, "small")
    assert [place.slot for place in places] == list(range(PEOPLE + 15))
    assert len({place.participant for place in places}) == PEOPLE + 15
    assert verify(house.study, study_store.log_of(places)) == PEOPLE + 15
    staying = Counter(place.treatment.arms[0] for place in places if place.released is None)
    missing = sum(place.released is not None for place in places[PEOPLE:])
    assert abs(staying["one"] - staying["two"]) <= 1 + missing
