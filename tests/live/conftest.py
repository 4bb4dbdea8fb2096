"""Fixtures of the tests of live play."""

from tests.live.stand_in.fixture import stand_in

__all__ = ["stand_in"]
