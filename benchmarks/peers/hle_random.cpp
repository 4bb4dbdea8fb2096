// Random-legal self-play in DeepMind's Hanabi Learning Environment, timed.
//
//   hle_random [--games=N] [--players=P] [--seed=S] [--observe=mover|all]
//
// Prints one line, `games=.. steps=.. cpu_seconds=..`. A step is a move of a player, not the
// dealing of a card. Only the games are timed. With --observe, the observation and its canonical
// encoding are computed before each step, for the player to move or for all players.

#include <cstdio>
#include <ctime>
#include <random>
#include <stdexcept>
#include <string>

#include "canonical_encoders.h"
#include "hanabi_game.h"
#include "hanabi_observation.h"
#include "hanabi_state.h"

namespace hle = hanabi_learning_env;

namespace {

enum class Observe { kNobody, kMover, kAll };

// What the command line asks for. `players` is 2 to 5; the rest is not negative.
struct Options {
    int games = 10000;
    int players = 2;
    int seed = 1;
    Observe observe = Observe::kNobody;
};

Observe parse_observe(const std::string& text) {
    if (text == "mover") return Observe::kMover;
    if (text == "all") return Observe::kAll;
    throw std::invalid_argument("not an observer: '" + text + "' (expected 'mover' or 'all')");
}

int parse_number(const std::string& text, int low, int high) {
    std::size_t used = 0;
    int number = -1;
    try {
        number = std::stoi(text, &used);
    } catch (const std::logic_error&) {
        used = std::string::npos;
    }
    if (used != text.size() || number < low || number > high)
        throw std::invalid_argument("not a number from " + std::to_string(low) + " to " +
                                    std::to_string(high) + ": '" + text + "'");
    return number;
}

Options parse(int count, char** arguments) {
    constexpr int kMost = 1'000'000'000;
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        const std::size_t split = argument.find('=');
        const std::string name = argument.substr(0, split);
        const std::string value = split == std::string::npos ? "" : argument.substr(split + 1);
        if (name == "--games")
            options.games = parse_number(value, 1, kMost);
        else if (name == "--players")
            options.players = parse_number(value, 2, 5);
        else if (name == "--seed")
            options.seed = parse_number(value, 0, kMost);
        else if (name == "--observe")
            options.observe = parse_observe(value);
        else
            throw std::invalid_argument("unknown option: '" + argument + "'");
    }
    return options;
}

// The library is compiled apart from this file and without link-time optimization, so the unused
// encoding is not optimized away.
void observe(const hle::HanabiState& state, const hle::CanonicalObservationEncoder& encoder,
             Observe who) {
    if (who == Observe::kNobody) return;
    const int mover = state.CurPlayer();
    const int first = who == Observe::kAll ? 0 : mover;
    const int last = who == Observe::kAll ? state.ParentGame()->NumPlayers() - 1 : mover;
    for (int player = first; player <= last; ++player)
        encoder.Encode(hle::HanabiObservation(state, player));
}

// Plays one game to its end and returns its number of steps.
int play(hle::HanabiGame& game, Observe who, std::mt19937& rng) {
    const hle::CanonicalObservationEncoder encoder(&game);
    hle::HanabiState state(&game);
    int steps = 0;
    while (!state.IsTerminal()) {
        if (state.CurPlayer() == hle::kChancePlayerId) {
            state.ApplyRandomChance();
            continue;
        }
        observe(state, encoder, who);
        const auto moves = state.LegalMoves(state.CurPlayer());
        std::uniform_int_distribution<std::size_t> pick(0, moves.size() - 1);
        state.ApplyMove(moves[pick(rng)]);
        ++steps;
    }
    return steps;
}

void run(const Options& options) {
    hle::HanabiGame game(
        {{"players", std::to_string(options.players)}, {"seed", std::to_string(options.seed)}});
    std::mt19937 rng(static_cast<std::mt19937::result_type>(options.seed));
    long long steps = 0;
    const std::clock_t start = std::clock();
    for (int i = 0; i < options.games; ++i) steps += play(game, options.observe, rng);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("games=%d steps=%lld cpu_seconds=%.6f\n", options.games, steps, seconds);
}

}  // namespace

int main(int count, char** arguments) {
    try {
        run(parse(count, arguments));
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "hle_random: error: %s\n", error.what());
        return 2;
    }
}
