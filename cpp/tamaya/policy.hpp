// One native agent of any family, with its parameters.
#pragma once

#include "tamaya/families.hpp"

namespace tamaya {

// Trivially copyable, so it can be copied to a GPU. Bytes of `params` that its family does not use
// are zero.
struct Policy {
    Family family;
    Blob blob;  // null if the family has none
    FamilyParams params;
};

// Chooses the move of an agent. kNoMove means that it gives up, which ends the game.
inline Decision decide(const Policy& policy, const View& v, Memory& memory, Rng& rng) {
    return with_params(policy.family, policy.params, [&](const auto& params) {
        return family_decide(params, policy.blob, v, memory, rng);
    });
}

// Prepares the memory of an agent for the next game, if it remembers this one. `last` is its view
// of the final position.
inline void carry_over(const Policy& policy, const View& last, Memory& memory) {
    with_params(policy.family, policy.params,
                [&](const auto& params) { family_carry_over(params, last, memory); });
}

// Bytes of memory that a seat of this agent needs beyond Memory::words.
inline u32 extra_bytes(const Policy& policy) {
    return with_params(policy.family, policy.params,
                       [](const auto& params) { return family_extra_bytes(params); });
}

inline Flaw flaw(const Policy& policy) {
    return with_params(policy.family, policy.params,
                       [&](const auto& params) { return family_flaw(params, policy.blob); });
}

}  // namespace tamaya
