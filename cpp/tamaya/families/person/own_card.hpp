// Input features of playing or discarding an own card, for models of people.
#pragma once

#include "tamaya/families/person/sight.hpp"
#include "tamaya/fields.hpp"

namespace tamaya::person {

// Features of an own card, for playing or discarding it.
struct OwnCard {
    float slot[kMaxHand];
    float oldest_unhinted, newest_unhinted, newest;
    float color_named, rank_named, both_named;
    float fits, fits_surely, fits_never, fits_as_named, fits_by_hints;
    float trash, trash_surely, critical, critical_surely, five;
    float rank[kMaxRanks];  // named
    float touched, touched_new, touched_alone, touched_by_rank, touched_by_color;
    float touched_oldest, touched_newest;          // among the cards that the hint touched
    float touched_oldest_fit, touched_newest_fit;  // among those of them that may fit
    float hints_told, told_before, waited;    // hints about it, before the last turn; turns since
    float alike, alike_oldest, alike_newest;  // other cards with the same knowledge
    float most_fitting, short_of_best;
    float least_valuable, value, short_of_value;  // value of discarding, as Intentional computes it
    float seen_at_partner;                        // probability that the partner holds another copy
    float slot_habit, oldest_habit,
        newest_habit;  // share of earlier discards (plays) from this slot, ...
    float full_does, intentional_does;
};
FIELDS(OwnCard, slot, oldest_unhinted, newest_unhinted, newest, color_named, rank_named, both_named,
       fits, fits_surely, fits_never, fits_as_named, fits_by_hints, trash, trash_surely, critical,
       critical_surely, five, rank, touched, touched_new, touched_alone, touched_by_rank,
       touched_by_color, touched_oldest, touched_newest, touched_oldest_fit, touched_newest_fit,
       hints_told, told_before, waited, alike, alike_oldest, alike_newest, most_fitting,
       short_of_best, least_valuable, value, short_of_value, seen_at_partner, slot_habit,
       oldest_habit, newest_habit, full_does, intentional_does);

constexpr int kCardMarks = sizeof(OwnCard) / sizeof(float);

inline void describe_card(const Sight& at, int slot, Move move, OwnCard& c) {
    const View& v = at.v;
    const Knowledge& k = at.own;
    c = {};
    c.slot[slot] = 1;
    c.oldest_unhinted = flag(at.unhinted && slot == lowest(at.unhinted));
    c.newest_unhinted = flag(at.unhinted && slot == highest(at.unhinted));
    c.newest = flag(slot == highest(k.present));
    c.color_named = flag(has(k.color_hinted, slot));
    c.rank_named = flag(has(k.rank_hinted, slot));
    c.both_named = c.color_named * c.rank_named;
    const CardSet cards = possible(v, slot);
    c.fits = at.fits[slot];
    c.fits_surely = flag(is_subset(cards, v.playable));
    c.fits_never = flag((cards & v.playable) == 0);
    c.fits_as_named = at.as_named_fits[slot];
    c.fits_by_hints = share(v.table.hidden, possible(k, slot), v.playable);
    c.trash = share(v.unseen, cards, v.dead);
    c.trash_surely = flag(is_subset(cards, v.dead));
    c.critical = share(v.unseen, cards, v.critical);
    c.critical_surely = flag(is_subset(cards, v.critical));
    c.five = share(v.unseen, cards, cards_of_rank(kMaxRanks));
    if (has(k.rank_hinted, slot)) c.rank[lowest_bit(k.ranks.get(slot))] = 1;
    if (at.hint != nullptr && has(at.hint->touched, slot)) {
        const SlotSet touched = at.hint->touched & k.present;
        SlotSet fit = 0;
        for (u32 left = touched; left != 0; left &= left - 1)
            if (possible(k, lowest_bit(left)) & v.playable)
                fit |= static_cast<SlotSet>(1 << lowest_bit(left));
        c.touched = 1;
        c.touched_new = flag(has(at.fresh, slot));
        c.touched_alone = flag(size(touched) == 1);
        c.touched_by_rank = flag(at.hint->kind == MoveKind::hint_rank);
        c.touched_by_color = flag(at.hint->kind == MoveKind::hint_color);
        c.touched_oldest = flag(slot == lowest(touched));
        c.touched_newest = flag(slot == highest(touched));
        c.touched_oldest_fit = flag(fit && slot == lowest(fit));
        c.touched_newest_fit = flag(fit && slot == highest(fit));
    }
    c.hints_told = static_cast<float>(at.history.times[slot]) / 3;
    c.told_before = flag(at.history.times[slot] > 0 && c.touched == 0.0f);
    if (at.history.times[slot] > 0)
        c.waited = 1.0f - 2.0f / static_cast<float>(v.table.turn - at.history.last[slot] + 2);
    SlotSet same = 0;
    for (u32 left = k.present; left != 0; left &= left - 1)
        if (possible(k, lowest_bit(left)) == possible(k, slot))
            same |= static_cast<SlotSet>(1 << lowest_bit(left));
    c.alike = static_cast<float>(size(same) - 1) / 4;
    c.alike_oldest = flag(slot == lowest(same));
    c.alike_newest = flag(slot == highest(same));
    c.most_fitting = flag(at.fits[slot] >= at.best_fit);
    c.short_of_best = at.best_fit - at.fits[slot];
    c.least_valuable = flag(at.value[slot] >= at.best_value);
    c.value = at.value[slot];
    c.short_of_value = at.best_value - at.value[slot];
    CardSet theirs = 0;
    for (int offset = 1; offset < v.table.setup.players; ++offset)
        for (int i = 0; i < kMaxHand; ++i)
            theirs |= bit(v.hands[seat_after(v.table, v.me, offset)].cards.get(i));
    c.seen_at_partner = share(v.unseen, cards, theirs & ~v.dead & kAllCards);
    const int kind = move.kind == MoveKind::play;
    c.slot_habit = at.habits.used[kind][slot];
    c.oldest_habit = at.habits.used_oldest[kind] * c.oldest_unhinted;
    c.newest_habit = at.habits.used_newest[kind] * c.newest_unhinted;
    c.full_does = flag(move == at.full);
    c.intentional_does = flag(move == at.intentional);
}

}  // namespace tamaya::person
