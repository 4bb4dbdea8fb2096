"""Browser contexts that tests use one after the other: opening one costs more than most tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Page

_STOPPED: WeakSet[BrowserContext] = WeakSet()
"""contexts in which time stands still, for all pages to come"""


def stop_clock(page: Page) -> None:
    """Stops the time of the page and of its context; `page.clock` moves it on."""
    _STOPPED.add(page.context)
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))


class Contexts:
    """Lends contexts. A borrower finds no cookies and no stored data, but the scripts of the app in
    the cache. An empty page stays open in each: without a page, Chromium puts the context away, and
    the next page takes twice the processor time.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = {}
        self._lent: list[tuple[str, BrowserContext]] = []

    def page(self, options: dict[str, Any], *, fresh: bool) -> Page:
        """Opens a page in a context with these options that no other borrower has.

        :param fresh: the context is a new one, with nothing in its cache
        """
        key = "" if fresh else repr(options)
        if free := self._free.get(key):
            context = free.pop()
            page = context.new_page()
            everything = {"origin": options["base_url"], "storageTypes": "all"}
            session = context.new_cdp_session(page)
            session.send("Storage.clearDataForOrigin", everything)
            session.detach()
        else:
            context = self._browser.new_context(**options)
            if not fresh:
                context.new_page().goto("/robots.txt")
            page = context.new_page()
        self._lent.append((key, context))
        return page

    def give_back(self) -> None:
        """Ends all loans."""
        for key, context in self._lent:
            if not key or context in _STOPPED:
                context.close()
                continue
            for page in context.pages[1:]:
                page.close()
            context.clear_cookies()
            self._free.setdefault(key, []).append(context)
        self._lent = []

    def close(self) -> None:
        """Closes the contexts that nobody has."""
        for contexts in self._free.values():
            for context in contexts:
                context.close()
