// Agents that are ordered lists of rules: the first rule that applies decides.
#pragma once

#include "tamaya/families/family.hpp"
#include "tamaya/rulebook.hpp"

namespace tamaya::rule_list {

constexpr int kMaxRules = 80;
static_assert(kRules <= 256);

// The least and the most of a number for which a rule applies.
struct Range {
    i8 least, most;
    constexpr bool has(int number) const { return least <= number && number <= most; }
};
constexpr Range kAny = {0, 127};

// When a conditional rule applies: all numbers must be in range. The papers call it IfRule.
struct Condition {
    Range lives, hints, deck, score;
};
constexpr Condition kAlways = {kAny, kAny, kAny, kAny};

inline bool holds(const Condition& when, const Table& t) {
    return when.lives.has(t.lives) && when.hints.has(t.hints) && when.deck.has(t.deck) &&
           when.score.has(score(t));
}

// A rule with its arguments.
struct RuleSpec {
    u8 rule;
    Gate gate;  // the rule's
    Args args;
    bool conditional;
    Condition when;  // kAlways unless conditional
};

inline RuleSpec rule_spec(int rule, Args args) {
    return {static_cast<u8>(rule), gate_of(rule), args, false, kAlways};
}

inline bool may_apply(const RuleSpec& spec, u32 open, const View& v) {
    return is_open(open, spec.gate) && (!spec.conditional || holds(spec.when, v.table));
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
        if (!may_apply(spec, open, v)) continue;
        const Move move = ask_rule(spec.rule, v, spec.args, rng);
        if (fires(move)) return {move, i};
        if (move == kThrows && !list.skip_throws) return {kNoMove, i};
    }
    return {list.else_random ? any_legal(v, rng) : kNoMove, list.length};
}

FAMILY(rule_list);

}  // namespace tamaya::rule_list
