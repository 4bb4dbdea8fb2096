"""How partners of a test set are chosen from candidates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import tamaya as ty
from tamaya.benchmark.choosing import Chooser, Different, PartnerCandidate, covering
from tamaya.benchmark.protocol import CLASSICS
from tamaya.benchmark.test_set import TestPartner

FAMILIES = {
    "classics": ["piers", "iggi", "outer", "internal", "cautious", "van_den_bergh", "tamaya"],
    "eger": ["eger:full", "eger:outer", "eger:inner", "eger:intentional"],
    "conventions": ["convention:hats", "convention:ladder(level=3)"],
}


def chooser(seed: int, *, players: int = 3, most: int = 2) -> Chooser:
    candidates = {
        family: [PartnerCandidate(name, name, "for tests") for name in names]
        for family, names in FAMILIES.items()
    }
    return Chooser(seed, ty.Setup.standard(players), candidates, most)


def of(partners: list[TestPartner], family: str) -> list[TestPartner]:
    return [partner for partner in partners if partner.family == family]


def family_of(agent: str) -> str:
    plain = agent.partition(", ")[2][:-1] if agent.startswith("noisy(") else ""
    return "noisy" if plain else next(f for f, names in FAMILIES.items() if agent in names)


def test_the_draw_that_leaves_the_smallest_gaps_is_chosen() -> None:
    places = np.array([0, 1, 2, 10])
    differences = np.abs(places[:, None] - places)
    assert covering(differences, [[0, 1], [1, 3], [0, 3]]) == [1, 3]
    # One gap of two is worse than two gaps of one.
    assert covering(differences, [[0, 3], [1, 3]]) == [1, 3]


def classics(seed: int) -> list[str]:
    candidates = [PartnerCandidate(name, name, "for tests") for name in CLASSICS.candidates]
    chosen = Chooser(seed, ty.Setup.standard(2), {"classics": candidates}, 4)
    return [partner.name for partner in chosen.partners]


def test_partners_cover_their_family_better_than_a_plain_draw() -> None:
    """In positions that did not choose them."""
    names = CLASSICS.candidates
    candidates = [PartnerCandidate(name, name, "for tests") for name in names]
    moves = Different(123, ty.Setup.standard(2), candidates).moves
    played = np.array([moves[candidate] for candidate in candidates])
    differences = np.array([(own != played).mean(axis=1) for own in played])

    def gaps(partners: Sequence[int]) -> tuple[float, float]:
        nearest = differences[:, partners].min(axis=1)
        return float(nearest.mean()), float(nearest.max())

    rng = np.random.default_rng(5)
    drawn = np.mean([gaps(rng.permutation(len(names))[:4].tolist()) for _ in range(300)], axis=0)
    chosen = np.mean([gaps([names.index(n) for n in classics(s)]) for s in range(6)], axis=0)
    assert chosen[0] < 0.93 * drawn[0]
    assert chosen[1] < drawn[1]


def test_the_seed_decides_which_public_agents_are_partners() -> None:
    chosen = [classics(seed) for seed in range(6)]
    assert len({frozenset(names) for names in chosen}) == 6
    assert len({name for names in chosen for name in names}) > 10


@pytest.mark.parametrize("seed", range(3))
def test_a_noisy_partner_is_no_version_of_another_partner(seed: int) -> None:
    chosen = chooser(seed)
    chosen.add_noisy(("classics",))
    plain = {p.agents[0] for p in chosen.partners if p.family != "noisy"}
    bases = [p.agents[0].partition(", ")[2][:-1] for p in of(chosen.partners, "noisy")]
    assert len(bases) == 2
    assert set(bases) <= set(FAMILIES["classics"]) - plain


def test_without_other_candidates_noisy_partners_are_versions_of_partners() -> None:
    chosen = chooser(0, most=7)
    chosen.add_noisy(("classics",))
    assert len(of(chosen.partners, "noisy")) == len(of(chosen.partners, "classics"))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_guests_of_mixed_tables_come_from_different_families(players: int) -> None:
    chosen = chooser(1, players=players, most=2)
    chosen.add_noisy(("classics",))
    chosen.add_tables()
    for table in of(chosen.partners, "mixed"):
        families = {family_of(agent) for agent in table.agents}
        assert len(families) == len(table.agents) == players - 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_guests_are_no_other_partners_if_their_family_has_more_agents(players: int) -> None:
    chosen = chooser(1, players=players)
    chosen.add_noisy(("classics",))
    chosen.add_tables()
    partners = {p.agents[0] for p in chosen.partners if p.family != "mixed"}
    guests = [agent for p in of(chosen.partners, "mixed") for agent in p.agents]
    used = [guest for guest in guests if guest in partners]
    assert {family_of(guest) for guest in used} <= {"conventions"}
    assert len(set(guests)) == len(guests)
    # They are different from a noisy partner's plain version, too.
    bases = {p.agents[0].partition(", ")[2][:-1] for p in of(chosen.partners, "noisy")}
    assert not bases & set(guests)


def test_a_family_of_two_fills_a_table_of_five_with_different_guests() -> None:
    names = ["piers", "iggi", "outer", "internal"]
    candidates = {
        family: [PartnerCandidate(name, name, "for tests") for name in several]
        for family, several in (("a", names[:2]), ("b", names[2:]))
    }
    chosen = Chooser(0, ty.Setup.standard(5), candidates, 2)
    chosen.add_tables()
    assert [sorted(table.agents) for table in of(chosen.partners, "mixed")] == [sorted(names)] * 2
