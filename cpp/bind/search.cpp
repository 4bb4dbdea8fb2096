// Agents that search: one seat driven from Python, and many games of them with native partners.
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "bind.hpp"
#include "engine.hpp"
#include "policies.hpp"
#include "tamaya/rollout.hpp"
#include "tamaya/search/seat.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

u64 nanoseconds_now() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<u64>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

template <typename T>
T within(const char* name, T value, T low, T high) {
    if (!(value >= low && value <= high)) {
        // Plain digits: to_string would print six decimals of whole numbers too.
        const auto text = [](T x) { return utf8_of(nb::str(nb::cast(x))); };
        throw TamayaError(std::string(name) + " = " + text(value) + " (expected " + text(low) +
                          " to " + text(high) + ")");
    }
    return value;
}

constexpr i64 kMaxRollouts = 1'000'000'000;
constexpr int kMaxThreads = 64;

// A plan that owns what it points to, with its limits.
struct Searcher {
    Policies own_policy, kept_models;
    std::vector<Policy>&own, &models;
    std::vector<double> prior;  // chances of the models: a row for all partners, or one for each
    std::size_t rows;
    Plan plan;
    u64 rollouts, nanoseconds;
    int threads, samples;
    std::size_t nodes;  // of all threads together
    double noise;
    bool learns;  // do beliefs follow partners' moves?

    Searcher(const std::optional<OwnedPolicy>& self, const Policies& partners,
             Array<const double, 2> chances, const std::string& method, const std::string& verdict,
             bool models_in_tree, bool own_model_in_tree, bool skip_fives, bool redeal, bool strict,
             int tree_turns, int rollout_turns, int widening, double exploration, double errors,
             i64 most_rollouts, double seconds, int most_threads, double megabytes, int imagined,
             double doubt, bool learning)
        : kept_models(partners),
          own(own_policy.list),
          models(kept_models.list),
          prior(chances.data(), chances.data() + chances.size()),
          rows(chances.shape(0)) {
        if (self) own_policy.append(*self);
        if (models.size() > kMaxSuspects ||
            (!models.empty() &&
             (rows == 0 || rows >= kMaxPlayers || chances.shape(1) != models.size())))
            throw TamayaError("chances are not partners by models");
        if (own_model_in_tree && own.empty())
            throw TamayaError("without a policy of one's own nothing proposes moves");
        plan = {method_of(method),
                verdict_of(verdict),
                models_in_tree,
                own_model_in_tree,
                skip_fives,
                redeal,
                strict,
                within("tree_turns", tree_turns, 1, kMaxTurns),
                within("rollout_turns", rollout_turns, 0, kMaxTurns),
                within("widening", widening, 0, 1'000'000),
                within("exploration", exploration, 0.0, 1000.0),
                within("errors", errors, 0.0, 1000.0),
                own.empty() ? nullptr : own.data(),
                models.empty() ? nullptr : models.data(),
                static_cast<int>(models.size())};
        rollouts = static_cast<u64>(within<i64>("rollouts", most_rollouts, 0, kMaxRollouts));
        nanoseconds = static_cast<u64>(within("seconds", seconds, 0.0, 86400.0) * 1e9);
        if (rollouts == 0 && nanoseconds == 0)
            throw TamayaError("a search needs a limit: iterations or seconds above 0");
        threads = within("threads", most_threads, 1, kMaxThreads);
        nodes = static_cast<std::size_t>(within("memory", megabytes, 0.01, 65536.0) * 1e6 /
                                         sizeof(Node));
        samples = within("samples", imagined, 1, 10'000);
        noise = within("noise", doubt, 1e-6, 1.0);
        learns = learning && models.size() > 1;
    }
    Searcher(const Searcher&) = delete;

    static Method method_of(const std::string& name) {
        if (name == "flat") return Method::flat;
        if (name == "tree") return Method::tree;
        throw UnknownNameError("no method " + quoted(name) + " (expected 'flat' or 'tree')");
    }
    static Verdict verdict_of(const std::string& name) {
        if (name == "mean") return Verdict::mean;
        if (name == "visits") return Verdict::visits;
        if (name == "paired") return Verdict::paired;
        throw UnknownNameError("no verdict " + quoted(name) +
                               " (expected 'mean', 'visits' or 'paired')");
    }
};

// One seat of one game that searches.
struct SearchSeat {
    std::shared_ptr<const Searcher> own;
    int me, players;
    Rng keys, doubts;
    std::vector<double> beliefs;  // chances of the models for each seat
    std::vector<std::unique_ptr<Desk>> desks;
    std::vector<std::unique_ptr<Node[]>> nodes;

    SearchSeat(std::shared_ptr<const Searcher> searcher, int seats, int seat, u64 key)
        : own(std::move(searcher)), me(seat), players(seats) {
        within("players", players, kMinPlayers, kMaxPlayers);
        within("seat", me, 0, players - 1);
        if (!own->models.empty() && own->rows != 1 &&
            own->rows != static_cast<std::size_t>(players - 1))
            throw TamayaError(std::to_string(own->rows) + " models for " +
                              std::to_string(players - 1) + " partners");
        begin(key);
        const std::size_t parts = static_cast<std::size_t>(own->threads);
        std::size_t room = std::max<std::size_t>(own->nodes / parts, 64);
        if (own->rollouts > 0)  // a rollout adds one node
            room = std::min<std::size_t>(room, own->rollouts / parts + 2);
        for (std::size_t i = 0; i < parts; ++i) {
            const bool grows = own->plan.method == Method::tree;
            nodes.emplace_back(grows ? new Node[room] : nullptr);  // touched only as it grows
            desks.push_back(std::make_unique<Desk>());
            desks.back()->tree = {nodes.back().get(), static_cast<u32>(room), 0};
        }
    }

    SearchSeat(const SearchSeat&) = delete;

    // Starts a game; nothing is left of the last one.
    void begin(u64 key) {
        keys = {key, 0};
        doubts = {mix(key ^ kGolden), 0};
        const std::size_t count = own->models.size();
        beliefs.assign(count * kMaxPlayers, 0.0);
        for (int offset = 1; offset < players && count > 0; ++offset) {
            const std::size_t row = own->rows == 1 ? 0 : static_cast<std::size_t>(offset - 1);
            const std::size_t seat = static_cast<std::size_t>((me + offset) % players);
            std::copy_n(own->prior.begin() + static_cast<std::ptrdiff_t>(row * count), count,
                        beliefs.begin() + static_cast<std::ptrdiff_t>(seat * count));
        }
    }

    double* belief(int seat) {
        return beliefs.data() + static_cast<std::size_t>(seat) * own->models.size();
    }

    // One part of the search; parts differ in their keys and share the rollouts.
    void part(const View& view, u64 key, int number, u64 started, Candidates& found) {
        const u64 parts = static_cast<u64>(own->threads), i = static_cast<u64>(number);
        const u64 share = (own->rollouts + parts - 1 - i) / parts;
        const Budget budget = {own->rollouts == 0 ? 0 : std::max<u64>(share, 1), own->nanoseconds,
                               nanoseconds_now, started};
        const double* mass[kMaxPlayers];
        for (int seat = 0; seat < kMaxPlayers; ++seat) mass[seat] = belief(seat);
        engine().search(&own->plan, mass, &view, key, number, &budget,
                        desks[static_cast<std::size_t>(number)].get(), &found);
    }

    // All parts together: the same for a number of threads, however many the system gives.
    Candidates think(const View& view) {
        const u64 started = nanoseconds_now();
        const u64 key = keys.next();
        std::vector<Candidates> found(static_cast<std::size_t>(own->threads));
        std::vector<std::thread> helpers;
        int started_parts = 1;
        try {
            for (; started_parts < own->threads; ++started_parts)
                helpers.emplace_back([&, i = started_parts] {
                    part(view, key, i, started, found[static_cast<std::size_t>(i)]);
                });
        } catch (const std::system_error&) {
            // The system gives no more threads: this one does the rest.
        }
        part(view, key, 0, started, found[0]);
        for (int i = started_parts; i < own->threads; ++i)
            part(view, key, i, started, found[static_cast<std::size_t>(i)]);
        for (std::thread& helper : helpers) helper.join();
        for (std::size_t i = 1; i < found.size(); ++i) merge(found[0], found[i]);
        return found[0];
    }

    int place(const Candidates& found) const {
        return chosen(found, own->plan.verdict, own->plan.errors);
    }

    // Another seat has moved; `before` is the own view just before.
    void notice(const View& before, const Event& event) {
        if (!own->learns) return;
        follow(own->plan, own->samples, own->noise, belief(before.table.current), before, event,
               doubts);
    }
};

// What one search found, for Python.
struct Thought {
    Move move;
    Candidates found;
};

Thought decided(SearchSeat& seat, const View& view) {
    if (view.me != seat.me || view.table.setup.players != seat.players)
        throw TamayaError("the view is of another seat or game");
    if (legal_moves(view).bits == 0)
        throw IllegalMoveError("seat " + std::to_string(view.me) + " is not to move");
    nb::gil_scoped_release release;
    Thought thought = {kNoMove, seat.think(view)};
    thought.move = thought.found.at[seat.place(thought.found)].move;
    return thought;
}

void noticed(SearchSeat& seat, const View& before, const EventValue& event) {
    if (before.me != seat.me || before.table.current == seat.me)
        throw TamayaError("a seat has no belief about itself");
    nb::gil_scoped_release release;
    seat.notice(before, event.event);
}

using Player = std::variant<std::shared_ptr<Searcher>, OwnedPolicy>;

// A table of searchers and native agents that plays one game after the other.
struct SearchTable {
    const Setup& setup;
    const std::vector<Player>& players;
    std::vector<std::unique_ptr<SearchSeat>> searchers;  // null for native agents
    std::vector<std::unique_ptr<Seat>> seats;

    SearchTable(const Setup& s, const std::vector<Player>& who) : setup(s), players(who) {
        for (int i = 0; i < setup.players; ++i) {
            const auto* searcher = std::get_if<std::shared_ptr<Searcher>>(&at(i));
            searchers.push_back(
                searcher ? std::make_unique<SearchSeat>(*searcher, setup.players, i, 0) : nullptr);
            seats.push_back(std::make_unique<Seat>());
        }
    }
    const Player& at(int seat) const { return players[static_cast<std::size_t>(seat)]; }
    SearchSeat* searcher(int seat) const { return searchers[static_cast<std::size_t>(seat)].get(); }

    Move decision(int seat, Seat& own) {
        if (SearchSeat* thinking = searcher(seat)) {
            const Candidates found = thinking->think(own.view);
            return found.at[thinking->place(found)].move;
        }
        return decide(std::get<OwnedPolicy>(at(seat)).policy, own.view, own.memory, own.rng).move;
    }

    // Whoever searches sees the move that the seat to move is about to make.
    void look_around(const State& state) {
        for (int i = 0; i < setup.players; ++i)
            if (searcher(i) != nullptr) look(seats[static_cast<std::size_t>(i)]->view, state, i);
    }

    void tell(int actor, const Event& event) {
        if (event.kind == MoveKind::none) return;
        for (int i = 0; i < setup.players; ++i)
            if (SearchSeat* thinking = i == actor ? nullptr : searcher(i))
                thinking->notice(seats[static_cast<std::size_t>(i)]->view, event);
    }

    Result play(u64 seed, Counters* counters) {
        State state;
        Deck deck = sorted_deck(setup);
        shuffle(deck, seed);
        deal(state, setup, deck);
        for (int i = 0; i < setup.players; ++i) {
            Seat& seat = *seats[static_cast<std::size_t>(i)];
            seat.view.table.turn = 0;
            seat.memory = {};
            seat.rng = stream(seed, Purpose::agent, static_cast<u32>(i));
            if (searcher(i) != nullptr) searcher(i)->begin(seat.rng.key);
        }
        u64 trace = 0;
        while (!is_over(state.table)) {
            const int actor = state.table.current;
            Seat& seat = *seats[static_cast<std::size_t>(actor)];
            look_around(state);
            look(seat.view, state, actor);
            const Move move = decision(actor, seat);
            record(counters[actor], seat.view, move);
            const Event& event = apply_or_forfeit(state, move);
            counters[actor].misplays += event.kind == MoveKind::play && !event.scored;
            trace = extend_trace(trace, move_of(event, setup.players));
            tell(actor, event);
        }
        return result_of(state.table, trace);
    }
};

void play_search_games(const Setup& setup, const std::vector<Player>& players,
                       const Whole& first_seed, int threads, Array<u8, 2> out,
                       Array<u64, 3> counters) {
    if (players.size() != setup.players)
        throw TamayaError(std::to_string(players.size()) + " agents for " +
                          std::to_string(setup.players) + " seats");
    within("threads", threads, 1, 1024);
    if (out.shape(1) != sizeof(Result)) throw TamayaError("the rows to write have another size");
    if (counters.shape(0) != out.shape(0) || counters.shape(1) != setup.players ||
        counters.shape(2) != kCounters)
        throw TamayaError("counters have another shape");
    SearchTable check(setup, players);  // complains before any thread starts
    Result* results = reinterpret_cast<Result*>(out.data());
    Counters* counts = reinterpret_cast<Counters*>(counters.data());
    const u64 games = out.shape(0), first = seed_of(first_seed);
    std::atomic<u64> next{0};
    const auto work = [&](SearchTable& table) {
        for (u64 i; (i = next.fetch_add(1)) < games;)
            results[i] = table.play(first + i, counts + i * setup.players);
    };
    nb::gil_scoped_release release;
    std::vector<std::thread> helpers;
    try {
        for (u64 i = 1; i < std::min<u64>(static_cast<u64>(threads), games); ++i)
            helpers.emplace_back([&] {
                SearchTable own(setup, players);
                work(own);
            });
    } catch (const std::system_error&) {
        // The system gives no more threads: those that started do the work.
    }
    work(check);
    for (std::thread& helper : helpers) helper.join();
}

// Candidates as Python sees them: move, visits, mean points, best first.
std::vector<std::tuple<Move, u32, double>> listed(const Thought& thought) {
    std::vector<std::tuple<Move, u32, double>> rows;
    for (int i = 0; i < thought.found.count; ++i) {
        const Candidate& c = thought.found.at[i];
        rows.emplace_back(c.move, c.visits, mean(c));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        if (std::get<1>(a) != std::get<1>(b)) return std::get<1>(a) > std::get<1>(b);
        return std::get<2>(a) > std::get<2>(b);
    });
    return rows;
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Searcher>(m, "Searcher", "How an agent searches, for how long, and with whom.")
        .def(nb::init<const std::optional<OwnedPolicy>&, const Policies&, Array<const double, 2>,
                      const std::string&, const std::string&, bool, bool, bool, bool, bool, int,
                      int, int, double, double, i64, double, int, double, int, double, bool>(),
             "own"_a.none(), "models"_a, "chances"_a.noconvert(), nb::kw_only(), "method"_a,
             "verdict"_a, "models_in_tree"_a, "own_model_in_tree"_a, "skip_fives"_a, "redeal"_a,
             "strict"_a, "tree_turns"_a, "rollout_turns"_a, "widening"_a, "exploration"_a,
             "errors"_a, "iterations"_a, "seconds"_a, "threads"_a, "memory"_a, "samples"_a,
             "noise"_a, "learns"_a,
             "`own` moves for the searching seat in rollouts (None: any legal move), `models` for\n"
             "partners; `chances` [1 or partners, models] is how likely each partner is which.");
    nb::class_<Thought>(m, "Thought", "A move, and what the search found out about others.")
        .def_prop_ro(
            "move", [](const Thought& t) { return t.move; }, "The chosen move.")
        .def_prop_ro(
            "rollouts", [](const Thought& t) { return t.found.rollouts; }, "Imagined games in all.")
        .def_prop_ro("candidates", listed,
                     "(move, how often it was tried, mean points), most tried first.");
    nb::class_<SearchSeat>(m, "SearchSeat", "A searching agent in one seat of one game.")
        .def(
            "__init__",
            [](SearchSeat* self, std::shared_ptr<Searcher> searcher, int players, int seat,
               const Whole& seed) {
                new (self) SearchSeat(std::move(searcher), players, seat, seed_of(seed));
            },
            "searcher"_a, nb::kw_only(), "players"_a, "seat"_a, "seed"_a)
        .def("decide", &decided, "view"_a, "Searches for the viewer's move.")
        .def("notice", &noticed, "before"_a, "event"_a,
             "Another seat has moved; `before` is the own view just before.")
        .def(
            "beliefs",
            [](SearchSeat& s, int seat) {
                within("seat", seat, 0, s.players - 1);
                return std::vector<double>(s.belief(seat), s.belief(seat) + s.own->models.size());
            },
            "seat"_a, "Chances of the models for one partner.");
    m.def("play_search_games", &play_search_games, "setup"_a, "agents"_a, "first_seed"_a,
          "threads"_a, "out"_a.noconvert(), "counters"_a.noconvert(),
          "Plays one game of searchers and native agents for each row of `out`, and counts what\n"
          "each seat does: counters [games, seats, counters].");
}

}  // namespace bind
