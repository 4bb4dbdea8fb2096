// Agents that are ordered lists of rules: the first one that applies decides.
#pragma once

#include "tamaya/policy.hpp"
#include "tamaya/rulebook.hpp"

namespace tamaya {

constexpr int kMaxRuleList = 80;
static_assert(kRules <= 256);

struct RuleSpec {
    u8 rule;
    Gate gate;  // the rule's
    Args args;
};

inline RuleSpec rule_spec(int rule, Args args) {
    return {static_cast<u8>(rule), gate_of(rule), args};
}

struct RuleList {
    u8 length;
    u8 noise;          // percent of turns in which any legal move is made instead
    bool skip_throws;  // a rule that throws is passed over; otherwise it ends the game
    bool else_random;  // if no rule applies any legal move is made; otherwise that ends the game
    RuleSpec specs[kMaxRuleList];
};

inline Move any_legal(const View& v, Rng& rng) { return rules::legal_random(v, Args{}, rng); }

// An answer of kNoMove means that the agent gives up, which ends the game.
inline Decision decide(const RuleList& list, const View& v, Rng& rng) {
    if (list.noise > 0 && rng.below(100) < list.noise) return {any_legal(v, rng), list.length};
    const u32 open = open_gates(v);
    for (int i = 0; i < list.length; ++i) {
        const RuleSpec& spec = list.specs[i];
        if (!is_open(open, spec.gate)) continue;
        const Move move = ask_rule(spec.rule, v, spec.args, rng);
        if (fires(move)) return {move, i};
        if (move == kThrows && !list.skip_throws) return {kNoMove, i};
    }
    return {list.else_random ? any_legal(v, rng) : kNoMove, list.length};
}

}  // namespace tamaya
