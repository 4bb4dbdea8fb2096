"""What the bot sends for messages that the stand-in server never sends."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tamaya import Setup, State
from tamaya.live import LiveSettings
from tamaya.live.bot import LiveBot
from tamaya.live.bot_seat import BotSeat, TableSeating
from tamaya.live.site_log import SiteLog
from tests.live.site_actions import SiteActions


async def settled() -> None:
    """Waits until all other tasks of the event loop have ended."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*others)


def bot_at_table(sent: list[str], number: int) -> LiveBot:
    """A bot that connects while it plays at a table. It lists its commands in `sent`."""
    settings = LiveSettings(server="http://localhost", agent="tamaya", answer=0.0)
    bot = LiveBot(settings, lambda command, _: sent.append(command), lambda: None)
    bot.receive("welcome", {"username": "robin", "playingAtTables": [number]})
    bot.receive("tableStart", {"tableID": number})
    return bot


def test_a_game_that_the_bot_cannot_play_gets_one_vote_to_end_it() -> None:
    sent: list[str] = []

    async def meet_unknown_variant() -> None:
        bot = bot_at_table(sent, 7)
        options = {"variantName": "Rainbow (6 Suits)"}
        start = {"tableID": 7, "playerNames": ["robin", "alice"], "options": options}
        answered = 0
        for _ in range(3):
            asked = sent.count("getGameInfo1")
            if asked > answered:
                bot.receive("init", {**start, "ourPlayerIndex": 0})
                await settled()
            answered = asked
            bot.watch()

    asyncio.run(meet_unknown_variant())
    assert sent.count("tableVoteForTermination") == 1  # a second vote would take back the first


def test_a_new_table_can_have_the_number_of_a_finished_game() -> None:
    sent: list[str] = []

    async def play_twice() -> None:
        bot = bot_at_table(sent, 1)
        bot.receive("finishOngoingGame", {"tableID": 1})
        await settled()
        sent.clear()
        bot.receive("tableStart", {"tableID": 1})  # a repeated message of the first game
        assert sent == []
        bot.receive("joined", {"tableID": 1})
        bot.receive("tableStart", {"tableID": 1})

    asyncio.run(play_twice())
    assert sent == ["getGameInfo1"]


def test_a_bot_whose_agent_failed_in_every_turn_says_so(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("class Broken:\n    def act(self, view):\n        raise RuntimeError('lost')\n")

    async def ask() -> str:
        state = State.deal(1, Setup.parse("standard"))
        actions = SiteActions(state, 0).actions
        seat = BotSeat(f"{file}:Broken")
        await seat.begin(TableSeating("1", state.setup, ("robin", "alice"), 0))
        await seat.decide(SiteLog.from_list(state.setup, 0, actions), 10.0)
        return await seat.reason(None)

    reason = asyncio.run(ask())
    assert reason.startswith("Turn 1: ")
    assert reason.endswith("lost; tamaya moved instead.")
