"""The companion: a list of rules evolved to play with people.

It was evolved for two players under the rules of Eger et al. 2017. Its partners were models of half
of the people of their study (76 people, without the one who played more than 200 games): one model
of all of them, three of groups of them, and four of two quarters of them each. The search tried
1.2 million lists of 16 rules on a GPU: 950,000 with models that included that one person, then
250,000 without. Rules that never decided were removed. `tamaya humans partner` runs the same
search, with `--generations 1200 --backend cuda` for as many lists; its seed and models are not part
of the repository, so it repeats the method and not the list. `tamaya reproduce people_partners`
measures the companion with models of the other half.

`companion(version=1)` is the list as evolution left it. If none of its rules applies, above all
with all hint tokens, it makes a random move, which often misleads its partner. Early in a game it
discards hinted fives, because they are far from playable. `companion` has rules for both cases: it
discards unhinted cards first, and its last rules give the least harmful hint or discard the card
least likely to be a last copy.
"""

from __future__ import annotations

from tamaya.agents.agent import Agent
from tamaya.agents.native import NativeAgent
from tamaya.agents.registry import Entry, register
from tamaya.errors import TamayaError
from tamaya.rules import Genome

_SHARED = (
    "play_safe > hint_fix > play_hinted_newest(50) > play_hail_mary(0, 1) > hint_unmixed"
    " > hint_playable_critical(1) > hint_focus_many(2) > discard_repeated"
    " > discard_probably_useless_unhinted(0)"
)
_VERSIONS = {
    1: f"{_SHARED} > discard_far(2) > play_hinted_rank(40)",
    2: f"{_SHARED} > discard_chop > discard_far(2) > play_hinted_rank(40) > hint_harmless(1)"
    " > discard_least_critical > discard_oldest",
}


def _companion(*, version: int = 2, name: str) -> Agent:
    if version not in _VERSIONS:
        raise TamayaError(f"companion has no version {version} (expected 1 or 2)")
    return NativeAgent(name, Genome.parse(_VERSIONS[version]))


register(
    Entry(
        "companion",
        "Evolved to play with people: plays the newest hinted card, and hints only playable cards.",
        _companion,
    )
)
