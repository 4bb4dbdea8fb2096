"""Processes in which agents think."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import tamaya as ty
from tamaya.web.game.history import deck_text
from tamaya.web.live.agent_server import AgentQuestion
from tamaya.web.live.process_pool import AgentProcesses
from tamaya.web.live.seated_agent import PastGame


def test_processes_load_agents_before_the_first_move_and_again_after_a_kill(tmp_path: Path) -> None:
    loads = tmp_path / "loads"
    file = tmp_path / "heavy.py"
    file.write_text(
        "from pathlib import Path\n"
        f"with Path({str(loads)!r}).open('a') as file:\n"
        "    file.write('x')\n"
        "class Heavy:\n"
        "    def act(self, view):\n"
        "        return view.legal_moves()[0]\n"
    )
    start = PastGame("standard", deck_text(ty.State.deal(1).full_deck), 1, ())
    first = AgentQuestion("first", f"{file}:Heavy", 0, 2, 1, start, None, over=False)
    ending = AgentQuestion("other", "no such agent", 0, 2, 1, start, None, over=False)

    async def ask() -> list[str]:
        processes = AgentProcesses(1, 300.0)
        counts = []
        await processes.start([first])
        counts.append(loads.read_text())
        (slot,) = processes._workers
        assert slot._child is not None
        slot._child.end()
        answer = await slot.ask(ending)
        assert answer.error
        while slot._child is None:
            await asyncio.sleep(0.01)
        answer = await slot.ask(replace(first, chair="second"))
        assert answer.decision is not None
        counts.append(loads.read_text())
        processes.close()
        return counts

    assert asyncio.run(ask()) == ["x", "xx"]
