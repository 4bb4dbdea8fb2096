"""Meta-agents by name."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya.meta import Detective, MetaAgent


def test_a_shipped_pool_can_stand_in_for_a_file() -> None:
    agent = ty.as_agent("meta:tamaya-1")
    assert isinstance(agent, Detective)
    assert agent.experience.hypotheses.names == ty.pool("tamaya-1").names
    published = ty.as_agent("meta:tamaya-1#published")
    assert isinstance(published, MetaAgent)
    assert published.experience is agent.experience, "its pairs are played once"


def test_a_pool_whose_pairs_take_minutes_is_refused_at_once() -> None:
    with pytest.raises(ty.TamayaError, match=r"tamaya meta train wide-4p-1 --out wide-4p-1\.meta"):
        ty.as_agent("meta:wide-4p-1#generalist")
