// Self-play of one agent, for counting instructions: two players, a rule list in the competition
// set-up, an agent of Eger et al. in its own, or Cyclone in the standard one.
//   tamaya_rules --games=N --rules=NUMBER:ARG:ARG:ARG:ARG,NUMBER:...
//   tamaya_rules --games=N --eger=intentional|full
//   tamaya_rules --games=N --cyclone=WEIGHT,...  (a weight for each factor, then three for
//   misplays)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "rules_by_number.hpp"
#include "tamaya/game_loop.hpp"

using namespace tamaya;

namespace {

Policy eger_policy(const char* style) {
    Policy policy{};
    policy.family = Family::eger;
    policy.params.eger = {};
    policy.params.eger.style =
        std::strcmp(style, "full") == 0 ? eger::Style::full : eger::Style::intentional;
    return policy;
}

Policy cyclone_policy(const char* text) {
    Policy policy{};
    policy.family = Family::cyclone;
    char* end = const_cast<char*>(text);
    const auto next = [&] {
        const double number = std::strtod(end, &end);
        if (*end) ++end;
        return number;
    };
    for (double& weight : policy.params.cyclone.by_factor) weight = next();
    for (double& weight : policy.params.cyclone.misplay) weight = next();
    return policy;
}

}  // namespace

int main(int argc, char** argv) {
    const long games = std::atol(option(argc, argv, "--games="));
    const char* style = option(argc, argv, "--eger=");
    const char* weights = option(argc, argv, "--cyclone=");
    const Policy policy = *style     ? eger_policy(style)
                          : *weights ? cyclone_policy(weights)
                                     : policy_of(option(argc, argv, "--rules="));
    const Policy* agents[kMaxPlayers] = {&policy, &policy};
    NativeSeat seats[kMaxPlayers];
    seat_agents(seats, 2, agents, nullptr, 0);
    const Setup setup = *style     ? eger_setup(2)
                        : *weights ? standard_setup(2)
                                   : competition_setup(2);
    const Deck deck = sorted_deck(setup);
    Counters counters[kMaxPlayers] = {};
    const std::clock_t start = std::clock();
    u64 score = 0;
    for (long i = 0; i < games; ++i)
        score += play_game(setup, deck, static_cast<u64>(i), seats, counters).score;
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("games=%ld steps=%llu cpu_seconds=%.6f\n", games,
                counters[0].turns + counters[1].turns, seconds);
    return score == 1;  // never true for many games; prevents dead-code elimination
}
