"""How partners of a test set are chosen from candidates."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya.benchmark.choosing import Chooser, PartnerCandidate
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
