// Native agents driven from Python, many games at once, and batches of games with outside moves.
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <mutex>

#include "bind.hpp"
#include "positions.hpp"
#include "tables.hpp"
#include "tamaya/game_loop.hpp"
#include "tamaya/observation.hpp"
#include "threads.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// One native agent in one seat of one game, driven from Python.
struct DrivenNativeSeat {
    OwnedPolicy agent;
    ExtraMemory extra;
    Memory memory;
    Rng rng;

    DrivenNativeSeat(const OwnedPolicy& policy, const Whole& seed)
        : agent(policy),
          extra(1, extra_bytes(policy.policy)),
          memory(empty_memory(extra.seat(0))),
          rng{seed_of(seed), 0} {}
    DrivenNativeSeat(const DrivenNativeSeat&) = delete;

    Decision choose(const View& view) {
        check_turn(view);
        return tamaya::decide(agent.policy, view, memory, rng);
    }

    void begin_next(const View& last, const Whole& seed) {
        if (!is_over(last.table)) throw TamayaError("the game is not over yet");
        carry_over(agent.policy, last, memory);
        rng = {seed_of(seed), 0};
    }
};

void add(Counters& sum, const Counters& more) {
    const u64* from = reinterpret_cast<const u64*>(&more);
    u64* to = reinterpret_cast<u64*>(&sum);
    for (int i = 0; i < kCounters; ++i) to[i] += from[i];
}

void check_shape(const Array<u64, 2>& counters, std::size_t rows) {
    if (counters.shape(0) != rows || counters.shape(1) != kCounters)
        throw TamayaError("counters have the wrong shape");
}

// Number of games that a thread takes at once.
constexpr u64 kBlock = 64;

// Where results and counters of games go.
struct Written {
    Result* results;
    Counters* by_game;  // one for each seat of each game, or null
    Counters* sums;     // one for each seat: integers, so the order of adding does not matter
    std::mutex adding;

    void play_block(const EngineTable& table, int seats, u64 first_seed, u64 at, u64 count) {
        Counters local[kMaxPlayers] = {};
        Counters* counters = by_game ? by_game + at * static_cast<u64>(seats) : local;
        engine().play_games(table, first_seed + at, count, results + at, counters,
                            by_game ? seats : 0);
        const std::lock_guard<std::mutex> lock(adding);
        const u64 rows = static_cast<u64>(seats) * (by_game ? count : 1);
        for (u64 row = 0; row < rows; ++row)
            add(sums[row % static_cast<u64>(seats)], counters[row]);
    }
};

void play_games(const Setup& setup, const Policies& policies, const Whole& first_seed,
                const Threads& threads, Array<u8, 2> out, Array<u64, 2> sums,
                std::optional<Array<u64, 2>> per_game) {
    const int workers = thread_count(threads);
    if (out.shape(1) != sizeof(Result)) throw TamayaError("the result rows have the wrong size");
    check_shape(sums, setup.players);
    if (per_game) check_shape(*per_game, out.shape(0) * setup.players);
    Written written = {reinterpret_cast<Result*>(out.data()),
                       per_game ? reinterpret_cast<Counters*>(per_game->data()) : nullptr,
                       reinterpret_cast<Counters*>(sums.data()),
                       {}};
    const u64 games = out.shape(0), seed = seed_of(first_seed),
              blocks = (games + kBlock - 1) / kBlock;
    std::vector<NativeTable> tables;
    for (u64 i = 0; i < std::max<u64>(1, std::min<u64>(blocks, static_cast<u64>(workers))); ++i)
        tables.push_back(table_of(setup, policies));
    LongCall call;
    nb::gil_scoped_release release;
    call.run(blocks, workers, [&](u64 block, int worker) {
        const u64 at = block * kBlock;
        written.play_block(tables[static_cast<std::size_t>(worker)].engine_table(), setup.players,
                           seed, at, std::min(kBlock, games - at));
    });
}

// Plays episodes of consecutive seeds; each is one task, since its games depend on each other.
void play_native_episodes(const Setup& setup, const Policies& policies, const Whole& first_seed,
                          u32 remembering, const Threads& threads, Array<u8, 3> out) {
    const int workers = thread_count(threads);
    if (out.shape(2) != sizeof(Result)) throw TamayaError("the result rows have the wrong size");
    const u64 episodes = out.shape(0), games = out.shape(1), seed = seed_of(first_seed);
    std::vector<NativeTable> tables;
    for (u64 i = 0; i < std::max<u64>(1, std::min<u64>(episodes, static_cast<u64>(workers))); ++i)
        tables.push_back(table_of(setup, policies));
    const Deck sorted = sorted_deck(setup);
    LongCall call;
    nb::gil_scoped_release release;
    call.run(episodes, workers, [&](u64 episode, int worker) {
        const u64 first = seed + episode * games;
        std::vector<Deck> decks(games, sorted);
        for (u64 game = 0; game < games; ++game) shuffle(decks[game], first + game);
        engine().play_in_a_row(tables[static_cast<std::size_t>(worker)].engine_table(),
                               decks.data(), games, first, remembering,
                               out.data() + episode * games * sizeof(Result));
    });
}

// Many games side by side; used by the vector environment.
struct Batch {
    Setup setup;
    Deck sorted;
    std::vector<State> states;

    Batch(const Setup& s, int size) : setup(s), sorted(sorted_deck(s)) {
        if (size < 1 || size > 1 << 20)
            throw TamayaError("size = " + std::to_string(size) + " (expected 1 to 1048576)");
        states.resize(static_cast<std::size_t>(size));
        for (std::size_t i = 0; i < states.size(); ++i) deal_game(i, 0);
    }

    Batch(const Setup& s, std::vector<State> games) : Batch(s, static_cast<int>(games.size())) {
        for (const State& state : games)
            if (!(state.table.setup == s)) throw TamayaError("damaged pickle: set-up of a batch");
        states = std::move(games);
    }

    void deal_game(std::size_t index, u64 seed) {
        Deck deck = sorted;
        shuffle(deck, seed);
        tamaya::deal(states[index], setup, deck);
    }

    State& at(std::size_t index) {
        if (index >= states.size())
            throw TamayaError("no game " + std::to_string(index) + " (expected 0 to " +
                              std::to_string(states.size() - 1) + ")");
        return states[index];
    }

    template <typename Rows>
    void check_rows(const Rows& rows) const {
        if (rows.shape(0) != states.size())
            throw TamayaError(std::to_string(rows.shape(0)) + " rows for " +
                              std::to_string(states.size()) + " games");
    }

    template <typename Rows>
    void check_columns(const Rows& rows, int columns) const {
        check_rows(rows);
        if (static_cast<int>(rows.shape(1)) != columns)
            throw TamayaError("rows of " + std::to_string(rows.shape(1)) + " entries (expected " +
                              std::to_string(columns) + ")");
    }

    // Checks all actions before it applies any, so an error changes nothing.
    void apply(Array<const i32, 1> actions) {
        check_rows(actions);
        const ActionIds ids = action_ids(setup);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const i32 id = actions(i);
            if (is_over(states[i].table)) continue;
            if (id < 0 || id >= ids.size())
                throw IllegalMoveError("game " + std::to_string(i) + ": no action " +
                                       std::to_string(id) + " (expected 0 to " +
                                       std::to_string(ids.size() - 1) + ")");
            if (setup.illegal == Illegal::raise && !is_legal(states[i], ids.move(id)))
                throw IllegalMoveError("game " + std::to_string(i) + ": " +
                                       complaint(states[i], ids.move(id)));
        }
        for (std::size_t i = 0; i < states.size(); ++i)
            if (!is_over(states[i].table)) apply_move(states[i], ids.move(actions(i)));
    }

    void write_observations(Array<u8, 2> out) const {
        check_columns(out, observation_size(setup));
        for (std::size_t i = 0; i < states.size(); ++i)
            engine().observe(&states[i], states[i].table.current, &out(i, 0));
    }

    void write_legal_masks(Array<u8, 2> out) const {
        check_columns(out, action_ids(setup).size());
        for (std::size_t i = 0; i < states.size(); ++i) engine().legal_mask(&states[i], &out(i, 0));
    }

    void write_own_cards(Array<u8, 2> out) const {
        check_columns(out, setup.hand_size);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const State& s = states[i];
            for (int slot = 0; slot < setup.hand_size; ++slot)
                out(i, static_cast<std::size_t>(slot)) = s.hands[s.table.current].cards.get(slot);
        }
    }

    void write_table(Array<i32, 2> out) const {
        check_columns(out, 4);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const Table& t = states[i].table;
            out(i, 0) = t.current;
            out(i, 1) = score(t);
            out(i, 2) = strict_score(t);
            out(i, 3) = static_cast<i32>(t.end);
        }
    }
};

void bind_batch(nb::module_& m) {
    nb::class_<Batch>(m, "Batch", "Many games side by side, each waiting for its next action.")
        .def(nb::init<const Setup&, int>(), "setup"_a, "size"_a)
        .def("__len__", [](const Batch& b) { return b.states.size(); })
        .def("__getstate__", [](const Batch& b) { return std::tuple(b.setup, b.states); })
        .def("__setstate__",
             [](Batch& b, const std::tuple<Setup, std::vector<State>>& games) {
                 new (&b) Batch(std::get<0>(games), std::get<1>(games));
             })
        .def(
            "deal",
            [](Batch& b, std::size_t index, const Whole& seed) {
                b.at(index);
                b.deal_game(index, seed_of(seed));
            },
            "index"_a, "seed"_a, "Restarts a game.")
        .def(
            "state", [](Batch& b, std::size_t index) { return b.at(index); }, "index"_a,
            "A copy of one game's position.")
        .def("apply", &Batch::apply, "actions"_a.noconvert(),
             "One action id (int32) for each game; games that are over ignore theirs.\n\n"
             ":raises IllegalMoveError: naming the game; then no game has changed")
        .def("write_observations", &Batch::write_observations, "out"_a.noconvert(),
             "Observation vectors of the seats to move, into uint8 [games, observation_size].")
        .def("write_legal_masks", &Batch::write_legal_masks, "out"_a.noconvert(),
             "1 for each legal action, into uint8 [games, actions].")
        .def("write_own_cards", &Batch::write_own_cards, "out"_a.noconvert(),
             "Hidden cards of the seats to move, into uint8 [games, hand_size]; 31 if none.")
        .def("write_table", &Batch::write_table, "out"_a.noconvert(),
             "Seat to move, score, strict score and end, into int32 [games, 4].");
}

}  // namespace

NativeTable table_of(const Setup& setup, const Policies& policies) {
    if (policies.list.size() != setup.players)
        throw TamayaError(std::to_string(policies.list.size()) + " agents for " +
                          std::to_string(setup.players) + " seats");
    NativeTable table(setup, policies.extra_bytes());
    for (int i = 0; i < setup.players; ++i)
        table.seat(i, policies.list[static_cast<std::size_t>(i)]);
    return table;
}

void bind_games(nb::module_& m) {
    nb::class_<Decision>(m, "Decision", "A move and its reason.")
        .def_prop_ro(
            "move",
            [](const Decision& d) {
                return fires(d.move) ? std::optional<Move>(d.move) : std::nullopt;
            },
            "The move; None if the agent gives up, which ends the game.")
        .def_ro("fired", &Decision::fired,
                "Index of the deciding rule in the agent's list; the length of the list for a "
                "random move.");
    nb::class_<DrivenNativeSeat>(m, "NativeSeat", "One native agent in one seat of one game.")
        .def(nb::init<const OwnedPolicy&, const Whole&>(), "policy"_a, "seed"_a)
        .def("decide", &DrivenNativeSeat::choose, "view"_a,
             "The agent's move, and which rule fired.")
        .def("begin_next", &DrivenNativeSeat::begin_next, "last"_a, "seed"_a,
             "Starts the next game; the agent remembers this one, whose last position is `last`.");
    m.def(
        "agent_seed",
        [](const Whole& game_seed, int seat) {
            return stream(seed_of(game_seed), Purpose::agent, static_cast<u32>(seat)).key;
        },
        "game_seed"_a, "seat"_a, "Seed of a seat's own random numbers in the game of a seed.");
    m.def("play_games", &play_games, "setup"_a, "agents"_a, "first_seed"_a, "threads"_a,
          "out"_a.noconvert(), "counters"_a.noconvert(), "game_counters"_a.noconvert() = nb::none(),
          "Plays one game of native agents for each row of `out`; adds up counters for each seat,\n"
          "and optionally writes those of each game.");
    m.def("play_native_episodes", &play_native_episodes, "setup"_a, "agents"_a, "first_seed"_a,
          nb::kw_only(), "remembering"_a, "threads"_a, "out"_a.noconvert(),
          "Plays episodes of native agents, one game for each row of `out` [episodes, games]. The\n"
          "seats whose bit is set in `remembering` remember the games of the episode.");
    m.def(
        "record",
        [](Array<u64, 2> counters, const View& view, Move move) {
            check_shape(counters, view.table.setup.players);
            record(reinterpret_cast<Counters*>(counters.data())[view.me], view, move);
        },
        "counters"_a.noconvert(), "view"_a, "move"_a, "Counts a move before it is applied.");
    m.def(
        "trace",
        [](const State& state) {
            u64 trace = 0;
            for (int i = 0; i < state.table.turn; ++i)
                trace =
                    extend_trace(trace, move_of(state.log.events[i], state.table.setup.players));
            return mix(trace);
        },
        "state"_a, "Hash of the moves that led to a position.");
    m.def(
        "result_fields", [] { return listed(fields_of(static_cast<const Result*>(nullptr))); },
        "Fields of a game result, which has RESULT_BYTES bytes.");
    m.def(
        "counter_fields", [] { return listed(fields_of(static_cast<const Counters*>(nullptr))); },
        "Fields of the counters of a seat, all integers of eight bytes.");
    m.def(
        "ends", [] { return std::vector<std::string>(kEndNames, kEndNames + kEnds); },
        "Names of the ways a game can end; the field `end` is an index into them.");
    m.attr("RESULT_BYTES") = sizeof(Result);
    m.def("engine", [] { return engine().name; }, "Name of the engine in use.");
    m.def(
        "choose_engine", [](const Text& name) { choose_engine(name.utf8.c_str()); }, "name"_a,
        "Uses 'auto', 'portable' or 'x86-64-v3' from now on.");
    bind_batch(m);
}

}  // namespace bind
