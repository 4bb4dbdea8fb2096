// The interface between the game loop and a seat, and the seat of a native agent.
//
// A kind of seat is a struct with
//   begin(key)        starts a game; `key` is that of the seat's own random stream
//   see(state, i)     updates the view of seat i, which is to move or watches
//   decide()          chooses a move; the seat is to move and has seen the position
//   kMayWatch         whether seats of this kind can watch the others; if so, also
//   watches()         whether this seat does
//   notice(event)     another seat has moved; the view is still that before the move
//   end(state, i)     the game of seat i is over
// Loops that record what seats do (game_loop.hpp) also read `view`, the View of the seat.
#pragma once

#include "tamaya/policy.hpp"

namespace tamaya {

// One native agent in one seat.
struct NativeSeat {
    static constexpr bool kMayWatch = false;

    const Policy* policy;
    View view;
    Memory memory;  // the caller of the game loop owns its extra bytes
    Rng rng;

    void begin(u64 key) {
        memory = empty_memory(memory.extra);
        begin_with_memory(key);
    }

    // Starts a game with the agent's memory of the previous game.
    void begin_with_memory(u64 key) {
        view.table.turn = 0;
        rng = {key, 0};
    }

    void see(const State& state, int seat) { look(view, state, seat); }
    Decision decide() { return tamaya::decide(*policy, view, memory, rng); }
};

// Seats native agents at a table. `extra` holds `extra_bytes` bytes per seat, enough for every
// policy; may be 0.
inline void seat_agents(NativeSeat* seats, int players, const Policy* const* policies, u8* extra,
                        u32 extra_bytes) {
    for (int i = 0; i < players; ++i) {
        seats[i].policy = policies[i];
        seats[i].memory.extra = {extra + static_cast<u64>(i) * extra_bytes, extra_bytes};
    }
}

}  // namespace tamaya
