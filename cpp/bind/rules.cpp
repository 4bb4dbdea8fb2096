// Rules and rule lists.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <cstdint>
#include <cstring>

#include "bind.hpp"
#include "policies.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

// A condition as numbers: the least and the most of lives, hint tokens, cards in the deck, and
// score.
constexpr std::size_t kBounds = sizeof(rule_list::Condition);

int rule_number(const std::string& name) {
    for (int i = 0; i < kRules; ++i)
        if (name == kRuleInfos[i].name) return i;
    throw UnknownNameError("no rule " + quoted(name));
}

}  // namespace

rule_list::RuleSpec spec_of(const std::string& name, const std::vector<int>& args) {
    if (args.size() > kMaxArgs && args.size() != kMaxArgs + kBounds)
        throw NotationError("too many parameters for rule " + quoted(name));
    rule_list::RuleSpec spec = rule_list::rule_spec(rule_number(name), {});
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] < INT8_MIN || args[i] > INT8_MAX)
            throw NotationError("parameter " + std::to_string(args[i]) + " of rule " +
                                quoted(name) + " (expected -128 to 127)");
        if (i < kMaxArgs) spec.args.at[i] = static_cast<i8>(args[i]);
    }
    spec.conditional = args.size() > kMaxArgs;
    if (!spec.conditional) return spec;
    i8 bounds[kBounds];
    for (std::size_t i = 0; i < kBounds; ++i) bounds[i] = static_cast<i8>(args[kMaxArgs + i]);
    std::memcpy(&spec.when, bounds, sizeof bounds);
    return spec;
}

// The arguments that `spec_of` reads.
std::vector<int> args_of(const rule_list::RuleSpec& spec) {
    std::vector<int> args(spec.args.at, spec.args.at + kMaxArgs);
    if (!spec.conditional) return args;
    i8 bounds[kBounds];
    std::memcpy(bounds, &spec.when, sizeof bounds);
    args.insert(args.end(), bounds, bounds + kBounds);
    return args;
}

// A value of the given type; throws an error that names the field.
template <typename T>
T value_of(const nb::dict& fields, const char* name, const char* expected) {
    const nb::object value = required(fields, "rule_list", name);
    T converted;
    if (!nb::try_cast<T>(value, converted, false))
        throw TamayaError(std::string(name) + " = " + utf8_of(nb::repr(value)) + " (expected " +
                          expected + ")");
    return converted;
}

void fill_rules(rule_list::Params& list, const nb::dict& fields) {
    const auto specs =
        value_of<std::vector<NamedSpec>>(fields, "rules", "a list of names with their parameters");
    const int noise = value_of<int>(fields, "noise", "0 to 100");
    if (specs.size() > rule_list::kMaxRules)
        throw TamayaError(std::to_string(specs.size()) + " rules (expected at most " +
                          std::to_string(rule_list::kMaxRules) + ")");
    if (noise < 0 || noise > 100)
        throw TamayaError("noise = " + std::to_string(noise) + " % (expected 0 to 100)");
    list.noise = static_cast<u8>(noise);
    list.skip_throws = value_of<bool>(fields, "skip_throws", "True or False");
    list.else_random = value_of<bool>(fields, "else_random", "True or False");
    list.length = static_cast<u8>(specs.size());
    for (std::size_t i = 0; i < specs.size(); ++i)
        list.specs[i] = spec_of(specs[i].first, specs[i].second);
}

nb::dict rules_of(const rule_list::Params& list) {
    std::vector<NamedSpec> specs;
    for (int i = 0; i < list.length; ++i)
        specs.push_back({kRuleInfos[list.specs[i].rule].name, args_of(list.specs[i])});
    nb::dict fields;
    fields["rules"] = specs;
    fields["noise"] = int(list.noise);
    fields["skip_throws"] = list.skip_throws;
    fields["else_random"] = list.else_random;
    return fields;
}

namespace {

const char* gate_text(Gate gate) {
    constexpr const char* kGates[] = {"none", "play", "hint", "discard"};
    return kGates[static_cast<int>(gate)];
}

// The move of a rule in a position, including its gate and its condition.
Move ask(const rule_list::RuleSpec& spec, const View& v, u64 seed) {
    if (legal_moves(v).bits == 0 || !may_apply(spec, open_gates(v), v)) return kNoMove;
    Rng rng = stream(seed, Purpose::agent);
    return ask_rule(spec.rule, v, spec.args, rng);
}

// The move as a number: an action id, -1 if the rule does not apply, or -2 if its move is illegal.
i32 answer(const rule_list::RuleSpec& spec, const View& v, u64 seed) {
    const Move move = ask(spec, v, seed);
    if (move == kNoMove) return -1;
    return legal_moves(v).contains(move) ? action_ids(v.table.setup).id(move) : -2;
}

using Answers = nb::ndarray<nb::numpy, i32, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void ask_rules(const std::vector<NamedSpec>& specs, nb::typed<nb::list, View> views, Answers out,
               const Whole& seed) {
    if (out.shape(0) != views.size() || out.shape(1) != specs.size())
        throw TamayaError("the output must have the shape [views, rules]");
    const u64 first_seed = seed_of(seed);
    std::vector<rule_list::RuleSpec> asked;
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
        .def_ro("description", &RuleInfo::description, "A sentence for players.")
        .def_ro("values", &RuleInfo::values,
                "Arguments that evolution chooses from: '40, 2; 60, 2'. '': only the defaults.");
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
    m.def("ask_rules", &ask_rules, "rules"_a, "views"_a, "out"_a.noconvert(), "seed"_a = 0,
          "The moves of many rules in many views, into int32 [views, rules]: action ids, -1 if a "
          "rule does\n"
          "not apply, -2 if its move is illegal. The first view is evaluated with `seed`, "
          "the\n"
          "next with the next.");
}

}  // namespace bind
