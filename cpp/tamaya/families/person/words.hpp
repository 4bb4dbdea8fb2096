// Shared functions of the input features: shares, hints about a hand, and what its owner knows for
// certain.
#pragma once

#include "tamaya/families/eger/intentional.hpp"

namespace tamaya::person {

constexpr eger::Reading kReading = {false, false};

// Random choices that always take the first option.
struct First {
    int below(int) { return 0; }
    int first_of_shuffled(int) { return 0; }
};

inline float flag(bool yes) { return yes ? 1.0f : 0.0f; }
inline float share(const CardCounts& pool, CardSet cards, CardSet wanted) {
    const TwoCounts counts = count(pool, cards & wanted, cards);
    return counts.second > 0 ? static_cast<float>(counts.first) / static_cast<float>(counts.second)
                             : 0.0f;
}
inline int size(SlotSet slots) { return popcount(static_cast<u32>(slots)); }
inline bool has(SlotSet slots, int slot) { return slots >> slot & 1; }

// The colors and ranks that hints named, without what they rule out: the page shows only these.
inline CardSet as_named(const Setup& s, const Knowledge& k, int slot) {
    const u32 colors = has(k.color_hinted, slot) ? k.colors.get(slot) : color_set(s);
    const u32 ranks = has(k.rank_hinted, slot) ? k.ranks.get(slot) : rank_set(s);
    return product(colors, ranks);
}

inline int lowest(SlotSet slots) { return eger::lowest_slot(slots); }
inline int highest(SlotSet slots) { return eger::highest_slot(slots); }

// Hints about the cards in a hand, from the log: how often and when each was touched.
struct HintHistory {
    u8 times[kMaxHand];
    u8 last[kMaxHand];  // the turn after it; 0: never

    // Played and discarded slots lose their history.
    HintHistory(const View& v, int seat) : times{}, last{} {
        const bool shifts = v.table.setup.refill == Refill::shift;
        for (int i = 0; i < v.table.turn; ++i) {
            const Event& e = v.log.events[i];
            if (e.actor == seat && (e.kind == MoveKind::play || e.kind == MoveKind::discard)) {
                int slot = e.slot;
                for (; shifts && slot + 1 < kMaxHand; ++slot)
                    times[slot] = times[slot + 1], last[slot] = last[slot + 1];
                times[slot] = last[slot] = 0;
            }
            if (e.actor == seat || e.target != seat) continue;
            for (u32 left = e.touched; left != 0; left &= left - 1) {
                ++times[lowest_bit(left)];
                last[lowest_bit(left)] = static_cast<u8>(i + 1);
            }
        }
    }
};

// The receiver of a hint: knowledge and probabilities.
struct Receiver {
    const Knowledge& k;
    const Hand& hand;
    SlotSet playable, trash, critical, fives, unhinted;
    int chop;  // the oldest card of which nothing was named; -1: none

    Receiver(const View& v, int seat)
        : k(v.table.knowledge[seat]),
          hand(v.hands[seat]),
          playable(0),
          trash(0),
          critical(0),
          fives(0),
          unhinted(static_cast<SlotSet>(k.present & ~(k.color_hinted | k.rank_hinted))),
          chop(unhinted ? lowest(unhinted) : -1) {
        for (u32 left = k.present; left != 0; left &= left - 1) {
            const int slot = lowest_bit(left);
            const CardSet card = bit(hand.cards.get(slot));
            const SlotSet itself = static_cast<SlotSet>(1 << slot);
            if (v.playable & card) playable |= itself;
            if (v.dead & card) trash |= itself;
            if (v.critical & card) critical |= itself;
            if (cards_of_rank(kMaxRanks) & card) fives |= itself;
        }
    }
};

inline SlotSet sure_of(const Table& t, const Knowledge& k, CardSet wanted) {
    SlotSet sure = 0;
    for (u32 left = k.present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        const CardSet cards = possible(k, slot) & t.hidden.present();
        if (cards && is_subset(cards, wanted)) sure |= static_cast<SlotSet>(1 << slot);
    }
    return sure;
}

}  // namespace tamaya::person
