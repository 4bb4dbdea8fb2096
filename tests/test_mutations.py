from __future__ import annotations

import pytest

from tests.mutations import MUTATIONS, Mutation
from tests.truth import ROOT


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.breaks)
def test_a_mutation_still_fits_the_sources(mutation: Mutation) -> None:
    assert (ROOT / mutation.file).read_text().count(mutation.before) == 1
    assert mutation.before != mutation.after
    for tests in mutation.tests.split():
        assert (ROOT / tests.partition("::")[0]).exists(), tests
