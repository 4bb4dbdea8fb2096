"""A bot that plays on a hanab.live server, with any agent."""

from tamaya.live.client import play_live
from tamaya.live.settings import Credentials, LiveSettings

__all__ = ["Credentials", "LiveSettings", "play_live"]
