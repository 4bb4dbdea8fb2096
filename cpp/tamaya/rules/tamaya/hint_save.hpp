// Rules that save cards a partner would otherwise discard.
#pragma once

#include "tamaya/rules/tamaya/hints.hpp"

namespace tamaya::rules {

// Prefers hints that touch few other cards that nobody needs.
inline int care(const View& v, const Hint& hint) {
    return 64 - 8 * size(badly_touched(v, hint)) - 16 * size(misleads(v, hint)) + size(hint.news);
}

// The best hint that touches a partner's chop, if that card is in a set.
inline Move touch_chop(const View& v, CardSet wanted, bool only_by_rank = false) {
    return best_hint(v, [&](const Hint& hint) {
        const int slot = chop(v.table.knowledge[hint.seat]);
        if (slot < 0 || !is_in(hint.touched, slot) || (only_by_rank && !hint.by_rank)) return -1;
        return is_in(wanted, card_at(v, hint.seat, slot)) ? care(v, hint) : -1;
    });
}

// Needed 2s that do not fit yet and whose other copy is not visible.
inline CardSet unique_twos(const View& v) {
    return cards_of_rank(2) & ~v.dead & ~v.playable & (v.unseen.present() | v.critical);
}

RULE(hint_save, hint, "", "Saves the last copy of a card on a partner's chop.");
inline Move hint_save(const View& v, const Args&, Rng&) { return touch_chop(v, v.critical); }

RULE(hint_save_top, hint, "",
     "Gives a partner a rank hint about a card of the highest rank on the chop.");
inline Move hint_save_top(const View& v, const Args&, Rng&) {
    return touch_chop(v, cards_of_rank(v.table.setup.ranks) & ~v.dead, true);
}

RULE(hint_save_two, hint, "",
     "Gives a partner a rank hint about a 2 on the chop whose other copy is not visible.");
inline Move hint_save_two(const View& v, const Args&, Rng&) {
    return touch_chop(v, unique_twos(v), true);
}

// Whether the owner reads the hint as a request to keep the card, not to play it.
inline bool saves_well(const View& v, const Hint& hint) {
    const Focus focus = focus_of(hint);
    return focus.slot == chop(v.table.knowledge[hint.seat]) && reads_as_save(v, hint, focus) &&
           is_in(v.critical | unique_twos(v), card_at(v, hint.seat, focus.slot));
}

RULE(hint_save_read, hint, "",
     "Saves a last copy or a unique 2 on a partner's chop by a hint that is read as a save.");
inline Move hint_save_read(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) { return saves_well(v, hint) ? care(v, hint) : -1; });
}

RULE(hint_save_idle, hint, "",
     "Saves a last copy or a unique 2 on the chop of a partner who has nothing better to do than "
     "discard, by a hint that is read as a save.");
inline Move hint_save_idle(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const Knowledge& k = v.table.knowledge[hint.seat];
        const bool busy = !is_idle(v, hint.seat) || known_to_be(v, hint.seat, k, v.dead);
        return !busy && saves_well(v, hint) ? care(v, hint) : -1;
    });
}

RULE(hint_save_playable, hint, "", "Touches a partner's chop if the card there fits now.");
inline Move hint_save_playable(const View& v, const Args&, Rng&) {
    return touch_chop(v, v.playable);
}

RULE(hint_save_soon, hint, "ranks=2",
     "Touches a partner's chop if the card there fits after at most {ranks} - 1 other cards.",
     "2; 3");
inline Move hint_save_soon(const View& v, const Args& args, Rng&) {
    CardSet soon = v.playable;
    for (int i = 1; i < args[0]; ++i) soon |= next_rank(soon) & ~v.dead;
    return touch_chop(v, soon);
}

RULE(hint_save_useful, hint, "",
     "Touches a partner's chop if the card there is needed and no other copy is visible.");
inline Move hint_save_useful(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const int slot = chop(v.table.knowledge[hint.seat]);
        if (slot < 0 || !is_in(hint.touched, slot)) return -1;
        const bool spare = is_in(badly_touched(v, hint), slot);
        return spare ? -1 : care(v, hint);
    });
}

RULE(hint_fives, hint, "", "Gives a partner a rank hint about cards of the highest rank.");
inline Move hint_fives(const View& v, const Args&, Rng&) {
    const int top = v.table.setup.ranks;
    return best_hint(v, [&](const Hint& hint) {
        return hint.by_rank && hint.value == top ? size(hint.news) - 1 : -1;
    });
}

RULE(hint_critical, hint, "",
     "Gives the hint about the most last copies that their owner does not know of.");
inline Move hint_critical(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const Knowledge& k = v.table.knowledge[hint.seat];
        const SlotSet known = known_to_be(v, hint.seat, k, v.critical);
        const SlotSet news = hint.news & slots_of(v, hint.seat, v.critical);
        return size(without(news, known)) - 1;
    });
}

}  // namespace tamaya::rules
