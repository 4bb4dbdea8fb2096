// The observation vector of the Hanabi Learning Environment (canonical encoder with card
// knowledge), bit for bit: 658, 956, 1041 or 1280 entries in the standard game of 2 to 5 players.
#pragma once

#include "tamaya/view.hpp"

namespace tamaya {

constexpr int kMaxObservation = 2560;  // also enough for the extended observation

// Appends bits to words; call finish() at the end.
struct BitString {
    u64 words[kMaxObservation / 64];
    u64 word;  // the unfinished word
    int full;  // words finished
    int fill;  // bits in the unfinished word

    // Appends the lowest n bits, lowest first; n is 0 to 63 and higher bits must be 0.
    void put(u64 bits, int n) {
        word |= bits << fill;
        fill += n;
        if (fill < 64) return;
        fill -= 64;
        words[full++] = word;
        word = bits >> (n - fill);
    }
    // n bits of which the first `ones` are set.
    void put_thermometer(int ones, int n) {
        for (; n > 32; n -= 32) {
            put((1ull << min(ones, 32)) - 1, 32);
            ones = ones > 32 ? ones - 32 : 0;
        }
        put((1ull << ones) - 1, n);
    }
    void finish() { words[full] = word; }
    int size() const { return 64 * full + fill; }
};

// Dimensions of a game's vector, computed once.
struct Dimensions {
    int players, hand_size, colors, ranks, suits, kinds;
    bool full;  // five ordinary colors and five ranks: nothing to leave out
};

constexpr Dimensions dimensions(const Setup& s) {
    return {s.players,
            s.hand_size,
            s.colors,
            s.ranks,
            suits(s),
            suits(s) * s.ranks,
            s.colors == kExtraColor && s.ranks == kMaxRanks};
}

// Removes the bits of colors and ranks that the game does not have from sets of colors and cards.
inline u32 without_gap(const Dimensions& d, u32 colors) {
    return d.full ? colors : (colors & 31) | (colors >> kExtraColor) << d.colors;
}
inline void put_cards(BitString& out, const Dimensions& d, CardSet cards) {
    if (d.full) return out.put(cards, d.kinds);
    if (d.colors < kExtraColor)
        cards = (cards & ~cards_of_color(kExtraColor)) | cards >> 25 << (kMaxRanks * d.colors);
    for (int suit = 0; suit < d.suits; ++suit) out.put(cards >> (kMaxRanks * suit) & 31, d.ranks);
}

// 1: the cards in the other hands, and which hands miss a card.
inline void put_hands(BitString& out, const Dimensions& d, const View& v) {
    u32 short_hands = 0;
    for (int offset = 0; offset < d.players; ++offset) {
        const int seat = seat_after(v.table, v.me, offset);
        if (v.table.knowledge[seat].present != (1 << d.hand_size) - 1) short_hands |= 1u << offset;
        if (offset == 0) continue;
        for (int slot = 0; slot < d.hand_size; ++slot)
            put_cards(out, d, bit(v.hands[seat].cards.get(slot)) & kAllCards);
    }
    out.put(short_hands, d.players);
}

// 2: deck, fireworks, tokens and lives.
inline void put_board(BitString& out, const Dimensions& d, const View& v) {
    const Table& t = v.table;
    const Setup s = t.setup;
    out.put_thermometer(t.deck, deck_size(s) - s.players * s.hand_size);
    put_cards(out, d, t.played & ~previous_rank(t.played));
    out.put_thermometer(t.hints, s.max_hints);
    out.put_thermometer(t.lives, s.max_lives);
}

// Moves five bits to the even positions of ten bits.
constexpr u32 spread_to_even(u32 five) {
    five = (five | five << 4) & 0x10F;
    five = (five | five << 2) & 0x133;
    return (five | five << 1) & 0x155;
}

// 3: how many copies of each card were discarded, as thermometers: "at least one", "at least two"
// and for a 1 "at least three" (of the highest rank there is one copy, and its second bit is cut).
inline void put_discards(BitString& out, const Dimensions& d, const View& v) {
    const Setup& s = v.table.setup;
    const CardCounts discards = v.table.discards;
    const int width = d.ranks == 1 ? 3 : 2 * d.ranks;
    const u8 colors = color_set(s);
    for (int color = 0; color < kMaxColors; ++color) {
        if (!(colors >> color & 1)) continue;
        const u32 low = discards.low >> (kMaxRanks * color) & 31;
        const u32 high = discards.high >> (kMaxRanks * color) & 31;
        if (is_single_copy(s, color)) {
            out.put(low, d.ranks);
            continue;
        }
        if ((low | high) == 0) {
            out.put(0, width);
            continue;
        }
        const u32 pairs = spread_to_even(low | high) | spread_to_even(high) << 1;
        const u32 three_ones = low & high & 1;
        out.put((pairs & 3) | three_ones << 2 | pairs >> 2 << 3, width);
    }
}

// 4: the last move and its result; all zero before the first move.
inline void put_last_move(BitString& out, const Dimensions& d, const View& v) {
    const Setup s = v.table.setup;
    const ActionIds ids = action_ids(s);
    const int size = 2 * s.players + 4 + ids.colors + s.ranks + 2 * s.hand_size;
    if (v.table.turn == 0) {
        out.put(0, size);
        put_cards(out, d, 0);
        return out.put(0, 2);
    }
    const Event e = v.log.events[v.table.turn - 1];
    const int actor = e.actor >= v.me ? e.actor - v.me : e.actor - v.me + s.players;
    const int target = e.target >= v.me ? e.target - v.me : e.target - v.me + s.players;
    u64 hint = 0, used = 0, kind = 0;  // kinds in HLE's order here: play, discard, color, rank
    switch (e.kind) {
        case MoveKind::play:
            kind = 1, used = 1ull << e.slot;
            break;
        case MoveKind::discard:
            kind = 2, used = 1ull << e.slot;
            break;
        case MoveKind::hint_color:
            kind = 4, hint = 1ull << min(e.value, ids.colors - 1);
            break;
        case MoveKind::hint_rank:
            kind = 8, hint = 1ull << (ids.colors + e.value - 1);
            break;
        default:
            break;
    }
    u64 bits = used << s.hand_size | e.touched;
    bits = bits << (ids.colors + s.ranks) | hint;
    bits = bits << s.players | static_cast<u64>(hint != 0) << target;
    bits = bits << 4 | kind;
    out.put(bits << s.players | 1ull << actor, size);
    put_cards(out, d, bit(e.card) & kAllCards);
    out.put(static_cast<u64>(e.scored) | static_cast<u64>(e.token_returned) << 1, 2);
}

// 5: what hints say about every hand, the viewer's first.
inline void put_knowledge(BitString& out, const Dimensions& d, const View& v) {
    for (int offset = 0; offset < d.players; ++offset) {
        const Knowledge& k = v.table.knowledge[seat_after(v.table, v.me, offset)];
        for (int slot = 0; slot < d.hand_size; ++slot) {
            const u32 colors = k.colors.get(slot), ranks = k.ranks.get(slot);
            const u64 cards = (k.present >> slot & 1) * product(colors, ranks);
            const u64 hinted_colors = (k.color_hinted >> slot & 1) * without_gap(d, colors);
            const u64 hinted_ranks = (k.rank_hinted >> slot & 1) * ranks;
            const u64 hinted = hinted_colors | hinted_ranks << d.suits;
            if (d.full) {
                out.put(cards | hinted << d.kinds, d.kinds + d.suits + d.ranks);
            } else {
                put_cards(out, d, static_cast<CardSet>(cards));
                out.put(hinted, d.suits + d.ranks);
            }
        }
    }
}

constexpr int observation_size(const Setup& s) {
    const int kinds = suits(s) * s.ranks;
    const int hands = (s.players - 1) * s.hand_size * kinds + s.players;
    const int board = deck_size(s) - s.players * s.hand_size + kinds + s.max_hints + s.max_lives;
    const int last =
        2 * s.players + 4 + action_ids(s).colors + s.ranks + 2 * s.hand_size + kinds + 2;
    const int knowledge = s.players * s.hand_size * (kinds + suits(s) + s.ranks);
    return hands + board + deck_size(s) + last + knowledge;
}

inline BitString observe(const View& v) {
    const Dimensions d = dimensions(v.table.setup);
    BitString out;
    out.word = 0;
    out.full = out.fill = 0;
    put_hands(out, d, v);
    put_board(out, d, v);
    put_discards(out, d, v);
    put_last_move(out, d, v);
    put_knowledge(out, d, v);
    out.finish();
    return out;
}

// Expands eight bits to eight bytes of 0 or 1, lowest first. A table, because it is used 82 times
// per vector.
struct BytesOfBits {
    u64 of[256];
};

constexpr BytesOfBits make_bytes_of_bits() {
    BytesOfBits table{};
    for (u64 bits = 0; bits < 256; ++bits)
        for (int i = 0; i < 8; ++i) table.of[bits] |= (bits >> i & 1) << (8 * i);
    return table;
}

constexpr BytesOfBits kBytesOfBits = make_bytes_of_bits();

// Writes one byte, 0 or 1, for each bit.
inline void write_bytes(const BitString& bits, u8* out) {
    for (int i = 0; i < bits.full; ++i)
        for (int byte = 0; byte < 8; ++byte, out += 8)
            store_bytes(out, kBytesOfBits.of[bits.words[i] >> (8 * byte) & 0xFF]);
    u64 rest = bits.words[bits.full];
    int n = bits.fill;
    for (; n >= 8; n -= 8, out += 8, rest >>= 8) store_bytes(out, kBytesOfBits.of[rest & 0xFF]);
    for (; n > 0; --n, rest >>= 1) *out++ = static_cast<u8>(rest & 1);
}

}  // namespace tamaya
