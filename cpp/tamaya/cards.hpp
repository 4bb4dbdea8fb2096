// Cards, and sets of cards as bit masks.
#pragma once

#include "tamaya/platform.hpp"

namespace tamaya {

constexpr int kMaxColors = 6;   // five ordinary colors and an extra suit
constexpr int kExtraColor = 5;  // the extra suit's color, however many ordinary ones there are
constexpr int kMaxRanks = 5;
constexpr int kCardKinds = kMaxColors * kMaxRanks;
constexpr int kMaxDeck = 60;

// A card is color * 5 + rank - 1, whatever the set-up: r1 = 0, r5 = 4, y1 = 5, ...
using Card = u8;
constexpr Card kNoCard = 31;  // its bit lies outside every CardSet of real cards

constexpr Card card_of(int color, int rank) {
    return static_cast<Card>(color * kMaxRanks + rank - 1);
}
constexpr int color_of(Card card) { return card / kMaxRanks; }
constexpr int rank_of(Card card) { return card % kMaxRanks + 1; }

// A set of card identities: bit i stands for card i.
using CardSet = u32;

constexpr CardSet kAllCards = (1u << kCardKinds) - 1;
constexpr CardSet kAllOnes = 0x02108421u;  // the 1 of each of six colors

constexpr CardSet bit(Card card) { return 1u << card; }
constexpr CardSet cards_of_color(int color) { return 31u << (kMaxRanks * color); }
constexpr CardSet cards_of_rank(int rank) { return kAllOnes << (rank - 1); }
constexpr bool is_subset(CardSet inner, CardSet outer) { return (inner & ~outer) == 0; }

// The card one rank higher of each card in the set (a 5 has none).
constexpr CardSet next_rank(CardSet cards) { return (cards << 1) & kAllCards & ~kAllOnes; }

// The card one rank lower of each card in the set (a 1 has none).
constexpr CardSet previous_rank(CardSet cards) { return (cards & ~kAllOnes) >> 1; }

// Moves the bits 0..5 (colors) to the 1 of each color; multiplied by a mask of ranks, this gives
// all cards of these colors and ranks. (0x111 copies three bits, so that a mask can select each at
// five times its position.)
constexpr CardSet ones_of_colors(u32 colors) {
    return ((colors & 7) * 0x111 & 0x421) | ((colors >> 3) * 0x111 & 0x421) << 15;
}

// The same as a lookup table over all sets of colors. Rules call this most.
struct OnesOfColors {
    CardSet of[1 << kMaxColors];
};
constexpr OnesOfColors kOnes = [] {
    OnesOfColors table{};
    for (u32 colors = 0; colors < 1 << kMaxColors; ++colors)
        table.of[colors] = ones_of_colors(colors);
    return table;
}();

// All cards whose color is in `colors` and whose rank - 1 is in `ranks`.
constexpr CardSet product(u32 colors, u32 ranks) {
    return (kTablesAreFast ? kOnes.of[colors] : ones_of_colors(colors)) * ranks;
}

// A multiset with 0 to 3 copies of each card, as two bit planes.
struct CardCounts {
    CardSet low;   // bit 0 of each count
    CardSet high;  // bit 1 of each count

    constexpr void add(CardSet one_each) {
        high ^= low & one_each;
        low ^= one_each;
    }
    constexpr void remove(CardSet one_each) {
        low ^= one_each;
        high ^= low & one_each;
    }
    constexpr int of(Card card) const { return (low >> card & 1) + 2 * (high >> card & 1); }
    constexpr CardSet present() const { return low | high; }
    friend constexpr bool operator==(const CardCounts&, const CardCounts&) = default;
};

// How many cards of the multiset lie in the set.
inline int count(const CardCounts& counts, CardSet cards) {
    return popcount_once_and_twice(counts.low & cards, counts.high & cards);
}

// The same for two sets at once.
inline TwoCounts count(const CardCounts& counts, CardSet cards, CardSet others) {
    return popcount_once_and_twice(counts.low, counts.high, cards, others);
}

}  // namespace tamaya
