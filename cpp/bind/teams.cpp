// Many policies, and many teams of them that play some games each: what evolution spends its time
// on.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstring>

#include "bind.hpp"
#include "tables.hpp"
#include "tamaya/game_loop.hpp"
#include "threads.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// Teams as rows of places in a list of policies, checked.
struct Teams {
    const Setup& setup;
    const Policies& policies;
    Array<const i32, 2> rows;
    Array<const u64, 1> first_seeds;

    void check() const {
        if (rows.shape(1) != setup.players)
            throw TamayaError("teams of " + std::to_string(rows.shape(1)) + " for " +
                              std::to_string(setup.players) + " seats");
        if (first_seeds.shape(0) != rows.shape(0))
            throw TamayaError(std::to_string(first_seeds.shape(0)) + " seeds for " +
                              std::to_string(rows.shape(0)) + " teams");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const i32 place = rows.data()[i];
            if (place < 0 || static_cast<std::size_t>(place) >= policies.list.size())
                throw TamayaError("no policy " + std::to_string(place) + " among " +
                                  std::to_string(policies.list.size()));
        }
    }

    // Calls work(team, table) for every team, in threads. A team's games are a pure function of its
    // seeds, so it does not matter which thread plays them.
    template <typename Work>
    void each(LongCall& call, int threads, u32 extra_bytes, const Work& work) const {
        const std::size_t workers = std::min<std::size_t>(static_cast<std::size_t>(threads),
                                                          std::max<std::size_t>(rows.shape(0), 1));
        std::vector<NativeTable> tables(workers, NativeTable(setup, extra_bytes));
        call.run(rows.shape(0), threads, [&](u64 team, int worker) {
            NativeTable& table = tables[static_cast<std::size_t>(worker)];
            for (int i = 0; i < setup.players; ++i)
                table.seat(i, policies.list[static_cast<std::size_t>(rows(team, i))]);
            work(team, table.engine_table());
        });
    }
};

// Games that a thread plays before it looks whether to stop.
constexpr std::size_t kBlock = 64;

// Calls play(first game, games) for blocks of games until all are played or the call is stopped.
template <typename Play>
void in_blocks(LongCall& call, std::size_t games, const Play& play) {
    for (std::size_t at = 0; at < games && !call.is_stopped(); at += kBlock)
        play(at, std::min(kBlock, games - at));
}

void play_teams(const Setup& setup, const Policies& policies, Array<const i32, 2> rows,
                Array<const u64, 1> first_seeds, const Threads& threads, bool strict,
                Array<u8, 2> scores, Array<u64, 3> counters, Array<u64, 1> traces) {
    const Teams teams{setup, policies, rows, first_seeds};
    teams.check();
    const int workers = thread_count(threads);
    const std::size_t count = rows.shape(0), games = scores.shape(1);
    if (scores.shape(0) != count || traces.shape(0) != count || counters.shape(0) != count ||
        counters.shape(1) != setup.players || counters.shape(2) != kCounters)
        throw TamayaError("the arrays to write have another shape");
    LongCall call;
    nb::gil_scoped_release release;
    const u32 extra = policies.extra_bytes();
    teams.each(call, workers, extra, [&](std::size_t team, const EngineTable& table) {
        Result results[kBlock];
        u64 trace = 0;
        in_blocks(call, games, [&](std::size_t at, std::size_t size) {
            engine().play_games(table, first_seeds(team) + at, size, results, &counters(team, 0, 0),
                                0);
            for (std::size_t i = 0; i < size; ++i) {
                const bool lost = strict && results[i].end == End::bombed;
                scores(team, at + i) = lost ? u8{0} : results[i].score;
                trace = mix(trace ^ results[i].trace);
            }
        });
        traces(team) = trace;
    });
}

void count_fires(const Setup& setup, const Policies& policies, Array<const i32, 2> rows,
                 Array<const u64, 1> first_seeds, u32 games, const Threads& threads,
                 Array<u64, 3> fired) {
    const Teams teams{setup, policies, rows, first_seeds};
    teams.check();
    const int workers = thread_count(threads);
    if (fired.shape(0) != rows.shape(0) || fired.shape(1) != setup.players ||
        fired.shape(2) != rule_list::kMaxRules + 1)
        throw TamayaError("the output array has the wrong shape");
    LongCall call;
    nb::gil_scoped_release release;
    const u32 extra = policies.extra_bytes();
    teams.each(call, workers, extra, [&](std::size_t team, const EngineTable& table) {
        in_blocks(call, games, [&](std::size_t at, std::size_t size) {
            engine().count_fires(table, first_seeds(team) + at, size, &fired(team, 0, 0),
                                 rule_list::kMaxRules + 1);
        });
    });
}

// What was asked in the games of one team, position by position.
struct Answers {
    std::size_t asked;
    i32 first_game;  // of the block that is played
    std::vector<signed char> moves;
    std::vector<i32> games, choices;

    static signed char* take(void* context, unsigned long long game, int choices) {
        Answers& all = *static_cast<Answers*>(context);
        all.games.push_back(all.first_game + static_cast<i32>(game));
        all.choices.push_back(choices);
        all.moves.resize(all.moves.size() + all.asked);
        return all.moves.data() + (all.moves.size() - all.asked);
    }
};

// Hands an array over to NumPy.
template <typename T, typename... Sizes>
auto owned(std::vector<T>&& values, Sizes... shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Array<T, sizeof...(Sizes)>(kept->data(), {shape...}, owner);
}

auto ask_policies(const Setup& setup, const Policies& policies, Array<const i32, 2> rows,
                  Array<const u64, 1> first_seeds, u32 games, const Policies& asked,
                  const Threads& threads) {
    const Teams teams{setup, policies, rows, first_seeds};
    teams.check();
    const int workers = thread_count(threads);
    const std::size_t count = asked.list.size();
    std::vector<Answers> answers(rows.shape(0), Answers{count, 0, {}, {}, {}});
    std::vector<signed char> moves;
    std::vector<i32> places;
    {
        LongCall call;
        nb::gil_scoped_release release;
        const u32 extra = std::max(policies.extra_bytes(), asked.extra_bytes());
        teams.each(call, workers, extra, [&](std::size_t team, const EngineTable& table) {
            in_blocks(call, games, [&](std::size_t at, std::size_t size) {
                answers[team].first_game = static_cast<i32>(at);
                engine().ask(table, first_seeds(team) + at, size, asked.list.data(), count,
                             &answers[team], Answers::take);
            });
        });
        for (std::size_t team = 0; team < answers.size(); ++team) {
            Answers& own = answers[team];
            moves.insert(moves.end(), own.moves.begin(), own.moves.end());
            for (std::size_t i = 0; i < own.games.size(); ++i)
                places.insert(places.end(), {static_cast<i32>(team), own.games[i], own.choices[i]});
            own = {};
        }
    }
    const std::size_t positions = places.size() / 3;
    return std::tuple(owned(std::move(moves), positions, count),
                      owned(std::move(places), positions, std::size_t{3}));
}

void witness_teams(const Setup& setup, const Policies& policies, Array<const i32, 2> rows,
                   Array<const u64, 1> seeds, int me, const Threads& threads, Array<u8, 2> results,
                   Array<u64, 4> accounts) {
    const Teams teams{setup, policies, rows, seeds};
    teams.check();
    const int workers = thread_count(threads);
    if (me < 0 || me >= setup.players)
        throw TamayaError("no seat " + std::to_string(me) + " (expected 0 to " +
                          std::to_string(setup.players - 1) + ")");
    if (results.shape(0) != rows.shape(0) || results.shape(1) != sizeof(Result) ||
        accounts.shape(0) != rows.shape(0) || accounts.shape(1) != 2 ||
        accounts.shape(2) != setup.players || accounts.shape(3) != kCounters)
        throw TamayaError("the arrays to write have another shape");
    LongCall call;
    nb::gil_scoped_release release;
    const u32 extra = policies.extra_bytes();
    teams.each(call, workers, extra, [&](std::size_t team, const EngineTable& table) {
        Result result = {};
        engine().witness_game(table, seeds(team), me, &result, &accounts(team, 0, 0, 0));
        std::memcpy(&results(team, 0), &result, sizeof(Result));
    });
}

}  // namespace

void bind_teams(nb::module_& m) {
    m.def(
        "play_teams", &play_teams, "setup"_a, "policies"_a, "teams"_a.noconvert(),
        "first_seeds"_a.noconvert(), "threads"_a, "strict"_a, "scores"_a.noconvert(),
        "counters"_a.noconvert(), "traces"_a.noconvert(),
        "Plays games of many teams: teams int32 [teams, seats] are places in `policies`, each\n"
        "plays the seeds from its own of `first_seeds` on. Writes scores [teams, games] (0 for\n"
        "bombed games if strict), adds counters [teams, seats, counters], and writes one hash of\n"
        "all moves of a team into traces.");
    m.def("count_fires", &count_fires, "setup"_a, "policies"_a, "teams"_a.noconvert(),
          "first_seeds"_a.noconvert(), "games"_a, "threads"_a, "fired"_a.noconvert(),
          "Plays as `play_teams` and adds up which rule decided: [teams, seats, MAX_RULES + 1],\n"
          "the place after an agent's last rule counts random moves.");
    m.def("ask_policies", &ask_policies, "setup"_a, "policies"_a, "teams"_a.noconvert(),
          "first_seeds"_a.noconvert(), "games"_a, "asked"_a, "threads"_a,
          "Plays as `play_teams`, and asks each of `asked` in every position what it would do.\n"
          "Returns int8 [positions, asked], action ids or -1 where one gives up or its move is\n"
          "not legal, and int32 [positions, 3]: team, game, number of legal moves. All who are\n"
          "asked in a position have the same randomness, a pure function of the game's seed and\n"
          "the turn.");
    m.def("witness_teams", &witness_teams, "setup"_a, "policies"_a, "teams"_a.noconvert(),
          "seeds"_a.noconvert(), "me"_a, "threads"_a, "results"_a.noconvert(),
          "accounts"_a.noconvert(),
          "Plays one game of each team on its own seed. Writes results [teams, RESULT_BYTES] and\n"
          "what the seat `me` saw of each seat [teams, 2, seats, counters]: all moves that were\n"
          "carried out, then the account that the published meta-agent keeps.");
    m.def(
        "raw_setup", [](const Setup& setup) { return nb::bytes(&setup, sizeof(Setup)); }, "setup"_a,
        "A set-up as the core lays it out in memory, for a GPU.");
    m.attr("MAX_RULES") = rule_list::kMaxRules;
}

}  // namespace bind
