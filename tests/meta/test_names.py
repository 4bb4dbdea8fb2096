"""Meta-agents by name."""

from __future__ import annotations

import tamaya as ty
from tamaya.meta import Detective, MetaAgent


def test_a_shipped_pool_can_stand_in_for_a_file() -> None:
    agent = ty.as_agent("meta:tamaya-1")
    assert isinstance(agent, Detective)
    assert agent.experience.hypotheses.names == ty.pool("tamaya-1").names
    published = ty.as_agent("meta:tamaya-1#published")
    assert isinstance(published, MetaAgent)
    assert published.experience is agent.experience, "its pairs are played once"
