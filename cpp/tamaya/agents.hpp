// All kinds of native agents.
#pragma once

#include "tamaya/cyclone.hpp"
#include "tamaya/eger/recognition.hpp"
#include "tamaya/person/model.hpp"
#include "tamaya/rule_list.hpp"

namespace tamaya {

enum class AgentKind : u8 {
    rule_list,
    random,
    inner,
    outer,
    intentional,
    full,
    sample,
    cyclone,
    person
};

// One native agent with its parameters.
struct Policy {
    AgentKind kind;
    RuleList rules;                 // of a rule list
    eger::Reading reading;          // of the agents of Eger et al.
    eger::Recognition recognition;  // of a sampler among them
    cyclone::Weights weights;       // of Cyclone
    person::Person person;          // of a model of people
};

// An agent of Eger et al.; whoever follows another program's random choices brings other `draws`.
template <typename From>
inline Decision decide_eger(const Policy& policy, const View& v, Memory& memory, From& draws) {
    switch (policy.kind) {
        case AgentKind::random:
            return eger::decide_random(v, draws);
        case AgentKind::inner:
            return eger::decide_inner(v, policy.reading, draws);
        case AgentKind::outer:
            return eger::decide_outer(v, policy.reading, false, memory, draws);
        case AgentKind::intentional:
            return eger::decide_intentional(v, policy.reading, draws);
        case AgentKind::full:
            return eger::decide_full(v, policy.reading, memory, draws);
        case AgentKind::sample:
            return eger::decide_sample(v, policy.reading, policy.recognition, memory, draws);
        default:
            return {kNoMove, 0};
    }
}

inline Decision decide(const Policy& policy, const View& v, Memory& memory, Rng& rng) {
    if (policy.kind == AgentKind::rule_list) return decide(policy.rules, v, rng);
    if (policy.kind == AgentKind::cyclone) return cyclone::decide(v, policy.weights, memory);
    if (policy.kind == AgentKind::person) return person::decide(v, policy.person, rng);
    eger::Draws draws = {rng};
    return decide_eger(policy, v, memory, draws);
}

// What a game leaves in the notes of an agent that sits down to the next one without forgetting;
// `last` is its view of the end.
inline void carry_over(const Policy& policy, const View& last, Memory& memory) {
    if (policy.kind == AgentKind::outer) eger::keep_told(last, memory);
    if (policy.kind == AgentKind::full) eger::keep_hint(last, memory);
}

}  // namespace tamaya
