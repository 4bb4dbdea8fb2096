// Plays any legal move, each with the same chance.
#pragma once

#include "tamaya/policy.hpp"

namespace tamaya {

struct LegalRandom {
    static Move act(const View& v, Memory&, Rng& rng) {
        const MoveSet moves = legal_moves(v);
        return moves.at(static_cast<int>(rng.below(static_cast<u32>(moves.size()))));
    }
    static void observe(const View&, const Event&, Memory&) {}
};

}  // namespace tamaya
