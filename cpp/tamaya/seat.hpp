// What the game loop asks of a seat, and the seat of a native agent.
//
// A kind of seat is a struct with
//   begin(key)        starts a game; `key` is that of the seat's own random stream
//   see(state, i)     brings what seat i may know up to date; it is to move, or it watches
//   decide()          the move of the seat, which is to move and has seen the position
//   kMayWatch         whether some seats of this kind watch the others; if so, also
//   watches()         whether this one does
//   notice(event)     another seat has moved; this one last saw the position before
// Loops that record what seats do (game_loop.hpp) also read `view`, the View of the seat.
#pragma once

#include "tamaya/policy.hpp"

namespace tamaya {

// One native agent in one seat.
struct NativeSeat {
    static constexpr bool kMayWatch = false;

    const Policy* policy;
    View view;
    Memory memory;  // its extra bytes belong to whoever calls the game loop
    Rng rng;

    void begin(u64 key) {
        memory = empty_memory(memory.extra);
        begin_with_memory(key);
    }

    // Starts a game with what the agent remembers of the game before.
    void begin_with_memory(u64 key) {
        view.table.turn = 0;
        rng = {key, 0};
    }

    void see(const State& state, int seat) { look(view, state, seat); }
    Decision decide() { return tamaya::decide(*policy, view, memory, rng); }
};

// Seats native agents at a table. `extra` holds `extra_bytes` bytes for each seat; that is enough
// for every policy, and may be 0.
inline void seat_agents(NativeSeat* seats, int players, const Policy* const* policies, u8* extra,
                        u32 extra_bytes) {
    for (int i = 0; i < players; ++i) {
        seats[i].policy = policies[i];
        seats[i].memory.extra = {extra + static_cast<u64>(i) * extra_bytes, extra_bytes};
    }
}

}  // namespace tamaya
