"""The connection between page and server: two people, lost sockets, reloads, restarts."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.contexts import stop_clock
from tests.web.browser.server import Server
from tests.web.browser.table import begin, choose, move, turn_of, wait_for_turn

FIRST_WAIT = 250
"""longest time in milliseconds until a page that lost its connection tries again"""


def test_two_people_play_at_one_table(visit: Visit) -> None:
    ada = visit("/")
    ada.get_by_role("button", name="Invite a friend").click()
    ada.get_by_role("button", name="Open the table").click()
    link = ada.get_by_label("Send this link").input_value()
    assert "#" in link, "the key to the seat is in the fragment"
    bob = visit(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(ada.locator(".others h2")).to_contain_text("Bob")
    for number, (mover, watcher) in enumerate([(ada, bob), (bob, ada), (ada, bob)]):
        assert wait_for_turn(mover)
        move(mover, 0, "click")
        expect(watcher.locator(".log li")).to_have_count(number + 1)
        expect(watcher.locator(".last-move")).to_contain_text("hinted you: ")
        expect(watcher.locator(".seat.own .card.fresh")).not_to_have_count(0)
        expect(mover.locator(".seat.own .card.fresh")).to_have_count(0)
    expect(bob.locator(".card.chop")).to_have_count(2)
    assert "#" not in bob.url, "the key does not stay in the address"


def test_a_chosen_card_stays_chosen_while_a_friend_sits_down(visit: Visit) -> None:
    ada = visit("/")
    ada.get_by_role("button", name="Invite a friend").click()
    ada.get_by_role("button", name="Open the table").click()
    bob = visit(ada.get_by_label("Send this link").input_value())
    bob.get_by_label("Your name").fill("Bob")
    assert wait_for_turn(ada)
    choose(ada, 1, "click", partner=True)
    bob.get_by_role("button", name="Sit down").click()
    expect(ada.locator(".others h2")).to_contain_text("Bob")
    expect(ada.locator(".foot .actions:not(.idle)")).to_be_attached()


def test_an_invitation_belongs_to_the_first_who_accepts(visit: Visit) -> None:
    ada = visit("/")
    ada.get_by_role("button", name="Invite a friend").click()
    ada.get_by_role("button", name="Open the table").click()
    link = ada.get_by_label("Send this link").input_value()
    expect(ada.get_by_text("Player 2 has not joined yet.")).to_be_visible()
    eve = visit(link.partition("#")[0])
    expect(eve.get_by_role("heading", name="This table is closed to you")).to_be_visible()
    bob = visit(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(ada.locator(".others h2")).to_contain_text("Bob")
    eve.evaluate("link => location.assign(link)", link)
    eve.get_by_role("button", name="Sit down").click()
    expect(eve.get_by_role("alert")).to_contain_text("Somebody has accepted this invitation")
    eve.get_by_role("button", name="Go to the table").click()
    expect(eve.get_by_role("heading", name="This table is closed to you")).to_be_visible()
    bob.goto("/learn")
    expect(ada.get_by_text("Bob is away.")).to_be_visible()
    expect(ada.get_by_label("Send this link")).to_have_count(0)


def test_a_known_misplay_is_asked_about_first(visit: Visit) -> None:
    """Nothing is lit, so a card that was hinted to be a 2 or more cannot fit."""
    ada = visit("/")
    ada.get_by_role("button", name="Invite a friend").click()
    ada.get_by_role("button", name="Open the table").click()
    bob = visit(ada.get_by_label("Send this link").input_value())
    bob.get_by_role("button", name="Sit down").click()
    assert wait_for_turn(ada)
    move(ada, 0, "click")
    assert wait_for_turn(bob)
    high = ", ".join(f"[aria-label$=' {rank}']" for rank in (2, 3, 4, 5))
    bob.locator(f".others li button:is({high})").first.click()
    bob.locator(".act.hint_rank").click()
    assert wait_for_turn(ada)
    ada.locator(".seat.own li:has(.touched) button").first.click()
    ada.locator(".act.play").click()
    expect(ada.get_by_role("heading", name="This card cannot fit")).to_be_visible()
    ada.get_by_role("button", name="Choose again").click()
    expect(ada.locator(".status.mine")).to_be_attached()
    expect(ada.locator(".log li")).to_have_count(2)


def test_a_card_is_called_known_only_if_its_marks_show_one_card(visit: Visit) -> None:
    ada = visit("/")
    ada.get_by_role("button", name="Invite a friend").click()
    ada.get_by_role("button", name="Open the table").click()
    bob = visit(ada.get_by_label("Send this link").input_value())
    bob.get_by_role("button", name="Sit down").click()
    known = ada.locator(".why").get_by_text("leaves one possibility")
    card = bob.locator(".seat.own li:nth-child(1) .card")
    assert wait_for_turn(ada)
    ada.locator(".others li:nth-child(1) button").click()
    ada.locator(".act.hint_rank").click()
    expect(card.locator(".pip-rank:not(.out)")).to_have_count(1)
    expect(card.locator(".pip:not(.out)")).to_have_count(5)
    expect(known).to_have_count(0)
    assert wait_for_turn(bob)
    move(bob, 0, "click")
    assert wait_for_turn(ada)
    ada.locator(".others li:nth-child(1) button").click()
    ada.locator(".act.hint_color").click()
    expect(card.locator(".pip:not(.out)")).to_have_count(1)
    color = re.compile("You hinted .*: (red|yellow|green|white|blue)")
    ada.locator(".log li", has_text=color).locator("a").click()
    expect(known).to_have_count(1)


def test_a_reload_goes_on_at_the_same_turn(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    for number in range(2):
        assert wait_for_turn(page)
        move(page, number, "click")
    assert wait_for_turn(page)
    before, log = turn_of(page), page.locator(".log ol").inner_text()
    page.reload()
    assert wait_for_turn(page)
    assert turn_of(page) == before
    assert page.locator(".log ol").inner_text() == log


def test_a_game_goes_on_after_the_server_was_restarted(visit: Visit, server: Server) -> None:
    page = visit("/")
    begin(page)
    assert wait_for_turn(page)
    move(page, 0, "click")
    assert wait_for_turn(page)
    before = turn_of(page)
    server.restart()
    expect(page.locator(".chip.live")).to_be_attached()
    assert turn_of(page) == before
    assert wait_for_turn(page)
    move(page, 0, "click")
    expect(page.locator(".log li")).not_to_have_count(before - 1)


def test_a_page_that_lost_its_socket_catches_up(visit: Visit) -> None:
    ada = visit("/")
    ada.get_by_role("button", name="Invite a friend").click()
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    ada.route_web_socket(lambda url: "/ws/" in url, through)
    ada.get_by_role("button", name="Open the table").click()
    bob = visit(ada.get_by_label("Send this link").input_value())
    bob.get_by_role("button", name="Sit down").click()
    assert wait_for_turn(ada)
    move(ada, 0, "click")
    assert wait_for_turn(bob)
    lines[-1].close(code=1012)
    move(bob, 0, "click")
    expect(ada.locator(".log li")).to_have_count(2)
    assert len(lines) == 2, "a new socket took over"
    stop_clock(ada)
    lines[-1].close(code=1012)
    expect(ada.locator(".chip.live")).to_have_count(0)
    ada.clock.run_for(FIRST_WAIT)
    expect(ada.locator(".chip.live")).to_be_attached()
    assert len(lines) == 3


def test_a_network_without_sockets_is_got_around(visit: Visit) -> None:
    page = visit("/")
    page.route_web_socket(lambda url: "/ws/" in url, lambda line: line.close())
    begin(page)
    assert wait_for_turn(page)
    move(page, 0, "click")
    assert wait_for_turn(page)
    expect(page.locator(".log li")).to_have_count(2)


def test_an_unknown_game_and_an_unknown_address_say_what_to_do(visit: Visit) -> None:
    page = visit("/g/nosuchgame")
    expect(page.get_by_role("heading", name="Game not found")).to_be_visible()
    for path in ("/replay/nosuchgame/3", "/story/nosuchgame", "/puzzles/none", "/map/none"):
        page.goto(path)
        expect(page.get_by_text("The link may be incomplete")).to_be_visible()
    page.goto("/study")
    expect(page.get_by_role("heading", name="There is no study here")).to_be_visible()
    page.goto("/nowhere/at/all")
    page.get_by_role("link", name="Back to the lobby").click()
    expect(page.get_by_role("heading", name="Choose a partner")).to_be_visible()
