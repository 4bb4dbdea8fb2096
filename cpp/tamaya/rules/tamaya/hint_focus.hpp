// Rules that give hints whose focus should be played, as play_focus reads them.
#pragma once

#include "tamaya/rules/tamaya/hints.hpp"

namespace tamaya::rules {

// Whether the focus fits, the hint says something new, and the receiver reads it as a request to
// play.
inline bool calls_right(const View& v, const Hint& hint) {
    const Focus focus = focus_of(hint);
    if (!is_in(fitting_news(v, hint), focus.slot) || reads_as_save(v, hint, focus)) return false;
    return misleads(v, hint) == 0;
}

// The value grows with the number of fitting cards, and falls with touched cards that nobody needs.
inline int touch_worth(const View& v, const Hint& hint, int spare_worth) {
    const int fitting = size(fitting_news(v, hint)), spare = size(badly_touched(v, hint));
    return 64 + 4 * fitting + size(hint.news) - spare_worth * spare;
}

RULE(hint_focus, hint, "spare=8",
     "Gives the hint about a fitting card that also touches the most useful cards; a useless or "
     "repeated card counts {spare} against it.",
     "0; 8");
inline Move hint_focus(const View& v, const Args& args, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        return calls_right(v, hint) ? touch_worth(v, hint, args[0]) : -1;
    });
}

RULE(hint_focus_idle, hint, "spare=8",
     "Gives a partner who knows of nothing to play the hint about a fitting card that also touches "
     "the most useful cards; a useless or repeated card counts {spare} against it.",
     "8");
inline Move hint_focus_idle(const View& v, const Args& args, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const bool wanted = is_idle(v, hint.seat) && calls_right(v, hint);
        return wanted ? touch_worth(v, hint, args[0]) : -1;
    });
}

RULE(hint_focus_clean, hint, "",
     "Gives the hint about a fitting card that also touches the most useful cards, but only if "
     "every touched card is needed and none is hinted twice.");
inline Move hint_focus_clean(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const bool clean = calls_right(v, hint) && badly_touched(v, hint) == 0;
        return clean ? touch_worth(v, hint, 0) : -1;
    });
}

RULE(hint_focus_many, hint, "cards=2",
     "Gives the hint about a fitting card that also touches the most useful cards, but only if at "
     "least {cards} fitting cards become known.",
     "2");
inline Move hint_focus_many(const View& v, const Args& args, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const bool enough = size(fitting_news(v, hint)) >= args[0] && calls_right(v, hint);
        return enough ? touch_worth(v, hint, 8) : -1;
    });
}

RULE(hint_finesse, hint, "",
     "Hints a card one short of fitting, when the missing card is the newest unhinted card of its "
     "owner or of the player before.");
inline Move hint_finesse(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const int slot = focus_of(hint).slot;
        const CardSet meant = bit(card_at(v, hint.seat, slot)) & kAllCards;
        if (!is_in(hint.news, slot) || !(meant & next_rank(v.playable))) return -1;
        const int step = offset_of(v, hint.seat);
        for (int before = step > 1 ? step - 1 : step; before <= step; ++before) {
            const int seat = partner(v, before);
            const Knowledge& k = seat == hint.seat ? hint.after : v.table.knowledge[seat];
            const int newest_slot = newest_of(k, unhinted(k));
            if (newest_slot >= 0 && is_in(previous_rank(meant), card_at(v, seat, newest_slot)))
                return 0;
        }
        return -1;
    });
}

// Cards that a partner who trusts hints will play although they do not fit.
inline SlotSet mistaken(const View& v, int seat, const Knowledge& k) {
    return without(trusted(v, seat, k), slots_of(v, seat, v.playable));
}

RULE(hint_fix, hint, "",
     "Gives the hint that keeps a partner from playing a hinted card that does not fit, like a "
     "repeated card.");
inline Move hint_fix(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const SlotSet before = mistaken(v, hint.seat, v.table.knowledge[hint.seat]);
        if (before == 0) return -1;
        return size(before) - size(mistaken(v, hint.seat, hint.after)) - 1;
    });
}

// Cards that do not fit, but that their owner expects to fit with at least this percentage.
inline SlotSet believed(const View& v, int seat, const Knowledge& k, int at_least_percent) {
    CardCounts pool = v.unseen;
    SlotSet slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        pool.add(bit(card_at(v, seat, i)) & kAllCards);
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Share fits = share_of(pool, possible(k, i), v.playable);
        if (holds_card(k, i) && at_least(fits, percent(at_least_percent))) slots |= only(i);
    }
    return without(slots, slots_of(v, seat, v.playable));
}

RULE(hint_against_misplay, hint, "percent=60",
     "Gives the hint that takes away the most false beliefs that a card fits with {percent} % or "
     "more.",
     "40; 60");
inline Move hint_against_misplay(const View& v, const Args& args, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const Knowledge& k = v.table.knowledge[hint.seat];
        const int before = size(believed(v, hint.seat, k, args[0]));
        if (before == 0) return -1;
        return before - size(believed(v, hint.seat, hint.after, args[0])) - 1;
    });
}

}  // namespace tamaya::rules
