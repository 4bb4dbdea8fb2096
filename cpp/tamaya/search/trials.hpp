// Scores of moves in the same imagined positions, so that moves can be compared in pairs.
#pragma once

#include "tamaya/search/flat.hpp"

namespace tamaya {

// What all trials from one view share. Without moves, the model of the seat to move decides.
struct Trials {
    const View& view;
    const Move* moves;
    int count;
    const Cast& cast;
    bool strict;
    u64 key;
};

// Plays every move in imagined position number `sample`, with the same random numbers afterwards.
// Writes one score per move, or one score if there are no moves.
inline void try_moves(const Trials& t, u64 sample, Playout& p, u8* scores) {
    Rng rng = {mix(t.key + sample * kGolden), 0};
    State start;
    imagine(start, t.view, rng);
    const u64 luck = rng.next();
    Plan plan = {};
    plan.strict = t.strict;
    plan.rollout_turns = kMaxTurns;
    for (int i = 0; i == 0 || i < t.count; ++i) {
        p.state = start;
        seat_anew(p, t.cast, start.table.setup.players, luck);
        if (t.count > 0) apply_or_forfeit(p.state, t.moves[i]);
        scores[i] = static_cast<u8>(play_on(p, plan));
    }
}

}  // namespace tamaya
