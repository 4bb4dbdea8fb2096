"""Runs the application with uvicorn."""

from __future__ import annotations

import gc
import socket
from dataclasses import replace
from pathlib import Path

import uvicorn

from tamaya.game import TamayaError
from tamaya.study import reading
from tamaya.study.study_file import Practice, StudyFile
from tamaya.web.app import create_app
from tamaya.web.config import ServerConfig, is_local
from tamaya.web.game.protocol import MAX_FRAME
from tamaya.web.live.roster import Roster
from tamaya.web.live.server_agents import NAME, PUBLISHED, detective, published
from tamaya.web.maps.run_folders import run_folders
from tamaya.web.storage.database import opened

FOLDER = Path("runs/web")
"""folder for files that the server creates, like its meta-agents"""
MARGIN = 0.2
"""seconds of a study's delay that are not for thinking"""


def serve(config: ServerConfig) -> None:
    """Serves until Ctrl-C, which raises `KeyboardInterrupt` after a clean shutdown.

    :raises TamayaError: if the address or the database cannot be used, an agent is unknown, or a
        folder contains no runs
    """
    Roster(config.agents, run_folders(config.runs))
    opened(config.database).dispose()
    study = reading.read(Path(config.study)) if config.study else None
    listening = _listening(config)
    if study is None:
        config = replace(config, agents=(detective(FOLDER), published(FOLDER), *config.agents))
    else:
        config = for_study(config, study)
    first_page = "study" if config.study else ""
    _Server(settings(config), first_page).run(sockets=[listening])


def for_study(config: ServerConfig, study: StudyFile) -> ServerConfig:
    """The settings with the agents of a study, who must answer within its equal delay."""
    practice = [page.agent for page in study.pages if isinstance(page, Practice)]
    makers = {NAME: detective, PUBLISHED: published}
    wanted = dict.fromkeys([*(arm.agent for arm in study.arms), *practice])
    agents = [makers[agent](FOLDER) if agent in makers else agent for agent in wanted]
    delay = study.table.reply_seconds
    seconds = min(config.seconds, max(0.1, delay - MARGIN)) if delay else config.seconds
    return replace(config, agents=(*config.agents, *agents), seconds=seconds)


class _Server(uvicorn.Server):
    """Prints the address of its first page as soon as it answers requests."""

    def __init__(self, config: uvicorn.Config, first_page: str) -> None:
        super().__init__(config)
        self._first_page = first_page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # Modules and rosters are never freed. Searching them for garbage would stop all tables.
        gc.freeze()
        for listening in sockets or []:
            host, port = listening.getsockname()[:2]
            name = "localhost" if is_local(host) else host
            address = f"http://{name}:{port}/{self._first_page}"
            print(f"Tamaya is at {address} (Ctrl-C ends it)", flush=True)


def settings(config: ServerConfig) -> uvicorn.Config:
    """Settings of uvicorn. Compression of WebSockets is off: it doubled the work of a move."""
    return uvicorn.Config(
        create_app(config),
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )


def _listening(config: ServerConfig) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise TamayaError(f"cannot listen at {config.host}:{config.port}: {error}") from None
    listening.listen(1024)
    return listening
