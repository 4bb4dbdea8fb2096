// Shared functions of the published rules, where they differ from ours.
#pragma once

#include "tamaya/rules/vocabulary.hpp"

namespace tamaya::published {

// Cards that the program assumes its partner cannot see: the unseen cards and the partner's hand.
// (The program ignores that the partner sees the actor's hand.)
inline CardCounts partner_pool(const View& v, int seat) {
    CardCounts pool = v.unseen;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        pool.add(bit(card_at(v, seat, i)) & kAllCards);
    return pool;
}

// Whether a card of this color and rank (-1: unknown) must be useless.
inline bool is_useless(const View& v, int color, int rank) {
    if (color >= 0 && is_finished(v.table, color)) return true;
    if (rank >= 0 && is_below_all(v.table, rank)) return true;
    return color >= 0 && rank >= 0 && (v.dead & bit(card_of(color, rank)));
}

// The highest rank of a color that can still be reached.
inline int reach(const View& v, int color) {
    const CardSet alive = v.table.cards & ~v.dead & cards_of_color(color);
    return height(v.table, color) + popcount(alive);
}

// Hints what the owner does not know about the card, rank first or color first; kNoMove if both
// are known.
inline Move missing_rank_first(const View& v, int seat, int slot) {
    const Knowledge& k = v.table.knowledge[seat];
    const Card card = card_at(v, seat, slot);
    if (known_rank(k, slot) < 0) return hint_rank_of(v, seat, card);
    if (known_color(k, slot) < 0) return hint_color_of(v, seat, card);
    return kNoMove;
}
inline Move missing_color_first(const View& v, int seat, int slot) {
    const Knowledge& k = v.table.knowledge[seat];
    const Card card = card_at(v, seat, slot);
    if (known_color(k, slot) < 0) return hint_color_of(v, seat, card);
    if (known_rank(k, slot) < 0) return hint_rank_of(v, seat, card);
    return kNoMove;
}

// The own slot most likely to hold a card of a set, if the probability is at least `least`, else
// -1. Ties as in the original: it compares with >=, so the highest slot wins.
OUT_OF_LINE_ON_GPU inline int likeliest(const View& v, CardSet wanted, Share floor) {
    Chances chances = {v, wanted};
    int chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Share now = chances.of(i);
        if (at_least(now, floor)) floor = now, chosen = i;
    }
    return chosen;
}

inline bool is_in(CardSet set, Card card) { return set & kAllCards & bit(card); }

// The other seats, beginning with the next player: step 1, 2, ... players - 1.
inline int partner(const View& v, int step) { return seat_after(v.table, v.me, step); }

// All hints to a hand by number: ranks 1 to 5 (0 to 4), then colors in the set-up's order (5 ...).
constexpr int kHintKinds = kMaxRanks + kMaxColors;

struct Hint {
    bool by_rank;
    int value;  // rank, or color
    u64 touched;
};

inline Hint nth_hint(const View& v, int seat, int n) {
    if (n < kMaxRanks) return {true, n + 1, slots_with_bit(v.hands[seat].ranks, n)};
    const int color = v.table.setup.color_order[n - kMaxRanks];
    return {false, color, slots_with_bit(v.hands[seat].colors, color)};
}
inline Move move_of(const View& v, int seat, const Hint& hint) {
    const int offset = offset_of(v, seat);
    return hint.by_rank ? hint_rank(offset, hint.value) : hint_color(offset, hint.value);
}

// The knowledge about a hand after the hint.
inline Knowledge after(Knowledge k, const Hint& hint) {
    const u64 untouched_bytes = ~(hint.touched * 0xFF);
    if (hint.by_rank) {
        k.ranks.bits &= (kEachSlot << (hint.value - 1)) ^ untouched_bytes;
    } else {
        k.colors.bits &= (kEachSlot << hint.value) ^ untouched_bytes;
    }
    return k;
}

inline bool has_empty_slot(const View& v, int seat) {
    return v.table.knowledge[seat].present != (1 << v.table.setup.hand_size) - 1;
}

}  // namespace tamaya::published
