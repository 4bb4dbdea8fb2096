// Properties of hints: which cards they touch, what is new, and how the receiver reads them.
#pragma once

#include "tamaya/rules/tamaya/words.hpp"

namespace tamaya::rules {

// A hint that could be given to a partner.
struct Hint {
    int seat;
    bool by_rank;
    int value;        // rank, or color
    SlotSet touched;  // not empty
    SlotSet news;     // the touched slots about which it says something new
    Knowledge after;  // the owner's knowledge after the hint
};

OUT_OF_LINE_ON_GPU inline Hint hint_about(const View& v, int seat, bool by_rank, int value) {
    const Hand& hand = v.hands[seat];
    const Knowledge& k = v.table.knowledge[seat];
    const u64 touched =
        by_rank ? slots_with_bit(hand.ranks, value - 1) : slots_with_bit(hand.colors, value);
    Hint hint = {seat, by_rank, value, slot_set(touched), 0, k};
    const u64 untouched_bytes = ~(touched * 0xFF);
    if (by_rank) {
        hint.after.ranks.bits &= (kEachSlot << (value - 1)) ^ untouched_bytes;
        hint.after.rank_hinted |= hint.touched;
    } else {
        const u64 meant = 1u << value | static_cast<u64>(is_rainbow(v.table.setup)) << kExtraColor;
        hint.after.colors.bits &= (meant * kEachSlot) ^ untouched_bytes;
        hint.after.color_hinted |= hint.touched;
    }
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (is_in(hint.touched, i) && possible(hint.after, i) != possible(k, i))
            hint.news |= only(i);
    return hint;
}

inline Move move_of(const View& v, const Hint& hint) {
    const int offset = offset_of(v, hint.seat);
    return hint.by_rank ? hint_rank(offset, hint.value) : hint_color(offset, hint.value);
}

// The best hint of one kind to a partner so far.
struct BestHint {
    int worth;
    Move move;
};

// Evaluates every hint of one kind to one partner, in the order of the lowest slot it touches.
template <typename Worth>
OUT_OF_LINE_ON_GPU inline void weigh_kind(const View& v, int seat, bool by_rank, Worth& worth,
                                          BestHint& best) {
    const Row row = by_rank ? v.hands[seat].ranks : v.hands[seat].colors;
    u32 seen = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        for (u32 values = row.get(i) & ~seen; values != 0; values &= values - 1) {
            const Hint hint = hint_about(v, seat, by_rank, lowest_bit(values) + by_rank);
            const int now = worth(hint);
            if (now > best.worth) best = {now, move_of(v, hint)};
        }
        seen |= row.get(i);
    }
}

// The hint with the highest value to one partner, or to any partner; hints of negative value are
// never given. Ties: the next seat, then ranks before colors, then the lowest touched slot.
template <typename Worth>
inline void weigh_hints_to(const View& v, int seat, Worth& worth, BestHint& best) {
    weigh_kind(v, seat, true, worth, best);
    weigh_kind(v, seat, false, worth, best);
}
template <typename Worth>
inline Move best_hint_to(const View& v, int seat, Worth worth) {
    BestHint best = {-1, kNoMove};
    weigh_hints_to(v, seat, worth, best);
    return best.move;
}
template <typename Worth>
inline Move best_hint(const View& v, Worth worth) {
    BestHint best = {-1, kNoMove};
    for (int step = 1; step < v.table.setup.players; ++step)
        weigh_hints_to(v, partner(v, step), worth, best);
    return best.move;
}

// ---- How a hint is read ----

// The focus of a hint, and whether it was the chop. The focus is the chop if the hint touches it,
// otherwise the newest card that had not been hinted before, otherwise the newest touched card.
struct Focus {
    int slot;
    bool on_chop;
};

// `k` may be the knowledge before or after the hint: both give the same result.
OUT_OF_LINE_ON_GPU inline Focus focus_of(const Knowledge& k, bool by_rank, SlotSet touched) {
    const int other = by_rank ? k.color_hinted : k.rank_hinted;
    const int same = (by_rank ? k.rank_hinted : k.color_hinted) & ~touched;
    const SlotSet fresh = without(k.present, static_cast<SlotSet>(other | same));
    const int last = oldest_of(k, fresh);
    if (last >= 0 && is_in(touched, last)) return {last, true};
    const SlotSet first_touched = touched & fresh;
    return {newest_of(k, first_touched ? first_touched : touched), false};
}
inline Focus focus_of(const Hint& hint) { return focus_of(hint.after, hint.by_rank, hint.touched); }

// Cards that a hint about the chop can save: highest ranks and 2s by a rank hint, other last copies
// by either kind.
OUT_OF_LINE_ON_GPU inline CardSet saved_by(const View& v, bool by_rank, int value) {
    const int top = v.table.setup.ranks;
    const CardSet needed = v.table.cards & ~v.dead;
    if (by_rank && (value == top || value == 2)) return needed & cards_of_rank(value);
    if (by_rank) return v.critical & cards_of_rank(value);
    return v.critical & cards_of_color(value) & ~cards_of_rank(top);
}

// Whether the owner reads the hint as a save and not as a request to play.
OUT_OF_LINE_ON_GPU inline bool reads_as_save(const View& v, const Hint& hint, Focus focus) {
    const CardSet maybe = possible(hint.after, focus.slot) & unseen_by(v, hint.seat);
    return focus.on_chop && (maybe & saved_by(v, hint.by_rank, hint.value));
}

// ---- What a hint does ----

// Touched cards that are useless or of which another copy has been hinted already.
OUT_OF_LINE_ON_GPU inline SlotSet badly_touched(const View& v, const Hint& hint) {
    CardSet taken = v.dead;
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        const SlotSet known =
            without(hinted(v.table.knowledge[seat]), seat == hint.seat ? hint.touched : SlotSet{0});
        for (int i = 0; i < v.table.setup.hand_size; ++i)
            if (is_in(known, i)) taken |= bit(card_at(v, seat, i));
    }
    SlotSet bad = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        if (!is_in(hint.touched, i)) continue;
        if (is_in(taken, card_at(v, hint.seat, i))) bad |= only(i);
        taken |= bit(card_at(v, hint.seat, i));
    }
    return bad;
}

// Cards that the owner would wrongly play: trusted cards that do not fit, or a wrong focus.
OUT_OF_LINE_ON_GPU inline SlotSet misleads(const View& v, const Hint& hint) {
    const SlotSet fits = slots_of(v, hint.seat, v.playable);
    const Focus focus = focus_of(hint);
    SlotSet wrong = without(trusted(v, hint.seat, hint.after), fits);
    const CardSet maybe = possible(hint.after, focus.slot) & unseen_by(v, hint.seat);
    if ((maybe & v.playable) && !is_in(fits, focus.slot) && !reads_as_save(v, hint, focus))
        wrong |= only(focus.slot);
    return wrong;
}

// Cards that fit, whose owner does not know it yet, and about which the hint says something new.
OUT_OF_LINE_ON_GPU inline SlotSet fitting_news(const View& v, const Hint& hint) {
    const Knowledge& k = v.table.knowledge[hint.seat];
    const SlotSet known = known_to_be(v, hint.seat, k, v.playable);
    return without(static_cast<SlotSet>(hint.news & slots_of(v, hint.seat, v.playable)), known);
}

// Slots that are known to hold a card of a set after the hint, but not before.
OUT_OF_LINE_ON_GPU inline SlotSet shows(const View& v, const Hint& hint, CardSet wanted) {
    return without(known_to_be(v, hint.seat, hint.after, wanted),
                   known_to_be(v, hint.seat, v.table.knowledge[hint.seat], wanted));
}

inline bool tells_nothing(const View& v, const Hint& hint) {
    const Knowledge& k = v.table.knowledge[hint.seat];
    return hint.after.colors == k.colors && hint.after.ranks == k.ranks;
}

}  // namespace tamaya::rules
