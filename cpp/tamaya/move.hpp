// Moves, and sets of moves.
#pragma once

#include "tamaya/setup.hpp"

namespace tamaya {

enum class MoveKind : u8 { discard, play, hint_color, hint_rank, none };

// A player's choice, independent of the set-up and the seat. The fourth byte is unused: compilers
// pass structs of three bytes one byte at a time.
struct alignas(4) Move {
    MoveKind kind;
    u8 index;  // slot to play or discard; for hints, offset of the target seat (1 = next)
    u8 value;  // for hints, the color (0 = red) or the rank (1 .. 5); otherwise 0

    friend constexpr bool operator==(const Move&, const Move&) = default;
};

constexpr Move kNoMove = {MoveKind::none, 0, 0};

constexpr Move discard(int slot) { return {MoveKind::discard, static_cast<u8>(slot), 0}; }
constexpr Move play(int slot) { return {MoveKind::play, static_cast<u8>(slot), 0}; }
constexpr Move hint_color(int offset, int color) {
    return {MoveKind::hint_color, static_cast<u8>(offset), static_cast<u8>(color)};
}
constexpr Move hint_rank(int offset, int rank) {
    return {MoveKind::hint_rank, static_cast<u8>(offset), static_cast<u8>(rank)};
}

constexpr bool is_hint(Move m) {
    return m.kind == MoveKind::hint_color || m.kind == MoveKind::hint_rank;
}

// Action ids of the Hanabi Learning Environment: discards, plays, color hints by offset, rank
// hints by offset, for a game of these dimensions.
struct ActionIds {
    int hand_size, colors, ranks, players;
    bool extra_named;  // the last of the `colors` is the extra suit

    constexpr int size() const { return 2 * hand_size + (players - 1) * (colors + ranks); }

    constexpr int id(Move m) const {
        const int color_hints = 2 * hand_size;
        const int rank_hints = color_hints + (players - 1) * colors;
        switch (m.kind) {
            case MoveKind::discard:
                return m.index;
            case MoveKind::play:
                return hand_size + m.index;
            case MoveKind::hint_color:
                return color_hints + (m.index - 1) * colors + min(m.value, colors - 1);
            default:
                return rank_hints + (m.index - 1) * ranks + m.value - 1;
        }
    }

    constexpr Move move(int id) const {
        if (id < hand_size) return discard(id);
        if (id < 2 * hand_size) return play(id - hand_size);
        id -= 2 * hand_size;
        const int color_hints = (players - 1) * colors;
        if (id < color_hints) {
            const int color = id % colors;
            const bool extra = extra_named && color == colors - 1;
            return hint_color(id / colors + 1, extra ? kExtraColor : color);
        }
        id -= color_hints;
        return hint_rank(id / ranks + 1, id % ranks + 1);
    }

    // Whether the move exists in the game, legal now or not.
    constexpr bool contains(Move m) const {
        if (m.kind == MoveKind::discard || m.kind == MoveKind::play) return m.index < hand_size;
        if (m.index < 1 || m.index >= players) return false;
        if (m.kind == MoveKind::hint_rank) return m.value >= 1 && m.value <= ranks;
        if (m.kind != MoveKind::hint_color) return false;
        return m.value < colors - extra_named || (extra_named && m.value == kExtraColor);
    }
};

constexpr ActionIds action_ids(const Setup& s) {
    const bool extra_named = hint_colors(s) >> kExtraColor & 1;
    return {s.hand_size, s.colors + extra_named, s.ranks, s.players, extra_named};
}

// The largest game: its ids (0 .. 53) are the bits of a MoveSet in every set-up, in the same order.
constexpr ActionIds kWidest = {kMaxHand, kMaxColors, kMaxRanks, kMaxPlayers, true};
static_assert(kWidest.size() <= 64);

// A set of moves. Iterating from the lowest bit gives the order of HLE's action ids.
struct MoveSet {
    u64 bits;

    constexpr bool contains(Move m) const {
        return kWidest.contains(m) && (bits >> kWidest.id(m) & 1);
    }
    int size() const { return popcount(bits); }
    // The n-th move of the set, counted from 0; n must be less than size().
    constexpr Move at(int n) const {
        u64 rest = bits;
        for (; n > 0; --n) rest &= rest - 1;
        return kWidest.move(lowest_bit(rest));
    }
};

}  // namespace tamaya
