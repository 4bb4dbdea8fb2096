// Searches from the middle of games of one rule list, for counting instructions: two players,
// standard set-up.
//   tamaya_search --rollouts=N --method=flat|tree --rules=NUMBER:ARG:ARG:ARG:ARG,NUMBER:...
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "rules_by_number.hpp"
#include "tamaya/search/seat.hpp"

using namespace tamaya;

namespace {

constexpr int kTurns = 25;    // turns played before a search
constexpr u64 kBlock = 1000;  // rollouts per search

// The position of a seed after kTurns turns, as the player to move sees it.
View middle(const Policy& policy, u64 seed) {
    const Setup setup = standard_setup(2);
    Deck deck = sorted_deck(setup);
    shuffle(deck, seed);
    State state;
    deal(state, setup, deck);
    Rng rng = stream(seed, Purpose::agent);
    View view;
    for (int turn = 0;; ++turn) {
        view.table.turn = 0;
        look(view, state, state.table.current);
        if (turn == kTurns) return view;
        Memory memory = {};
        apply(state, decide(policy, view, memory, rng).move);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const u64 rollouts = static_cast<u64>(std::atoll(option(argc, argv, "--rollouts=")));
    const Policy policy = policy_of(option(argc, argv, "--rules="));
    const bool flat = std::strcmp(option(argc, argv, "--method="), "flat") == 0;
    const Plan plan = {flat ? Method::flat : Method::tree,
                       Verdict::visits,
                       true,
                       false,
                       false,
                       false,
                       false,
                       flat ? 1 : kMaxTurns,
                       kMaxTurns,
                       0,
                       0.1,
                       1.0,
                       &policy,
                       &policy,
                       1};
    std::vector<Node> nodes(kBlock + 2);
    Desk* desk = new Desk;
    desk->tree = {nodes.data(), static_cast<u32>(nodes.size()), 0};
    const double* mass[kMaxPlayers] = {};
    const std::clock_t start = std::clock();
    u64 done = 0, visits = 0;
    for (u64 seed = 0; done < rollouts; ++seed) {
        const Budget budget = {kBlock, 0, nullptr, 0};
        const Candidates result = search(plan, mass, middle(policy, seed), seed, 0, budget, *desk);
        done += result.rollouts;
        visits += result.at[0].visits;
    }
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("rollouts=%llu cpu_seconds=%.6f\n", done, seconds);
    delete desk;
    return visits == 1;  // never true for many rollouts; prevents dead-code elimination
}
