// Rules that make any kind of move.
#pragma once

#include "tamaya/rules/vocabulary.hpp"

namespace tamaya::rules {

RULE(legal_random, none, "", "Makes a random legal move.");
inline Move legal_random(const View& v, const Args&, Rng& rng) {
    const MoveSet moves = legal_moves(v);
    return moves.at(static_cast<int>(rng.below(static_cast<u32>(moves.size()))));
}

}  // namespace tamaya::rules
