"""Pictures and films of finished games, and the tags that show them for links."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from fastapi.testclient import TestClient

pytest.importorskip("PIL", reason="needs Pillow")

from PIL import Image, ImageSequence

from tamaya.web.pictures import ink, scenes
from tests.web.pages import agent, begin, person, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("games")) as client:
        yield client


@pytest.fixture(scope="module")
def replay(client: TestClient) -> str:
    """A short game: the agent plays every card until all lives are lost."""
    body = {"agents": ["tamaya", "legal_random"], "setup": "standard max_lives=1", "seed": 2}
    shown = client.post("/api/replays", json=body)
    assert shown.status_code == 200, shown.text
    id: str = shown.json()["replay"]
    return id


def test_the_picture_of_a_link_has_the_size_that_sites_show(
    client: TestClient, replay: str
) -> None:
    answer = client.get(f"/api/replays/{replay}/picture.png")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    picture = Image.open(BytesIO(answer.content))
    assert picture.size == scenes.LINK_SIZE
    colors = {color for _, color in picture.getcolors(1 << 20) or []}
    assert {ink.TABLE, ink.ACCENT} <= colors


def test_pictures_of_two_turns_differ(client: TestClient, replay: str) -> None:
    first, second = (
        client.get(f"/api/replays/{replay}/picture.png?turn={turn}").content for turn in (0, 1)
    )
    assert first != second
    assert client.get(f"/api/replays/{replay}/picture.png?turn=900").status_code == 422


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_film_shows_every_turn(client: TestClient, replay: str, kind: str) -> None:
    moves = client.get(f"/api/replays/{replay}").json()["moves"]
    answer = client.get(f"/api/replays/{replay}/film.{kind}?language=de")
    assert answer.headers["content-type"] == f"image/{kind}"
    film = Image.open(BytesIO(answer.content))
    assert film.format == kind.upper()
    assert len(list(ImageSequence.Iterator(film))) == len(moves) + 1
    assert client.get(f"/api/replays/{replay}/film.mp4").status_code == 422


def test_a_running_game_has_no_pictures(client: TestClient) -> None:
    game = begin(client, person("Ann"), agent("piers"))["game"]
    for file in ("picture.png", "film.gif", "film.webp"):
        assert client.get(f"/api/replays/{game}/{file}").status_code == 409


def test_a_link_to_a_replay_names_its_picture(client: TestClient, replay: str) -> None:
    page = client.get(f"/replay/{replay}/3").text
    assert f"/api/replays/{replay}/picture.png?turn=3" in page
    assert "og:image" not in client.get("/learn").text


def test_an_address_cannot_write_into_the_page(client: TestClient) -> None:
    page = client.get("/replay/%22%3E%3Cscript%3Ealert(1)").text
    assert "<script>alert" not in page
    assert "og:image" in page


def test_captions_tell_players_of_one_name_apart() -> None:
    assert scenes.caption(None, ["Ann", "Bo"], "en") == "The cards are dealt"
    assert scenes.distinct(["Bo", "Ann", "Bo"]) == ["Bo", "Ann", "Bo 2"]
