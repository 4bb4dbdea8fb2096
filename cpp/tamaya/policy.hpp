// What a native agent is made of: it decides from a View, draws only from the given Rng and keeps
// state only in the given Memory.
#pragma once

#include "tamaya/view.hpp"

namespace tamaya {

// One seat's private notes during a game; all zero when the game starts.
struct Memory {
    u64 words[4];
};

// A move and what led to it.
struct Decision {
    Move move;
    int fired;  // which rule of the agent's list; its length for a fallback or noise
};

}  // namespace tamaya
