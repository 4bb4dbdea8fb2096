// An imagined game: a position that agrees with what a seat knows, played on by somebody.
#pragma once

#include "tamaya/apply.hpp"
#include "tamaya/imagine.hpp"
#include "tamaya/search/plan.hpp"

namespace tamaya {

// Every seat has a view of its own, so that whoever moves in it cannot see more than it may.
struct Playout {
    State state;
    View views[kMaxPlayers];
    Memory memories[kMaxPlayers];
    Rng rngs[kMaxPlayers];
    u8 turn;  // of the position searched from: views hold the log up to it
};

// What all imagined games from one position have in common.
inline void prepare(Playout& p, const View& v) {
    p.turn = v.table.turn;
    for (int seat = 0; seat < v.table.setup.players; ++seat)
        for (int i = 0; i < p.turn; ++i) p.views[seat].log.events[i] = v.log.events[i];
}

// Players who have not moved yet. Whatever a model noted before the search began is not known.
inline void seat_anew(Playout& p, int players, u64 key) {
    for (int seat = 0; seat < players; ++seat) {
        p.views[seat].table.turn = p.turn;
        p.memories[seat] = {};
        p.rngs[seat] = {mix(key + static_cast<u64>(seat) * kGolden), 0};
    }
}

inline const View& seen_by(Playout& p, int seat) {
    look(p.views[seat], p.state, seat);
    return p.views[seat];
}

inline Move any_legal(const State& state, Rng& rng) {
    const MoveSet moves = legal_moves(state);
    return moves.at(static_cast<int>(rng.below(static_cast<u32>(moves.size()))));
}

// What the seat to move does, by its policy or by chance.
inline Move asked(Playout& p, const Cast& cast) {
    const int seat = p.state.table.current;
    if (cast.seats[seat] == nullptr) return any_legal(p.state, p.rngs[seat]);
    return decide(*cast.seats[seat], seen_by(p, seat), p.memories[seat], p.rngs[seat]).move;
}

// Plays on for as long as the plan says; returns what the game is worth then.
inline int play_on(Playout& p, const Cast& cast, const Plan& plan) {
    for (int turns = plan.rollout_turns; turns > 0 && !is_over(p.state.table); --turns)
        apply_or_forfeit(p.state, asked(p, cast));
    return plan.strict ? strict_score(p.state.table) : score(p.state.table);
}

}  // namespace tamaya
