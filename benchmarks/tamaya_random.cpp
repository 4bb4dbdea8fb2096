// Random-legal self-play in our core: the counterpart of peers/hle_random.cpp, with the same
// options and output. Every seat chooses from its View, like agents.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "tamaya/game_loop.hpp"
#include "tamaya/observation.hpp"

using namespace tamaya;

namespace {

long option(int argc, char** argv, const char* name, long otherwise) {
    const std::size_t length = std::strlen(name);
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(argv[i], name, length) == 0) return std::atol(argv[i] + length);
    return otherwise;
}

enum class Observe { none, mover, all };

Observe observe_option(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--observe=mover") == 0) return Observe::mover;
        if (std::strcmp(argv[i], "--observe=all") == 0) return Observe::all;
    }
    return Observe::none;
}

u64 encode(View& view, const State& state, int seat) {
    u8 vector[kMaxObservation];
    look(view, state, seat);
    const BitString bits = observe(view);
    write_bytes(bits, vector);
    return vector[state.table.turn];  // prevents the compiler from removing the encoding
}

// Plays a game and encodes observations. Adds to `seen`, so that the encoding is not optimized
// away.
int observed_game(const Setup& setup, Deck deck, u64 seed, Observe who, u64& seen) {
    State state;
    View views[kMaxPlayers];
    shuffle(deck, seed);
    deal(state, setup, deck);
    for (View& view : views) view.table.turn = 0;
    Rng rng = stream(seed, Purpose::agent);
    while (!is_over(state.table)) {
        const int actor = state.table.current;
        for (int seat = 0; seat < setup.players; ++seat)
            if (seat == actor || who == Observe::all) seen += encode(views[seat], state, seat);
        apply(state, rule_list::any_legal(views[actor], rng));
    }
    return state.table.turn;
}

}  // namespace

int main(int argc, char** argv) {
    const long games = option(argc, argv, "--games=", 100000);
    const Setup setup = standard_setup(static_cast<int>(option(argc, argv, "--players=", 2)));
    const u64 seed = static_cast<u64>(option(argc, argv, "--seed=", 1));
    const Observe who = observe_option(argc, argv);
    const Deck deck = sorted_deck(setup);
    Policy random{};
    random.family = Family::rule_list;
    random.params.rule_list = {};
    random.params.rule_list.else_random = true;  // no rules: a random legal move
    const Policy* agents[kMaxPlayers] = {&random, &random, &random, &random, &random};
    NativeSeat seats[kMaxPlayers];
    seat_agents(seats, setup.players, agents, nullptr, 0);
    Counters counters[kMaxPlayers] = {};
    u64 steps = 0, seen = 0;
    const std::clock_t start = std::clock();
    for (long i = 0; i < games; ++i) {
        const u64 game_seed = seed + static_cast<u64>(i);
        steps += static_cast<u64>(who == Observe::none
                                      ? play_game(setup, deck, game_seed, seats, counters).turns
                                      : observed_game(setup, deck, game_seed, who, seen));
    }
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("games=%ld steps=%llu cpu_seconds=%.6f\n", games, steps, seconds);
    return seen == 1;  // never true; prevents dead-code elimination
}
