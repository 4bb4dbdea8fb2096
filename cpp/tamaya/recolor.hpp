// Renames the colors of views. The rules of the game do not change, but conventions about colors
// break. Used by Other-Play.
#pragma once

#include "tamaya/view.hpp"

namespace tamaya {

// New name of each color, three bits each. The extra suit keeps its name.
struct Recoloring {
    u32 names;

    constexpr int name_of(int color) const { return static_cast<int>(names >> (3 * color) & 7); }
    constexpr int color_named(int name) const {
        for (int color = 0; color < kMaxColors; ++color)
            if (name_of(color) == name) return color;
        return name;
    }
    constexpr bool is_identity() const { return names == 0543210; }
};

constexpr Recoloring kSameColors = {0543210};

// Samples a permutation of the first `colors` colors, all with equal probability.
inline Recoloring draw_recoloring(int colors, Rng& rng) {
    u32 names = kSameColors.names;
    for (int i = colors - 1; i > 0; --i) {
        const u32 j = rng.below(static_cast<u32>(i + 1));
        const u32 differ = (names >> (3 * i) ^ names >> (3 * j)) & 7;
        names ^= differ << (3 * i);
        if (static_cast<int>(j) != i) names ^= differ << (3 * j);
    }
    return {names};
}

inline CardSet recolored(CardSet cards, Recoloring to) {
    CardSet renamed = 0;
    for (int color = 0; color < kMaxColors; ++color)
        renamed |= (cards >> (kMaxRanks * color) & 31) << (kMaxRanks * to.name_of(color));
    return renamed;
}

inline CardCounts recolored(const CardCounts& counts, Recoloring to) {
    return {recolored(counts.low, to), recolored(counts.high, to)};
}

inline Card recolored(Card card, Recoloring to) {
    if (card >= kCardKinds) return card;
    return card_of(to.name_of(color_of(card)), rank_of(card));
}

// Renames a row of sets of colors.
inline Row recolored_sets(Row row, Recoloring to) {
    u64 renamed = 0;
    for (int color = 0; color < kMaxColors; ++color)
        renamed |= slots_with_bit(row, color) << to.name_of(color);
    return {renamed};
}

inline void recolor(Hand& hand, int hand_size, Recoloring to) {
    for (int slot = 0; slot < hand_size; ++slot)
        hand.cards.set(slot, recolored(hand.cards.get(slot), to));
    hand.colors = recolored_sets(hand.colors, to);
}

inline void recolor(Event& event, Recoloring to) {
    if (event.kind == MoveKind::hint_color) event.value = static_cast<u8>(to.name_of(event.value));
    event.card = recolored(event.card, to);
}

// Renames the colors of a view; of its events, those from number `first` on.
inline void recolor(View& v, Recoloring to, int first) {
    Table& t = v.table;
    t.played = recolored(t.played, to);
    t.discards = recolored(t.discards, to);
    t.hidden = recolored(t.hidden, to);
    v.playable = recolored(v.playable, to);
    v.dead = recolored(v.dead, to);
    v.critical = recolored(v.critical, to);
    v.unseen = recolored(v.unseen, to);
    for (int seat = 0; seat < t.setup.players; ++seat) {
        t.knowledge[seat].colors = recolored_sets(t.knowledge[seat].colors, to);
        if (seat != v.me) recolor(v.hands[seat], t.setup.hand_size, to);
    }
    for (int i = first; i < t.turn; ++i) recolor(v.log.events[i], to);
}

}  // namespace tamaya
