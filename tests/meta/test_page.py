"""The table of families that are left out, in docs/meta.md."""

from __future__ import annotations

from pathlib import Path

import tamaya as ty
from tamaya.meta import page
from tamaya.meta.left_out import FAMILIES
from tamaya.meta.shipped_files import file_for, read

DOCUMENT = Path(__file__).parents[2] / "docs" / "meta.md"


def test_a_detective_without_a_family_knows_no_agent_of_it() -> None:
    case = read(file_for(ty.Setup.parse("standard players=3")))
    people = FAMILIES["people"]
    known = case.experience
    left = case.without(frozenset(filter(people.leaves_out, known.hypotheses.names)))
    names = left.experience.hypotheses.names
    assert not any(map(people.has, names))
    assert "cyclone:people" not in names
    assert case.default in left.experience.responses.names, "it stays even if it is related"
    column = known.hypotheses.names.index("piers")
    assert (
        left.experience.scores[0, names.index("piers")]
        == known.scores[known.responses.names.index(left.experience.responses.names[0]), column]
    )


def test_the_document_has_a_line_for_each_family() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    last = page.FIRST_SEED + page.EPISODES * page.GAMES - 1
    assert f"seeds {page.FIRST_SEED}-{last}" in document
    for family in page.MEASURED:
        assert f"| 2 | {family.name} |" in document
