// The rules, and policies made of them.
#include <nanobind/stl/pair.h>

#include <cstdint>

#include "bind.hpp"
#include "tamaya/agents.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

int rule_number(const std::string& name) {
    for (int i = 0; i < kRules; ++i)
        if (name == kRuleInfos[i].name) return i;
    throw UnknownNameError("no rule " + quoted(name));
}

RuleSpec spec_of(const std::string& name, const std::vector<int>& args) {
    if (args.size() > kMaxArgs) throw NotationError("too many parameters for rule " + quoted(name));
    RuleSpec spec = rule_spec(rule_number(name), {});
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] < INT8_MIN || args[i] > INT8_MAX)
            throw NotationError("parameter " + std::to_string(args[i]) + " of rule " +
                                quoted(name) + " (expected -128 to 127)");
        spec.args.at[i] = static_cast<i8>(args[i]);
    }
    return spec;
}

using NamedSpec = std::pair<std::string, std::vector<int>>;

void construct(Policy* self, const std::vector<NamedSpec>& specs, int noise, bool skip_throws,
               bool else_random) {
    if (specs.size() > kMaxRuleList)
        throw TamayaError(std::to_string(specs.size()) + " rules (expected at most " +
                          std::to_string(kMaxRuleList) + ")");
    if (noise < 0 || noise > 100)
        throw TamayaError("noise = " + std::to_string(noise) + " % (expected 0 to 100)");
    Policy policy{};
    policy.kind = AgentKind::rule_list;
    policy.rules.length = static_cast<u8>(specs.size());
    policy.rules.noise = static_cast<u8>(noise);
    policy.rules.skip_throws = skip_throws;
    policy.rules.else_random = else_random;
    for (std::size_t i = 0; i < specs.size(); ++i)
        policy.rules.specs[i] = spec_of(specs[i].first, specs[i].second);
    new (self) Policy(policy);
}

const char* gate_text(Gate gate) {
    constexpr const char* kGates[] = {"none", "play", "hint", "discard"};
    return kGates[static_cast<int>(gate)];
}

// What one rule says in a position, gate included.
Move ask(const std::string& name, const std::vector<int>& args, const View& v, nb::int_ seed) {
    const RuleSpec spec = spec_of(name, args);
    if (legal_moves(v).bits == 0 || !is_open(v, spec.gate)) return kNoMove;
    Rng rng = stream(seed_of(seed), Purpose::agent);
    return ask_rule(spec.rule, v, spec.args, rng);
}

}  // namespace

void bind_rules(nb::module_& m) {
    nb::class_<RuleInfo>(m, "RuleInfo", "A rule as it was registered.")
        .def_ro("name", &RuleInfo::name, "Name, with the rulebook in front unless it is our own.")
        .def_prop_ro(
            "gate", [](const RuleInfo& r) { return gate_text(r.gate); },
            "'play', 'hint', 'discard' or 'none': what it proposes, and when it may fire.")
        .def_ro("parameters", &RuleInfo::parameters, "Parameters with defaults: 'percent=60'.")
        .def_ro("description", &RuleInfo::description, "One sentence a player understands.");
    m.def(
        "rules", [] { return std::vector<RuleInfo>(kRuleInfos, kRuleInfos + kRules); },
        "All rules of all rulebooks.");
    m.def(
        "ask_rule",
        [](const std::string& name, const std::vector<int>& args, const View& view, nb::int_ seed) {
            const Move move = ask(name, args, view, seed);
            if (move == kThrows)
                throw TamayaError("the original of " + quoted(name) + " throws here");
            return fires(move) ? std::optional<Move>(move) : std::nullopt;
        },
        "name"_a, "args"_a, "view"_a, "seed"_a = 0,
        "The rule's move for the seat to move; None if it does not apply.\n\n"
        ":raises TamayaError: where a published rule raises an exception");
    nb::class_<Policy>(m, "Policy", "An agent of the core: an ordered list of rules.")
        .def("__init__", &construct, "rules"_a, nb::kw_only(), "noise"_a = 0,
             "skip_throws"_a = true, "else_random"_a = true,
             "Rules by name with their parameters. `noise`: percent of turns with a random legal\n"
             "move. A rule that throws is skipped, or ends the game; if no rule applies a random\n"
             "legal move is made, or the game ends.")
        .def("__len__", [](const Policy& p) { return int(p.rules.length); })
        .def("__getstate__", [](const Policy& p) { return to_bytes(p); })
        .def("__setstate__", [](Policy& p, const nb::bytes& bytes) { from_bytes(p, bytes); });
}

}  // namespace bind
