// Learned networks: their preferences in a position, and their memory layout.
#include <nanobind/stl/tuple.h>

#include "bind.hpp"
#include "policies.hpp"
#include "setup_text.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

// Preferences for all action ids, legal or not, and the expected return.
std::tuple<std::vector<double>, double> preferences(const OwnedPolicy& owned, const View& view) {
    const Policy& policy = owned.policy;
    if (policy.family != Family::network) throw TamayaError("not a learned network");
    check_turn(view);
    const Network* fitting = network_for(network::network_of(policy.blob), view.table.setup);
    if (fitting == nullptr)
        throw TamayaError("the network was trained for games of another size than " +
                          setup_text(view.table.setup));
    const Network& n = *fitting;
    Memory memory = {};
    u32 row[kMaxRowWords];
    i32 sums[65];
    network::write_words(policy.params.network, n, view, memory, row);
    evaluate(n, row, sums);
    std::vector<double> all;
    for (u32 i = 0; i < n.actions; ++i) all.push_back(sums[i] * n.preference_unit);
    return {all, sums[n.actions] * n.preference_unit};
}

}  // namespace

void bind_networks(nb::module_& m) {
    m.def("network_preferences", &preferences, "policy"_a, "view"_a,
          "The network's logit for each action id, legal or not, and the expected return.\n"
          "Habits are counted over this game only.");
    m.attr("MAX_ACTIVATION") = kMaxActivation;
    m.attr("MAX_FIRST_WEIGHT") = kMaxFirstWeight;
    m.attr("MAX_HEAD_WEIGHT") = kMaxHeadWeight;
    m.attr("MAX_HIDDEN_LAYERS") = kMaxHidden;
    m.attr("MAX_UNITS") = kMaxUnits;
}

}  // namespace bind
