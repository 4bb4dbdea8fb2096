// Functions that all rules share.
#pragma once

#include "tamaya/rules/rule.hpp"

namespace tamaya {

// A fraction, compared without division: 2/6 equals 1/3.
struct Share {
    int part;
    int whole;  // 0: undefined, and every comparison is false
};

inline bool at_least(Share a, Share b) {
    return a.whole > 0 && b.whole > 0 && a.part * b.whole >= b.part * a.whole;
}
inline bool at_most(Share a, Share b) {
    return a.whole > 0 && b.whole > 0 && a.part * b.whole <= b.part * a.whole;
}
inline bool is_certain(Share a) { return a.whole > 0 && a.part == a.whole; }
constexpr Share percent(int p) { return {p, 100}; }

// The probability that a slot holds a card of a set, as a fraction of the copies that it can be.
inline Share share_of(const CardCounts& copies, CardSet possible, CardSet wanted) {
    const TwoCounts counts = count(copies, possible & wanted, possible);
    return {counts.first, counts.second};
}

// The own slots.
inline const Knowledge& mine(const View& v) { return v.table.knowledge[v.me]; }
inline bool holds_card(const Knowledge& k, int slot) { return k.present >> slot & 1; }
inline Share chance(const View& v, int slot, CardSet wanted) {
    if (!holds_card(mine(v), slot)) return {0, 0};
    return share_of(v.unseen, possible(mine(v), slot), wanted);
}

// Probabilities of several slots for one set of cards. Slots with the same possible cards are
// computed once.
struct Chances {
    const View& v;
    CardSet wanted;
    CardSet counted = 0;
    Share share = {0, 0};

    Share of(int slot) {
        const Knowledge& k = mine(v);
        if (!holds_card(k, slot)) return {0, 0};
        const CardSet cards = possible(k, slot);
        if (cards != counted) counted = cards, share = share_of(v.unseen, cards, wanted);
        return share;
    }
};

// The color or rank of a slot if hints leave only one, otherwise -1.
constexpr bool is_single_bit(u32 bits) { return bits != 0 && (bits & (bits - 1)) == 0; }
inline int known_color(const Knowledge& k, int slot) {
    const u32 colors = k.colors.get(slot);
    return is_single_bit(colors) ? lowest_bit(colors) : -1;
}
inline int known_rank(const Knowledge& k, int slot) {
    const u32 ranks = k.ranks.get(slot);
    return is_single_bit(ranks) ? lowest_bit(ranks) + 1 : -1;
}
inline bool is_identified(const Knowledge& k, int slot) {
    return known_color(k, slot) >= 0 && known_rank(k, slot) >= 0;
}

inline int offset_of(const View& v, int seat) {
    return seat >= v.me ? seat - v.me : seat - v.me + v.table.setup.players;
}
inline Move hint_rank_of(const View& v, int seat, Card card) {
    return hint_rank(offset_of(v, seat), rank_of(card));
}
inline Move hint_color_of(const View& v, int seat, Card card) {
    return hint_color(offset_of(v, seat), color_of(card));
}

inline Card card_at(const View& v, int seat, int slot) { return v.hands[seat].cards.get(slot); }

// Oldest and newest card of a hand; -1 if the hand is empty.
struct Ages {
    int oldest, newest;
};
inline Ages ages(const Knowledge& k, int hand_size) {
    Ages ages = {-1, -1};
    int low = 256, high = -1;
    for (int i = 0; i < hand_size; ++i) {
        const int stamp = k.stamps.get(i);
        if (!holds_card(k, i)) continue;
        if (stamp < low) low = stamp, ages.oldest = i;
        if (stamp > high) high = stamp, ages.newest = i;
    }
    return ages;
}
inline bool is_oldest(const Knowledge& k, int slot) {
    return holds_card(k, slot) && (k.present & ~slots_from(k.stamps, k.stamps.get(slot))) == 0;
}
inline bool is_newest(const Knowledge& k, int slot) {
    return holds_card(k, slot) && (k.present & slots_from(k.stamps, k.stamps.get(slot) + 1)) == 0;
}
inline int oldest(const View& v) { return ages(mine(v), v.table.setup.hand_size).oldest; }
inline int newest(const Knowledge& k, int hand_size) { return ages(k, hand_size).newest; }

// Whether a firework is finished; whether every firework has reached a rank.
inline bool is_finished(const Table& t, int color) {
    return is_subset(t.cards & cards_of_color(color), t.played);
}
inline bool is_below_all(const Table& t, int rank) {
    return is_subset(t.cards & cards_of_rank(rank), t.played);
}

}  // namespace tamaya
