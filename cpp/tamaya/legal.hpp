// Legal moves.
#pragma once

#include "tamaya/state.hpp"

namespace tamaya {

// Legal moves of the seat to move; none if the game is over. Only the other seats' hands are read.
inline MoveSet legal_moves(const Table& t, const Hand* hands) {
    if (is_over(t)) return {0};
    const Setup& s = t.setup;
    const u64 present = t.knowledge[t.current].present;
    u64 bits = present << kWidest.id(play(0));
    if (t.hints < s.max_hints || s.discard_at_max) bits |= present;
    if (t.hints == 0) return {bits};
    for (int offset = 1; offset < s.players; ++offset) {
        const Hand& hand = hands[seat_after(t, t.current, offset)];
        bits |= static_cast<u64>(any_slot(hand.colors)) << kWidest.id(hint_color(offset, 0));
        bits |= static_cast<u64>(any_slot(hand.ranks)) << kWidest.id(hint_rank(offset, 1));
    }
    return {bits};
}

inline MoveSet legal_moves(const State& state) { return legal_moves(state.table, state.hands); }

// Whether a move is legal in a game that is not over. `move` may contain any bytes.
inline bool is_legal(const State& state, Move move) {
    const Table& t = state.table;
    const Setup& s = t.setup;
    if (!action_ids(s).contains(move)) return false;
    if (is_hint(move)) {
        const Hand& hand = state.hands[seat_after(t, t.current, move.index)];
        const bool by_color = move.kind == MoveKind::hint_color;
        const int touching = by_color ? any_slot(hand.colors) >> move.value
                                      : any_slot(hand.ranks) >> (move.value - 1);
        return t.hints > 0 && (touching & 1);
    }
    if (!(t.knowledge[t.current].present >> move.index & 1)) return false;
    return move.kind == MoveKind::play || t.hints < s.max_hints || s.discard_at_max;
}

}  // namespace tamaya
