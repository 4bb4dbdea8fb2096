"""The types of the pages are those of the server."""

from __future__ import annotations

from tamaya.web import typescript
from tests.truth import ROOT


def test_the_committed_types_are_what_the_structs_say() -> None:
    committed = (ROOT / typescript.TARGET).read_text()
    assert committed == typescript.text(), "run `python -m tamaya.web.typescript`"


def test_hidden_cards_are_optional_and_frames_are_told_apart_by_their_tag() -> None:
    text = typescript.text()
    assert "  card?: string;" in text
    assert '  t: "snapshot";' in text
    assert "export type PageFrame = Join | Act | Note | Say;" in text
