// Cyclone: policies of weights, and what moves are made of.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <cmath>

#include "bind.hpp"
#include "policies.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

constexpr const char* kNames[] = {
    "fits",
    "certain_play",
    "misplay",
    "play_singled_out",
    "safe_discard",
    "unneeded_discard",
    "discard_singled_out",
    "discard_with_token",
    "discard_beyond_deck",
    "partner_playable",
    "partner_unplayable",
    "single_out_playable",
    "single_out_unplayable",
    "end",
};
static_assert(sizeof(kNames) / sizeof(kNames[0]) == cyclone::kFactors);

void check_numbers(const std::vector<double>& numbers, std::size_t expected, const char* what) {
    if (numbers.size() != expected)
        throw TamayaError(std::to_string(numbers.size()) + " " + what + " (expected " +
                          std::to_string(expected) + ")");
    for (const double number : numbers)
        if (!std::isfinite(number)) throw TamayaError(std::string(what) + " are not all finite");
}

using Terms = std::vector<double>;

// Every legal move with its value and the sum of its terms by factor, and the notes after it.
std::pair<std::vector<std::tuple<Move, double, Terms>>, Memory> values(const Policy& policy,
                                                                       const View& view,
                                                                       const Memory& notes) {
    if (policy.kind != AgentKind::cyclone) throw TamayaError("not an agent of the Cyclone family");
    if (legal_moves(view).bits == 0)
        throw IllegalMoveError("seat " + std::to_string(view.me) + " is not to move");
    Memory after = notes;
    std::vector<std::tuple<Move, double, Terms>> found;
    Terms terms(cyclone::kFactors, 0.0);
    cyclone::each_move(
        view, policy.weights, after,
        [&](Move move, double value) {
            found.push_back({move, value, terms});
            terms.assign(cyclone::kFactors, 0.0);
        },
        [&](cyclone::Factor factor, double term) {
            terms[static_cast<std::size_t>(factor)] += term;
        });
    return {found, after};
}

}  // namespace

Policy cyclone_policy(const std::vector<double>& weights, const std::vector<double>& misplay) {
    check_numbers(weights, cyclone::kFactors, "weights");
    check_numbers(misplay, 3, "costs of a misplay");
    Policy policy{};
    policy.kind = AgentKind::cyclone;
    for (std::size_t i = 0; i < weights.size(); ++i) policy.weights.of[i] = weights[i];
    for (std::size_t i = 0; i < misplay.size(); ++i) policy.weights.misplay[i] = misplay[i];
    return policy;
}

CycloneFields fields_of_cyclone(const Policy& policy) {
    const cyclone::Weights& w = policy.weights;
    return {{w.of, w.of + cyclone::kFactors}, {w.misplay, w.misplay + 3}};
}

void bind_cyclone(nb::module_& m) {
    m.def(
        "cyclone_factors",
        [] { return std::vector<std::string>(kNames, kNames + cyclone::kFactors); },
        "Names of the factors, in the order of weights and terms.");
    m.def("cyclone_values", &values, "policy"_a, "view"_a, "notes"_a,
          "Every legal move with its value and what each factor adds to it, and the agent's notes\n"
          "after that.");
}

}  // namespace bind
