// A seat of any kind: a native agent, a searching agent or a meta-agent.
#pragma once

#include "tamaya/game_loop.hpp"
#include "tamaya/search/investigate.hpp"
#include "tamaya/search/seat.hpp"
#include "tamaya/suspect.hpp"

namespace tamaya {

enum class SeatKind : u8 { native, searching, meta };

// Only the members of its own kind are used.
struct AnySeat {
    static constexpr bool kMayWatch = true;

    SeatKind kind;
    const Policy* policy;  // of a native agent
    Memory memory;
    Rng rng;
    SearchSeat search;
    MetaSeat meta;
    Investigator investigator;  // of a meta-agent
    View view;

    void begin(u64 key) {
        view.table.turn = 0;
        if (kind == SeatKind::searching) return tamaya::begin(search, key);
        if (kind == SeatKind::meta) return tamaya::begin(meta, key);
        memory = empty_memory(memory.extra);
        rng = {key, 0};
    }
    void see(const State& state, int seat) { look(view, state, seat); }
    Decision decide() {
        if (kind == SeatKind::searching) return {tamaya::decide(search, view), 0};
        if (kind == SeatKind::meta) return tamaya::decide(investigator, meta, view);
        return tamaya::decide(*policy, view, memory, rng);
    }
    // Ends a game; `state` is the final position.
    void end(const State& state, int seat) {
        if (kind != SeatKind::meta) return;
        see(state, seat);
        finish(meta, view);
    }
    bool watches() const { return kind != SeatKind::native; }
    void notice(const Event& event) {
        if (kind == SeatKind::searching) return tamaya::notice(search, view, event);
        tamaya::notice(meta, view, event);
    }
};

}  // namespace tamaya
