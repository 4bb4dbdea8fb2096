// All kinds of native agents.
#pragma once

#include "tamaya/rule_list.hpp"

namespace tamaya {

enum class AgentKind : u8 { rule_list };

// One native agent with its parameters.
struct Policy {
    AgentKind kind;
    RuleList rules;
};

inline Decision decide(const Policy& policy, const View& v, Memory&, Rng& rng) {
    switch (policy.kind) {
        case AgentKind::rule_list:
            return decide(policy.rules, v, rng);
    }
    return {kNoMove, 0};
}

// Does the agent keep track of events? Only then is `observe` called, for every turn of any seat.
inline bool observes(const Policy& policy) { return policy.kind != AgentKind::rule_list; }

inline void observe(const Policy&, const View&, const Event&, Memory&) {}

}  // namespace tamaya
