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

#include "tamaya/rollout.hpp"

using namespace tamaya;

namespace {

const char* option(int argc, char** argv, const char* name) {
    const std::size_t length = std::strlen(name);
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(argv[i], name, length) == 0) return argv[i] + length;
    return "";
}

Policy policy_of(const char* text) {
    Policy policy{};
    policy.rules.skip_throws = policy.rules.else_random = true;
    while (*text && policy.rules.length < kMaxRuleList) {
        RuleSpec& spec = policy.rules.specs[policy.rules.length++];
        char* end = nullptr;
        spec = rule_spec(static_cast<int>(std::strtol(text, &end, 10)), {});
        for (int i = 0; *end == ':' && i < kMaxArgs; ++i)
            spec.args.at[i] = static_cast<i8>(std::strtol(end + 1, &end, 10));
        text = *end ? end + 1 : end;
    }
    return policy;
}

Policy eger_policy(const char* style) {
    Policy policy{};
    policy.kind = std::strcmp(style, "full") == 0 ? AgentKind::full : AgentKind::intentional;
    return policy;
}

Policy cyclone_policy(const char* text) {
    Policy policy{};
    policy.kind = AgentKind::cyclone;
    char* end = const_cast<char*>(text);
    const auto next = [&] {
        const double number = std::strtod(end, &end);
        if (*end) ++end;
        return number;
    };
    for (double& weight : policy.weights.of) weight = next();
    for (double& weight : policy.weights.misplay) weight = next();
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
    const Setup setup = *style     ? eger_setup(2)
                        : *weights ? standard_setup(2)
                                   : competition_setup(2);
    const Deck deck = sorted_deck(setup);
    Counters counters[kMaxPlayers] = {};
    const std::clock_t start = std::clock();
    u64 score = 0;
    for (long i = 0; i < games; ++i)
        score += play_game(setup, deck, static_cast<u64>(i), agents, counters).score;
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("games=%ld steps=%llu cpu_seconds=%.6f\n", games,
                counters[0].turns + counters[1].turns, seconds);
    return score == 1;  // never true for many games: keeps the games alive
}
