// A game in progress whose native agents move at once and whose other seats wait for moves from
// outside. The same moves give the same game, result and counters as play_game.
#pragma once

#include "tamaya/game_loop.hpp"
#include "tamaya/observation_extended.hpp"

namespace tamaya {

struct OpenGame {
    State state;
    NativeSeat seats[kMaxPlayers];  // no policy if the moves come from outside
    u64 trace;
};

// Deals the game of a seed to the seated agents. `deck` is the set-up's sorted deck.
inline void open_game(OpenGame& game, const Setup& setup, Deck deck, u64 seed) {
    shuffle(deck, seed);
    deal(game.state, setup, deck);
    for (int i = 0; i < setup.players; ++i)
        game.seats[i].begin(stream(seed, Purpose::agent, static_cast<u32>(i)).key);
    game.trace = 0;
}

// Applies a move of the seat to move; an illegal move forfeits the game. The seat has seen the
// position.
inline void make_move(OpenGame& game, const Decision& decision, Counters* counters) {
    const NativeSeat& seat = game.seats[game.state.table.current];
    const NothingElse nothing;
    Recorder<NothingElse> recorder = {counters, nothing, game.trace};
    recorder.decided(seat, decision);
    const Event& event = apply_or_forfeit(game.state, decision.move);
    recorder.moved(seat, decision, event, game.state.table);
    game.trace = recorder.trace;
}

// Lets native agents move until another seat is to move or the game is over. Updates the view of
// that seat.
inline void let_natives_move(OpenGame& game, Counters* counters) {
    const Table& t = game.state.table;
    while (!is_over(t)) {
        NativeSeat& seat = game.seats[t.current];
        seat.see(game.state, t.current);
        if (seat.policy == nullptr) return;
        make_move(game, seat.decide(), counters);
    }
}

// Writes the observation of a view in the first game of an episode, one byte per entry: HLE's
// vector without padding, or a row of another kind with its padding.
inline void write_observation(const View& v, ObservationKind kind, u8* out) {
    if (kind == ObservationKind::hle) return write_bytes(observe(v), out);
    const HabitCounts unseen[kMaxPlayers] = {};
    const RowSize size = row_size(v.table.setup, kind);
    u32 row[kMaxRowWords], bytes[8 * kMaxRowWords];
    write_row(v, kind, {unseen, 0}, row);
    unpack_row(row, size, bytes);
    const u8* from = reinterpret_cast<const u8*>(bytes);
    for (int i = 0; i < size.unpacked(); ++i) out[i] = from[i];
}

}  // namespace tamaya
