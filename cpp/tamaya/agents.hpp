// All native agents: one number each, one switch.
#pragma once

#include "tamaya/agents/legal_random.hpp"

namespace tamaya {

enum class AgentKind : u8 { legal_random };

// Spelled as users type them; the position is the AgentKind.
constexpr const char* kAgentNames[] = {"legal_random"};
constexpr int kAgentKinds = 1;

inline Move act(AgentKind kind, const View& v, Memory& memory, Rng& rng) {
    switch (kind) {
        case AgentKind::legal_random:
            return LegalRandom::act(v, memory, rng);
    }
    return kNoMove;
}

inline void observe(AgentKind kind, const View& v, const Event& event, Memory& memory) {
    switch (kind) {
        case AgentKind::legal_random:
            return LegalRandom::observe(v, event, memory);
    }
}

}  // namespace tamaya
