// What a native agent is made of. An agent is a struct with two static functions:
//   Move act(const View&, Memory&, Rng&)                   its move when it is its turn;
//   void observe(const View&, const Event&, Memory&)       called for every seat after each turn.
// They must draw only from the given Rng and keep state only in the given Memory.
#pragma once

#include "tamaya/view.hpp"

namespace tamaya {

// One seat's private notes during a game; all zero when the game starts.
struct Memory {
    u64 words[4];
};

}  // namespace tamaya
