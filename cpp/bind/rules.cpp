// The rules, and policies made of them.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <cstdint>

#include "bind.hpp"
#include "people.hpp"
#include "policies.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

int rule_number(const std::string& name) {
    for (int i = 0; i < kRules; ++i)
        if (name == kRuleInfos[i].name) return i;
    throw UnknownNameError("no rule " + quoted(name));
}

}  // namespace

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

Policy rule_list(int noise, bool skip_throws, bool else_random) {
    Policy policy{};
    policy.kind = AgentKind::rule_list;
    policy.rules.noise = static_cast<u8>(noise);
    policy.rules.skip_throws = skip_throws;
    policy.rules.else_random = else_random;
    return policy;
}

namespace {

void construct(Policy* self, const std::vector<NamedSpec>& specs, int noise, bool skip_throws,
               bool else_random) {
    if (specs.size() > kMaxRuleList)
        throw TamayaError(std::to_string(specs.size()) + " rules (expected at most " +
                          std::to_string(kMaxRuleList) + ")");
    if (noise < 0 || noise > 100)
        throw TamayaError("noise = " + std::to_string(noise) + " % (expected 0 to 100)");
    Policy policy = rule_list(noise, skip_throws, else_random);
    policy.rules.length = static_cast<u8>(specs.size());
    for (std::size_t i = 0; i < specs.size(); ++i)
        policy.rules.specs[i] = spec_of(specs[i].first, specs[i].second);
    new (self) Policy(policy);
}

// A policy as it was asked for: rules by name, so that an inserted rule changes no old pickle.
using RuleFields = std::tuple<std::vector<NamedSpec>, int, bool, bool>;
using PolicyFields =
    std::variant<RuleFields, EgerFields, SampleFields, CycloneFields, PersonFields>;

PolicyFields fields_of(const Policy& policy) {
    if (policy.kind == AgentKind::cyclone) return fields_of_cyclone(policy);
    if (policy.kind == AgentKind::person) return fields_of_person(policy);
    if (policy.kind == AgentKind::sample) return fields_of_sample(policy);
    if (policy.kind != AgentKind::rule_list) return fields_of_eger(policy);
    const RuleList& list = policy.rules;
    std::vector<NamedSpec> specs;
    for (int i = 0; i < list.length; ++i) {
        const i8* args = list.specs[i].args.at;
        specs.push_back({kRuleInfos[list.specs[i].rule].name, {args, args + kMaxArgs}});
    }
    return RuleFields{specs, list.noise, list.skip_throws, list.else_random};
}

void restore(Policy* self, const PolicyFields& fields) {
    if (const auto* rules = std::get_if<RuleFields>(&fields)) {
        std::apply([&](const auto&... field) { construct(self, field...); }, *rules);
    } else if (const auto* eger = std::get_if<EgerFields>(&fields)) {
        new (self) Policy(std::apply(&eger_policy, *eger));
    } else if (const auto* sample = std::get_if<SampleFields>(&fields)) {
        new (self) Policy(std::apply(&sample_policy, *sample));
    } else if (const auto* person = std::get_if<PersonFields>(&fields)) {
        new (self) Policy(restored_person(*person));
    } else {
        new (self) Policy(std::apply(&cyclone_policy, std::get<CycloneFields>(fields)));
    }
}

const char* gate_text(Gate gate) {
    constexpr const char* kGates[] = {"none", "play", "hint", "discard"};
    return kGates[static_cast<int>(gate)];
}

// What one rule says in a position, gate included.
Move ask(const RuleSpec& spec, const View& v, u64 seed) {
    if (legal_moves(v).bits == 0 || !is_open(open_gates(v), spec.gate)) return kNoMove;
    Rng rng = stream(seed, Purpose::agent);
    return ask_rule(spec.rule, v, spec.args, rng);
}

// The answer as a number: an action id, or -1 if the rule does not apply, or -2 if it is no legal
// move.
i32 answer(const RuleSpec& spec, const View& v, u64 seed) {
    const Move move = ask(spec, v, seed);
    if (move == kNoMove) return -1;
    return legal_moves(v).contains(move) ? action_ids(v.table.setup).id(move) : -2;
}

using Answers = nb::ndarray<nb::numpy, i32, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void ask_rules(const std::vector<NamedSpec>& specs, nb::typed<nb::list, View> views, Answers out,
               const Whole& seed) {
    if (out.shape(0) != views.size() || out.shape(1) != specs.size())
        throw TamayaError("the answers have another shape than views by rules");
    const u64 first_seed = seed_of(seed);
    std::vector<RuleSpec> asked;
    for (const NamedSpec& spec : specs) asked.push_back(spec_of(spec.first, spec.second));
    for (std::size_t i = 0; i < views.size(); ++i) {
        const View& view = nb::cast<const View&>(views[i]);
        for (std::size_t j = 0; j < asked.size(); ++j)
            out(i, j) = answer(asked[j], view, first_seed + i);
    }
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
        [](const std::string& name, const std::vector<int>& args, const View& view,
           const Whole& seed) {
            const Move move = ask(spec_of(name, args), view, seed_of(seed));
            if (move == kThrows)
                throw TamayaError("the original of " + quoted(name) + " throws here");
            return fires(move) ? std::optional<Move>(move) : std::nullopt;
        },
        "name"_a, "args"_a, "view"_a, "seed"_a = 0,
        "The rule's move for the seat to move; None if it does not apply.\n\n"
        ":raises TamayaError: where a published rule raises an exception");
    m.def(
        "ask_rules", &ask_rules, "rules"_a, "views"_a, "out"_a.noconvert(), "seed"_a = 0,
        "Many rules about many views, into int32 [views, rules]: action ids, -1 where a rule does\n"
        "not apply, -2 where its answer is no legal move. The first view is asked with `seed`, "
        "the\n"
        "next with the next.");
    nb::class_<Policy>(m, "Policy", "An agent of the core with its parameters.")
        .def("__init__", &construct, "rules"_a, nb::kw_only(), "noise"_a = 0,
             "skip_throws"_a = true, "else_random"_a = true,
             "Rules by name with their parameters. `noise`: percent of turns with a random legal\n"
             "move. A rule that throws is skipped, or ends the game; if no rule applies a random\n"
             "legal move is made, or the game ends.")
        .def_static(
            "eger", &eger_policy, "style"_a, "counting"_a = false, "expendable"_a = false,
            "An agent of Eger et al. 2017: 'random', 'inner', 'outer', 'intentional', 'full'.\n"
            "`counting` and `expendable` follow the paper where its program does not.\n\n"
            ":raises UnknownNameError: for another style")
        .def_static("sample", &sample_policy, "giver"_a, "samples"_a,
                    "Self-recognition by sampling, as in the program of Eger et al.: `giver` is\n"
                    "'outer' or 'intentional'.\n\n"
                    ":raises TamayaError: for another giver or number of samples")
        .def_static("cyclone", &cyclone_policy, "weights"_a, "misplay"_a,
                    "Cyclone with a weight for each of `cyclone_factors`, and three for misplays\n"
                    "with no, one and two lives lost.\n\n"
                    ":raises TamayaError: for another number of weights, or infinite ones")
        .def(
            "__len__", [](const Policy& p) { return int(p.rules.length); },
            "How many rules decide; 0 for agents that are no list of rules.")
        .def("__getstate__", &fields_of)
        .def("__setstate__", [](Policy& p, const PolicyFields& fields) { restore(&p, fields); });
}

}  // namespace bind
