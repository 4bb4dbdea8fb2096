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
AGENT_CODE Decision decide(const Policy& policy, const View& v, Memory& memory, Rng& rng);

// Prepares the memory of an agent for the next game, if it remembers this one. `last` is its view
// of the final position.
AGENT_CODE void carry_over(const Policy& policy, const View& last, Memory& memory);

// The probability that an agent makes a move, or, if its family does not compute probabilities,
// 1 if it makes the move when asked and otherwise 0.
AGENT_CODE double chance(const Policy& policy, const View& v, Move move, Memory& memory, Rng& rng);

#if !defined(TAMAYA_AGENTS_ELSEWHERE)
AGENT_CODE Decision decide(const Policy& policy, const View& v, Memory& memory, Rng& rng) {
    return with_params(policy.family, policy.params, [&](const auto& params) {
        return family_decide(params, policy.blob, v, memory, rng);
    });
}

AGENT_CODE void carry_over(const Policy& policy, const View& last, Memory& memory) {
    with_params(policy.family, policy.params,
                [&](const auto& params) { family_carry_over(params, last, memory); });
}

AGENT_CODE double chance(const Policy& policy, const View& v, Move move, Memory& memory, Rng& rng) {
    return with_params(policy.family, policy.params, [&](const auto& params) {
        return family_chance(params, policy.blob, v, move, memory, rng);
    });
}
#endif

// Whether an agent remembers the previous game.
inline bool remembers(const Policy& policy) {
    return with_params(policy.family, policy.params,
                       [](const auto& params) { return family_remembers(params); });
}

// Turns what an agent remembers of previous games: its seat and all others move on `by` seats.
inline void move_seats(const Policy& policy, int players, int by, Memory& memory) {
    with_params(policy.family, policy.params,
                [&](const auto& params) { family_move_seats(params, players, by, memory); });
}

// Bytes of memory that a seat of this agent needs beyond Memory::words. They are rounded up, so
// that the memories of neighbouring seats are all aligned.
inline u32 extra_bytes(const Policy& policy) {
    const u32 bytes = with_params(policy.family, policy.params,
                                  [](const auto& params) { return family_extra_bytes(params); });
    return (bytes + kExtraAlignment - 1) / kExtraAlignment * kExtraAlignment;
}

inline Flaw flaw(const Policy& policy) {
    return with_params(policy.family, policy.params,
                       [&](const auto& params) { return family_flaw(params, policy.blob); });
}

}  // namespace tamaya
