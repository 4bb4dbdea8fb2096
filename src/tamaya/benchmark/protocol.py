"""The protocol of the benchmark as data: tracks, families of partners, and sizes.

A result names the protocol's version. Once it is released, any change that changes results needs a
new version.
"""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.errors import TamayaError, UnknownNameError
from tamaya.game import Setup

VERSION = "v1"
ALIKE = 0.97
"""a partner that makes another partner's move in a larger share of positions is a near-duplicate"""
LEAST_SCORE = 10.0
"""lowest mean score of an evolved partner with itself; weaker ones are no players to learn from"""
NOISE = (5, 10, 15, 20, 25)
"""percentages of random moves of noisy partners"""
MOST_POINTS = 25
"""the highest score in the set-ups of all tracks"""
VALIDATION_SEED = 0
"""the seed of the validation set, on which settings may be tuned"""


@dataclass(frozen=True)
class Track:
    """What a challenger is tested for."""

    name: str
    description: str
    games: int
    """games of an episode with the same partners"""
    rules: str
    """set-up without the number of players; an illegal move ends the game"""
    families: tuple[PartnerFamily, ...]

    def setup(self, players: int) -> Setup:
        """The set-up for a number of players.

        :raises TamayaError: if the number is not 2 to 5
        """
        if players not in range(2, 6):
            raise TamayaError(f"{players} players (expected 2 to 5)")
        return Setup.parse(f"{self.rules} players={players}")


@dataclass(frozen=True)
class PartnerFamily:
    """A stratum of partners. Every family has the same weight in the mean of a result."""

    name: str
    description: str
    candidates: tuple[str, ...] = ()
    """agents to choose from, as far as they can play with so many players; empty if the partners
    are made from the seed"""

    @property
    def is_fresh(self) -> bool:
        """Are the partners made from the seed, and not chosen from public agents?"""
        return not self.candidates


def _several(prefix: str, names: str) -> tuple[str, ...]:
    return tuple(f"{prefix}{name}" for name in names.split())


EVOLVED = PartnerFamily("evolved", "rule lists that MAP-Elites evolved from our rulebook")
PUBLISHED = PartnerFamily("evolved-published", "rule lists evolved from the published rulebook")
NOISY = PartnerFamily("noisy", "evolved and classic partners that make some random moves")
MIXED = PartnerFamily(
    "mixed", "tables whose partners come from different families (3 to 5 players)"
)
CLASSICS = PartnerFamily(
    "classics",
    "hand-written rule lists of papers and competitions",
    (
        *_several(
            "", "internal outer cautious iggi iggi2 piers van_den_bergh clivej tamaya kagiya"
        ),
        *_several("competition:", "iggi iggi2 piers cautious internal outer van_den_bergh clivej"),
        *_several("hle:", "iggi internal outer van_den_bergh piers"),
        *_several("mapelites:", "iggi internal outer van_den_bergh piers cautious"),
    ),
)
EGER = PartnerFamily(
    "eger",
    "agents of Eger et al. 2017, which reason about intentions",
    (
        *_several("eger:", "inner outer intentional full"),
        *(f"eger:{name}(counting=paper)" for name in ("inner", "outer", "intentional", "full")),
        *(f"eger:{name}(expendable=paper)" for name in ("intentional", "full")),
        *(f"eger:sample({giver}, 20)" for giver in ("outer", "intentional")),
    ),
)
CYCLONE = PartnerFamily(
    "cyclone",
    "agents that weigh factors of every move (Kantack 2021)",
    (
        *_several("cyclone:", "human_like human_complementary self_play companion people"),
        *(f"cyclone:{style}(form=table1)" for style in ("human_like", "self_play")),
    ),
)
PEOPLE = PartnerFamily(
    "people",
    "models of the people of the 2017 study",
    tuple(
        f"human:{group}{choice}"
        for group in ("all", "cluster1", "cluster2", "cluster3")
        for choice in ("", "(choice=likeliest)")
    ),
)
FITTED = PartnerFamily(
    "fitted",
    "Cyclone's factors with weights fitted to the moves of people",
    _several("cyclone:", "people people1 people2 people3 human_like"),
)
LEARNED = PartnerFamily(
    "learned",
    "networks trained by reinforcement learning",
    (
        *_several("learned:", "self-play response"),
        *(f"learned:{name}(noise=10)" for name in ("self-play", "response")),
    ),
)
CONVENTIONS = PartnerFamily(
    "conventions",
    "agents that read hints by a convention: hat guessing, and the ladder of play and save hints",
    (
        *(f"convention:hats(risk={risk})" for risk in (50, 75, 100)),
        *(f"convention:ladder(level={level})" for level in (1, 2, 3)),
    ),
)

_ALL = (
    EVOLVED,
    PUBLISHED,
    NOISY,
    CLASSICS,
    EGER,
    CYCLONE,
    PEOPLE,
    LEARNED,
    CONVENTIONS,
    MIXED,
)
TRACKS = {
    track.name: track
    for track in (
        Track("zero-shot", "one game with every partner", 1, "standard illegal=end", _ALL),
        Track("ten-games", "ten games with the same partners", 10, "standard illegal=end", _ALL),
        Track(
            "people",
            "ten games with models of people",
            10,
            "eger illegal=end",
            (PEOPLE, FITTED, MIXED),
        ),
    )
}


def track_named(name: str) -> Track:
    """A track by its name.

    :raises UnknownNameError: if there is no such track
    """
    if name not in TRACKS:
        raise UnknownNameError(f"no track {name!r} (expected {', '.join(TRACKS)})")
    return TRACKS[name]


@dataclass(frozen=True, kw_only=True)
class Budget:
    """Sizes of a test set and of the games on it. Results name it, and `quick` ones are marked."""

    name: str
    candidates: int
    """genomes that each evolution run evaluates"""
    evolution_games: int
    """games that evaluate a candidate"""
    partners: int
    """partners of each family, at most"""
    decks: int
    """games with every partner in every seat, on a track of one game"""
    episodes: int
    """episodes with every partner in every seat, on a track of several games"""

    def rounds(self, track: Track) -> int:
        """Episodes with every partner in every seat."""
        return self.decks if track.games == 1 else self.episodes


FULL = Budget(name="full", candidates=30_000, evolution_games=50, partners=12, decks=40, episodes=8)
QUICK = Budget(name="quick", candidates=3000, evolution_games=20, partners=4, decks=20, episodes=3)
