// Rollouts: models continue the game from a sampled position that agrees with a view.
#pragma once

#include "tamaya/game_loop.hpp"
#include "tamaya/imagine.hpp"
#include "tamaya/search/plan.hpp"

namespace tamaya {

inline Move any_of(const MoveSet& moves, Rng& rng) {
    return moves.at(static_cast<int>(rng.below(static_cast<u32>(moves.size()))));
}

// A seat of an imagined game. It has its own view, so its model sees only what that seat may know.
struct ModelSeat {
    static constexpr bool kMayWatch = false;

    const Policy* policy;  // null: random legal moves
    View view;
    MoveSet legal;  // all that a seat without a policy needs
    Memory memory;
    Rng rng;

    void see(const State& state, int seat) {
        if (policy == nullptr) {
            legal = legal_moves(state);
        } else {
            look(view, state, seat);
        }
    }
    Decision decide() {
        if (policy == nullptr) return {any_of(legal, rng), 0};
        return tamaya::decide(*policy, view, memory, rng);
    }
};

// One imagined game. The caller owns the extra memory of its seats.
struct Playout {
    State state;
    ModelSeat seats[kMaxPlayers];
    u8 turn;  // turn of the searched position: views contain the log up to it
};

// What all imagined games from one position share.
inline void prepare(Playout& p, const View& v) {
    p.turn = v.table.turn;
    for (int seat = 0; seat < v.table.setup.players; ++seat)
        for (int i = 0; i < p.turn; ++i) p.seats[seat].view.log.events[i] = v.log.events[i];
}

// A copy of a memory in other bytes.
inline Memory copy_of(const Memory& memory, Extra extra) {
    Memory copy = empty_memory(extra);
    for (int i = 0; i < 4; ++i) copy.words[i] = memory.words[i];
    for (u32 i = 0; i < memory.extra.size && i < extra.size; ++i)
        extra.bytes[i] = memory.extra.bytes[i];
    return copy;
}

// Seats models. Without a given memory theirs is empty, because what they remember of the real game
// is unknown.
inline void seat_anew(Playout& p, const Cast& cast, int players, u64 key) {
    for (int i = 0; i < players; ++i) {
        ModelSeat& seat = p.seats[i];
        seat.policy = cast.seats[i];
        seat.view.table.turn = p.turn;
        seat.memory = cast.memories[i] == nullptr ? empty_memory(seat.memory.extra)
                                                  : copy_of(*cast.memories[i], seat.memory.extra);
        seat.rng = {mix(key + static_cast<u64>(i) * kGolden), 0};
    }
}

// The move of the seat to move.
inline Move asked(Playout& p) {
    ModelSeat& seat = p.seats[p.state.table.current];
    seat.see(p.state, p.state.table.current);
    return seat.decide().move;
}

// Records nothing, and ends after some turns.
struct TurnLimit {
    static constexpr bool kLimited = true;

    int turns;

    bool goes_on() { return turns-- > 0; }
    void decided(const ModelSeat&, const Decision&) {}
    void moved(const ModelSeat&, const Decision&, const Event&, const Table&) {}
};

// Plays for as many turns as the plan allows, and returns the value of the game.
inline int play_on(Playout& p, const Plan& plan) {
    TurnLimit limit = {plan.rollout_turns};
    play_turns(p.state, p.seats, limit);
    return plan.strict ? strict_score(p.state.table) : score(p.state.table);
}

}  // namespace tamaya
