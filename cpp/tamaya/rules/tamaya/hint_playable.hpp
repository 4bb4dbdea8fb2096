// Rules that hint about cards that fit and whose owner does not know it. Of the papers:
// TellPlayableCard (hint_playable), CompleteTellUsefulCard (hint_completing), TellAboutOnes,
// TellUnambiguous (hint_unmixed, hint_weighed).
#pragma once

#include "tamaya/rules/tamaya/hints.hpp"

namespace tamaya::rules {

// A partner's cards that fit, but whose owner does not know it.
inline SlotSet unknown_playables(const View& v, int seat) {
    const SlotSet known = known_to_be(v, seat, v.table.knowledge[seat], v.playable);
    return without(slots_of(v, seat, v.playable), known);
}

// The hint of one kind about a slot, if it says something new about it.
inline Move tell_kind(const View& v, int seat, int slot, bool by_rank) {
    const Row row = by_rank ? v.hands[seat].ranks : v.hands[seat].colors;
    for (u32 values = row.get(slot); values != 0; values &= values - 1) {
        const Hint hint = hint_about(v, seat, by_rank, lowest_bit(values) + by_rank);
        if (is_in(hint.news, slot)) return move_of(v, hint);
    }
    return kNoMove;
}

// A hint that says something new about a slot, the preferred kind first.
inline Move tell(const View& v, int seat, int slot, bool color_first) {
    if (slot < 0) return kNoMove;
    const Move move = tell_kind(v, seat, slot, !color_first);
    return fires(move) ? move : tell_kind(v, seat, slot, color_first);
}

// Calls `choose` for each partner in turn, and hints about the first slot that it returns.
template <typename Choose>
inline Move tell_first(const View& v, bool color_first, Choose choose) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        const Move move = tell(v, seat, choose(seat), color_first);
        if (fires(move)) return move;
    }
    return kNoMove;
}

inline int lowest_or_none(SlotSet slots) { return slots ? lowest_bit(slots) : -1; }

RULE(hint_playable, hint, "color_first=0",
     "Gives the next partner who has a card that fits a hint about it, rank first (color_first=1: "
     "color first).",
     "0; 1");
inline Move hint_playable(const View& v, const Args& args, Rng&) {
    return tell_first(v, args[0],
                      [&](int seat) { return lowest_or_none(unknown_playables(v, seat)); });
}

RULE(hint_playable_newest, hint, "color_first=0",
     "Gives a partner a hint about the newest card that fits, rank first (color_first=1: color "
     "first).",
     "0; 1");
inline Move hint_playable_newest(const View& v, const Args& args, Rng&) {
    return tell_first(v, args[0], [&](int seat) {
        return newest_of(v.table.knowledge[seat], unknown_playables(v, seat));
    });
}

RULE(hint_playable_lowest, hint, "color_first=0",
     "Gives a partner a hint about the fitting card of the lowest rank, rank first (color_first=1: "
     "color first).",
     "0; 1");
inline Move hint_playable_lowest(const View& v, const Args& args, Rng&) {
    return tell_first(v, args[0], [&](int seat) {
        return worthiest(unknown_playables(v, seat),
                         [&](int i) { return kMaxRanks - rank_of(card_at(v, seat, i)); });
    });
}

RULE(hint_playable_highest, hint, "color_first=0",
     "Gives a partner a hint about the fitting card of the highest rank, rank first "
     "(color_first=1: color first).",
     "0; 1");
inline Move hint_playable_highest(const View& v, const Args& args, Rng&) {
    return tell_first(v, args[0], [&](int seat) {
        return worthiest(unknown_playables(v, seat),
                         [&](int i) { return rank_of(card_at(v, seat, i)); });
    });
}

RULE(hint_playable_critical, hint, "color_first=0",
     "Gives a partner a hint about a fitting card that is the last copy, rank first "
     "(color_first=1: color first).",
     "0; 1");
inline Move hint_playable_critical(const View& v, const Args& args, Rng&) {
    return tell_first(v, args[0], [&](int seat) {
        return lowest_or_none(unknown_playables(v, seat) & slots_of(v, seat, v.critical));
    });
}

RULE(hint_playable_idle, hint, "color_first=0",
     "Tells a partner who knows of nothing to play about a card that fits, rank first "
     "(color_first=1: color first).",
     "0; 1");
inline Move hint_playable_idle(const View& v, const Args& args, Rng&) {
    return tell_first(v, args[0], [&](int seat) {
        return is_idle(v, seat) ? lowest_or_none(unknown_playables(v, seat)) : -1;
    });
}

RULE(hint_ones, hint, "", "Gives a partner a rank hint about 1s that fit.");
inline Move hint_ones(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const bool ones = hint.by_rank && hint.value == 1;
        return ones && fitting_news(v, hint) ? size(fitting_news(v, hint)) : -1;
    });
}

RULE(hint_completing, hint, "",
     "Completes a partner's knowledge about a card that fits and whose color or rank is known.");
inline Move hint_completing(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const Knowledge& k = v.table.knowledge[hint.seat];
        const SlotSet half = fitting_news(v, hint) & hinted(k);
        return half & shows(v, hint, v.playable) ? size(half) : -1;
    });
}

RULE(hint_revealing, hint, "", "Gives the hint after which the most cards are known to fit.");
inline Move hint_revealing(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) { return size(shows(v, hint, v.playable)) - 1; });
}

RULE(hint_most_playable, hint, "",
     "Gives the hint that says something new about the most fitting cards.");
inline Move hint_most_playable(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) { return size(fitting_news(v, hint)) - 1; });
}

RULE(
    hint_unmixed, hint, "",
    "Gives the hint that says something new about the most fitting cards and about no other card.");
inline Move hint_unmixed(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const SlotSet fitting = fitting_news(v, hint);
        return hint.news == fitting ? size(fitting) - 1 : -1;
    });
}

RULE(hint_weighed, hint, "good=1, bad=-1",
     "Gives the hint of the highest worth: {good} for each fitting card it tells of, {bad} for "
     "each other.",
     "1, -1; 2, -1; 1, -2");
inline Move hint_weighed(const View& v, const Args& args, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const int fitting = size(fitting_news(v, hint)), others = size(hint.news) - fitting;
        return fitting ? 64 + args[0] * fitting + args[1] * others : -1;
    });
}

RULE(hint_only, hint, "", "Gives a hint that touches a fitting card alone.");
inline Move hint_only(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        return size(hint.touched) == 1 && fitting_news(v, hint) ? 0 : -1;
    });
}

RULE(hint_newest, hint, "",
     "Gives the hint whose newest touched card fits and that says something new about the fewest "
     "others.");
inline Move hint_newest(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const int slot = newest_of(hint.after, hint.touched);
        return is_in(fitting_news(v, hint), slot) ? kMaxHand - size(hint.news) : -1;
    });
}

RULE(hint_oldest, hint, "",
     "Gives the hint whose oldest touched card fits and that says something new about the fewest "
     "others.");
inline Move hint_oldest(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const int slot = oldest_of(hint.after, hint.touched);
        return is_in(fitting_news(v, hint), slot) ? kMaxHand - size(hint.news) : -1;
    });
}

RULE(hint_for_sequence, hint, "color_first=0",
     "Gives a partner a hint about a fitting card that another visible card can follow, rank first "
     "(color_first=1: color first).",
     "0; 1");
inline Move hint_for_sequence(const View& v, const Args& args, Rng&) {
    const CardSet awaited = previous_rank(held_by_partners(v));
    return tell_first(v, args[0], [&](int seat) {
        return lowest_or_none(unknown_playables(v, seat) & slots_of(v, seat, awaited));
    });
}

RULE(hint_playable_randomly, hint, "",
     "Gives the next partner who has a card that fits a hint about it, color or rank at random.");
inline Move hint_playable_randomly(const View& v, const Args&, Rng& rng) {
    const bool color_first = rng.below(2);
    return tell_first(v, color_first,
                      [&](int seat) { return lowest_or_none(unknown_playables(v, seat)); });
}

}  // namespace tamaya::rules
