// Games side by side: native agents move in the core, the moves of other seats come from Python.
#include <nanobind/ndarray.h>

#include <memory>

#include "bind.hpp"
#include "engine.hpp"
#include "policies.hpp"
#include "positions.hpp"
#include "tables.hpp"
#include "tamaya/open_game.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// The games of a team on the seeds first_seed, first_seed + 1, ...
struct OpenGames {
    Setup setup;
    std::vector<std::optional<OwnedPolicy>> agents;  // none if the moves come from outside
    std::size_t size;
    std::unique_ptr<OpenGame[]> games;  // not zeroed, because they are large
    std::unique_ptr<ExtraMemory> extra;
    std::vector<Counters> counters;

    OpenGames(const Setup& s, std::vector<std::optional<OwnedPolicy>> seated,
              const Whole& first_seed, std::size_t count)
        : setup(s), agents(std::move(seated)), size(count) {
        if (agents.size() != setup.players)
            throw TamayaError(std::to_string(agents.size()) + " agents for " +
                              std::to_string(setup.players) + " seats");
        if (size < 1 || size > 1 << 20)
            throw TamayaError("games = " + std::to_string(size) + " (expected 1 to 1048576)");
        games.reset(new OpenGame[size]);
        counters.resize(size * setup.players);
        seat_all();
        const Deck deck = sorted_deck(setup);
        const u64 first = seed_of(first_seed);
        for (std::size_t i = 0; i < size; ++i) open_game(games[i], setup, deck, first + i);
        advance();
    }
    OpenGames(const OpenGames&) = delete;

    void seat_all() {
        const Policy* policies[kMaxPlayers] = {};
        u32 bytes = 0;
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (!agents[i]) continue;
            policies[i] = &agents[i]->policy;
            bytes = std::max(bytes, extra_bytes(agents[i]->policy));
        }
        extra = std::make_unique<ExtraMemory>(static_cast<int>(size) * setup.players, bytes);
        for (std::size_t i = 0; i < size; ++i)
            seat_agents(games[i].seats, setup.players, policies,
                        extra->seat(static_cast<int>(i) * setup.players).bytes, extra->bytes());
    }

    void advance() {
        nb::gil_scoped_release release;
        engine().let_natives_move(games.get(), size, counters.data());
    }

    const OpenGame& at(u32 index) const {
        if (index >= size) throw TamayaError("no game " + std::to_string(index));
        return games[index];
    }

    // The games that wait for a move of a seat.
    std::vector<u32> waiting(int seat) const {
        std::vector<u32> indices;
        for (std::size_t i = 0; i < size; ++i) {
            const Table& t = games[i].state.table;
            if (!is_over(t) && t.current == seat) indices.push_back(static_cast<u32>(i));
        }
        return indices;
    }

    void write_observations(Array<const u32, 1> rows, int kind, Array<u8, 2> out) const {
        if (kind < 0 || kind > 1) throw TamayaError("no observation " + std::to_string(kind));
        const auto sort = static_cast<ObservationKind>(kind);
        const int numbers = kind == 0 ? observation_size(setup) : row_size(setup, sort).unpacked();
        check(rows, out, numbers);
        for (std::size_t i = 0; i < rows.shape(0); ++i) {
            const OpenGame& game = at(rows(i));
            write_observation(game.seats[game.state.table.current].view, sort, &out(i, 0));
        }
    }

    void write_legal_masks(Array<const u32, 1> rows, Array<u8, 2> out) const {
        check(rows, out, action_ids(setup).size());
        for (std::size_t i = 0; i < rows.shape(0); ++i)
            engine().legal_mask(&at(rows(i)).state, &out(i, 0));
    }

    void check(const Array<const u32, 1>& rows, const Array<u8, 2>& out, int columns) const {
        if (out.shape(0) != rows.shape(0) || static_cast<int>(out.shape(1)) != columns)
            throw TamayaError("the output rows have the wrong shape (expected " +
                              std::to_string(rows.shape(0)) + " x " + std::to_string(columns) +
                              ")");
    }

    // Checks all actions before it applies any, so an error changes nothing.
    void apply(Array<const u32, 1> rows, Array<const i32, 1> actions) {
        const ActionIds ids = action_ids(setup);
        if (rows.shape(0) != actions.shape(0))
            throw TamayaError("expected one action for each game");
        for (std::size_t i = 0; i < rows.shape(0); ++i) {
            const State& state = at(rows(i)).state;
            if (actions(i) < 0 || actions(i) >= ids.size() || is_over(state.table))
                throw TamayaError("game " + std::to_string(rows(i)) + ": no action " +
                                  std::to_string(actions(i)));
            const Move move = ids.move(actions(i));
            if (setup.illegal == Illegal::raise && !is_legal(state, move))
                throw IllegalMoveError("game " + std::to_string(rows(i)) + ": " +
                                       complaint(state, move));
        }
        for (std::size_t i = 0; i < rows.shape(0); ++i)
            make_move(games[rows(i)], Decision{ids.move(actions(i)), 0},
                      &counters[rows(i) * static_cast<std::size_t>(setup.players)]);
        advance();
    }

    void write_results(Array<u8, 2> results, Array<u64, 3> counts) const {
        if (results.shape(0) != size || results.shape(1) != sizeof(Result) ||
            counts.shape(0) != size || counts.shape(1) != setup.players ||
            counts.shape(2) != kCounters)
            throw TamayaError("results or counters have the wrong shape");
        for (std::size_t i = 0; i < size; ++i)
            reinterpret_cast<Result*>(results.data())[i] =
                result_of(games[i].state.table, games[i].trace);
        std::copy(counters.begin(), counters.end(), reinterpret_cast<Counters*>(counts.data()));
    }
};

}  // namespace

void bind_open_games(nb::module_& m) {
    nb::class_<OpenGames>(
        m, "OpenGames",
        "Games of a team side by side: native agents move in the core, other seats from outside.")
        .def(nb::init<const Setup&, std::vector<std::optional<OwnedPolicy>>, const Whole&,
                      std::size_t>(),
             "setup"_a, "agents"_a, "first_seed"_a, "games"_a)
        .def(
            "waiting",
            [](const OpenGames& open, int seat) {
                const std::vector<u32> waiting = open.waiting(seat);
                auto* rows = new u32[waiting.size() + 1];
                std::copy(waiting.begin(), waiting.end(), rows);
                nb::capsule owner(rows, [](void* p) noexcept { delete[] static_cast<u32*>(p); });
                return Array<u32, 1>(rows, {waiting.size()}, owner);
            },
            "seat"_a, "Indices of the games in which the seat is to move, uint32 [n].")
        .def("write_observations", &OpenGames::write_observations, "games"_a.noconvert(), "kind"_a,
             "out"_a.noconvert(),
             "Observations of the seats to move, into uint8 [n, size]: 0 is HLE's vector, 1 the "
             "extended "
             "one.")
        .def("write_legal_masks", &OpenGames::write_legal_masks, "games"_a.noconvert(),
             "out"_a.noconvert(), "1 for each legal action, into uint8 [n, actions].")
        .def("apply", &OpenGames::apply, "games"_a.noconvert(), "actions"_a.noconvert(),
             "Applies a move in each of these games, then lets native agents move.\n\n"
             ":raises IllegalMoveError: naming the game; then no game has changed")
        .def(
            "state", [](const OpenGames& open, u32 game) { return open.at(game).state; }, "game"_a,
            "A copy of one game's position.")
        .def("write_results", &OpenGames::write_results, "results"_a.noconvert(),
             "counters"_a.noconvert(),
             "The results of all games, and the counters of each seat: uint64 [games, seats, "
             "counters].");
}

}  // namespace bind
