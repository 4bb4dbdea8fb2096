// Agents that are ordered lists of rules: the first rule that applies decides.
#pragma once

#include "tamaya/families/family.hpp"
#include "tamaya/rulebook.hpp"

namespace tamaya::rule_list {

constexpr int kMaxRules = 80;
static_assert(kRules <= 256);

// A rule with its arguments.
struct RuleSpec {
    u8 rule;
    Gate gate;  // the rule's
    Args args;
};

inline RuleSpec rule_spec(int rule, Args args) {
    return {static_cast<u8>(rule), gate_of(rule), args};
}

// `specs` holds `length` rules in order of priority. Python names the rules, so there are no
// FIELDS.
struct Params {
    u8 length;
    u8 noise;          // percent of turns with a random legal move instead
    bool skip_throws;  // a rule that throws is skipped; otherwise it ends the game
    bool else_random;  // if no rule applies: a random legal move, or (if false) the game ends
    RuleSpec specs[kMaxRules];
};

inline Flaw flaw(const Params& list) {
    if (list.length > kMaxRules) return {"length", "at most 80"};
    if (list.noise > 100) return {"noise", "0 to 100"};
    return kNoFlaw;
}

inline Move any_legal(const View& v, Rng& rng) { return rules::legal_random(v, Args{}, rng); }

inline Decision decide(const Params& list, const View& v, Memory&, Rng& rng) {
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

FAMILY(rule_list);

}  // namespace tamaya::rule_list
