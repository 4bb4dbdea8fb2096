"""Generated sections of documents."""

from __future__ import annotations

import pytest

from tamaya.errors import TamayaError
from tamaya.files import replace_section
from tamaya.files.sections import markers


def test_only_the_text_between_the_markers_is_replaced() -> None:
    begin, end = markers("table")
    replaced = replace_section(f"a\n{begin}\nold\n{end}\nb", "table", "new")
    assert replaced == f"a\n{begin}\n\nnew\n\n{end}\nb"


@pytest.mark.parametrize("document", ["nothing here", "<!-- table:begin -->\nno end"])
def test_a_document_without_the_markers_is_refused(document: str) -> None:
    with pytest.raises(TamayaError, match=r"no section 'table' .*expected lines"):
        replace_section(document, "table", "new")
