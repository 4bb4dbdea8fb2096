// Rules that discard a card. Of the papers: OsawaDiscard (discard_useless), DiscardOldestFirst,
// DiscardProbablyUselessCard, DiscardHighest, DiscardUnidentifiedCard,
// DiscardLeastLikelyToBeNecessary (discard_least_critical), TryToUnBlock (unblock).
#pragma once

#include "tamaya/rules/tamaya/play_certain.hpp"

namespace tamaya::rules {

RULE(discard_useless, discard, "",
     "Discards a card that must be useless, given hints and visible cards: the lowest slot.");
inline Move discard_useless(const View& v, const Args&, Rng&) {
    const SlotSet useless = certain_slots(v, v.dead);
    return useless ? discard(lowest_bit(useless)) : kNoMove;
}

RULE(discard_identified, discard, "",
     "Discards a card whose color and rank are known from hints and that is useless.");
inline Move discard_identified(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_identified(k, i) &&
            is_in(v.dead, card_of(known_color(k, i), known_rank(k, i))))
            return discard(i);
    return kNoMove;
}

RULE(discard_probably_useless, discard, "percent=60",
     "Discards the card most likely to be useless, if that is at least {percent} %.",
     "0; 20; 40; 60; 80");
inline Move discard_probably_useless(const View& v, const Args& args, Rng&) {
    return discard_if_any(likeliest(v, mine(v).present, v.dead, percent(args[0])));
}

RULE(discard_probably_useless_unhinted, discard, "percent=30",
     "Discards the unhinted card most likely to be useless, if that is at least {percent} %.",
     "0; 30");
inline Move discard_probably_useless_unhinted(const View& v, const Args& args, Rng&) {
    return discard_if_any(likeliest(v, unhinted(mine(v)), v.dead, percent(args[0])));
}

RULE(discard_held_elsewhere, discard, "",
     "Discards a card that must be useless or in a partner's hand as well.");
inline Move discard_held_elsewhere(const View& v, const Args&, Rng&) {
    const SlotSet spare = certain_slots(v, v.dead | held_by_partners(v));
    return spare ? discard(lowest_bit(spare)) : kNoMove;
}

RULE(discard_probably_held_elsewhere, discard, "percent=60",
     "Discards the card most likely to be useless or in a partner's hand as well, from {percent} "
     "%.",
     "0; 40; 60; 80");
inline Move discard_probably_held_elsewhere(const View& v, const Args& args, Rng&) {
    const CardSet spare = v.dead | held_by_partners(v);
    return discard_if_any(likeliest(v, mine(v).present, spare, percent(args[0])));
}

// Slots that must hold the same card as another own slot.
inline SlotSet my_repeated(const View& v) {
    SlotSet slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        for (int j = 0; j < v.table.setup.hand_size; ++j) {
            const CardSet card = possible(v, i);
            if (i != j && holds_card(mine(v), i) && holds_card(mine(v), j) &&
                card == possible(v, j) && popcount(card) == 1)
                slots |= only(i);
        }
    return slots;
}

RULE(discard_repeated, discard, "",
     "Discards a card of which it holds a second copy, or that must be useless.");
inline Move discard_repeated(const View& v, const Args&, Rng&) {
    const SlotSet spare = my_repeated(v) | certain_slots(v, v.dead);
    return spare ? discard(lowest_bit(spare)) : kNoMove;
}

RULE(discard_oldest, discard, "", "Discards the oldest card.");
inline Move discard_oldest(const View& v, const Args&, Rng&) { return discard_if_any(oldest(v)); }

RULE(discard_newest, discard, "", "Discards the newest card.");
inline Move discard_newest(const View& v, const Args&, Rng&) {
    return discard_if_any(newest(mine(v), v.table.setup.hand_size));
}

RULE(discard_chop, discard, "", "Discards the chop, the oldest card that no hint has touched.");
inline Move discard_chop(const View& v, const Args&, Rng&) { return discard_if_any(chop(mine(v))); }

RULE(discard_chop_when_short, discard, "tokens=4",
     "With fewer than {tokens} tokens, discards the oldest card that no hint has touched.", "2; 5");
inline Move discard_chop_when_short(const View& v, const Args& args, Rng& rng) {
    return v.table.hints < args[0] ? discard_chop(v, args, rng) : kNoMove;
}

RULE(discard_chop_with_pace, discard, "pace=2",
     "Discards the oldest unhinted card if more than {pace} cards may go without losing a point.",
     "0; 3");
inline Move discard_chop_with_pace(const View& v, const Args& args, Rng& rng) {
    return pace(v) > args[0] ? discard_chop(v, args, rng) : kNoMove;
}

RULE(discard_chop_carefully, discard, "percent=20",
     "Discards the oldest unhinted card if it is a last copy with at most {percent} %.", "5; 15");
inline Move discard_chop_carefully(const View& v, const Args& args, Rng&) {
    const int slot = chop(mine(v));
    if (slot < 0 || !at_most(chance(v, slot, v.critical), percent(args[0]))) return kNoMove;
    return discard(slot);
}

RULE(discard_newest_unhinted, discard, "", "Discards the newest card that no hint has touched.");
inline Move discard_newest_unhinted(const View& v, const Args&, Rng&) {
    return discard_if_any(newest_of(mine(v), unhinted(mine(v))));
}

RULE(discard_oldest_hinted, discard, "",
     "Discards the oldest card that hints have touched and that cannot fit now.");
inline Move discard_oldest_hinted(const View& v, const Args&, Rng&) {
    const SlotSet waiting = certain_slots(v, ~v.playable);
    return discard_if_any(oldest_of(mine(v), waiting & hinted(mine(v))));
}

RULE(discard_unidentified, discard, "",
     "Discards the first card of which neither color nor rank is known.");
inline Move discard_unidentified(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && known_color(k, i) < 0 && known_rank(k, i) < 0) return discard(i);
    return kNoMove;
}

RULE(discard_highest, discard, "", "Discards the card known to have the highest rank.");
inline Move discard_highest(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    return discard_if_any(worthiest(k.present, [&](int slot) { return known_rank(k, slot); }));
}

RULE(discard_highest_spare, discard, "",
     "Discards the card known to have the highest rank that cannot be a last copy.");
inline Move discard_highest_spare(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    return discard_if_any(
        worthiest(certain_slots(v, ~v.critical), [&](int slot) { return known_rank(k, slot); }));
}

RULE(discard_harmless, discard, "", "Discards the oldest card that cannot be a last copy.");
inline Move discard_harmless(const View& v, const Args&, Rng&) {
    return discard_if_any(oldest_of(mine(v), certain_slots(v, ~v.critical)));
}

RULE(discard_least_critical, discard, "", "Discards the card least likely to be a last copy.");
inline Move discard_least_critical(const View& v, const Args&, Rng&) {
    return discard_if_any(unlikeliest(v, mine(v).present, v.critical));
}

RULE(discard_least_critical_unhinted, discard, "",
     "Discards the unhinted card least likely to be a last copy.");
inline Move discard_least_critical_unhinted(const View& v, const Args&, Rng&) {
    return discard_if_any(unlikeliest(v, unhinted(mine(v)), v.critical));
}

RULE(discard_least_playable, discard, "", "Discards the card least likely to fit.");
inline Move discard_least_playable(const View& v, const Args&, Rng&) {
    return discard_if_any(unlikeliest(v, mine(v).present, v.playable));
}

RULE(discard_far, discard, "ranks=2",
     "Discards the card most likely to be useless or at least {ranks} ranks away from fitting.",
     "2; 3");
inline Move discard_far(const View& v, const Args& args, Rng&) {
    CardSet near = v.playable;
    for (int i = 1; i < args[0]; ++i) near |= next_rank(near);
    return discard_if_any(unlikeliest(v, mine(v).present, near & ~v.dead));
}

RULE(unblock, none, "",
     "Without tokens, when the next player knows of nothing to play: earns a token by a card that "
     "must complete its suit, or by discarding one that must be useless.");
inline Move unblock(const View& v, const Args& args, Rng& rng) {
    if (v.table.hints != 0 || !is_idle(v, partner(v, 1))) return kNoMove;
    const Move move = play_safe_top(v, args, rng);
    if (fires(move) || !is_open(open_gates(v), Gate::discard)) return move;
    return discard_useless(v, args, rng);
}

RULE(discard_for_save, discard, "",
     "Without tokens, when a partner is about to discard a last copy: discards the card least "
     "likely to be one, so that a hint can save it.");
inline Move discard_for_save(const View& v, const Args&, Rng&) {
    if (v.table.hints != 0) return kNoMove;
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step), slot = chop(v.table.knowledge[seat]);
        if (slot >= 0 && is_in(v.critical, card_at(v, seat, slot)))
            return discard_if_any(unlikeliest(v, mine(v).present, v.critical));
    }
    return kNoMove;
}

RULE(discard_randomly, discard, "", "Discards a random card.");
inline Move discard_randomly(const View& v, const Args&, Rng& rng) {
    u32 slots = mine(v).present;
    if (slots == 0) return kNoMove;
    for (u32 n = rng.below(static_cast<u32>(popcount(slots))); n > 0; --n) slots &= slots - 1;
    return discard(lowest_bit(slots));
}

}  // namespace tamaya::rules
